#include <vector>

#include <armature/skeleton/pose.hpp>

#include <ik/spring_stage.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(spring_lanes)

namespace {

/// VRM's rules for one joint after the other, in double, for a rig without scale. Each chain hangs on the body.
class PlainSprings {
public:
    PlainSprings(std::span<const SpringChain> chains, std::span<const SpringCollider> colliders,
                 std::span<const SpringColliderGroup> groups)
        : chains_(chains), colliders_(colliders), groups_(groups)
    {}

    /// Returns the rotations of all joints that swing, chain by chain.
    std::vector<glm::dquat> step(const glm::dmat4& body)
    {
        std::vector<glm::dquat> rotations;
        const bool isFirst = tails_.empty();
        for (const SpringChain& chain : chains_) {
            const glm::dmat4 center = chain.center != nullptr ? body : glm::dmat4(1.);
            glm::dmat4 above = body;
            for (std::size_t i = 0; i + 1 < chain.joints.size(); ++i) {
                const glm::dvec3 place(chain.joints[i].bone->getTransform().translation);
                const glm::dvec3 arm(chain.joints[i + 1].bone->getTransform().translation);
                const glm::dmat4 joint = above * glm::translate(glm::dmat4(1.), place);
                if (isFirst) {
                    const glm::dvec3 tail(glm::inverse(center) * joint * glm::dvec4(arm, 1.));
                    tails_.push_back({tail, tail});
                }
                Tail& tail = tails_[rotations.size()];
                const glm::dvec3 found =
                    isFirst ? glm::dvec3(center * glm::dvec4(tail.now, 1.)) : swung(chain, i, tail, center, joint, arm);
                tail = {glm::dvec3(glm::inverse(center) * glm::dvec4(found, 1.)), tail.now};
                const glm::dvec3 to = glm::normalize(glm::dvec3(glm::inverse(joint) * glm::dvec4(found, 1.)));
                const glm::dvec3 from = glm::normalize(arm);
                rotations.push_back(glm::normalize(glm::dquat(1. + glm::dot(from, to), glm::cross(from, to))));
                above = joint * glm::mat4_cast(rotations.back());
            }
        }
        return rotations;
    }

private:
    struct Tail {
        glm::dvec3 now;
        glm::dvec3 before;
    };

    [[nodiscard]] glm::dvec3 swung(const SpringChain& chain, std::size_t number, const Tail& tail, const glm::dmat4& center,
                                   const glm::dmat4& joint, const glm::dvec3& arm) const
    {
        const SpringParameters& like = chain.joints[number].parameters;
        const glm::dvec3 origin(joint[3]);
        const double length = glm::length(arm);
        const auto kept = [&](const glm::dvec3& point) { return origin + glm::normalize(point - origin) * length; };
        glm::dvec3 next(center * glm::dvec4(tail.now + (tail.now - tail.before) * (1. - static_cast<double>(like.drag)), 1.));
        next += glm::normalize(glm::dmat3(joint) * arm) * static_cast<double>(like.stiffness) / 60.;
        next += glm::dvec3(like.gravityDirection) * static_cast<double>(like.gravityPower) / 60.;
        next = kept(next);
        for (const std::size_t group : chain.colliderGroups) {
            for (const std::size_t collider : groups_[group].colliders) {
                const SpringSolid& solid = colliders_[collider].solid;
                const glm::dvec3 line = glm::dvec3(solid.tail);
                glm::dvec3 off = next - glm::dvec3(solid.offset);
                if (solid.shape == SpringColliderShape::Capsule) {
                    off -= glm::clamp(glm::dot(off, line) / glm::dot(line, line), 0., 1.) * line;
                }
                const double depth = static_cast<double>(solid.radius) + static_cast<double>(like.hitRadius) - glm::length(off);
                next = depth > 0. ? kept(next + glm::normalize(off) * depth) : next;
            }
        }
        return next;
    }

