#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <glm/gtc/matrix_transform.hpp>

#include <armature/ik/bone_ik_controller.hpp>
#include <armature/ik/bone_look_controller.hpp>
#include <armature/ik/chain_solver.hpp>
#include <armature/ik/foot_placement.hpp>
#include <armature/ik/spring_bones.hpp>
#include <armature/saved_state.hpp>
#include <armature/skeleton/pose.hpp>

#include <support/precompiled.hpp>
#include <support/random.hpp>
#include <support/rounds.hpp>

#include "walker.hpp"

using namespace armature;
using namespace armature::test;

/// Tests that controllers can return to any moment and then repeat themselves. Everything a program moves is part of the scene and each
/// frame depends on a seed alone, so the expected poses are those of the first run.
namespace {

void nudge(TransformNode& node, const glm::vec3& home, Random& random)
{
    const float step = random.chance(0.1) ? 0.8f : 0.1f;
    node.setPosition(glm::mix(node.getPosition(), home, 0.1f) + random.vector(-step, step));
}

/// An arm that follows a target and bends towards a pole.
struct FollowingArm {
    FollowingArm()
    {
        arm.setTarget(target);
        arm.setPole(pole);
    }

    Pose play(std::uint64_t seed)
    {
        Random random(seed);
        if (random.chance(0.05)) {
            arm.reset();
        }
        nudge(target, {0.5f, 0.8f, 0.3f}, random);
        nudge(pole, {-0.3f, 1.2f, 0.2f}, random);
        skeleton.returnToRest();
        arm.update(random.chance(0.1) ? 0.1 : 1. / 60);
        return capturePose(skeleton);
    }

    void save(SavedState& state) const { state.save(scene, arm); }
    void restore(const SavedState& state) { state.restore(scene, arm); }

    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("arm");
    Bone& upper = skeleton.createBone("upper", {.bind = glm::translate(glm::mat4(1.f), {0.f, 0.5f, 0.f})});
    Bone& lower = skeleton.createBone("lower", {.parent = &upper, .bind = walker::aboutX(0.4f, {0.f, 1.f, 0.f}), .length = 1.f});
    TransformNode& target = scene.createTransformNode("target");
    TransformNode& pole = scene.createTransformNode("pole");
    BoneIkController arm{lower, {.halfLife = 0.05f, .maxPoleTurn = 0.5f}};
};

/// A head that follows a target.
struct Head {
    Head() { look.setTarget(target); }

    Pose play(std::uint64_t seed)
    {
        Random random(seed);
        if (random.chance(0.05)) {
            look.reset();
        }
        nudge(target, {0.5f, 0.8f, 1.f}, random);
        skeleton.returnToRest();
        look.update(random.chance(0.1) ? 0.1 : 1. / 60);
        return capturePose(skeleton);
    }

    void save(SavedState& state) const { state.save(scene, look); }
    void restore(const SavedState& state) { state.restore(scene, look); }

    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("head");
    Bone& head = skeleton.createBone("head", {.length = 0.3f});
    TransformNode& target = scene.createTransformNode("target");
    BoneLookController look{head, {.halfLife = 0.05f}};
};

/// A crane of turning joints and one sliding joint, which warm-starts from its last solution.
struct Crane {
    Crane() : skeleton(scene.createSkeleton("crane"))
    {
        Bone* above = nullptr;
        for (const char* name : {"foot", "boom", "tube", "jib", "hook"}) {
            above = &skeleton.createBone(name, {.parent = above, .bind = walker::aboutX(0.2f, {0.f, 0.7f, 0.f}), .length = 0.5f});
        }
        Chain chain = Chain::between(*skeleton.bones()[0], *above);
        chain.setJoint(*skeleton.findBone("tube"), {.limit = PrismaticJoint{.minDistance = -0.3f, .maxDistance = 0.8f}});
        solver.emplace(chain, ChainSolverOptions{.maxIterations = 4, .warmStart = true});
    }

    Pose play(std::uint64_t seed)
    {
        Random random(seed);
        if (random.chance(0.05)) {
            solver->reset();
        }
        nudge(target, {0.5f, 1.8f, 0.3f}, random);
        skeleton.returnToRest();
        solver->solve(skeleton, IkGoal{target.getPosition()});
        return capturePose(skeleton);
    }

    void save(SavedState& state) const { state.save(scene, *solver); }
    void restore(const SavedState& state) { state.restore(scene, *solver); }

    Scene scene;
    Skeleton& skeleton;
    TransformNode& target = scene.createTransformNode("target");
    std::optional<ChainSolver> solver;
};

/// Two legs on wavy ground, which they follow with half-lives.
struct Hiker : walker::Walker {
    Hiker() { skeleton.setHostNode(&host); }

