#include <crowd/saved_stage.hpp>

#include <stdexcept>

#include <armature/ik/bone_ik_controller.hpp>
#include <armature/ik/bone_look_controller.hpp>
#include <armature/ik/chain_solver.hpp>
#include <armature/ik/foot_placement.hpp>

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

// The expected values are those of the first time: nothing is computed a second way.
BOOST_AUTO_TEST_CASE(truth_7_the_same_steps_after_a_restore_give_the_same_bits_and_events)
{
    std::size_t events = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        SavedStage stage(seed);
        run(stage, 1000 + seed, 60);
        SavedState state;
        state.save(stage.scene, *stage.crowd);
        const std::vector<StagedMember> members = stage.members();
        stage.log().clear();

        run(stage, 2000 + seed, 80);
        const std::vector<std::uint64_t> first = stage.log();
        SavedState after;
        after.save(stage.scene, *stage.crowd);
        BOOST_TEST((after != state));
        run(stage, 3000 + seed, 40);  // astray

        state.restore(stage.scene, *stage.crowd);
        SavedState again;
        again.save(stage.scene, *stage.crowd);
        BOOST_TEST((again == state), "seed " << seed);
        BOOST_TEST(again.hash() == state.hash());

        stage.members() = members;
        stage.log().clear();
        run(stage, 2000 + seed, 80);
        BOOST_TEST((stage.log() == first), "seed " << seed);
        again.save(stage.scene, *stage.crowd);
        BOOST_TEST((again == after), "seed " << seed);
        events += first.size();
    }
    BOOST_TEST(events > 2000u);
}

BOOST_AUTO_TEST_CASE(truth_7_a_state_fits_what_was_built_alike)
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

BOOST_AUTO_TEST_CASE(truth_7_a_state_of_another_structure_is_refused_and_nothing_changes)
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
    stage.scene.animationGroups()[1]->addEvent(0.1, [](AnimationGroup&) {}).release();
    refused("animation group \"random\": 3 events when it was saved, 4 now");
    Bone& bone = stage.skeleton->createBone("more");
    refused("bones when it was saved, 13 now");
    stage.skeleton->removeBone(bone, Removal::KeepChildren);
    stage.scene.createTransformNode("more");
    refused("scene: 10 nodes when it was saved, 11 now");
    BOOST_CHECK_EXCEPTION(state.restore(*stage.crowd, stage.scene), std::invalid_argument, says("what it is: \"scene\""));
    BOOST_CHECK_EXCEPTION(state.restore(stage.scene), std::invalid_argument, says("2 objects when it was saved, 1 now"));
}

BOOST_AUTO_TEST_CASE(truth_7_an_event_cannot_save_its_own_scene)
{
    SavedStage stage(3);
    SavedState state;
    AnimationGroup& group = *stage.scene.animationGroups()[0];
    group.addEvent(0.1, [&](AnimationGroup&) { state.save(stage.scene); }).release();
    group.play();
    BOOST_CHECK_EXCEPTION(stage.scene.animate(0.2), std::logic_error, says("by the action of an event"));
}

BOOST_AUTO_TEST_CASE(truth_7_saving_into_a_state_that_has_room_allocates_nothing)
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

// The expected poses are those of the first time.
BOOST_AUTO_TEST_CASE(truth_7_controllers_remember_what_was_saved)
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

    scene.createTransformNode("more");
    again.save(scene, limb, look, chain, feet);
    BOOST_CHECK_THROW(state.restore(scene, limb, look, chain, feet), std::invalid_argument);
    SavedState after;
    after.save(scene, limb, look, chain, feet);
    BOOST_TEST((after == again));
    BOOST_CHECK_EXCEPTION(state.restore(scene, look, limb, chain, feet), std::invalid_argument, says("nodes when it was saved"));
}

// FNV-1a as published, over the bytes of a state of nothing but the number of objects, 0.
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
