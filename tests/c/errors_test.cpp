#include <cmath>
#include <cstring>
#include <fstream>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>

#include <armature/version.hpp>

#include "model.hpp"

using namespace armature;
using namespace armature::test;
using namespace armature::test::capi;

BOOST_AUTO_TEST_SUITE(c_errors)

BOOST_AUTO_TEST_CASE(null_is_refused_and_named)
{
    const Context context;
    armature_skeleton* const skeleton = createSkeleton(context);
    fails(armature_context_create(nullptr), ARMATURE_INVALID_ARGUMENT, "context is null");
    fails(armature_scene_create(nullptr, nullptr), ARMATURE_INVALID_ARGUMENT, "scene is null");
    armature_scene* scene = nullptr;
    fails(armature_scene_create(nullptr, &scene), ARMATURE_INVALID_ARGUMENT, "the context is null");
    fails(armature_scene_load(context, nullptr, nullptr, &scene), ARMATURE_INVALID_ARGUMENT, "the file is null");
    fails(armature_scene_animate(nullptr, 0., ARMATURE_THREADS_CALLER), ARMATURE_INVALID_ARGUMENT, "the scene is null");
    fails(armature_skeleton_create_bone(skeleton, nullptr, nullptr, nullptr), ARMATURE_INVALID_ARGUMENT, "bone is null");
    float matrix[16];
    fails(armature_bone_final_matrix(nullptr, matrix), ARMATURE_INVALID_ARGUMENT, "the bone is null");
    armature_bone* const bone = addBone(skeleton, "bone", nullptr, {});
    fails(armature_bone_final_matrix(bone, nullptr), ARMATURE_INVALID_ARGUMENT, "the matrix is null");
    fails(armature_bone_set_rest_matrix(bone, nullptr), ARMATURE_INVALID_ARGUMENT, "the matrix is null");
    fails(armature_skeleton_transforms(skeleton, nullptr, 1), ARMATURE_INVALID_ARGUMENT, "transforms is null");
    BOOST_TEST(scene == nullptr);
}

// What is made is made only if its handle can be written.
BOOST_AUTO_TEST_CASE(a_null_out_parameter_changes_nothing)
{
    const Character character;
    fails(armature_scene_create_mixer(character.scene, nullptr), ARMATURE_INVALID_ARGUMENT, "mixer is null");
    fails(armature_scene_create_node(character.scene, "node", nullptr, nullptr, nullptr), ARMATURE_INVALID_ARGUMENT, "node is null");
    armature_node* node = nullptr;
    fails(armature_scene_find_node(character.scene, "node", &node), ARMATURE_NOT_FOUND, "there is no node named \"node\"");
    armature_clip* const clip = character.clip("walk");
    std::size_t before = 0;
    ok(armature_scene_group_count(character.scene, &before));
    fails(armature_scene_create_group(character.scene, clip, nullptr), ARMATURE_INVALID_ARGUMENT, "group is null");
    std::size_t after = 0;
    ok(armature_scene_group_count(character.scene, &after));
    BOOST_TEST(before == after);
}

BOOST_AUTO_TEST_CASE(destroying_null_does_nothing)
{
    ok(armature_scene_destroy(nullptr));
    ok(armature_clip_destroy(nullptr));
    armature_context_destroy(nullptr);
    BOOST_TEST(armature_is_gone(nullptr));
    BOOST_TEST(armature_bone_as_node(nullptr) == nullptr);
    BOOST_TEST(armature_node_as_bone(nullptr) == nullptr);
}

BOOST_AUTO_TEST_CASE(a_removed_bone_is_stale_and_a_new_one_is_another)
{
    const Context context;
    armature_skeleton* const skeleton = createSkeleton(context);
    armature_bone* const hand = addBone(skeleton, "hand", nullptr, {});
    armature_bone* again = nullptr;
    ok(armature_skeleton_find_bone(skeleton, "hand", &again));
    BOOST_TEST(again == hand);

    ok(armature_skeleton_remove_bone(skeleton, hand, ARMATURE_REMOVAL_SUBTREE));
    armature_bone* const other = addBone(skeleton, "hand", nullptr, {});  // perhaps at the same address
    BOOST_TEST(other != hand);
    float matrix[16];
    fails(armature_bone_final_matrix(hand, matrix), ARMATURE_STALE, "the bone is gone");
    fails(armature_node_set_name(armature_bone_as_node(hand), "x"), ARMATURE_STALE, "the node is gone");
    BOOST_TEST(armature_is_gone(hand));
    BOOST_TEST(!armature_is_gone(other));
    BOOST_TEST(armature_node_as_bone(armature_bone_as_node(hand)) == nullptr);

    std::size_t freed = 0;
    ok(armature_context_collect(context, &freed));
    BOOST_TEST(freed == 1u);
    ok(armature_bone_final_matrix(other, matrix));
}

