#include <crowd/saved_stage.hpp>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <armature/animation/modifier_stack.hpp>
#include <armature/ik/bone_ik_controller.hpp>
#include <armature/ik/bone_look_controller.hpp>
#include <armature/ik/chain_solver.hpp>
#include <armature/ik/foot_placement.hpp>
#include <armature/ik/spring_bones.hpp>

#include <support/allocations/allocation_count.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

void run(SavedStage& stage, std::uint64_t seed, int steps)
{
    Random random(seed);
    for (int i = 0; i < steps; ++i) {
        stage.step(random);
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(saved_state)

// Expected values: the results of the first run. Nothing computes them in another way.
BOOST_AUTO_TEST_CASE(the_same_steps_after_a_restore_give_the_same_bits_and_events)
{
    std::size_t events = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        SavedStage stage(seed);
        run(stage, 1000 + seed, 80);
        SavedState state;
        state.save(stage.scene, *stage.crowd);
        const std::vector<StagedMember> members = stage.members();
        stage.log().clear();

        run(stage, 2000 + seed, 120);
        const std::vector<std::uint64_t> first = stage.log();
        SavedState after;
        after.save(stage.scene, *stage.crowd);
        BOOST_TEST((after != state));
        run(stage, 3000 + seed, 80);  // steps that restoring discards

        state.restore(stage.scene, *stage.crowd);
        SavedState again;
        again.save(stage.scene, *stage.crowd);
        BOOST_TEST((again == state), "seed " << seed);
        BOOST_TEST(again.hash() == state.hash());

        stage.members() = members;
        stage.log().clear();
        run(stage, 2000 + seed, 120);
        BOOST_TEST((stage.log() == first), "seed " << seed);
        again.save(stage.scene, *stage.crowd);
        BOOST_TEST((again == after), "seed " << seed);
        events += first.size();
    }
    BOOST_TEST(events > 2000u);
}

BOOST_AUTO_TEST_CASE(a_state_fits_what_was_built_alike)
{
    SavedStage one(7);
    SavedStage other(7);
    run(one, 8, 100);
    run(other, 9, 100);
    SavedState state;
    state.save(one.scene, *one.crowd);
    state.restore(other.scene, *other.crowd);
    other.members() = one.members();
    one.log().clear();
    other.log().clear();
    run(one, 10, 100);
    run(other, 10, 100);
    BOOST_TEST((one.log() == other.log()));
}

BOOST_AUTO_TEST_CASE(a_state_fits_what_was_built_alike_and_never_played)
{
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        SavedStage one(seed);
        SavedStage fresh(seed);
        run(one, 100 + seed, 100);
        SavedState state;
        state.save(one.scene, *one.crowd);
        state.restore(fresh.scene, *fresh.crowd);
        fresh.members() = one.members();
        one.log().clear();
        run(one, 200 + seed, 40);
        run(fresh, 200 + seed, 40);
        BOOST_TEST((one.log() == fresh.log()), "seed " << seed);
    }
}

BOOST_AUTO_TEST_CASE(an_event_where_playing_starts_is_still_to_fire_after_a_restore)
{
    SavedStage stage(13);
    int fired = 0;
    AnimationGroup& group = *stage.scene.animationGroups()[0];
    group.addEvent(0.1, [&] { ++fired; }).release();
    group.play({.from = 0.1, .to = 0.4});
    SavedState state;
    state.save(stage.scene);
    for (int round = 1; round <= 2; ++round) {
        stage.scene.animate(0.1);
        BOOST_TEST(fired == round);
        stage.scene.animate(0.05);
        BOOST_TEST(fired == round);
        state.restore(stage.scene);
    }
}

BOOST_AUTO_TEST_CASE(a_state_of_another_structure_is_refused_and_nothing_changes)
{
    SavedStage stage(3);
    run(stage, 4, 50);
    SavedState state;
    state.save(stage.scene, *stage.crowd);
    run(stage, 5, 50);
    const auto refused = [&](const std::string& message) {
        SavedState before;
        before.save(stage.scene, *stage.crowd);
        BOOST_CHECK_EXCEPTION(state.restore(stage.scene, *stage.crowd), std::invalid_argument, says(message));
        SavedState after;
        after.save(stage.scene, *stage.crowd);
        BOOST_TEST((before == after));
    };
    stage.scene.animationGroups()[1]->addEvent(0.1, [] {}).release();
    refused("animation group \"random\": 3 events when it was saved, 4 now");
    Bone& bone = stage.skeleton->createBone("more");
    refused("bones when it was saved, 13 now");
    stage.skeleton->removeBone(bone, Removal::KeepChildren);
    stage.scene.createTransformNode("more");
    refused("scene: 10 nodes when it was saved, 11 now");
    BOOST_CHECK_EXCEPTION(state.restore(*stage.crowd, stage.scene), std::invalid_argument, says("what it is: \"scene\""));
    BOOST_CHECK_EXCEPTION(state.restore(stage.scene), std::invalid_argument, says("2 objects when it was saved, 1 now"));
}

