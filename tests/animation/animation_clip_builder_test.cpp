#include <array>
#include <cmath>
#include <vector>

#include <armature/animation/animation_clip_builder.hpp>
#include <armature/animation/animation_group.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <animation/clip_builder.hpp>
#include <animation/mixer_scene.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(animation_clip_builder)

BOOST_AUTO_TEST_CASE(keys_become_channels)
{
    MixerRig rig;
    AnimationClipBuilder builder("nod");
    builder.rotation(*rig.bones[1]).addKey(1, turned({1, 0, 0}, 1)).addKey(0, glm::quat(1, 0, 0, 0));
    builder.translation(*rig.bones[0]).setInterpolation(Interpolation::Step).addKey(0, glm::vec3(1, 2, 3)).addKey(2, glm::vec3(4, 5, 6));
    builder.curve("loudness").addKey(0, 0.f).addKey(1, 10.f);
    const auto clip = builder.build();
    BOOST_TEST(clip->getName() == "nod");
    BOOST_TEST(clip->getDuration() == 2.);
    BOOST_TEST_REQUIRE(clip->channels().size() == 3u);
    BOOST_TEST(nearNumbers(sampled(*clip, 0, 0.5), std::vector<double>{std::sin(0.25), 0, 0, std::cos(0.25)}, 1e-6));
    BOOST_TEST(sampled(*clip, 1, 1.9) == (std::vector<double>{1, 2, 3}));
    BOOST_TEST(sampled(*clip, 2, 0.5) == (std::vector<double>{5}));
    AnimationGroup& group = rig.scene.createAnimationGroup(clip);
    BOOST_TEST(group.unboundChannelCount() == 0u);
    group.goTo(2.);
    BOOST_TEST(rig.bones[0]->getPosition() == glm::vec3(4, 5, 6));
}

BOOST_AUTO_TEST_CASE(a_second_key_at_one_time_replaces_the_first)
{
    AnimationClipBuilder builder;
    builder.curve("loudness").addKey(0, 1.f).addKey(1, 2.f).addKey(1, 3.f);
    BOOST_TEST(builder.curve("loudness").keyCount() == 2u);
    BOOST_TEST(sampled(*builder.build(), 0, 1.) == (std::vector<double>{3}));
}

// By hand, for the keys 0, 1, 9 at 0, 1 and 3 s: the parabola through them, a t^2 + b t with a + b = 1 and 9 a + 3 b = 9, is t^2, with
// slope 2 at 1 s. Half way to the second key, with level ends, the Hermite sum (h00 .. h11 at 1/2) is 1/2 * 1 - 1/8 * 2 = 0.25.
BOOST_AUTO_TEST_CASE(a_spline_without_tangents_is_smooth)
{
    AnimationClipBuilder builder;
    builder.curve("height").setInterpolation(Interpolation::CubicSpline).addKey(0, 0.f).addKey(1, 1.f).addKey(3, 9.f);
    const auto clip = builder.build();
    BOOST_TEST(clip->channels()[0].values.at(3, 0) == 2.f);
    BOOST_TEST(clip->channels()[0].values.at(5, 0) == 2.f);
    BOOST_TEST(clip->channels()[0].values.at(2, 0) == 0.f);
    BOOST_TEST(nearNumbers(sampled(*clip, 0, 0.5), std::vector<double>{0.25}, 1e-6));
}

BOOST_AUTO_TEST_CASE(tangents_are_kept)
{
    AnimationClipBuilder builder;
    AnimationTrack& track = builder.translation(ChannelTarget{.name = "arm"});
    track.setInterpolation(Interpolation::CubicSpline);
    track.addKey(0, glm::vec3(0), glm::vec3(1), glm::vec3(2)).addKey(1, glm::vec3(0), glm::vec3(3), glm::vec3(4));
    const std::vector<float> expected{1, 1, 1, 0, 0, 0, 2, 2, 2, 3, 3, 3, 0, 0, 0, 4, 4, 4};
    BOOST_TEST((builder.build()->channels()[0].values == expected));
}

BOOST_AUTO_TEST_CASE(neighbouring_rotations_are_in_one_half)
{
    AnimationClipBuilder builder;
    builder.rotation(ChannelTarget{.name = "arm"}).addKey(0, glm::quat(1, 0, 0, 0)).addKey(1, -turned({0, 1, 0}, 0.1f));
    BOOST_TEST(builder.build()->channels()[0].values[7] > 0.f);
}

BOOST_AUTO_TEST_CASE(constant_tracks_get_one_key_and_the_clip_keeps_its_duration)
{
    AnimationClipBuilder builder;
    builder.curve("a").addKey(0, 1.f).addKey(2, 1.f);
    builder.curve("b").addKey(0, 1.f).addKey(1, 1.f);
    const auto clip = builder.build();
    BOOST_TEST(clip->getDuration() == 2.);
    BOOST_TEST(clip->timeTrack(clip->channels()[1].timeTrack).size() == 1u);
    builder.curve("b").addKey(3, 2.f);
    BOOST_TEST(builder.build()->timeTrack(0).size() == 1u);
}

