#include <memory>
#include <stdexcept>
#include <utility>

#include <armature/animation/modifier_stack.hpp>
#include <armature/ik/bone_look_controller.hpp>
#include <armature/saved_state.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/allocations/allocation_count.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

#include <animation/mixer_scene.hpp>

using namespace armature;
using namespace armature::test;

/// Stacks that a scene owns and applies.
BOOST_AUTO_TEST_SUITE(modifier_stack_in_scene)

namespace {

using Modifier = ModifierStack::Modifier;

}  // namespace

BOOST_AUTO_TEST_CASE(a_scene_runs_its_stacks_after_groups_and_mixers)
{
    MixerRig rig;
    AnimationLayer& layer = rig.mixer.addLayer(poseClip("pose", 2, {{3.f, 0.f, 0.f}}));
    layer.play();
    ModifierStack& stack = rig.scene.createModifierStack(rig.skeleton);
    BOOST_TEST(stack.getSkeleton() == &rig.skeleton);
    BOOST_TEST(rig.scene.modifierStacks().size() == 1u);
    stack.add("more", [](JointView joints, double seconds) {
        joints.setPosition(2, joints.getTransform(2).translation + glm::vec3(0.f, static_cast<float>(seconds), 0.f));
    });
    rig.scene.animate(0.5);
    BOOST_TEST(rig.position(2) == glm::vec3(3.f, 0.5f, 0.f));
    Scene other;
    BOOST_CHECK_THROW(other.removeModifierStack(stack), std::invalid_argument);
    BOOST_CHECK_THROW(other.createModifierStack(rig.skeleton), std::invalid_argument);
    rig.scene.removeModifierStack(stack);
    BOOST_TEST(rig.scene.modifierStacks().empty());
    BOOST_TEST(rig.position(2) == glm::vec3(3.f, 0.f, 0.f));
}

// Nothing animates these joints: a modifier that goes half of the way must not reach three quarters in the next frame.
BOOST_AUTO_TEST_CASE(what_is_not_animated_is_not_modified_twice)
{
    MixerRig rig;
    ModifierStack& lower = rig.scene.createModifierStack(rig.skeleton);
    ModifierStack& upper = rig.scene.createModifierStack(rig.skeleton);
    Modifier& half = lower.add("half", putAll({{8.f, 1.f, 0.f}}), {.weight = 0.5f});
    upper.add("one more",
              [](JointView joints, double) { joints.setPosition(2, joints.getTransform(2).translation + glm::vec3(1.f, 0.f, 0.f)); });
    glm::mat4 sheared(1.f);
    sheared[1][0] = 0.7f;
    rig.bones[1]->setLocalMatrix(sheared);
    for (int frame = 0; frame < 5; ++frame) {
        rig.scene.animate(0.1);
        BOOST_TEST(rig.position(0) == glm::vec3(4.f, 1.f, 0.f));
        BOOST_TEST(rig.position(2) == glm::vec3(5.f, 1.f, 0.f));
    }
    rig.bones[2]->setPosition({2.f, 1.f, 0.f});  // modifiers now start from what the application wrote
    rig.scene.animate(0.1);
    BOOST_TEST(rig.position(2) == glm::vec3(6.f, 1.f, 0.f));
    half.setWeight(0.f);
    rig.scene.animate(0.1);
    BOOST_TEST(rig.position(0) == glm::vec3(0.f, 1.f, 0.f));
    BOOST_TEST(rig.position(2) == glm::vec3(3.f, 1.f, 0.f));
    BOOST_TEST((rig.bones[1]->getLocalMatrix() == sheared));
}

BOOST_AUTO_TEST_CASE(what_a_modifier_that_throws_had_done_is_taken_back_as_well)
{
    MixerRig rig;
    ModifierStack& stack = rig.scene.createModifierStack(rig.skeleton);
    bool isBroken = true;
    stack.add("breaks", [&](JointView joints, double) {
        joints.setPosition(0, joints.getTransform(0).translation + glm::vec3(1.f, 0.f, 0.f));
        if (isBroken) {
            throw std::runtime_error("no");
        }
    });
    BOOST_CHECK_THROW(rig.scene.animate(0.1), std::runtime_error);
    BOOST_CHECK_THROW(rig.scene.animate(0.1), std::runtime_error);
    isBroken = false;
    rig.scene.animate(0.1);
    BOOST_TEST(rig.position(0) == glm::vec3(1.f, 1.f, 0.f));
}

BOOST_AUTO_TEST_CASE(a_stack_may_be_removed_by_its_modifier_and_outlives_its_skeleton)
{
    MixerRig rig;
    ModifierStack* stack = &rig.scene.createModifierStack(rig.skeleton);
    int calls = 0;
    const glm::vec3 before = rig.position(0);
    stack->add("last", [&](JointView joints, double) {
        ++calls;
        rig.scene.removeModifierStack(*stack);
        joints.setPosition(0, {5.f, 6.f, 7.f});
    });
    stack->add("never", [&](JointView, double) { calls += 100; });
    ModifierStack& left = rig.scene.createModifierStack(rig.skeleton);
    left.add("left", [&](JointView, double) { calls += 10; });
    rig.scene.animate(0.1);
    BOOST_TEST(calls == 11);
    BOOST_TEST(rig.position(0) == before);
    rig.scene.removeSkeleton(rig.skeleton);
    BOOST_TEST(left.getSkeleton() == nullptr);
    rig.scene.animate(0.1);
    BOOST_TEST(calls == 11);
}

