#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

#include <armature/animation/modifier_stack.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/near.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>
#include <support/rounds.hpp>

#include <animation/mixer_scene.hpp>

using namespace armature;
using namespace armature::test;

/// Stacks of a scene that are removed while others work on the same skeleton.
BOOST_AUTO_TEST_SUITE(modifier_stack_removal)

namespace {

/// A modifier that moves a joint relative to its current position.
ModifierStack::Function push(std::size_t joint, const glm::vec3& by)
{
    return [joint, by](JointView joints, double) { joints.setPosition(joint, joints.getTransform(joint).translation * 1.5f + by); };
}

/// A scene in which some of several stacks work. Plans define each stack's modifiers, so that scenes can repeat them.
struct Stacks {
    static constexpr std::size_t count = 4;

    struct Plan {
        std::vector<std::pair<std::size_t, glm::vec3>> pushes;
        float weight = 1.f;
    };

    static std::vector<Plan> plans(Random& random)
    {
        std::vector<Plan> made(count);
        for (Plan& plan : made) {
            for (int i = random.integer(0, 3); i > 0; --i) {
                plan.pushes.emplace_back(static_cast<std::size_t>(random.integer(0, 4)), random.vector(-1.f, 1.f));
            }
            plan.weight = random.chance(0.5) ? 1.f : 0.5f;
        }
        return made;
    }

    explicit Stacks(const std::vector<Plan>& plans, const std::vector<bool>& works)
    {
        for (std::size_t i = 0; i < count; ++i) {
            stacks.push_back(works[i] ? &rig.scene.createModifierStack(rig.skeleton) : nullptr);
            if (!works[i]) {
                continue;
            }
            for (const auto& [joint, by] : plans[i].pushes) {
                stacks[i]->add("push", push(joint, by), {.weight = plans[i].weight});
            }
            stacks[i]->add("remove", [this, i](JointView, double) {
                if (remover == i) {
                    remover = count;
                    remove();
                }
            });
        }
    }

    void remove() { rig.scene.removeModifierStack(*std::exchange(stacks[doomed], nullptr)); }

    MixerRig rig;
    std::vector<ModifierStack*> stacks;
    std::size_t doomed = 0;
    std::size_t remover = count;  ///< The stack whose modifier removes the doomed one.
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_stack_below_another_one_takes_its_part_along)
{
    MixerRig rig;
    ModifierStack& lower = rig.scene.createModifierStack(rig.skeleton);
    ModifierStack& upper = rig.scene.createModifierStack(rig.skeleton);
    for (const std::size_t joint : {0u, 2u}) {
        lower.add("add", [joint](JointView joints, double) { joints.setPosition(joint, {7.f, 0.f, 0.f}); });
    }
    upper.add("more",
              [](JointView joints, double) { joints.setPosition(2, joints.getTransform(2).translation + glm::vec3(1.f, 0.f, 0.f)); });
    rig.scene.animate(0.1);
    BOOST_TEST(rig.position(2) == glm::vec3(8.f, 0.f, 0.f));
    rig.scene.removeModifierStack(lower);
    BOOST_TEST(rig.position(0) == glm::vec3(0.f, 1.f, 0.f));
    rig.scene.animate(0.1);
    BOOST_TEST(rig.position(2) == glm::vec3(1.f, 1.f, 0.f));
    rig.scene.removeModifierStack(upper);
    BOOST_TEST(rig.position(2) == glm::vec3(0.f, 1.f, 0.f));
}

BOOST_AUTO_TEST_CASE(stacks_that_go_one_after_another_leave_nothing)
{
    MixerRig rig;
    std::vector<ModifierStack*> stacks;
    const Pose before = capturePose(rig.skeleton);
    for (int i = 0; i < 3; ++i) {
        stacks.push_back(&rig.scene.createModifierStack(rig.skeleton));
        stacks.back()->add("push", push(1, {1.f, 2.f, 3.f}));
    }
    rig.scene.animate(0.1);
    for (ModifierStack* const stack : stacks) {
        rig.scene.removeModifierStack(*stack);
    }
    BOOST_TEST((capturePose(rig.skeleton) == before));
}

BOOST_AUTO_TEST_CASE(a_stack_that_removes_itself_and_then_throws_leaves_nothing)
{
    MixerRig rig;
    ModifierStack& stack = rig.scene.createModifierStack(rig.skeleton);
    stack.add("breaks", [&](JointView joints, double) {
        joints.setPosition(0, {5.f, 6.f, 7.f});
        rig.scene.removeModifierStack(stack);
        throw std::runtime_error("no");
    });
    BOOST_CHECK_THROW(rig.scene.animate(0.1), std::runtime_error);
    BOOST_TEST(rig.position(0) == glm::vec3(0.f, 1.f, 0.f));
}

// Expected: the pose of a scene in which only the remaining stacks ever worked. Nothing animates the joints, so nothing else would reset
// them.
BOOST_AUTO_TEST_CASE(whichever_stack_goes_the_pose_is_that_of_the_others)
{
    Random random(1313);
    for (int round = rounds(300); round > 0; --round) {
        const auto plans = Stacks::plans(random);
        std::vector<bool> works(Stacks::count, true);
        Stacks played(plans, works);
        played.rig.scene.animate(0.1);
        for (int removal = random.integer(1, 3); removal > 0; --removal) {
            std::vector<std::size_t> left;
            for (std::size_t i = 0; i < Stacks::count; ++i) {
                if (works[i]) {
                    left.push_back(i);
                }
            }
            const auto any = [&] { return random.pick(left); };
            played.doomed = any();
            if (random.chance(0.5)) {
                played.remover = any();  // a modifier removes it, in the middle of a frame
                played.rig.scene.animate(0.1);
            } else {
                played.remove();
            }
            works[played.doomed] = false;
        }
        played.rig.scene.animate(0.1);
        Stacks others(plans, works);
        others.rig.scene.animate(0.1);
        BOOST_TEST((capturePose(played.rig.skeleton) == capturePose(others.rig.skeleton)));
        for (ModifierStack*& stack : played.stacks) {
            if (stack != nullptr) {
                played.rig.scene.removeModifierStack(*stack);
            }
        }
        BOOST_TEST((capturePose(played.rig.skeleton) == capturePose(MixerRig().skeleton)));
    }
}

BOOST_AUTO_TEST_SUITE_END()