    std::span<const SpringChain> chains_;
    std::span<const SpringCollider> colliders_;
    std::span<const SpringColliderGroup> groups_;
    std::vector<Tail> tails_;
};

/// A body with 29 strands of one to five joints. Every third touches a ball, others a bar (at whose origin it starts) or nothing; every
/// seventh is centred on the body.
struct Fringe {
    Skeleton skeleton;
    Bone& spare = skeleton.createBone("spare");
    Bone& body = skeleton.createBone("body");
    std::vector<SpringChain> chains;
    std::vector<SpringCollider> colliders{
        {nullptr, {.offset = {0.1f, -0.25f, 0.f}, .radius = 0.15f}},
        {nullptr, {.shape = SpringColliderShape::Capsule, .tail = {-0.5f, -0.5f, 0.1f}, .radius = 0.2f}},
    };
    std::vector<SpringColliderGroup> groups{{"ball", {0}}, {"both", {1, 0}}};

    Fringe()
    {
        for (std::size_t strand = 0; strand < 29; ++strand) {
            SpringChain chain;
            Bone* above = &body;
            const float along = 0.03f * static_cast<float>(strand);
            for (std::size_t i = 0; i < 2 + strand % 5; ++i) {
                const glm::vec3 place = i == 0 ? glm::vec3(along - 0.4f, 0.2f, 0.f) : glm::vec3(0.02f, -0.1f, 0.03f - 0.1f * along);
                above = &skeleton.createBone("strand", {.parent = above, .bind = SpringStage::at(place)});
                chain.joints.push_back({above, {.stiffness = 0.5f + along, .gravityPower = 0.3f, .drag = 0.3f, .hitRadius = 0.02f}});
            }
            if (strand % 3 != 1) {
                chain.colliderGroups = {strand % 3 == 0 ? std::size_t{0} : std::size_t{1}};
            }
            chain.center = strand % 7 == 3 ? &body : nullptr;
            chains.push_back(chain);
        }
    }

    [[nodiscard]] std::vector<glm::quat> rotations() const
    {
        std::vector<glm::quat> result;
        for (const SpringChain& chain : chains) {
            for (std::size_t i = 0; i + 1 < chain.joints.size(); ++i) {
                result.push_back(chain.joints[i].bone->getTransform().rotation);
            }
        }
        return result;
    }
};

void moveAbout(Bone& body, int frame)
{
    const float time = static_cast<float>(frame) / 60.f;
    body.setTransform({{0.2f * std::sin(7.f * time), 0.f, 0.1f * std::sin(5.f * time)},
                       glm::angleAxis(0.7f * std::sin(4.f * time), glm::normalize(glm::vec3(0.3f, 1.f, 0.2f))),
                       glm::vec3(1.f)});
}

}  // namespace

// The expected rotations follow from VRM's rules, computed joint by joint.
BOOST_AUTO_TEST_CASE(every_lane_swings_by_the_rules)
{
    Fringe fringe;
    SpringBones springs(fringe.chains, fringe.colliders, fringe.groups);
    PlainSprings plain(fringe.chains, fringe.colliders, fringe.groups);
    std::size_t examined = 0;
    for (int frame = 0; frame < 120; ++frame) {
        moveAbout(fringe.body, frame);
        BOOST_TEST((springs.update(frame == 0 ? 0. : 1. / 60.) == IkStatus::Solved));
        const Transform body = fringe.body.getTransform();
        const glm::dmat4 place = glm::translate(glm::dmat4(1.), glm::dvec3(body.translation)) * glm::mat4_cast(glm::dquat(body.rotation));
        const std::vector<glm::dquat> expected = plain.step(place);
        const std::vector<glm::quat> found = fringe.rotations();
        BOOST_TEST_REQUIRE(found.size() == expected.size());
        for (std::size_t i = 0; frame > 0 && i < expected.size(); ++i) {
            BOOST_TEST(nearRotation(found[i], glm::quat(expected[i]), 2e-5), "frame " << frame << ", joint " << i);
            ++examined;
        }
    }
    BOOST_TEST(examined > 8000u);
}

