#include <cmath>
#include <string>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/animation_group.hpp>
#include <armature/animation/animation_layer.hpp>
#include <armature/animation/animation_mixer.hpp>

#include "model.hpp"

using namespace armature;
using namespace armature::test;
using namespace armature::test::capi;

BOOST_AUTO_TEST_SUITE(c_animation)

// By hand: halfway between its two keys, a linear channel has their mean; a curve with steps has the earlier key's value.
BOOST_AUTO_TEST_CASE(a_clip_is_made_and_sampled)
{
    const Context context;
    armature_scene* scene = nullptr;
    ok(armature_scene_create(context, &scene));
    armature_node* node = nullptr;
    ok(armature_scene_create_node(scene, "door", nullptr, nullptr, &node));
    const float times[2] = {0.f, 2.f};
    const float positions[6] = {0.f, 0.f, 0.f, 4.f, 2.f, 0.f};
    const float loudness[2] = {1.f, 3.f};
    armature_channel channels[2] = {};
    channels[0] = {node, nullptr, ARMATURE_PATH_TRANSLATION, ARMATURE_INTERPOLATION_LINEAR, times, positions, 2, 3};
    channels[1] = {nullptr, "loudness", ARMATURE_PATH_PROPERTY, ARMATURE_INTERPOLATION_STEP, times, loudness, 2, 1};
    armature_clip* clip = nullptr;
    ok(armature_clip_create(context, "open", channels, 2, &clip));
    double duration = 0.;
    ok(armature_clip_duration(clip, &duration));
    BOOST_TEST(duration == 2.);
    float value[3] = {};
    ok(armature_clip_sample(clip, 0, 1., value, 3));
    BOOST_TEST(value[0] == 2.f);
    BOOST_TEST(value[1] == 1.f);
    ok(armature_clip_sample(clip, 1, 1., value, 1));
    BOOST_TEST(value[0] == 1.f);
    fails(armature_clip_sample(clip, 2, 1., value, 3), ARMATURE_INVALID_ARGUMENT, "");
    fails(armature_clip_sample(clip, 0, 1., value, 2), ARMATURE_INVALID_ARGUMENT, "");

    armature_channel read{};
    ok(armature_clip_channel(clip, 0, &read));
    BOOST_TEST(std::string(read.target) == "door");
    BOOST_TEST(read.key_count == 2u);
    BOOST_TEST(read.times[1] == 2.f);
    float values[6] = {};
    fails(armature_clip_channel_values(clip, 0, values, 5), ARMATURE_INVALID_ARGUMENT, "needed are 6");
    ok(armature_clip_channel_values(clip, 0, values, 6));
    BOOST_TEST(values[3] == 4.f);
    fails(armature_clip_channel(clip, 2, &read), ARMATURE_NOT_FOUND, "there is no channel 2");

    armature_group* group = nullptr;
    ok(armature_scene_create_group(scene, clip, &group));
    ok(armature_clip_destroy(clip));  // the group keeps it
    ok(armature_group_go_to(group, 1.));
    ok(armature_node_position(node, ARMATURE_SPACE_WORLD, value));
    BOOST_TEST(value[0] == 2.f);
}

BOOST_AUTO_TEST_CASE(bad_channels_are_refused)
{
    const Context context;
    const float times[2] = {1.f, 0.f};
    const float values[6] = {};
    armature_channel channel{};
    channel.target = "door";
    channel.path = ARMATURE_PATH_TRANSLATION;
    channel.interpolation = ARMATURE_INTERPOLATION_LINEAR;
    channel.times = times;
    channel.values = values;
    channel.key_count = 2;
    channel.components = 3;
    armature_clip* clip = nullptr;
    fails(armature_clip_create(context, "open", &channel, 1, &clip), ARMATURE_INVALID_ARGUMENT, "open");
    channel.values = nullptr;
    fails(armature_clip_create(context, "open", &channel, 1, &clip), ARMATURE_INVALID_ARGUMENT, "the channel's values is null");
    channel.values = values;
    channel.key_count = ~std::size_t{0};
    fails(armature_clip_create(context, "open", &channel, 1, &clip), ARMATURE_INVALID_ARGUMENT, "too much");
    channel.key_count = 2;
    channel.path = 9;
    fails(armature_clip_create(context, "open", &channel, 1, &clip), ARMATURE_INVALID_ARGUMENT, "the channel's path is 9");
    BOOST_TEST(clip == nullptr);
}

BOOST_AUTO_TEST_CASE(a_group_plays_the_bits_of_cpp)
{
    const Character character;
    armature_group* const walk = character.group("walk");
    armature_play_options options;
    ok(armature_play_options_default(&options, sizeof options));
    options.speed_ratio = 1.5;
    options.has_from = true;
    options.from = 0.1;
    ok(armature_group_play(walk, &options));
    AnimationGroup& inCpp = *character.inCpp->findAnimationGroup("walk");
    inCpp.play({.speedRatio = 1.5, .from = 0.1});
    for (int frame = 0; frame < 30; ++frame) {
        ok(armature_scene_animate(character.scene, 1. / 24., frame % 2 == 0 ? ARMATURE_THREADS_CALLER : ARMATURE_THREADS_ALL));
        character.inCpp->animate(1. / 24.);
        character.comparePalettes();
    }
    armature_playback playback{};
    playback.size = sizeof playback;
    ok(armature_group_playback(walk, &playback));
    BOOST_TEST(playback.is_playing);
    BOOST_TEST(playback.time == inCpp.getCurrentTime());
    BOOST_TEST(playback.duration == inCpp.getClip().getDuration());
    ok(armature_group_pause(walk));
    ok(armature_group_playback(walk, &playback));
    BOOST_TEST(playback.is_paused);
    armature_strings* warnings = nullptr;
    ok(armature_group_warnings(walk, &warnings));
    std::size_t count = 1;
    ok(armature_strings_count(warnings, &count));
    BOOST_TEST(count == 0u);
    ok(armature_strings_destroy(warnings));
}