BOOST_AUTO_TEST_CASE(wrong_keys_are_refused_by_name)
{
    AnimationClipBuilder builder("nod");
    const ChannelTarget arm{.name = "arm"};
    AnimationTrack& track = builder.rotation(arm);
    BOOST_CHECK_EXCEPTION(track.addKey(0, glm::vec3(1)), std::invalid_argument, says("rotation of arm: a key of 3 numbers instead of 4"));
    BOOST_CHECK_EXCEPTION(track.addKey(-1, glm::quat(1, 0, 0, 0)), std::invalid_argument, says("time -1"));
    BOOST_CHECK_EXCEPTION(track.addKey(1e39, glm::quat(1, 0, 0, 0)), std::invalid_argument, says("time 1e+39"));
    BOOST_CHECK_EXCEPTION(track.addKey(0, glm::quat(NAN, 0, 0, 0)), std::invalid_argument, says("the key at 0 s holds nan"));
    BOOST_CHECK_EXCEPTION(track.addKey(0, glm::quat(0, 0, 0, 0)), std::invalid_argument, says("the key at 0 s is a rotation of length 0"));
    BOOST_CHECK_EXCEPTION((void)builder.build(), std::invalid_argument, says("the track rotation of arm has no keys"));
    BOOST_TEST(track.keyCount() == 0u);
    (void)builder.weights(arm, 3);
    BOOST_CHECK_EXCEPTION((void)builder.weights(arm, 2), std::invalid_argument, says("2 numbers per key, it has 3"));
    BOOST_CHECK_EXCEPTION((void)builder.weights(ChannelTarget{.name = "leg"}, 0), std::invalid_argument, says("0 numbers per key"));
    BOOST_CHECK_THROW((void)builder.curve("colour", 17), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(matrices_are_split_unless_they_are_sheared)
{
    AnimationClipBuilder builder("nod");
    const ChannelTarget arm{.name = "arm"};
    const Transform local{{1, 2, 3}, turned({1, 2, 3}, 1), {2, 2, 0.5f}};
    builder.addKey(arm, 0, toMat4(local));
    const auto clip = builder.build();
    BOOST_TEST_REQUIRE(clip->channels().size() == 3u);
    BOOST_TEST(nearNumbers(sampled(*clip, 2, 0), std::vector<double>{2, 2, 0.5}, 1e-6));
    glm::mat4 sheared(1);
    sheared[1][0] = 0.5f;
    BOOST_CHECK_EXCEPTION(builder.addKey(arm, 1, sheared), std::invalid_argument, says("the matrix for arm at 1 s is sheared"));
}

BOOST_AUTO_TEST_CASE(what_was_recorded_plays_again)
{
    MixerRig rig;
    Random random(1310);
    AnimationClipBuilder builder("recorded");
    std::vector<Pose> poses;
    Skeleton& skeleton = rig.bones[0]->getSkeleton();
    for (int frame = 0; frame < 10; ++frame) {
        for (Bone* const bone : rig.bones) {
            bone->setTransform({random.vector(-1, 1), random.rotation(), random.vector(0.5f, 2)});
        }
        builder.record(skeleton, frame / 30.);
        poses.push_back(capturePose(skeleton));
    }
    AnimationGroup& group = rig.scene.createAnimationGroup(builder.build());
    for (int frame = 0; frame < 10; ++frame) {
        group.goTo(frame / 30.);
        const Pose actual = capturePose(skeleton);
        for (std::size_t bone = 0; bone < actual.bones.size(); ++bone) {
            BOOST_TEST(near(actual.bones[bone].translation, poses[static_cast<std::size_t>(frame)].bones[bone].translation, 1e-5));
            BOOST_TEST(nearRotation(actual.bones[bone].rotation, poses[static_cast<std::size_t>(frame)].bones[bone].rotation, 1e-5));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_copied_builder_goes_on_by_itself)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    AnimationClipBuilder builder;
    builder.record(node, 0);
    AnimationClipBuilder copy = builder;
    node.setPosition({1, 0, 0});
    copy.record(node, 1);
    BOOST_TEST(copy.translation(node).keyCount() == 2u);
    BOOST_TEST(builder.translation(node).keyCount() == 1u);
}

BOOST_AUTO_TEST_CASE(nodes_are_recorded_with_what_hangs_below_them)
{
    Scene scene;
    TransformNode& top = scene.createTransformNode("top");
    TransformNode& below = scene.createTransformNode("below");
    below.setParent(&top, Keep::Local);
    AnimationClipBuilder builder;
    builder.record(top, 0);
    below.setPosition({1, 0, 0});
    builder.record(top, 1);
    const auto clip = builder.build();
    BOOST_TEST(clip->channels().size() == 6u);
    below.setPosition({5, 5, 5});
    scene.createAnimationGroup(clip).goTo(0.5);
    BOOST_TEST(below.getPosition() == glm::vec3(0.5f, 0, 0));
}

BOOST_AUTO_TEST_SUITE_END()