// The rest pose, which is the pose when a layer was added, gets the weight that the layers leave. The state includes it.
BOOST_AUTO_TEST_CASE(a_mixer_that_is_restored_elsewhere_mixes_with_the_saved_rest)
{
    struct Mixed {
        Mixed(const std::shared_ptr<const AnimationClip>& clip, float rest) : node(scene.createTransformNode("bone0"))
        {
            node.setPosition({rest, 0.f, 0.f});
            AnimationLayer& layer = mixer.addLayer(clip, {.weight = 0.5f});
            layer.play();
        }
        Scene scene;
        TransformNode& node;
        AnimationMixer& mixer = scene.createAnimationMixer();
    };
    ClipDescription clip{.name = "still", .timeTracks = {{0.f}}};
    clip.channels.push_back({{.name = "bone0"}, ChannelPath::Translation, Interpolation::Linear, 0, 3, {4.f, 0.f, 0.f}});
    const auto still = AnimationClip::create(std::move(clip));
    Mixed saved(still, 2.f);
    Mixed restored(still, 8.f);
    SavedState state;
    state.save(saved.scene);
    state.restore(restored.scene);
    restored.scene.animate(0.1);
    BOOST_TEST(restored.node.getPosition().x == 3.f);
}

// A scene moves all players before it fires the events of any.
BOOST_AUTO_TEST_CASE(a_mixer_that_an_action_restores_fires_nothing_of_the_step_that_it_undoes)
{
    Scene scene;
    scene.createTransformNode("bone0");
    ClipDescription clip{.name = "second", .timeTracks = {{0.f, 1.f}}};
    clip.channels.push_back({{.name = "bone0"}, ChannelPath::Translation, Interpolation::Linear, 0, 3, {0.f, 0.f, 0.f, 1.f, 0.f, 0.f}});
    const auto second = AnimationClip::create(std::move(clip));
    AnimationGroup& group = scene.createAnimationGroup(second);
    AnimationMixer& mixer = scene.createAnimationMixer();
    AnimationLayer& layer = mixer.addLayer(second);
    int fired = 0;
    layer.addEvent(0.05, [&] { ++fired; }).release();
    SavedState state;
    group.addEvent(0.05, [&] { state.restore(mixer); }).release();
    group.play();
    layer.play();
    state.save(mixer);
    scene.animate(0.1);
    BOOST_TEST(fired == 0);
    scene.animate(0.1);
    BOOST_TEST(fired == 1);
}

// Two programs in the same state save the same bits, even if one of them tried something and undid it.
BOOST_AUTO_TEST_CASE(events_that_came_and_went_leave_nothing_behind)
{
    SavedStage one(5);
    SavedStage other(5);
    AnimationGroup& group = *one.scene.animationGroups()[0];
    SavedState before;
    before.save(one.scene);
    {
        const Subscription tried = group.addEvent(0.3, [] {});
    }
    before.restore(one.scene);
    group.addEvent(0.4, [] {}).release();
    other.scene.animationGroups()[0]->addEvent(0.4, [] {}).release();
    SavedState a;
    SavedState b;
    a.save(one.scene);
    b.save(other.scene);
    BOOST_TEST((a == b));
}

BOOST_AUTO_TEST_CASE(an_event_cannot_save_its_own_scene)
{
    SavedStage stage(3);
    SavedState state;
    AnimationGroup& group = *stage.scene.animationGroups()[0];
    group.addEvent(0.1, [&] { state.save(stage.scene); }).release();
    group.play();
    BOOST_CHECK_EXCEPTION(stage.scene.animate(0.2), std::logic_error, says("by the action of an event"));
}

BOOST_AUTO_TEST_CASE(saving_into_a_state_that_has_room_allocates_nothing)
{
    SavedStage stage(11);
    run(stage, 12, 200);
    SavedState state;
    state.save(stage.scene, *stage.crowd);
    stage.scene.animate(0.1);
    stage.crowd->update(0.1);
    const AllocationCount count;
    state.save(stage.scene, *stage.crowd);
    BOOST_TEST(count.sinceConstruction() == 0u);
}