BOOST_AUTO_TEST_CASE(events_call_back_and_may_remove_their_group)
{
    const Character character;
    struct Seen {
        armature_scene* scene;
        armature_group* group;
        int count;
    } seen{character.scene, character.group("walk"), 0};
    ok(armature_group_add_event(
        seen.group, 0.25,
        [](void* user) {
            auto& found = *static_cast<Seen*>(user);
            if (++found.count == 2) {
                ok(armature_scene_remove_group(found.scene, found.group));
            }
        },
        &seen));
    fails(armature_group_add_event(seen.group, 0.25, nullptr, nullptr), ARMATURE_INVALID_ARGUMENT, "the action is null");
    ok(armature_group_play(seen.group, nullptr));
    for (int frame = 0; frame < 100; ++frame) {
        ok(armature_scene_animate(character.scene, 0.1, ARMATURE_THREADS_CALLER));
    }
    BOOST_TEST(seen.count == 2);
    BOOST_TEST(armature_is_gone(seen.group));
}

BOOST_AUTO_TEST_CASE(a_mixer_blends_the_bits_of_cpp)
{
    const Character character;
    armature_mixer* mixer = nullptr;
    ok(armature_scene_create_mixer(character.scene, &mixer));
    armature_layer_options options;
    ok(armature_layer_options_default(&options, sizeof options));
    options.skeleton = character.skeleton;
    armature_layer* idle = nullptr;
    armature_layer* walk = nullptr;
    armature_layer* wave = nullptr;
    ok(armature_mixer_add_layer_of_group(mixer, character.group("idle"), nullptr, &idle));
    ok(armature_mixer_add_layer(mixer, character.clip("walk"), &options, &walk));
    armature_clip* difference = nullptr;
    ok(armature_clip_make_additive(character.clip("wave"), character.clip("idle"), 0., &difference));
    options.is_additive = true;
    options.weight = 0.75f;
    ok(armature_mixer_add_layer(mixer, difference, &options, &wave));
    ok(armature_layer_play(idle, nullptr));
    ok(armature_layer_cross_fade_to(idle, walk, 0.5));
    ok(armature_layer_synchronize_with(walk, idle));
    ok(armature_layer_set_mask(wave, nullptr, false, 0.f));
    ok(armature_layer_set_mask(wave, armature_bone_as_node(character.bone("upperArmLeft")), true, 1.f));
    ok(armature_layer_fade_in(wave, 0.25));

    Scene& scene = *character.inCpp;
    AnimationMixer& inCpp = scene.createAnimationMixer();
    const auto clipNamed = [&](const char* name) { return scene.findAnimationGroup(name)->shareClip(); };
    AnimationLayer& cppIdle = inCpp.addLayer(*scene.findAnimationGroup("idle"));
    AnimationLayer& cppWalk = inCpp.addLayer(clipNamed("walk"), {.skeleton = &character.cppSkeleton()});
    AnimationLayer& cppWave = inCpp.addLayer(makeAdditiveClip(*clipNamed("wave"), *clipNamed("idle")),
                                             {.weight = 0.75f, .isAdditive = true, .skeleton = &character.cppSkeleton()});
    cppIdle.play();
    cppIdle.crossFadeTo(cppWalk, 0.5);
    cppWalk.synchronizeWith(&cppIdle);
    cppWave.setMask(0.f);
    cppWave.setSubtreeMask(*character.cppSkeleton().findBone("upperArmLeft"), 1.f);
    cppWave.fadeIn(0.25);
    for (int frame = 0; frame < 40; ++frame) {
        ok(armature_scene_animate(character.scene, 1. / 50., ARMATURE_THREADS_CALLER));
        scene.animate(1. / 50.);
        character.comparePalettes();
    }
    float weight = 0.f;
    bool isActive = true;
    ok(armature_layer_weight(idle, &weight, &isActive));
    BOOST_TEST(weight == cppIdle.getWeight());
    BOOST_TEST(!isActive);  // has faded out
    fails(armature_layer_set_weight(walk, -1.f), ARMATURE_INVALID_ARGUMENT, "weight");
    ok(armature_mixer_remove_layer(mixer, wave));
    fails(armature_layer_set_weight(wave, 1.f), ARMATURE_STALE, "the layer is gone");
}

BOOST_AUTO_TEST_CASE(clips_of_a_file_play_on_another_model)
{
    const Character character;
    armature_clips* clips = nullptr;
    ok(armature_clips_load(character.context, characterFile().c_str(), nullptr, &clips));
    std::size_t count = 0;
    ok(armature_clips_count(clips, &count));
    std::size_t groups = 0;
    ok(armature_scene_group_count(character.scene, &groups));
    BOOST_TEST(count == groups);
    armature_clip* first = nullptr;
    ok(armature_clips_get(clips, 0, &first));
    ok(armature_clips_destroy(clips));
    armature_group* group = nullptr;
    ok(armature_scene_create_group(character.scene, first, &group));
    ok(armature_group_go_to(group, 0.3));
    character.inCpp->animationGroups()[0]->goTo(0.3);
    character.comparePalettes();
}

BOOST_AUTO_TEST_SUITE_END()
