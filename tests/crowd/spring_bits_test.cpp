#include <string>
#include <vector>

#include <glm/gtc/matrix_transform.hpp>

#include <armature/ik/spring_bones.hpp>
#include <armature/saved_state.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/precompiled.hpp>

using namespace armature;

BOOST_AUTO_TEST_SUITE(spring_bits)

namespace {

/// A head with a mane of strands, each a chain of three to six bones. Some collide with a sphere, a capsule and a plane, and some are not
/// affected by the body's movement.
struct Mane {
    Skeleton skeleton;
    Bone& body = skeleton.createBone("body");
    Bone& head = skeleton.createBone("head", {.parent = &body, .bind = at({0.f, 0.5f, 0.f})});
    std::vector<SpringChain> chains;
    std::vector<SpringCollider> colliders{
        {&head, {.offset = {0.f, 0.0625f, 0.f}, .radius = 0.125f}},
        {&body, {.shape = SpringColliderShape::Capsule, .tail = {0.f, 0.375f, 0.f}, .radius = 0.15625f}},
        {nullptr, {.shape = SpringColliderShape::Plane, .offset = {0.f, -0.25f, 0.f}}},
    };
    std::vector<SpringColliderGroup> groups{{"head", {0}}, {"all", {0, 1, 2}}};

    static glm::mat4 at(const glm::vec3& place) { return glm::translate(glm::mat4(1.f), place); }

    explicit Mane(std::size_t strands)
    {
        for (std::size_t strand = 0; strand < strands; ++strand) {
            SpringChain chain{.name = "strand " + std::to_string(strand)};
            Bone* above = &head;
            for (std::size_t i = 0; i < 3 + strand % 4; ++i) {
                const float along = static_cast<float>(strand) / 16.f;
                const glm::vec3 place = i == 0 ? glm::vec3(0.125f - along / 4.f, 0.125f, -0.0625f) : glm::vec3(0.f, -0.0625f, -0.03125f);
                above = &skeleton.createBone(chain.name + " " + std::to_string(i), {.parent = above, .bind = at(place)});
                chain.joints.push_back(
                    {above,
                     {.stiffness = 0.25f * static_cast<float>(strand % 3), .gravityPower = 0.5f, .drag = 0.25f, .hitRadius = 0.015625f}});
            }
            if (strand % 5 != 0) {
                chain.colliderGroups = {strand % 5 < 3 ? std::size_t{1} : std::size_t{0}};
            }
            chain.center = strand % 7 == 6 ? &body : nullptr;
            chains.push_back(chain);
        }
    }

    [[nodiscard]] SpringBones springs() const { return SpringBones(chains, colliders, groups); }

    /// The pose after some frames. The motion uses only operations that give the same bits on every platform.
    [[nodiscard]] Pose after(int frames, const SpringBones& springs) const
    {
        Pose pose = captureRestPose(skeleton);
        std::vector<double> memory;
        for (int frame = 0; frame < frames; ++frame) {
            const float wave = static_cast<float>(frame % 16 < 8 ? frame % 16 : 16 - frame % 16) / 8.f;
            const float slow = static_cast<float>(frame % 40 < 20 ? frame % 40 : 40 - frame % 40) / 20.f;
            pose.bones[0] = {{0.25f * wave, 0.f, 0.25f * slow}, glm::normalize(glm::quat(1.f, 0.25f * wave, slow, 0.f)), glm::vec3(1.f)};
            BOOST_TEST((springs.solve(JointView(skeleton, pose), frame % 3 == 0 ? 0.02 : 0.0125, memory) == IkStatus::Solved));
        }
        return pose;
    }
};

}  // namespace

// The expected number is the same on every instruction set and with every compiler.
BOOST_AUTO_TEST_CASE(a_mane_swings_with_the_same_bits_everywhere)
{
    const Mane mane(23);
    BOOST_TEST(hashOf(mane.after(200, mane.springs())) == 0x38f48cc7ccf74caeu);
}

// The number of neighbours must not matter: a strand may be alone, fill a part of a register, or lie in one of several registers.
BOOST_AUTO_TEST_CASE(a_strand_swings_with_the_same_bits_beside_any_number_of_others)
{
    const Mane mane(23);
    const Pose together = mane.after(60, mane.springs());
    for (std::size_t strand = 0; strand < mane.chains.size(); strand += 4) {
        const Pose alone = mane.after(60, SpringBones({&mane.chains[strand], 1}, mane.colliders, mane.groups));
        for (const SpringJoint& joint : mane.chains[strand].joints) {
            const auto bones = mane.skeleton.bones();
            const auto bone = static_cast<std::size_t>(std::ranges::find(bones, joint.bone) - bones.begin());
            BOOST_TEST((alone.bones[bone] == together.bones[bone]), mane.chains[strand].name);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
