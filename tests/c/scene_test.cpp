#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include <armature/animation/animation_group.hpp>
#include <armature/scene/skinned_bounds.hpp>

#include "model.hpp"

using namespace armature;
using namespace armature::test;
using namespace armature::test::capi;

BOOST_AUTO_TEST_SUITE(c_scene)

BOOST_AUTO_TEST_CASE(the_same_object_has_the_same_handle)
{
    const Character character;
    armature_bone* const head = character.bone("head");
    BOOST_TEST(character.bone("head") == head);
    armature_skeleton* skeleton = nullptr;
    ok(armature_bone_skeleton(head, &skeleton));
    BOOST_TEST(skeleton == character.skeleton);
    armature_node* parent = nullptr;
    ok(armature_node_parent(armature_bone_as_node(head), &parent));
    armature_bone* const neck = armature_node_as_bone(parent);
    BOOST_TEST(neck == character.bone("neck"));
    armature_node* children[8] = {};
    std::size_t count = 0;
    ok(armature_node_children(parent, children, 8, &count));
    BOOST_TEST(count >= 1u);
    BOOST_TEST(children[0] == armature_bone_as_node(head));
    std::size_t all = 0;
    ok(armature_node_children(parent, nullptr, 0, &all));
    BOOST_TEST(all == count);
}

// By hand: a quarter turn about +Y takes +Z to +X.
BOOST_AUTO_TEST_CASE(nodes_move_in_the_space_that_is_named)
{
    const Context context;
    armature_scene* scene = nullptr;
    ok(armature_scene_create(context, &scene));
    armature_node* above = nullptr;
    armature_node* node = nullptr;
    const armature_transform turned{{1.f, 0.f, 0.f}, {0.f, std::sqrt(0.5f), 0.f, std::sqrt(0.5f)}, {1.f, 1.f, 1.f}};
    ok(armature_scene_create_node(scene, "above", nullptr, &turned, &above));
    ok(armature_scene_create_node(scene, "node", above, nullptr, &node));
    const float ahead[3] = {0.f, 0.f, 2.f};
    ok(armature_node_translate(node, ahead, ARMATURE_SPACE_LOCAL));
    float position[3] = {};
    ok(armature_node_position(node, ARMATURE_SPACE_WORLD, position));
    BOOST_TEST(std::abs(position[0] - 3.f) < 1e-6f);
    const float axis[3] = {0.f, 1.f, 0.f};
    ok(armature_node_rotate(node, axis, -1.5707964f, ARMATURE_SPACE_WORLD));
    float rotation[4] = {};
    ok(armature_node_rotation(node, ARMATURE_SPACE_WORLD, rotation));
    BOOST_TEST(std::abs(std::abs(rotation[3]) - 1.f) < 1e-6f);
    const float scaling[3] = {2.f, 3.f, 4.f};
    ok(armature_node_set_scaling(node, scaling, ARMATURE_SPACE_LOCAL));
    float read[3] = {};
    ok(armature_node_scaling(node, ARMATURE_SPACE_LOCAL, read));
    BOOST_TEST(read[2] == 4.f);
    const float target[3] = {3.f, 0.f, 9.f};
    ok(armature_node_look_at(node, target, ARMATURE_SPACE_WORLD));
    ok(armature_node_set_parent(node, nullptr, ARMATURE_KEEP_WORLD));
    ok(armature_node_position(node, ARMATURE_SPACE_LOCAL, position));
    BOOST_TEST(std::abs(position[0] - 3.f) < 1e-6f);
    fails(armature_node_set_parent(above, above, ARMATURE_KEEP_LOCAL), ARMATURE_INVALID_ARGUMENT, "above");

    ok(armature_node_set_enabled(node, false));
    bool enabled = true;
    ok(armature_node_is_enabled(node, &enabled));
    BOOST_TEST(!enabled);
    ok(armature_scene_remove_node(scene, node, ARMATURE_REMOVAL_SUBTREE));
    fails(armature_node_position(node, ARMATURE_SPACE_WORLD, position), ARMATURE_STALE, "the node is gone");
}

BOOST_AUTO_TEST_CASE(transforms_of_all_bones_at_once)
{
    const Character character;
    std::size_t count = 0;
    ok(armature_skeleton_bone_count(character.skeleton, &count));
    std::vector<armature_transform> pose(count);
    ok(armature_group_go_to(character.group("walk"), 0.3));
    ok(armature_skeleton_transforms(character.skeleton, pose.data(), count));
    armature_skeleton* clone = nullptr;
    ok(armature_skeleton_clone(character.skeleton, &clone));
    ok(armature_skeleton_return_to_rest(clone));
    ok(armature_skeleton_set_transforms(clone, pose.data(), count));
    const float* rows = nullptr;
    const float* expected = nullptr;
    std::size_t matrices = 0;
    ok(armature_skeleton_palette(clone, 0, &rows, &matrices));
    ok(armature_skeleton_palette(character.skeleton, 0, &expected, &matrices));
    BOOST_TEST(std::vector<float>(rows, rows + 12 * matrices) == std::vector<float>(expected, expected + 12 * matrices));
    fails(armature_skeleton_palette(clone, 1, &rows, &matrices), ARMATURE_NOT_FOUND, "there is no set 1");
    pose[0].rotation[3] = pose[0].rotation[2] = pose[0].rotation[1] = pose[0].rotation[0] = 0.f;
    fails(armature_skeleton_set_transforms(clone, pose.data(), count), ARMATURE_INVALID_ARGUMENT, "");
    fails(armature_skeleton_set_transforms(clone, pose.data(), count - 1), ARMATURE_INVALID_ARGUMENT, "");
    fails(armature_skeleton_transforms(clone, pose.data(), count - 1), ARMATURE_INVALID_ARGUMENT, "needed are");
    ok(armature_skeleton_destroy(clone));
}

