#include <string>
#include <vector>

#include <armature/animation/animation_group.hpp>
#include <armature/animation/baked_clip.hpp>
#include <armature/crowd/crowd.hpp>

#include "model.hpp"

using namespace armature;
using namespace armature::test;
using namespace armature::test::capi;

namespace {

armature_baked_clip* bake(const Character& character, const char* name)
{
    armature_bake_options options;
    ok(armature_bake_options_default(&options, sizeof options));
    options.has_frames_per_second = true;
    options.frames_per_second = 30.;
    armature_baked_clip* baked = nullptr;
    ok(armature_baked_clip_create(character.clip(name), character.skeleton, &options, &baked));
    return baked;
}

/// A crowd of two members through the C API, and the same in C++.
struct TwinCrowd {
    TwinCrowd() : inCpp(character.cppSkeleton())
    {
        ok(armature_crowd_create(character.skeleton, &crowd));
        for (const char* const name : {"walk", "run"}) {
            std::size_t index = 0;
            ok(armature_crowd_add_clip(crowd, bake(character, name), nullptr, &index));
            const AnimationClip& clip = character.inCpp->findAnimationGroup(name)->getClip();
            BOOST_TEST(inCpp.addClip(BakedClip::create(clip, character.cppSkeleton(), {.framesPerSecond = 30.})) == index);
        }
        armature_crowd_playback playback;
        ok(armature_crowd_playback_default(&playback, sizeof playback));
        playback.time = 0.2;
        ok(armature_crowd_add(crowd, &playback, &members[0]));
        cppMembers[0] = inCpp.add({.clip = 0, .time = 0.2});
        ok(armature_crowd_add(crowd, nullptr, &members[1]));
        cppMembers[1] = inCpp.add();
    }

    void comparePalettes() const
    {
        const float* rows = nullptr;
        std::size_t count = 0;
        ok(armature_crowd_palettes(crowd, &rows, &count));
        const auto expected = inCpp.getPalettes();
        BOOST_TEST_REQUIRE(count == expected.size());
        bool isEqual = true;
        for (std::size_t i = 0; i < 12 * count; ++i) {
            isEqual = isEqual && rows[i] == expected[i / 12][static_cast<glm::length_t>(i % 12 / 4)][static_cast<glm::length_t>(i % 4)];
        }
        BOOST_TEST(isEqual);
    }

    Character character;
    armature_crowd* crowd = nullptr;
    armature_crowd_member members[2] = {};
    Crowd inCpp;
    CrowdInstance cppMembers[2];
};

}  // namespace

BOOST_AUTO_TEST_SUITE(c_crowd)

BOOST_AUTO_TEST_CASE(a_crowd_has_the_palettes_of_cpp)
{
    TwinCrowd twin;
    armature_crowd_playback run;
    ok(armature_crowd_playback_default(&run, sizeof run));
    run.clip = 1;
    ok(armature_crowd_cross_fade(twin.crowd, twin.members[0], &run, 0.2));
    twin.inCpp.crossFade(twin.cppMembers[0], {.clip = 1}, 0.2);
    const armature_transform turned{{0.f, 0.1f, 0.f}, {0.f, 0.6f, 0.f, 0.8f}, {1.f, 1.f, 1.f}};
    ok(armature_crowd_set_override(twin.crowd, twin.members[1], 1, &turned));
    twin.inCpp.setOverride(twin.cppMembers[1], 1, {{0.f, 0.1f, 0.f}, {0.8f, 0.f, 0.6f, 0.f}, {1.f, 1.f, 1.f}});
    for (int frame = 0; frame < 20; ++frame) {
        ok(armature_crowd_update(twin.crowd, 1. / 60., ARMATURE_THREADS_CALLER));
        twin.inCpp.update(1. / 60.);
        twin.comparePalettes();
    }
    float matrix[16];
    ok(armature_crowd_absolute_matrix(twin.crowd, twin.members[0], 3, matrix));
    BOOST_TEST(matrix[13] == twin.inCpp.getAbsoluteMatrix(twin.cppMembers[0], 3)[3][1]);
    armature_crowd_playback playing{};
    playing.size = sizeof playing;
    ok(armature_crowd_playback_of(twin.crowd, twin.members[0], &playing));
    BOOST_TEST(playing.clip == 1u);
    BOOST_TEST(playing.time == twin.inCpp.getPlayback(twin.cppMembers[0])->time);
    fails(armature_crowd_playback_of(twin.crowd, twin.members[1], &playing), ARMATURE_NOT_FOUND, "plays no clip");
}

BOOST_AUTO_TEST_CASE(palettes_go_into_memory_of_the_application)
{
    TwinCrowd twin;
    std::size_t size = 0;
    std::size_t capacity = 0;
    ok(armature_crowd_palette_size(twin.crowd, &size, &capacity));
    BOOST_TEST(capacity == 2u);
    std::vector<float> rows(12 * size * capacity);
    fails(armature_crowd_update_into(twin.crowd, 0.1, rows.data(), rows.size() - 1, ARMATURE_THREADS_CALLER), ARMATURE_INVALID_ARGUMENT,
          "");
    ok(armature_crowd_update_into(twin.crowd, 0.1, rows.data(), rows.size(), ARMATURE_THREADS_CALLER));
    twin.inCpp.update(0.1);
    bool isEqual = true;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto& matrix = twin.inCpp.getPalettes()[i / 12];
        isEqual = isEqual && rows[i] == matrix[static_cast<glm::length_t>(i % 12 / 4)][static_cast<glm::length_t>(i % 4)];
    }
    BOOST_TEST(isEqual);
}

