#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/retarget/retarget_map.hpp>
#include <armature/retarget/retarget_quality.hpp>
#include <armature/retarget/retargeter.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/text.hpp>

#include <retarget/body_rigs.hpp>
#include <support/near.hpp>
#include <support/random.hpp>

using namespace armature;
using namespace armature::test;

namespace {

glm::mat3 boneAxes(const Bone& bone)
{
    return glm::mat3(bone.getAbsoluteMatrix());
}

/// Adds a leaf bone with its own axes, halfway along `limb` towards the bone `next`.
Bone& addTwistBone(Skeleton& skeleton, const std::string& name, const std::string& limb, const std::string& next, Random& random)
{
    const glm::vec3 place = 0.5f * skeleton.findBone(next)->getPosition();
    return skeleton.createBone(
        name, {.parent = skeleton.findBone(limb), .bind = glm::translate(glm::mat4(1.f), place) * glm::mat4_cast(random.rotation())});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(retarget_bones)

// By hand: if a thigh or upper arm is twisted about its own line, a twist bone halfway down turns by half of that in the world. If a hand
// is twisted, the same holds for a twist bone halfway down the forearm. Mirrored bones are no exception, whichever axis is mirrored.
BOOST_AUTO_TEST_CASE(twist_is_shared_by_mirrored_bones_too)
{
    for (const glm::vec3 mirror : {glm::vec3(1.f), glm::vec3(-1.f, 1.f, 1.f), glm::vec3(1.f, -1.f, 1.f), glm::vec3(1.f, 1.f, -1.f),
                                   glm::vec3(-1.f), glm::vec3(-1.f, -1.f, 1.f)}) {
        Random random(14070);
        const BodyRig source = makeBody({.name = "source"}, random);
        const BodyRig target = makeBody({.name = "target", .hasTurnedAxes = true, .isMirrored = true, .mirror = mirror}, random);
        struct Limb {
            std::string upper;
            std::string lower;
            std::string end;
        };
        std::vector<std::pair<Bone*, Bone*>> shares;  // pairs of a twist bone and the source's bone that gives it the twist
        std::vector<glm::vec3> lines;
        for (const std::string side : {"left", "right"}) {
            for (const Limb& limb :
                 {Limb{side + "UpperArm", side + "LowerArm", side + "Hand"}, Limb{side + "UpperLeg", side + "LowerLeg", side + "Foot"}}) {
                const auto placeOf = [&](const std::string& bone) { return source.skeleton->findBone(bone)->getPosition(Space::World); };
                Bone& upper = addTwistBone(*target.skeleton, limb.upper + "Twist", limb.upper, limb.lower, random);
                Bone& lower = addTwistBone(*target.skeleton, limb.lower + "Twist", limb.lower, limb.end, random);
                shares.emplace_back(&upper, source.skeleton->findBone(limb.upper));
                lines.push_back(glm::normalize(placeOf(limb.lower) - placeOf(limb.upper)));
                shares.emplace_back(&lower, source.skeleton->findBone(limb.end));
                lines.push_back(glm::normalize(placeOf(limb.end) - placeOf(limb.lower)));
            }
        }
        RetargetMap map = RetargetMap::ofHumanoids(*source.map, *target.map);
        map.addTwists(*target.skeleton);
        BOOST_TEST(map.twists.size() == shares.size());
        const Retargeter retargeter(*source.skeleton, *target.skeleton, map);
        for (std::size_t i = 0; i < shares.size(); ++i) {
            source.skeleton->returnToRest();
            retargeter.retarget(*source.skeleton, *target.skeleton);
            const glm::mat3 before = boneAxes(*shares[i].first);
            shares[i].second->setRotationQuaternion(turned(lines[i], 0.8f), Space::Skeleton);
            retargeter.retarget(*source.skeleton, *target.skeleton);
            const glm::mat3 turn = boneAxes(*shares[i].first) * glm::inverse(before);
            BOOST_TEST(near(glm::mat4(turn), glm::mat4_cast(turned(lines[i], 0.4f)), 1e-4),
                       shares[i].first->getName() << ", mirrored " << mirror.x << " " << mirror.y << " " << mirror.z);
        }
    }
}

// A number that is not allowed in a pose is detected before anything is written.
BOOST_AUTO_TEST_CASE(a_source_that_is_not_finite_changes_nothing)
{
    Random random(14071);
    const BodyRig rig = makeBody({.name = "person"}, random);
    const Retargeter retargeter(*rig.skeleton, *rig.skeleton, RetargetMap::ofHumanoids(*rig.map, *rig.map));
    const Pose rest = captureRestPose(*rig.skeleton);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (std::size_t bone = 0; bone < rest.bones.size(); ++bone) {
        Pose pose = rest;
        pose.bones.front().rotation = turned({1.f, 0.f, 0.f}, 0.5f);
        pose.bones[bone].rotation.y = nan;
        Pose result = rest;
        BOOST_CHECK_EXCEPTION(retargeter.retarget(JointView(*rig.skeleton, pose), JointView(*rig.skeleton, result)), std::invalid_argument,
                              [](const std::invalid_argument& error) {
                                  return std::string(error.what()).find("target skeleton \"person\", bone \"") != std::string::npos;
                              });
        BOOST_TEST((result == rest));
    }
    Pose pose = rest;
    pose.bones.front().translation.x = std::numeric_limits<float>::max();
    Pose result = rest;
    const Retargeter large(*rig.skeleton, *rig.skeleton, RetargetMap::ofHumanoids(*rig.map, *rig.map), {.scale = 2.});
    BOOST_CHECK_THROW(large.retarget(JointView(*rig.skeleton, pose), JointView(*rig.skeleton, result)), std::invalid_argument);
    BOOST_TEST((result == rest));
}

// By definition: a source at rest gives the target's rest, and a turn of the source turns the target's whole matrix.
BOOST_AUTO_TEST_CASE(a_sheared_rest_keeps_its_shear)
{
    Skeleton source("source");
    addTail(source, 3, 1.f);
    Skeleton target("target");
    glm::mat4 sheared = glm::translate(glm::mat4(1.f), {0.f, 0.f, -0.5f});
    sheared[1][0] = 0.4f;
    sheared[2][1] = -0.3f;
    Bone& body = target.createBone("body");
    Bone& first = target.createBone("tail0", {.parent = &body, .bind = sheared});
    Bone& second = target.createBone("tail1", {.parent = &first, .bind = sheared});
    const std::vector<glm::mat4> rests{first.getAbsoluteMatrix(), second.getAbsoluteMatrix()};
    const Retargeter retargeter(source, target, RetargetMap::ofNames(source, target), {.alignsRest = false});
    for (int frame = 0; frame < 2; ++frame) {
        retargeter.retarget(source, target);
        BOOST_TEST(near(first.getAbsoluteMatrix(), rests[0], 1e-5));
        BOOST_TEST(near(second.getAbsoluteMatrix(), rests[1], 1e-5));
    }
    const glm::quat turn = turned({0.3f, 1.f, 0.2f}, 0.7f);
    source.findBone("tail0")->setRotationQuaternion(turn);
    retargeter.retarget(source, target);
    BOOST_TEST(near(glm::mat4(boneAxes(first)), glm::mat4_cast(turn) * glm::mat4(glm::mat3(rests[0])), 1e-5));
}

// A body that is a single chain from its root still travels with its source.
BOOST_AUTO_TEST_CASE(a_chain_leaves_the_travel_to_the_bone_that_had_it)
{
    Skeleton source("source");
    Skeleton target("target");
    addTail(source, 3, 1.f);
    addTail(target, 6, 1.f);
    RetargetMap map = RetargetMap::ofNames(source, target);
    map.addChain(source, "body", "tail2", target, "body", "tail5");
    BOOST_TEST(map.pairs.size() == 1U);
    const Retargeter retargeter(source, target, map);
    source.findBone("body")->setPosition({0.f, 0.f, 3.f});
    source.findBone("tail1")->setRotationQuaternion(turned({1.f, 0.f, 0.f}, 0.6f));
    retargeter.retarget(source, target);
    const glm::vec3 expected = glm::vec3(retargeter.getOffset()) + static_cast<float>(retargeter.getScale()) * glm::vec3(0.f, 0.f, 3.f);
    BOOST_TEST(glm::distance(target.findBone("body")->getPosition(), expected) < 1e-5f);
    RetargetMeter meter(retargeter, source, target);
    meter.add(source, target, 0.);
    BOOST_TEST(meter.getQuality().bones.size() == 6U, toString(meter));  // the first bone has no length
    BOOST_TEST(meter.getQuality().largestDirectionError.value() < 1e-4, toString(meter));
    map.pairs.front().translation = RetargetTranslation::Keep;
    BOOST_CHECK_THROW(Retargeter(source, target, map), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