// A pose that was set as a matrix is read and written in another way. Only rounding to floats differs.
BOOST_AUTO_TEST_CASE(matrices_swing_as_their_parts_do)
{
    Fringe asParts;
    Fringe asMatrices;
    SpringBones a(asParts.chains, asParts.colliders, asParts.groups);
    SpringBones b(asMatrices.chains, asMatrices.colliders, asMatrices.groups);
    for (int frame = 0; frame < 60; ++frame) {
        moveAbout(asParts.body, frame);
        moveAbout(asMatrices.body, frame);
        for (std::size_t strand = 0; strand < asMatrices.chains.size(); strand += 4) {
            Bone& bone = *asMatrices.chains[strand].joints[0].bone;
            bone.setLocalMatrix(bone.getLocalMatrix());
        }
        a.update(1. / 60.);
        b.update(1. / 60.);
        for (std::size_t i = 0; i < asParts.rotations().size(); ++i) {
            BOOST_TEST(nearRotation(asMatrices.rotations()[i], asParts.rotations()[i], 1e-5), "frame " << frame << ", joint " << i);
        }
    }
}

// Bones that are added move others to other places in memory, and a link moves a bone's pose to a node.
BOOST_AUTO_TEST_CASE(bones_are_found_again_after_their_rig_has_changed)
{
    SpringStage still;
    SpringStage changing;
    SpringBones a = still.springs();
    SpringBones b = changing.springs();
    TransformNode& node = changing.scene.createTransformNode("node", &changing.host);
    for (int frame = 0; frame < 80; ++frame) {
        if (frame == 20 || frame == 30) {
            for (int i = 0; i < 40; ++i) {
                Bone& other = changing.skeleton.createBone("other", {.parent = frame == 20 ? nullptr : &changing.body});
                other.setTransform({glm::vec3(0.3f), glm::quat(0.6f, 0.8f, 0.f, 0.f), glm::vec3(2.f)});
            }
        } else if (frame == 50) {
            node.setTransform(changing.strand[1]->getTransform());
            changing.strand[1]->linkTransformNode(&node);
        } else if (frame == 60) {
            for (int i = 0; i < 40; ++i) {
                changing.scene.createTransformNode("other");
            }
        } else if (frame == 70) {
            changing.strand[1]->linkTransformNode(nullptr);
        }
        still.throwAbout(frame / 60.);
        changing.throwAbout(frame / 60.);
        a.update(1. / 60.);
        b.update(1. / 60.);
        changing.scene.update();  // gives slots other numbers after enough changes
        changing.skeleton.update();
        BOOST_TEST((changing.rotations() == still.rotations()), "frame " << frame);
    }
}

// Poses are numbered as the skeleton's bones are: sorting the bones or removing one renumbers others.
BOOST_AUTO_TEST_CASE(poses_are_read_where_their_bones_are_now)
{
    Fringe fringe;
    SpringBones springs(fringe.chains, fringe.colliders, fringe.groups);
    std::vector<double> memory;
    for (int frame = 0; frame < 20; ++frame) {
        if (frame == 5) {
            fringe.spare.setParent(fringe.chains[20].joints.back().bone);
        } else if (frame == 10) {
            fringe.skeleton.sortBones();
        } else if (frame == 15) {
            fringe.skeleton.removeBone(fringe.spare);
        }
        moveAbout(fringe.body, frame);
        Pose pose = capturePose(fringe.skeleton);
        BOOST_TEST((springs.solve(JointView(fringe.skeleton, pose), 1. / 60., memory) == IkStatus::Solved));
        springs.update(1. / 60.);
        const auto bones = fringe.skeleton.bones();
        for (std::size_t i = 0; i < bones.size(); ++i) {
            BOOST_TEST((pose.bones[i].rotation == bones[i]->getTransform().rotation), "frame " << frame << ", bone " << i);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
