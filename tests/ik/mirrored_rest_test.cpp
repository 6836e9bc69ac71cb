#include <armature/ik/aim_chain.hpp>
#include <armature/ik/bone_ik_controller.hpp>
#include <armature/ik/chain_solver.hpp>
#include <armature/ik/constraints.hpp>
#include <armature/skeleton/pose.hpp>

#include <ik/limb_stage.hpp>
#include <support/near.hpp>

using namespace armature;
using namespace armature::test;

// A matrix with a mirroring scale can be decomposed in several ways. However rest and pose were set, a bone at rest must count as at rest:
// no limit about the rest is active, and no solver turns the bone.
BOOST_AUTO_TEST_SUITE(mirrored_rest)

namespace {

/// Whether the lower bone's rest and pose were set as components or as a matrix.
struct LimbSetting {
    bool restIsParts;
    bool poseIsParts;
};
constexpr LimbSetting settings[]{{false, false}, {false, true}, {true, false}, {true, true}};

struct MirroredLimb : Limb {
    MirroredLimb(const glm::vec3& scale, const LimbSetting& setting)
        : parts{{0.2f, 1.f, 0.1f}, glm::normalize(glm::quat(1.f, 0.1f, 0.2f, 0.3f)), scale}
    {
        set(setting.restIsParts);
        skeleton.setCurrentPoseAsRest();
        set(setting.poseIsParts);
    }

    void set(bool asParts)
    {
        if (asParts) {
            lower.setTransform(parts);
        } else {
            lower.setLocalMatrix(toMat4(parts));
        }
    }

    Transform parts;
};

constexpr HingeJoint narrow{.axis = {1.f, 0.f, 0.f}, .minAngle = -0.1f, .maxAngle = 0.1f};

}  // namespace

BOOST_AUTO_TEST_CASE(a_bone_at_rest_is_at_rest_however_rest_and_pose_were_set)
{
    for (const glm::vec3& scale : {glm::vec3(-1.f, 1.f, 1.f), glm::vec3(1.f, 1.f, -1.5f), glm::vec3(-1.f, -1.f, 1.f), glm::vec3(-2.f)}) {
        for (const LimbSetting& setting : settings) {
            BOOST_TEST_CONTEXT("scale " << scale.x << " " << scale.y << " " << scale.z << ", rest as parts " << setting.restIsParts
                                        << ", pose as parts " << setting.poseIsParts)
            {
                MirroredLimb limb(scale, setting);
                const glm::mat4 before = limb.lower.getLocalMatrix();
                const auto limited = limitJoint(limb.lower, narrow);
                BOOST_TEST(!limited.isHeld);
                BOOST_TEST(limited.jointChange < 1e-5f);

                Chain chain = Chain::between(limb.base, limb.hand);
                chain.setJoint(limb.lower, {.limit = narrow});
                ChainSolver solver(chain, {.method = ChainMethod::DampedLeastSquares});
                const auto solved = solver.solve(limb.skeleton, {.position = glm::vec3(Limb::place(limb.hand))});
                BOOST_TEST(solved.isReached);
                BOOST_TEST(solved.jointChange < 1e-4f);

                Pose pose = capturePose(limb.skeleton);
                const auto ofPose = solver.solve(JointView(limb.skeleton, pose), {.position = glm::vec3(Limb::place(limb.hand))});
                BOOST_TEST(ofPose.jointChange < 1e-4f);

                BoneIkController controller(limb.lower);
                controller.setTarget(limb.hand);  // its current position
                BOOST_TEST(controller.update().jointChange < 1e-3f);
                BOOST_TEST(near(limb.lower.getLocalMatrix(), before, 1e-3));

                Chain row = Chain::between(limb.lower, limb.hand);
                row.setJoint(limb.lower, {.limit = narrow});
                AimChain aim(row);
                const glm::vec3 ahead = limb.hand.getAbsolutePositionFromLocal({0.f, 0.f, 3.f});
                BOOST_TEST(aim.solve(limb.skeleton, ahead).jointChange < 1e-3f);
            }
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