    static std::optional<GroundPoint> ground(const glm::vec3& at)
    {
        const float height = 0.2f * std::sin(2.f * at.x) + 0.15f * std::sin(3.f * at.z);
        const glm::vec3 normal(-0.4f * std::cos(2.f * at.x), 1.f, -0.45f * std::cos(3.f * at.z));
        return GroundPoint{{at.x, height, at.z}, normal};
    }

    Pose play(std::uint64_t seed)
    {
        Random random(seed);
        if (random.chance(0.05)) {
            placement.reset();
        }
        host.setPosition(host.getPosition() + glm::vec3(random.real(-0.2f, 0.3f), 0.f, random.real(-0.2f, 0.3f)));
        skeleton.returnToRest();
        placement.update(random.chance(0.1) ? 0.1 : 1. / 60);
        return capturePose(skeleton);
    }

    void save(SavedState& state) const { state.save(scene, placement); }
    void restore(const SavedState& state) { state.restore(scene, placement); }

    TransformNode& host = scene.createTransformNode("host");
    FootPlacement placement{feet(), ground, {.pelvis = &pelvis, .footHalfLife = 0.1f, .pelvisHalfLife = 0.15f}};
};

/// A strand on a shaking head, at varying frame rates.
struct Hair {
    Hair() : skeleton(scene.createSkeleton("hair"))
    {
        Bone* above = nullptr;
        SpringChain chain{.end = glm::vec3(0.f, 0.2f, 0.f)};
        for (const char* name : {"head", "upper", "lower"}) {
            above = &skeleton.createBone(name, {.parent = above, .bind = walker::aboutX(0.2f, {0.f, 0.3f, 0.f})});
            if (above->getParentBone() != nullptr) {
                chain.joints.push_back({above, {.gravityPower = 0.2f}});
            }
        }
        springs.emplace(std::span(&chain, 1));
        skeleton.setHostNode(&host);
    }

    Pose play(std::uint64_t seed)
    {
        Random random(seed);
        if (random.chance(0.05)) {
            springs->reset();
        }
        nudge(host, {0.f, 1.f, 0.f}, random);
        springs->update(static_cast<double>(random.real(0.001f, 0.06f)));
        return capturePose(skeleton);
    }

    void save(SavedState& state) const { state.save(scene, *springs); }
    void restore(const SavedState& state) { state.restore(scene, *springs); }

    Scene scene;
    Skeleton& skeleton;
    TransformNode& host = scene.createTransformNode("host");
    std::optional<SpringBones> springs;
};

/// Saves, plays frames, plays other frames, restores, and requires the same poses for the first frames again. Trials start before the first
/// frame, after resets and in between.
template <class Stage>
void requireSameAgain(std::uint64_t seed)
{
    Stage stage;
    Random random(seed);
    SavedState saved;
    SavedState again;
    std::size_t different = 0;
    const auto astray = [&] {
        for (int frame = random.integer(1, 20); frame > 0; --frame) {
            stage.play(random.engine()());
        }
    };
    const int trials = rounds(60);
    for (int trial = 0; trial < trials; ++trial) {
        stage.save(saved);
        std::vector<std::uint64_t> seeds(20);
        std::vector<Pose> poses;
        for (std::uint64_t& each : seeds) {
            each = random.engine()();
            poses.push_back(stage.play(each));
        }
        astray();
        stage.restore(saved);
        stage.save(again);
        BOOST_TEST((again == saved));
        for (std::size_t frame = 0; frame < seeds.size(); ++frame) {
            different += stage.play(seeds[frame]) == poses[frame] ? 0u : 1u;
        }
        astray();
    }
    BOOST_TEST(different == 0u);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(controller_rollback)

BOOST_AUTO_TEST_CASE(an_arm_bends_the_same_again)
{
    requireSameAgain<FollowingArm>(2301);
}

BOOST_AUTO_TEST_CASE(a_head_looks_the_same_again)
{
    requireSameAgain<Head>(2302);
}

BOOST_AUTO_TEST_CASE(a_chain_that_goes_on_from_its_last_solution_solves_the_same_again)
{
    requireSameAgain<Crane>(2303);
}

BOOST_AUTO_TEST_CASE(feet_find_the_ground_the_same_again)
{
    requireSameAgain<Hiker>(2304);
}

BOOST_AUTO_TEST_CASE(springs_swing_the_same_again)
{
    requireSameAgain<Hair>(2305);
}

BOOST_AUTO_TEST_SUITE_END()