// The same frames after restoring give the same bits, including fades under way and modifications to undo.
BOOST_AUTO_TEST_CASE(a_saved_state_holds_weights_fades_masks_and_what_to_take_back)
{
    MixerRig rig;
    ModifierStack& stack = rig.scene.createModifierStack(rig.skeleton);
    Modifier& drift = stack.add("drift", [](JointView joints, double seconds) {
        for (std::size_t joint = 0; joint < joints.size(); ++joint) {
            const Transform at = joints.getTransform(joint);
            const glm::quat turn = turned({1.f, 2.f, 3.f}, static_cast<float>(seconds) * 5.f);
            joints.setTransform(joint, {at.translation * 1.3f, glm::normalize(at.rotation * turn), at.scale});
        }
    });
    drift.setMask(*rig.bones[1], 0.25f);
    drift.setWeight(0.f);
    drift.fadeTo(1.f, 1.);
    const auto play = [&] {
        std::vector<Pose> poses;
        for (int frame = 0; frame < 30; ++frame) {
            rig.scene.animate(0.02 + 0.001 * frame);
            poses.push_back(capturePose(rig.skeleton));
        }
        return poses;
    };
    static_cast<void>(play());
    SavedState state;
    state.save(rig.scene);
    const std::vector<Pose> first = play();
    SavedState after;
    after.save(rig.scene);
    drift.setMask(0.5f);
    drift.setWeight(0.1f);
    drift.setEnabled(false);
    rig.scene.animate(1.);
    state.restore(rig.scene);
    BOOST_TEST(drift.isEnabled());
    BOOST_TEST(drift.getMask(*rig.bones[1]) == 0.25f);
    BOOST_TEST((play() == first));
    SavedState again;
    again.save(rig.scene);
    BOOST_TEST((again == after));
    BOOST_TEST(again.hash() == after.hash());

    drift.setWeight(0.3f);
    SavedState alone;
    alone.save(stack);
    drift.setWeight(1.f);
    alone.restore(stack);
    BOOST_TEST(drift.getWeight() == 0.3f);

    stack.add("another", putAll({}));
    BOOST_CHECK_EXCEPTION(state.restore(rig.scene), std::invalid_argument, says("modifier stack: 1 modifiers when it was saved, 2 now"));
}

BOOST_AUTO_TEST_CASE(frames_allocate_nothing_after_the_first)
{
    MixerRig rig;
    rig.mixer.addLayer(poseClip("pose", 2, {{3.f, 0.f, 0.f}})).play();
    ModifierStack& stack = rig.scene.createModifierStack(rig.skeleton);
    Modifier& put = stack.add("put", putAll({{5.f, 1.f, 0.f}}), {.weight = 0.5f});
    put.setSubtreeMask(*rig.bones[1], 0.5f);
    stack.add("all", putAll({{4.f, 1.f, 0.f}}));
    rig.scene.animate(0.1);
    const AllocationCount count;
    for (int frame = 0; frame < 10; ++frame) {
        rig.scene.animate(0.1);
    }
    BOOST_TEST(count.sinceConstruction() == 0u);
}

// animate() must call a moved controller at its new address, and not at all once it is gone.
BOOST_AUTO_TEST_CASE(a_modifier_follows_its_controller_and_does_nothing_once_that_is_gone)
{
    MixerRig rig;
    ModifierStack& stack = rig.scene.createModifierStack(rig.skeleton);
    auto look = std::make_unique<BoneLookController>(*rig.bones[1]);
    look->setTarget(glm::vec3(3.f, 4.f, 5.f));
    const Modifier& looking = stack.add("look", *look);
    const Modifier& function = stack.add("nothing", [](const JointView&, double) {});
    const glm::quat rest = rig.bones[1]->getRotationQuaternion();
    rig.scene.animate(0.1);
    const glm::quat turned = rig.bones[1]->getRotationQuaternion();
    BOOST_TEST(angleBetweenRotations(turned, rest) > 0.1);

    auto moved = std::make_unique<BoneLookController>(std::move(*look));
    look.reset();
    moved->setTarget(glm::vec3(-3.f, 4.f, 5.f));
    rig.scene.animate(0.1);
    BOOST_TEST(angleBetweenRotations(rig.bones[1]->getRotationQuaternion(), turned) > 0.1);
    BOOST_TEST(!looking.hasGone());

    moved.reset();
    rig.scene.animate(0.1);
    BOOST_TEST(near(rig.bones[1]->getRotationQuaternion(), rest, 1e-6));
    BOOST_TEST(looking.hasGone());
    BOOST_TEST(!function.hasGone());
}

// An application may apply a restored stack before it advances it again.
BOOST_AUTO_TEST_CASE(a_restored_stack_passes_on_the_step_that_it_was_saved_with)
{
    MixerRig rig;
    ModifierStack stack;
    double seen = 0.;
    stack.add("see", [&](const JointView&, double seconds) { seen = seconds; });
    stack.advance(0.25);
    SavedState state;
    state.save(stack);
    stack.advance(0.5);
    state.restore(stack);
    stack.apply(rig.skeleton);
    BOOST_TEST(seen == 0.25);
}

BOOST_AUTO_TEST_SUITE_END()