BOOST_AUTO_TEST_CASE(a_removed_member_is_stale)
{
    TwinCrowd twin;
    ok(armature_crowd_remove(twin.crowd, twin.members[1]));
    armature_crowd_member again{};
    ok(armature_crowd_add(twin.crowd, nullptr, &again));
    BOOST_TEST(again.index == twin.members[1].index);
    BOOST_TEST(again.generation != twin.members[1].generation);
    fails(armature_crowd_set_culled(twin.crowd, twin.members[1], true), ARMATURE_STALE, "the member of the crowd was removed");
    bool isThere = true;
    ok(armature_crowd_contains(twin.crowd, twin.members[1], &isThere));
    BOOST_TEST(!isThere);
    ok(armature_crowd_set_culled(twin.crowd, again, true));
    ok(armature_crowd_destroy(twin.crowd));
    fails(armature_crowd_update(twin.crowd, 0.1, ARMATURE_THREADS_CALLER), ARMATURE_STALE, "the crowd is gone");
}

BOOST_AUTO_TEST_CASE(baked_clips_tell_about_themselves)
{
    const Character character;
    armature_baked_clip_info info{};
    info.size = sizeof info;
    ok(armature_baked_clip_info_of(bake(character, "walk"), &info));
    std::size_t bones = 0;
    ok(armature_skeleton_bone_count(character.skeleton, &bones));
    BOOST_TEST(info.bone_count == bones);
    BOOST_TEST(info.frame_count > 2u);
    BOOST_TEST(info.point_error > 0.);
    armature_bake_options options;
    ok(armature_bake_options_default(&options, sizeof options));
    options.has_max_error = true;
    options.max_point_error = 0.;
    options.max_rotation_error = 0.;
    armature_baked_clip* baked = nullptr;
    fails(armature_baked_clip_create(character.clip("walk"), character.skeleton, &options, &baked), ARMATURE_INVALID_ARGUMENT, "walk");
}

BOOST_AUTO_TEST_CASE(a_cooked_file_gives_back_what_was_saved)
{
    TwinCrowd twin;
    const std::string file = (emptyOutputDirectory("c_cooked") / "hero.cooked").string();
    const armature_skeleton* const skeletons[1] = {twin.character.skeleton};
    const armature_clip* const clips[1] = {twin.character.clip("walk")};
    const armature_baked_clip* const bakedClips[2] = {bake(twin.character, "walk"), bake(twin.character, "run")};
    const std::size_t order[2] = {0, 1};
    armature_cooked_crowd people{};
    people.name = "people";
    people.baked_clips = order;
    people.baked_clip_count = 2;
    armature_cooked_contents contents{};
    contents.skeletons = skeletons;
    contents.skeleton_count = 1;
    contents.clips = clips;
    contents.clip_count = 1;
    contents.baked_clips = bakedClips;
    contents.baked_clip_count = 2;
    contents.crowds = &people;
    contents.crowd_count = 1;
    ok(armature_cooked_file_save(&contents, file.c_str()));

    armature_cooked_file* cooked = nullptr;
    ok(armature_cooked_file_open(twin.character.context, file.c_str(), nullptr, &cooked));
    std::size_t index = 7;
    ok(armature_cooked_file_find(cooked, ARMATURE_COOKED_CROWD, "people", &index));
    BOOST_TEST(index == 0u);
    fails(armature_cooked_file_find(cooked, ARMATURE_COOKED_CLIP, "swim", &index), ARMATURE_NOT_FOUND, "swim");
    armature_clip* clip = nullptr;
    ok(armature_cooked_file_clip(cooked, 0, &clip));
    fails(armature_cooked_file_clip(cooked, 1, &clip), ARMATURE_NOT_FOUND, "there is no entry 1");
    armature_skeleton* skeleton = nullptr;
    ok(armature_cooked_file_create_skeleton(cooked, 0, &skeleton));
    armature_crowd* crowd = nullptr;
    ok(armature_cooked_file_create_crowd(cooked, 0, &crowd));
    ok(armature_cooked_file_destroy(cooked));
    armature_crowd_playback playback;
    ok(armature_crowd_playback_default(&playback, sizeof playback));
    playback.time = 0.2;
    armature_crowd_member member{};
    ok(armature_crowd_add(crowd, &playback, &member));
    ok(armature_crowd_update(crowd, 0.1, ARMATURE_THREADS_CALLER));
    ok(armature_crowd_update(twin.crowd, 0.1, ARMATURE_THREADS_CALLER));
    const float* rows = nullptr;
    const float* expected = nullptr;
    std::size_t count = 0;
    ok(armature_crowd_palette(twin.crowd, twin.members[0], &expected, &count));
    ok(armature_crowd_palette(crowd, member, &rows, &count));
    BOOST_TEST(std::vector<float>(rows, rows + 12 * count) == std::vector<float>(expected, expected + 12 * count));

    // A skeleton that the application owns goes into a scene, and keeps its handle.
    ok(armature_scene_add_skeleton(twin.character.scene, skeleton));
    fails(armature_skeleton_destroy(skeleton), ARMATURE_INVALID_ARGUMENT, "does not own");
    std::size_t skeletons_now = 0;
    ok(armature_scene_skeleton_count(twin.character.scene, &skeletons_now));
    armature_skeleton* last = nullptr;
    ok(armature_scene_skeleton(twin.character.scene, skeletons_now - 1, &last));
    BOOST_TEST(last == skeleton);
    ok(armature_scene_remove_skeleton(twin.character.scene, skeleton));
    BOOST_TEST(armature_is_gone(skeleton));
}

BOOST_AUTO_TEST_SUITE_END()
