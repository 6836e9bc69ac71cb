#include <cmath>
#include <fstream>
#include <limits>
#include <string>

#include "model.hpp"

using namespace armature;
using namespace armature::test;
using namespace armature::test::capi;

namespace {

constexpr double atOnce = std::numeric_limits<double>::infinity();

armature_playback playbackOf(const armature_layer* layer)
{
    armature_playback playback{};
    playback.size = sizeof playback;
    ok(armature_layer_playback(layer, &playback));
    return playback;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(c_accessors)

BOOST_AUTO_TEST_CASE(names_counts_and_look_ups)
{
    const Character character;
    const char* name = nullptr;
    ok(armature_skeleton_name(character.skeleton, &name));
    armature_skeleton* found = nullptr;
    ok(armature_scene_find_skeleton(character.scene, name, &found));
    BOOST_TEST(found == character.skeleton);
    ok(armature_node_name(armature_bone_as_node(character.bone("head")), &name));
    BOOST_TEST(std::string(name) == "head");
    ok(armature_group_name(character.group("walk"), &name));
    BOOST_TEST(std::string(name) == "walk");
    ok(armature_clip_name(character.clip("walk"), &name));
    BOOST_TEST(std::string(name) == "walk");
    armature_mesh_instance* instance = nullptr;
    ok(armature_scene_mesh_instance(character.scene, 0, &instance));
    ok(armature_mesh_instance_name(instance, &name));
    BOOST_TEST(name == character.inCpp->meshInstances()[0]->getName());
    std::size_t count = 0;
    ok(armature_scene_node_count(character.scene, &count));
    BOOST_TEST(count == character.inCpp->nodes().size());
    ok(armature_scene_warning_count(character.scene, &count));
    BOOST_TEST(count == 0u);
    fails(armature_scene_warning(character.scene, 0, &name), ARMATURE_NOT_FOUND, "there is no warning 0");
    ok(armature_scene_create_skeleton(character.scene, "another", &found));
    ok(armature_skeleton_bone_count(found, &count));
    BOOST_TEST(count == 0u);
}

BOOST_AUTO_TEST_CASE(parts_of_bones)
{
    const Character character;
    armature_bone* const head = character.bone("head");
    const Bone& inCpp = *character.cppSkeleton().findBone("head");
    std::size_t index = 0;
    ok(armature_bone_index(head, &index));
    BOOST_TEST(index == inCpp.getIndex().value());
    ok(armature_bone_set_length(head, 0.25f));
    float length = 0.f;
    ok(armature_bone_length(head, &length));
    BOOST_TEST(length == 0.25f);
    armature_node* linked = nullptr;
    ok(armature_bone_linked_node(head, &linked));
    const auto* const node = static_cast<const armature_node*>(linked);
    BOOST_TEST((capi::matrixOf(armature_node_local_matrix, node) == inCpp.getLocalMatrix()));
    armature_transform transform{};
    ok(armature_node_transform(linked, &transform));
    BOOST_TEST(transform.translation[1] == inCpp.getPosition().y);
    armature_node* host = nullptr;
    ok(armature_skeleton_host(character.skeleton, &host));
    BOOST_TEST((host == nullptr) == (character.cppSkeleton().getHostNode() == nullptr));
    std::uint64_t before = 0;
    std::uint64_t after = 0;
    ok(armature_scene_update(character.scene, ARMATURE_THREADS_CALLER));
    ok(armature_skeleton_evaluated_bone_count(character.skeleton, &before));
    (void)capi::matrixOf(armature_bone_final_matrix, static_cast<const armature_bone*>(head));
    ok(armature_skeleton_evaluated_bone_count(character.skeleton, &after));
    BOOST_TEST(before == after);  // the update has computed everything
    const float turned[4] = {0.f, 0.6f, 0.f, 0.8f};
    ok(armature_node_set_rotation(linked, turned, ARMATURE_SPACE_LOCAL));
    ok(armature_bone_set_current_pose_as_rest(head));
    const auto* const bone = static_cast<const armature_bone*>(head);
    BOOST_TEST((capi::matrixOf(armature_bone_rest_matrix, bone) == capi::matrixOf(armature_bone_local_matrix, bone)));
    const glm::mat4 inverse(2.f);
    fails(armature_bone_set_absolute_inverse_bind_matrix(head, MatrixFloats(inverse).numbers), ARMATURE_INVALID_ARGUMENT, "head");
    ok(armature_bone_set_absolute_inverse_bind_matrix(head, MatrixFloats(glm::mat4(1.f)).numbers));
    BOOST_TEST((capi::matrixOf(armature_bone_absolute_inverse_bind_matrix, bone) == glm::mat4(1.f)));
}

BOOST_AUTO_TEST_CASE(players_pause_stop_and_fade)
{
    const Character character;
    armature_mixer* mixer = nullptr;
    armature_layer* layer = nullptr;
    ok(armature_scene_create_mixer(character.scene, &mixer));
    ok(armature_mixer_add_layer_of_group(mixer, character.group("walk"), nullptr, &layer));
    int passed = 0;
    ok(armature_layer_add_event(
        layer, 0.05, [](void* user) { ++*static_cast<int*>(user); }, &passed));
    armature_strings* warnings = nullptr;
    ok(armature_layer_warnings(layer, &warnings));
    ok(armature_layer_play(layer, nullptr));
    ok(armature_layer_set_speed_ratio(layer, 2.));
    ok(armature_mixer_set_speed_ratio(mixer, 0.5));
    ok(armature_scene_animate(character.scene, 0.1, ARMATURE_THREADS_CALLER));
    BOOST_TEST(std::abs(playbackOf(layer).time - 0.1) < 1e-12);
    BOOST_TEST(passed == 1);
    ok(armature_mixer_set_paused(mixer, true));
    ok(armature_scene_animate(character.scene, 0.1, ARMATURE_THREADS_CALLER));
    BOOST_TEST(std::abs(playbackOf(layer).time - 0.1) < 1e-12);
    ok(armature_mixer_set_paused(mixer, false));
    ok(armature_layer_go_to(layer, 0.3));
    BOOST_TEST(playbackOf(layer).time == 0.3);
    ok(armature_layer_pause(layer));
    BOOST_TEST(playbackOf(layer).is_paused);
    ok(armature_layer_fade_to(layer, 0.25f, 0.));
    float weight = 0.f;
    ok(armature_layer_weight(layer, &weight, nullptr));
    BOOST_TEST(weight == 0.25f);
    ok(armature_layer_fade_out(layer, 0.));
    ok(armature_layer_stop(layer));
    BOOST_TEST(playbackOf(layer).time == 0.);
    ok(armature_group_set_speed_ratio(character.group("run"), -1.));
    ok(armature_group_stop(character.group("run")));
    ok(armature_scene_remove_mixer(character.scene, mixer));
    BOOST_TEST(armature_is_gone(layer));
}

BOOST_AUTO_TEST_CASE(solvers_follow_nodes_and_are_destroyed)
{
    const Character character;
    armature_node* lamp = nullptr;
    const armature_transform place{{0.35f, 1.1f, 0.2f}, {0.f, 0.f, 0.f, 1.f}, {1.f, 1.f, 1.f}};
    ok(armature_scene_create_node(character.scene, "lamp", nullptr, &place, &lamp));
    armature_ik_report report{};
    report.size = sizeof report;

    armature_bone_ik* ik = nullptr;
    ok(armature_bone_ik_create(character.bone("forearmLeft"), nullptr, &ik));
    ok(armature_bone_ik_update(ik, atOnce, &report));
    BOOST_TEST(report.status == ARMATURE_IK_NO_TARGET);
    ok(armature_bone_ik_set_target_node(ik, lamp, nullptr));
    ok(armature_bone_ik_clear_pole(ik));
    ok(armature_bone_ik_set_options(ik, nullptr));
    ok(armature_bone_ik_reset(ik));
    ok(armature_bone_ik_update(ik, atOnce, &report));
    BOOST_TEST(report.is_reached, report.beyond_reach << " beyond reach");
    ok(armature_bone_ik_destroy(ik));
    fails(armature_bone_ik_destroy(ik), ARMATURE_STALE, "the limb solver is gone");

    armature_bone_look* look = nullptr;
    ok(armature_bone_look_create(character.bone("head"), nullptr, &look));
    ok(armature_bone_look_set_target_node(look, lamp, nullptr));
    ok(armature_bone_look_set_options(look, nullptr));
    ok(armature_bone_look_reset(look));
    ok(armature_bone_look_update(look, atOnce, &report));
    BOOST_TEST(report.status == ARMATURE_IK_SOLVED);
    BOOST_TEST(report.angle < 1e-3f);
    ok(armature_scene_remove_node(character.scene, lamp, ARMATURE_REMOVAL_SUBTREE));
    ok(armature_bone_look_update(look, atOnce, &report));
    BOOST_TEST(report.status == ARMATURE_IK_GONE);
    ok(armature_bone_look_destroy(look));

    armature_chain* chain = nullptr;
    ok(armature_chain_create(character.skeleton, &chain));
    ok(armature_chain_add_effector(chain, character.bone("upperArmLeft"), character.bone("handLeft"), nullptr, nullptr));
    armature_chain_solver_options options;
    ok(armature_chain_solver_options_default(&options, sizeof options));
    options.uses_fabrik = true;
    options.max_iterations = 0;
    armature_chain_solver* solver = nullptr;
    fails(armature_chain_solver_create(chain, &options, &solver), ARMATURE_INVALID_ARGUMENT, "");
    options.max_iterations = 20;
    ok(armature_chain_solver_create(chain, &options, &solver));
    ok(armature_chain_destroy(chain));  // the solver has its own
    armature_ik_goal goal;
    ok(armature_ik_goal_default(&goal));
    goal.has_position = true;
    goal.position[0] = 0.4f;
    goal.position[1] = 1.2f;
    goal.position[2] = 0.3f;
    ok(armature_chain_solver_solve(solver, character.skeleton, &goal, 1, ARMATURE_SPACE_WORLD, &report));
    BOOST_TEST(report.is_reached);
    ok(armature_chain_solver_destroy(solver));
}

BOOST_AUTO_TEST_CASE(springs_jump_and_teleport)
{
    const Context context;
    armature_skeleton* const skeleton = createSkeleton(context);
    armature_bone* const hair = addBone(skeleton, "hair", nullptr, {0.f, 1.f, 0.f});
    armature_spring_joint joint;
    ok(armature_spring_joint_default(&joint, hair));
    BOOST_TEST(joint.stiffness == 1.f);
    armature_spring_chain chain{};
    chain.joints = &joint;
    chain.joint_count = 1;
    armature_springs* springs = nullptr;
    fails(armature_springs_create(context, &chain, 1, nullptr, 0, nullptr, 0, &springs), ARMATURE_INVALID_ARGUMENT, "");
    chain.has_end = true;
    chain.end[1] = 0.2f;
    ok(armature_springs_create(context, &chain, 1, nullptr, 0, nullptr, 0, &springs));
    armature_ik_status status = ARMATURE_IK_UNDEFINED;
    ok(armature_springs_update(springs, 0.1, &status));
    BOOST_TEST(status == ARMATURE_IK_SOLVED);
    joint.drag = 2.f;
    fails(armature_springs_set_joint(springs, &joint), ARMATURE_INVALID_ARGUMENT, "");
    joint.drag = 0.1f;
    ok(armature_springs_set_joint(springs, &joint));
    ok(armature_springs_teleport(springs, MatrixFloats(glm::mat4(1.f)).numbers));
    ok(armature_springs_jump(springs, &status));
    BOOST_TEST(status == ARMATURE_IK_SOLVED);
    ok(armature_skeleton_remove_bone(skeleton, hair, ARMATURE_REMOVAL_SUBTREE));
    ok(armature_springs_update(springs, 0.1, &status));
    BOOST_TEST(status == ARMATURE_IK_GONE);
    ok(armature_springs_destroy(springs));
}

BOOST_AUTO_TEST_CASE(crowds_graphs_and_cooked_files)
{
    const Character character;
    armature_baked_clip* baked = nullptr;
    ok(armature_baked_clip_create(character.clip("walk"), character.skeleton, nullptr, &baked));
    armature_crowd* crowd = nullptr;
    std::size_t index = 9;
    ok(armature_crowd_create(character.skeleton, &crowd));
    ok(armature_crowd_add_clip(crowd, baked, character.clip("walk"), &index));
    armature_crowd_member member{};
    ok(armature_crowd_add(crowd, nullptr, &member));
    armature_crowd_playback playback;
    ok(armature_crowd_playback_default(&playback, sizeof playback));
    ok(armature_crowd_play(crowd, member, &playback));
    ok(armature_crowd_set_update_interval(crowd, member, 2));
    fails(armature_crowd_set_update_interval(crowd, member, 0), ARMATURE_INVALID_ARGUMENT, "");
    ok(armature_crowd_clear_overrides(crowd, member));
    ok(armature_crowd_set_frozen(crowd, member, true));
    ok(armature_crowd_update(crowd, 0.5, ARMATURE_THREADS_CALLER));
    ok(armature_crowd_playback_of(crowd, member, &playback));
    BOOST_TEST(playback.time == 0.);  // frozen
    std::size_t count = 0;
    ok(armature_crowd_size(crowd, &count));
    BOOST_TEST(count == 1u);

    const std::string file = (emptyOutputDirectory("c_accessors") / "walk.cooked").string();
    const armature_baked_clip* const clips[1] = {baked};
    const armature_skeleton* const skeletons[1] = {character.skeleton};
    armature_cooked_contents contents{};
    contents.skeletons = skeletons;
    contents.skeleton_count = 1;
    contents.baked_clips = clips;
    contents.baked_clip_count = 1;
    ok(armature_cooked_file_save(&contents, file.c_str()));
    ok(armature_baked_clip_destroy(baked));
    armature_cooked_options options;
    ok(armature_cooked_options_default(&options, sizeof options));
    options.is_mapped = false;
    armature_cooked_file* cooked = nullptr;
    ok(armature_cooked_file_open(character.context, file.c_str(), &options, &cooked));
    ok(armature_cooked_file_count(cooked, ARMATURE_COOKED_BAKED_CLIP, &count));
    BOOST_TEST(count == 1u);
    fails(armature_cooked_file_count(cooked, 4, &count), ARMATURE_INVALID_ARGUMENT, "the kind is 4");
    ok(armature_cooked_file_baked_clip(cooked, 0, &baked));
    ok(armature_crowd_add_clip(crowd, baked, nullptr, &index));
    BOOST_TEST(index == 1u);

    const std::string json = (sourceDirectory() / "demos/character/locomotion.json").string();
    armature_graph* graph = nullptr;
    ok(armature_graph_load(character.scene, character.skeleton, json.c_str(), &graph));
    armature_graph_player* player = nullptr;
    ok(armature_graph_player_create(graph, &player));
    ok(armature_graph_destroy(graph));  // the player keeps it
    ok(armature_graph_player_set_parameter(player, "speed", 9.f));
    float value = 0.f;
    ok(armature_graph_player_parameter(player, "speed", &value));
    BOOST_TEST(value == 3.f);  // the file's largest
    ok(armature_graph_player_advance(player, 1.));
    ok(armature_graph_player_restart(player));
    const char* state = nullptr;
    ok(armature_graph_player_state(player, "locomotion", &state));
    BOOST_TEST(std::string(state) == "stand");
    value = 7.f;
    ok(armature_graph_player_curve(player, "no curve", &value, 1));
    BOOST_TEST(value == 0.f);
    ok(armature_graph_player_destroy(player));
}

BOOST_AUTO_TEST_CASE(retarget_maps_of_files)
{
    const Character source;
    const Character target;
    const std::string file = (emptyOutputDirectory("c_maps") / "map.json").string();
    std::ofstream(file) << R"({"names": {"hips": "hips"}})";
    armature_retarget_map* map = nullptr;
    ok(armature_retarget_map_load(file.c_str(), source.skeleton, target.skeleton, &map));
    std::ofstream(file) << R"({"names": {"tail": "hips"}})";
    armature_retarget_map* none = nullptr;
    fails(armature_retarget_map_load(file.c_str(), source.skeleton, target.skeleton, &none), ARMATURE_BAD_FILE, "map.json");
    armature_retarget_options options;
    ok(armature_retarget_options_default(&options, sizeof options));
    options.has_scale = true;
    options.scale = 2.;
    armature_retargeter* retargeter = nullptr;
    ok(armature_retargeter_create(source.skeleton, target.skeleton, map, &options, &retargeter));
    ok(armature_retarget_map_destroy(map));
    double scale = 0.;
    ok(armature_retargeter_travel(retargeter, &scale, nullptr));
    BOOST_TEST(scale == 2.);
    ok(armature_retargeter_destroy(retargeter));
    armature_humanoid_map* humanoid = nullptr;
    ok(armature_humanoid_map_create(source.skeleton, &humanoid));
    ok(armature_humanoid_map_destroy(humanoid));
}

BOOST_AUTO_TEST_CASE(copies_are_removed_together)
{
    const Character character;
    armature_scene* world = nullptr;
    ok(armature_scene_create(character.context, &world));
    armature_instance* hero = nullptr;
    ok(armature_scene_instantiate(world, character.scene, "hero", nullptr, &hero));
    fails(armature_scene_instantiate(world, world, "itself", nullptr, &hero), ARMATURE_INVALID_ARGUMENT, "");
    armature_node* root = nullptr;
    ok(armature_instance_root(hero, &root));
    armature_skeleton* skeleton = nullptr;
    ok(armature_instance_skeleton(hero, 0, &skeleton));
    fails(armature_instance_skeleton(hero, 100, &skeleton), ARMATURE_NOT_FOUND, "there is no skeleton 100");
    ok(armature_scene_remove_instance(world, hero));
    BOOST_TEST(armature_is_gone(root));
    fails(armature_instance_root(hero, &root), ARMATURE_STALE, "the root of the instance is gone");
    fails(armature_instance_skeleton(hero, 0, &skeleton), ARMATURE_STALE, "the copied skeleton is gone");
    ok(armature_instance_destroy(hero));
}

BOOST_AUTO_TEST_SUITE_END()