BOOST_AUTO_TEST_CASE(a_saved_scene_loads_with_the_same_pose)
{
    const Character character;
    ok(armature_group_go_to(character.group("walk"), 0.3));
    character.inCpp->findAnimationGroup("walk")->goTo(0.3);
    armature_save_options options;
    ok(armature_save_options_default(&options, sizeof options));
    options.copyright = "nobody";
    armature_buffer* buffer = nullptr;
    armature_strings* warnings = nullptr;
    ok(armature_scene_save_memory(character.scene, &options, &buffer, &warnings));
    std::size_t count = 1;
    ok(armature_strings_count(warnings, &count));
    BOOST_TEST(count == 0u);
    const char* text = nullptr;
    fails(armature_strings_get(warnings, 0, &text), ARMATURE_NOT_FOUND, "there is no text 0");
    const void* bytes = nullptr;
    std::size_t size = 0;
    ok(armature_buffer_bytes(buffer, &bytes, &size));
    BOOST_TEST_REQUIRE(size > 12u);
    BOOST_TEST(std::memcmp(bytes, "glTF", 4) == 0);
    armature_scene* loaded = nullptr;
    ok(armature_scene_load_memory(character.context, bytes, size, "saved.glb", nullptr, &loaded));
    ok(armature_buffer_destroy(buffer));
    armature_skeleton* skeleton = nullptr;
    ok(armature_scene_skeleton(loaded, 0, &skeleton));
    const float* rows = nullptr;
    const float* expected = nullptr;
    std::size_t matrices = 0;
    ok(armature_skeleton_palette(skeleton, 0, &rows, &matrices));
    ok(armature_skeleton_palette(character.skeleton, 0, &expected, &matrices));
    BOOST_TEST(std::vector<float>(rows, rows + 12 * matrices) == std::vector<float>(expected, expected + 12 * matrices));

    const std::string file = (emptyOutputDirectory("c_save") / "saved.glb").string();
    ok(armature_scene_save(character.scene, file.c_str(), nullptr, nullptr));
    ok(armature_scene_load(character.context, file.c_str(), nullptr, &loaded));
}

BOOST_AUTO_TEST_CASE(bounds_and_mesh_instances)
{
    const Character character;
    armature_box box{};
    ok(armature_scene_bounds(character.scene, &box));
    const Aabb expected = computeBounds(*character.inCpp);
    BOOST_TEST(box.maximum[1] == expected.maximum.y);
    BOOST_TEST(box.minimum[0] == expected.minimum.x);
    std::size_t count = 0;
    ok(armature_scene_mesh_instance_count(character.scene, &count));
    BOOST_TEST_REQUIRE(count >= 1u);
    armature_mesh_instance* instance = nullptr;
    ok(armature_scene_mesh_instance(character.scene, 0, &instance));
    armature_skeleton* skeleton = nullptr;
    std::size_t set = 9;
    ok(armature_mesh_instance_skeleton(instance, &skeleton, &set));
    BOOST_TEST(skeleton == character.skeleton);
    BOOST_TEST(set == 0u);
    const float* weights = nullptr;
    std::size_t targets = 0;
    ok(armature_mesh_instance_morph_weights(instance, &weights, &targets));
    std::vector<float> values(targets, 0.5f);
    ok(armature_mesh_instance_set_morph_weights(instance, values.data(), targets));
    fails(armature_mesh_instance_set_morph_weights(instance, nullptr, targets + 1), ARMATURE_INVALID_ARGUMENT, "weights is null");
    ok(armature_mesh_instance_bounds(instance, &box));
    armature_node* node = nullptr;
    ok(armature_mesh_instance_node(instance, &node));
    ok(armature_scene_remove_node(character.scene, node, ARMATURE_REMOVAL_KEEP_CHILDREN));
    fails(armature_mesh_instance_bounds(instance, &box), ARMATURE_STALE, "the mesh instance is gone");
}

BOOST_AUTO_TEST_CASE(a_context_destroys_what_was_left)
{
    armature_context* context = nullptr;
    ok(armature_context_create(&context));
    armature_scene* scene = nullptr;
    ok(armature_scene_load(context, characterFile().c_str(), nullptr, &scene));
    armature_skeleton* skeleton = nullptr;
    ok(armature_scene_skeleton(scene, 0, &skeleton));
    armature_crowd* crowd = nullptr;
    ok(armature_crowd_create(skeleton, &crowd));
    armature_context_destroy(context);  // AddressSanitizer would report a leak
}

BOOST_AUTO_TEST_SUITE_END()