// Most allocators give a new bone the address of the one that was removed just before.
BOOST_AUTO_TEST_CASE(handles_do_not_come_back_with_an_address)
{
    const Context context;
    armature_skeleton* const skeleton = createSkeleton(context);
    armature_bone* before = nullptr;
    for (int round = 0; round < 50; ++round) {
        armature_bone* const bone = addBone(skeleton, "bone", nullptr, {});
        float matrix[16];
        ok(armature_bone_final_matrix(bone, matrix));
        BOOST_TEST(bone != before);
        ok(armature_skeleton_remove_bone(skeleton, bone, ARMATURE_REMOVAL_SUBTREE));
        before = bone;
    }
    std::size_t freed = 0;
    ok(armature_context_collect(context, &freed));
    BOOST_TEST(freed == 50u);
}

BOOST_AUTO_TEST_CASE(what_a_destroyed_scene_owned_is_stale)
{
    Character character;
    armature_group* const walk = character.group("walk");
    armature_clip* const clip = character.clip("walk");
    armature_bone* const head = character.bone("head");
    armature_mixer* mixer = nullptr;
    ok(armature_scene_create_mixer(character.scene, &mixer));
    armature_layer* layer = nullptr;
    ok(armature_mixer_add_layer(mixer, clip, nullptr, &layer));
    armature_bone_look* look = nullptr;
    ok(armature_bone_look_create(head, nullptr, &look));
    const float target[3] = {0.f, 1.f, 2.f};
    ok(armature_bone_look_set_target(look, target, ARMATURE_SPACE_WORLD));

    ok(armature_scene_destroy(character.scene));
    fails(armature_scene_destroy(character.scene), ARMATURE_STALE, "the scene is gone");
    fails(armature_scene_animate(character.scene, 0., ARMATURE_THREADS_CALLER), ARMATURE_STALE, "the scene is gone");
    fails(armature_group_play(walk, nullptr), ARMATURE_STALE, "the group is gone");
    fails(armature_layer_play(layer, nullptr), ARMATURE_STALE, "the layer is gone");
    fails(armature_skeleton_update(character.skeleton), ARMATURE_STALE, "the skeleton is gone");
    fails(armature_node_set_enabled(armature_bone_as_node(head), true), ARMATURE_STALE, "the node is gone");
    double seconds = 0.;
    ok(armature_clip_duration(clip, &seconds));  // the clip is the application's, too
    armature_ik_report report{};
    report.size = sizeof report;
    ok(armature_bone_look_update(look, INFINITY, &report));
    BOOST_TEST(report.status == ARMATURE_IK_GONE);
}

BOOST_AUTO_TEST_CASE(a_handle_of_another_kind_is_refused)
{
    const Character character;
    float matrix[16];
    const auto* const wrong = reinterpret_cast<const armature_bone*>(character.skeleton);
    fails(armature_bone_final_matrix(wrong, matrix), ARMATURE_INVALID_ARGUMENT, "a bone is expected, but the handle is of a skeleton");
    armature_node* const bone = armature_bone_as_node(character.bone("head"));
    fails(armature_skeleton_set_host(character.skeleton, bone), ARMATURE_INVALID_ARGUMENT, "the node is a bone");
    armature_node* node = nullptr;
    ok(armature_scene_node(character.scene, 0, &node));
    fails(armature_node_set_parent(bone, node, ARMATURE_KEEP_LOCAL), ARMATURE_INVALID_ARGUMENT, "must be a bone");
    fails(armature_skeleton_destroy(character.skeleton), ARMATURE_INVALID_ARGUMENT, "does not own");
    fails(armature_scene_add_skeleton(character.scene, character.skeleton), ARMATURE_INVALID_ARGUMENT, "does not own");
}

