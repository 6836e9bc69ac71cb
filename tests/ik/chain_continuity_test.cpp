#include <cmath>
#include <functional>
#include <numbers>

#include <armature/skeleton/pose.hpp>
#include <ik/chain_stage.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(chain_solver)

namespace {

constexpr int goalSteps = 4000;  // without the initial step from the animation to the first goal

/// The goal at a moment in [0, 1].
using Path = std::function<glm::vec3(float)>;

struct Speed {
    double largest = 0.;  ///< The largest turn of a joint, in radians per chain length of goal movement.
    float at = 0.f;       ///< The moment of that turn.
};

/// The bound on a joint's turn, in radians per chain length of goal movement. Bones of 1 and 1.5 turn by at most 3, because a softness of
/// 0.1 keeps them from full extension. A chain of four bones can fold, and short bones that are nearly turned over turn fast. A jump of
/// only 0.05 radians in one step would count as 50.
double boundFor(ChainMethod method, std::size_t bones)
{
    return bones == 2 ? 4. : method == ChainMethod::DampedLeastSquares ? 12. : 40.;
}

/// Moves the goal along the path in small steps. Each frame starts from the same animated pose, as in a game.
Speed follow(StraightChain& stage, ChainSolver& solver, const Path& path)
{
    const Pose animated = capturePose(stage.skeleton);
    const double length = static_cast<double>(stage.bones.size());
    std::vector<glm::quat> before;
    glm::vec3 previous(0.f);
    Speed speed;
    for (int i = 0; i <= goalSteps; ++i) {
        const float time = static_cast<float>(i) / static_cast<float>(goalSteps);
        const glm::vec3 goal = path(time);
        applyPose(stage.skeleton, animated);
        solver.solve(stage.skeleton, {.position = goal});
        const double moved = static_cast<double>(glm::distance(goal, previous)) / length;
        for (std::size_t j = 0; j < stage.bones.size(); ++j) {
            const glm::quat now = stage.bones[j]->getRotationQuaternion();
            if (i > 1 && angleBetweenRotations(before[j], now) / moved > speed.largest) {
                speed = {angleBetweenRotations(before[j], now) / moved, time};
            }
        }
        before.clear();
        for (const Bone* bone : stage.bones) {
            before.push_back(bone->getRotationQuaternion());
        }
        previous = goal;
    }
    applyPose(stage.skeleton, animated);
    return speed;
}

}  // namespace

BOOST_AUTO_TEST_CASE(joints_move_steadily_while_the_goal_passes_full_extension_and_comes_back)
{
    constexpr float whole = 2.f * std::numbers::pi_v<float>;
    // The goal's distance varies between 1.2 and 3.6, for chains of length 2.5 and 3. Sideways, the goal follows a figure of eight.
    const Path outAndBack = [](float time) {
        const float angle = whole * time;
        return glm::normalize(glm::vec3(0.3f * std::sin(2.f * angle), 0.6f + 0.2f * std::cos(angle), 1.f))
               * (2.4f - 1.2f * std::cos(angle));
    };
    // The goal moves around the root, roughly in the plane of the bend, out of reach and back.
    const Path around = [](float time) {
        const float angle = whole * time;
        return (2.2f + 0.9f * std::sin(3.f * angle))
               * glm::vec3(0.2f * std::cos(angle), std::cos(0.8f * std::sin(angle)), std::sin(0.8f * std::sin(angle)));
    };
    for (const Path& path : {outAndBack, around}) {
        for (const ChainMethod method : chainMethods) {
            for (const std::size_t bones : {2u, 4u}) {
                StraightChain stage(bones - 1, bones == 2 ? 1.5f : 0.75f);
                stage.bones[1]->setPosition({0.f, bones == 2 ? 1.f : 0.75f, 0.f});
                stage.bend(0.3f);
                ChainSolver solver(stage.chain(),
                                   {.method = method, .maxIterations = 400, .tolerance = 1e-5f, .softness = 0.1f, .warmStart = true});
                const Speed speed = follow(stage, solver, path);
                BOOST_TEST(speed.largest < boundFor(method, bones),
                           static_cast<int>(method) << " with " << bones << " bones turns by " << speed.largest << " at " << speed.at);
                BOOST_TEST(speed.largest > 0.5);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(an_elbow_that_reaches_the_end_of_its_range_does_so_without_a_jump)
{
    const Path inAndOut = [](float time) {
        const float angle = 2.f * std::numbers::pi_v<float> * time;
        return glm::vec3(0.2f * std::sin(angle), 0.3f * std::sin(2.f * angle), 1.5f + 1.1f * std::cos(angle));
    };
    for (const ChainMethod method : chainMethods) {
        StraightChain stage(1);
        stage.bend(0.5f);
        Chain chain = stage.chain();
        chain.setJoint(*stage.bones[1], {.limit = HingeJoint{{1, 0, 0}, 0.2f, 1.8f}});
        ChainSolver solver(
            chain, {.method = method, .maxIterations = 400, .tolerance = 1e-5f, .softness = 0.1f, .warmStart = true, .restarts = 0});
        const Speed speed = follow(stage, solver, inAndOut);
        BOOST_TEST(speed.largest < 12., static_cast<int>(method) << " turns by " << speed.largest << " at " << speed.at);
    }
}

BOOST_AUTO_TEST_SUITE_END()