// Expected poses: those of the first run.
BOOST_AUTO_TEST_CASE(controllers_remember_what_was_saved)
{
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("leg");
    Bone* bone = nullptr;
    for (const char* name : {"pelvis", "upper", "lower", "foot"}) {
        bone = &skeleton.createBone(name, {.parent = bone, .local = toMat4(Transform{{0.f, -1.f, 0.2f}}), .length = 0.5f});
    }
    BoneIkController limb(*skeleton.findBone("lower"), {.halfLife = 0.2f});
    BoneLookController look(*bone, {.halfLife = 0.2f});
    ChainSolver chain(Chain::between(*skeleton.bones()[0], *bone), {.warmStart = true});
    FootPlacementLeg leg;
    leg.foot = bone;
    FootPlacement feet({&leg, 1},
                       [](const glm::vec3& point) {
                           return GroundPoint{{point.x, -3.5f + 0.1f * point.x, point.z}};
                       },
                       {.footHalfLife = 0.2f, .pelvisHalfLife = 0.3f});
    const auto run = [&](std::uint64_t seed) {
        Random random(seed);
        std::vector<Pose> poses;
        for (int i = 0; i < 20; ++i) {
            limb.setTarget(random.vector(-2.f, 2.f));
            limb.update(0.05);
            look.setTarget(random.vector(-2.f, 2.f));
            look.update(0.05);
            chain.solve(skeleton, IkGoal{random.vector(-2.f, 2.f)});
            feet.update(0.05);
            poses.push_back(capturePose(skeleton));
        }
        return poses;
    };
    run(1);
    SavedState state;
    state.save(scene, limb, look, chain, feet);
    const std::vector<Pose> first = run(2);
    run(3);
    state.restore(scene, limb, look, chain, feet);
    SavedState again;
    again.save(scene, limb, look, chain, feet);
    BOOST_TEST((again == state));
    BOOST_TEST((run(2) == first));
    const AllocationCount count;
    again.save(scene, limb, look, chain, feet);
    BOOST_TEST(count.sinceConstruction() == 0u);

    scene.createTransformNode("more");
    again.save(scene, limb, look, chain, feet);
    BOOST_CHECK_THROW(state.restore(scene, limb, look, chain, feet), std::invalid_argument);
    SavedState after;
    after.save(scene, limb, look, chain, feet);
    BOOST_TEST((after == again));
    BOOST_CHECK_EXCEPTION(state.restore(scene, look, limb, chain, feet), std::invalid_argument, says("nodes when it was saved"));
}

BOOST_AUTO_TEST_CASE(controllers_of_a_scene_that_are_not_saved_are_named)
{
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("arm");
    Bone& upper = skeleton.createBone("upper");
    Bone& lower = skeleton.createBone("lower", {.parent = &upper, .local = toMat4(Transform{{0.f, 1.f, 0.f}}), .length = 1.f});
    BoneIkController reach(lower);
    BoneLookController look(lower);
    SpringChain chain{.joints = {{.bone = &lower}}, .end = glm::vec3(0.f, 1.f, 0.f)};
    SpringBones springs({&chain, 1});
    ModifierStack& stack = scene.createModifierStack(skeleton);
    stack.add("reach", reach);
    stack.add("look", look);
    stack.add("sway", springs);
    stack.add("wave", [](const JointView&, double) {});
    SavedState state;
    const auto warnings = [&](const auto&... objects) {
        state.save(objects...);
        return std::vector<std::string>(state.warnings().begin(), state.warnings().end());
    };
    const auto missing = [](const std::string& modifier, const std::string& kind) {
        return "modifier \"" + modifier + "\": its " + kind + " is not part of the saved state: give it to save() and restore(), too";
    };
    BOOST_TEST(
        warnings(scene)
            == (std::vector{missing("reach", "BoneIkController"), missing("look", "BoneLookController"), missing("sway", "SpringBones")}),
        boost::test_tools::per_element());
    BOOST_TEST(warnings(look, stack, reach) == std::vector{missing("sway", "SpringBones")}, boost::test_tools::per_element());
    BOOST_TEST(warnings(skeleton).empty());
    BOOST_TEST(warnings(springs, scene, reach, look).empty());
    BoneIkController moved = std::move(reach);  // the modifier follows the moved controller
    BOOST_TEST(warnings(springs, scene, moved, look).empty());
    {
        const SpringBones gone = std::move(springs);
    }
    BOOST_TEST(warnings(scene, moved, look).empty());
    const AllocationCount count;
    state.save(scene, moved, look);
    BOOST_TEST(count.sinceConstruction() == 0u);
}

// FNV-1a as published, over the bytes of a state without objects: only their number, 0.
BOOST_AUTO_TEST_CASE(hashes_are_fnv_1a)
{
    SavedState state;
    BOOST_TEST(state.hash() == 0xcbf29ce484222325u);
    state.save();
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (int i = 0; i < 8; ++i) {
        hash *= 0x100000001b3u;
    }
    BOOST_TEST(state.hash() == hash);
}

BOOST_AUTO_TEST_SUITE_END()