BOOST_AUTO_TEST_CASE(options_of_other_versions)
{
    const Character character;
    armature_play_options options{};
    fails(armature_group_play(character.group("walk"), &options), ARMATURE_INVALID_ARGUMENT, "armature_play_options.size is 0");
    fails(armature_play_options_default(&options, 4), ARMATURE_INVALID_ARGUMENT, "armature_play_options.size is 4");
    fails(armature_play_options_default(nullptr, sizeof options), ARMATURE_INVALID_ARGUMENT, "armature_play_options is null");

    // A program of a later version, whose struct has one more member.
    struct Later {
        armature_play_options known;
        double added;
    } later{};
    later.added = 5.;
    ok(armature_play_options_default(&later.known, sizeof later));
    BOOST_TEST(later.known.size == sizeof later);
    BOOST_TEST(later.known.loops);
    BOOST_TEST(later.added == 0.);
    ok(armature_group_play(character.group("walk"), &later.known));
    later.added = 1.;
    fails(armature_group_play(character.group("walk"), &later.known), ARMATURE_INVALID_ARGUMENT, "does not know");

    armature_playback playback{};
    fails(armature_group_playback(character.group("walk"), &playback), ARMATURE_INVALID_ARGUMENT, "armature_playback.size is 0");
    armature_ik_report report{};
    armature_bone_look* look = nullptr;
    ok(armature_bone_look_create(character.bone("head"), nullptr, &look));
    fails(armature_bone_look_update(look, 0., &report), ARMATURE_INVALID_ARGUMENT, "armature_ik_report.size is 0");
}

BOOST_AUTO_TEST_CASE(numbers_and_enumerators_out_of_range)
{
    const Character character;
    armature_node* node = nullptr;
    ok(armature_scene_node(character.scene, 0, &node));
    float vector[3] = {0.f, std::nanf(""), 0.f};
    fails(armature_node_set_position(node, vector, ARMATURE_SPACE_LOCAL), ARMATURE_INVALID_ARGUMENT, "finite");
    fails(armature_node_position(node, 4, vector), ARMATURE_INVALID_ARGUMENT, "the space is 4, but the largest is 3");
    fails(armature_scene_animate(character.scene, 0., 2), ARMATURE_INVALID_ARGUMENT, "threads is 2");
    ok(armature_group_play(character.group("walk"), nullptr));
    fails(armature_scene_animate(character.scene, std::nan(""), ARMATURE_THREADS_CALLER), ARMATURE_INVALID_ARGUMENT, "finite");
    fails(armature_scene_remove_node(character.scene, node, 7), ARMATURE_INVALID_ARGUMENT, "the removal is 7");
    fails(armature_scene_node(character.scene, 100000, &node), ARMATURE_NOT_FOUND, "there is no node 100000");
    armature_bone* bone = nullptr;
    fails(armature_skeleton_find_bone(character.skeleton, "haed", &bone), ARMATURE_NOT_FOUND, "head");
    BOOST_TEST(bone == nullptr);
}

BOOST_AUTO_TEST_CASE(bad_files_say_where)
{
    const Context context;
    armature_scene* scene = nullptr;
    fails(armature_scene_load(context, "no such file.glb", nullptr, &scene), ARMATURE_BAD_FILE, "no such file.glb");
    const std::string broken = R"({"asset":{"version":"2.0"},"nodes":[{"children":[7]}]})";
    fails(armature_scene_load_memory(context, broken.data(), broken.size(), "broken.gltf", nullptr, &scene), ARMATURE_BAD_FILE,
          "broken.gltf: /nodes/0/children");
    fails(armature_scene_load_memory(context, nullptr, 3, "null.glb", nullptr, &scene), ARMATURE_INVALID_ARGUMENT, "bytes is null");
    fails(armature_scene_load_memory(context, nullptr, 0, "empty.glb", nullptr, &scene), ARMATURE_BAD_FILE, "empty.glb");
    armature_cooked_file* cooked = nullptr;
    fails(armature_cooked_file_open(context, characterFile().c_str(), nullptr, &cooked), ARMATURE_BAD_FILE, "character.glb");
    BOOST_TEST(scene == nullptr);
    armature_load_options options;
    ok(armature_load_options_default(&options, sizeof options));
    options.file_bytes = 10;
    fails(armature_scene_load(context, characterFile().c_str(), &options, &scene), ARMATURE_BAD_FILE, "10");
    const Character character;
    fails(armature_scene_save(character.scene, "/no such folder/x.glb", nullptr, nullptr), ARMATURE_BAD_FILE, "/no such folder/x.glb");
}

