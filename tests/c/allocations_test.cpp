#include <cmath>
#include <string>
#include <vector>

#include <support/allocations/allocation_count.hpp>

#include "model.hpp"

using namespace armature;
using namespace armature::test;
using namespace armature::test::capi;

namespace {

/// Whatever a frame of an application does. It may not fail: a failure would allocate its message.
struct Frame {
    explicit Frame(const Character& given) : character(given)
    {
        ok(armature_scene_create_mixer(character.scene, &mixer));
        ok(armature_mixer_add_layer_of_group(mixer, character.group("walk"), nullptr, &walk));
        ok(armature_mixer_add_layer_of_group(mixer, character.group("run"), nullptr, &run));
        ok(armature_layer_play(walk, nullptr));
        ok(armature_layer_cross_fade_to(walk, run, 2.));
        head = character.bone("head");
        ok(armature_bone_look_create(head, nullptr, &look));
        ok(armature_bone_ik_create(character.bone("forearmLeft"), nullptr, &limb));
        armature_chain* chain = nullptr;
        ok(armature_chain_create(character.skeleton, &chain));
        ok(armature_chain_add_effector(chain, character.bone("upperArmRight"), character.bone("handRight"), nullptr, nullptr));
        ok(armature_chain_solver_create(chain, nullptr, &solver));
        ok(armature_ik_goal_default(&goal));
        goal.has_position = true;
        goal.position[0] = -0.4f;
        goal.position[1] = 1.2f;
        const std::string file = (sourceDirectory() / "demos/character/locomotion.json").string();
        armature_graph* graph = nullptr;
        ok(armature_graph_load(character.scene, character.skeleton, file.c_str(), &graph));
        ok(armature_graph_player_create(graph, &player));
        ok(armature_skeleton_clone(character.skeleton, &other));
        armature_retarget_map* map = nullptr;
        ok(armature_retarget_map_of_humanoids(character.skeleton, nullptr, other, nullptr, &map));
        ok(armature_retargeter_create(character.skeleton, other, map, nullptr, &retargeter));
        armature_baked_clip* baked = nullptr;
        ok(armature_baked_clip_create(character.clip("walk"), character.skeleton, nullptr, &baked));
        ok(armature_crowd_create(character.skeleton, &crowd));
        std::size_t index = 0;
        ok(armature_crowd_add_clip(crowd, baked, nullptr, &index));
        armature_crowd_playback playback;
        ok(armature_crowd_playback_default(&playback, sizeof playback));
        ok(armature_crowd_add(crowd, &playback, &member));
        ok(armature_skeleton_bone_count(character.skeleton, &boneCount));
        pose.resize(boneCount);
    }

    /// Counts the calls that failed.
    int run1()
    {
        int failures = 0;
        const auto call = [&](armature_result result) { failures += result != ARMATURE_OK ? 1 : 0; };
        const double seconds = 1. / 60.;
        const float target[3] = {0.5f, 1.5f, 1.f};
        float matrix[16];
        armature_ik_report report{};
        report.size = sizeof report;
        call(armature_scene_animate(character.scene, seconds, ARMATURE_THREADS_CALLER));
        call(armature_bone_look_set_target(look, target, ARMATURE_SPACE_WORLD));
        call(armature_bone_look_update(look, seconds, &report));
        call(armature_bone_ik_set_target(limb, target, ARMATURE_SPACE_WORLD));
        call(armature_bone_ik_update(limb, seconds, &report));
        call(armature_chain_solver_solve(solver, character.skeleton, &goal, 1, ARMATURE_SPACE_WORLD, &report));
        call(armature_retargeter_retarget(retargeter, character.skeleton, other));
        call(armature_skeleton_transforms(character.skeleton, pose.data(), boneCount));
        call(armature_skeleton_set_transforms(other, pose.data(), boneCount));
        call(armature_graph_player_set_parameter(player, "speed", 1.f));
        call(armature_graph_player_advance(player, seconds));
        call(armature_graph_player_apply(player, other));
        call(armature_bone_final_matrix(head, matrix));
        call(armature_bone_absolute_matrix(head, matrix));
        call(armature_node_world_matrix(armature_bone_as_node(head), matrix));
        const float* rows = nullptr;
        std::size_t count = 0;
        call(armature_skeleton_palette(character.skeleton, 0, &rows, &count));
        call(armature_crowd_update(crowd, seconds, ARMATURE_THREADS_CALLER));
        call(armature_crowd_palettes(crowd, &rows, &count));
        armature_bone* found = nullptr;
        call(armature_skeleton_find_bone(character.skeleton, "head", &found));  // whose handle is known
        armature_playback playback{};
        playback.size = sizeof playback;
        call(armature_layer_playback(walk, &playback));
        return failures;
    }

    const Character& character;
    armature_mixer* mixer = nullptr;
    armature_layer* walk = nullptr;
    armature_layer* run = nullptr;
    armature_bone* head = nullptr;
    armature_bone_look* look = nullptr;
    armature_bone_ik* limb = nullptr;
    armature_chain_solver* solver = nullptr;
    armature_ik_goal goal{};
    armature_graph_player* player = nullptr;
    armature_skeleton* other = nullptr;
    armature_retargeter* retargeter = nullptr;
    armature_crowd* crowd = nullptr;
    armature_crowd_member member{};
    std::size_t boneCount = 0;
    std::vector<armature_transform> pose;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(c_allocations)

BOOST_AUTO_TEST_CASE(frames_allocate_nothing_once_warm)
{
    const Character character;
    Frame frame(character);
    int failures = 0;
    for (int i = 0; i < 60; ++i) {
        failures += frame.run1();
    }
    const AllocationCount allocations;
    for (int i = 0; i < 60; ++i) {
        failures += frame.run1();
    }
    const std::size_t counted = allocations.sinceConstruction();
    BOOST_TEST(counted == 0u);
    BOOST_TEST(failures == 0);
}

BOOST_AUTO_TEST_SUITE_END()