BOOST_AUTO_TEST_CASE(texts_that_are_kept_must_be_utf8)
{
    const Context context;
    armature_skeleton* skeleton = nullptr;
    for (const char* const wrong : {"arm\xff", "arm\xc3", "arm\xc0\xaf", "arm\xed\xa0\x80", "arm\xf4\x90\x80\x80", "arm\x80"}) {
        fails(armature_skeleton_create(context, wrong, &skeleton), ARMATURE_INVALID_ARGUMENT, "the name is not UTF-8: byte 3 is wrong");
    }
    for (const char* const right : {"", "arm", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\xa6\xb4", "\xed\x9f\xbf", "\xf4\x8f\xbf\xbf"}) {
        ok(armature_skeleton_create(context, right, &skeleton));
    }
    // Messages are UTF-8 whatever they quote, and looking a text up takes any bytes.
    armature_bone* bone = nullptr;
    fails(armature_skeleton_find_bone(skeleton, "arm\xff", &bone), ARMATURE_NOT_FOUND, "");
    BOOST_TEST(std::string(armature_last_error()).find('\xff') == std::string::npos, armature_last_error());
}

BOOST_AUTO_TEST_CASE(long_messages_are_cut)
{
    const Context context;
    armature_scene* scene = nullptr;
    ok(armature_scene_create(context, &scene));
    armature_node* node = nullptr;
    const std::string name(5000, 'x');
    fails(armature_scene_find_node(scene, name.c_str(), &node), ARMATURE_NOT_FOUND, "there is no node named \"xxx");
    const std::string message = armature_last_error();
    BOOST_TEST(message.size() < 2048u);
    BOOST_TEST(message.size() > 2000u);
    BOOST_TEST(message.substr(message.size() - 3) == "...");
}

// Callbacks must not throw. Where they are C++ and do, the exception still does not cross the C API.
BOOST_AUTO_TEST_CASE(no_exception_crosses)
{
    const Character character;
    armature_bone* const feet[2] = {character.bone("footLeft"), character.bone("footRight")};
    const auto updated = [&](armature_ground_query query) {
        armature_foot_placement* placement = nullptr;
        ok(armature_foot_placement_create(feet, 2, query, nullptr, nullptr, &placement));
        const armature_result result = armature_foot_placement_update(placement, INFINITY, nullptr, nullptr);
        ok(armature_foot_placement_destroy(placement));
        return result;
    };
    fails(updated([](void*, const float*, float*, float*) -> bool { throw std::bad_alloc(); }), ARMATURE_OUT_OF_MEMORY, "out of memory");
    fails(updated([](void*, const float*, float*, float*) -> bool { throw std::runtime_error("it rains"); }), ARMATURE_INTERNAL,
          "it rains");
    fails(updated([](void*, const float*, float*, float*) -> bool { throw 7; }), ARMATURE_INTERNAL, "an exception");
    ok(updated([](void*, const float*, float*, float*) { return false; }));
}

BOOST_AUTO_TEST_CASE(each_thread_has_its_own_message, *boost::unit_test::label("threads"))
{
    const Context context;
    fails(armature_scene_create(context, nullptr), ARMATURE_INVALID_ARGUMENT, "scene is null");
    std::string atFirst = "?";
    std::string later;
    std::thread([&] {
        atFirst = armature_last_error();
        (void)armature_skeleton_create(context, nullptr, nullptr);
        later = armature_last_error();
    }).join();
    BOOST_TEST(atFirst == "");
    BOOST_TEST(later == "skeleton is null");
    BOOST_TEST(std::string(armature_last_error()) == "scene is null");
}

// One context serves several threads, each with a scene of its own.
BOOST_AUTO_TEST_CASE(threads_share_a_context, *boost::unit_test::label("threads"))
{
    const Context context;
    const auto work = [&](std::size_t* evaluated) {
        for (int round = 0; round < 50; ++round) {
            armature_skeleton* skeleton = nullptr;
            armature_bone* bone = nullptr;
            float matrix[16];
            if (armature_skeleton_create(context, "s", &skeleton) == ARMATURE_OK
                && armature_skeleton_create_bone(skeleton, "b", nullptr, &bone) == ARMATURE_OK
                && armature_bone_final_matrix(bone, matrix) == ARMATURE_OK && armature_skeleton_destroy(skeleton) == ARMATURE_OK
                && armature_bone_final_matrix(bone, matrix) == ARMATURE_STALE) {
                ++*evaluated;
            }
        }
    };
    std::size_t counts[3] = {};
    std::thread first(work, &counts[0]);
    std::thread second(work, &counts[1]);
    work(&counts[2]);
    first.join();
    second.join();
    for (const std::size_t count : counts) {
        BOOST_TEST(count == 50u);
    }
}

BOOST_AUTO_TEST_CASE(results_have_names)
{
    BOOST_TEST(std::string(armature_result_name(ARMATURE_STALE)) == "ARMATURE_STALE");
    BOOST_TEST(std::string(armature_result_name(99)) == "unknown result");
    BOOST_TEST(std::string(armature_version()) == ARMATURE_VERSION_STRING);
}

BOOST_AUTO_TEST_SUITE_END()
