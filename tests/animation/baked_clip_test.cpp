#include <armature/animation/baked_clip.hpp>

#include <cmath>
#include <limits>

#include <animation/baked_stage.hpp>
#include <animation/clip_builder.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

void requireNear(const std::vector<Transform>& actual, const std::vector<Transform>& expected, double tolerance)
{
    BOOST_REQUIRE(actual.size() == expected.size());
    for (std::size_t i = 0; i < actual.size(); ++i) {
        BOOST_TEST_CONTEXT("bone " << i)
        {
            BOOST_TEST(near(actual[i].translation, expected[i].translation, tolerance));
            BOOST_TEST(nearRotation(actual[i].rotation, expected[i].rotation, tolerance));
            BOOST_TEST(near(actual[i].scale, expected[i].scale, tolerance));
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(baked_clip)

// Expected values: the pose that an AnimationGroup writes.
BOOST_AUTO_TEST_CASE(at_frames_it_is_the_exact_clip)
{
    for (const Interpolation interpolation : {Interpolation::Linear, Interpolation::CubicSpline, Interpolation::Step}) {
        BakedStage stage(21, 601);
        const auto clip = stage.movingClip(interpolation, evenTimes(31, 30.));
        const auto baked = BakedClip::create(*clip, stage.skeleton, {.maxError = anyError});
        BOOST_TEST(baked->frameCount() == 31u);
        BOOST_TEST(baked->getFramesPerSecond() == 30., boost::test_tools::tolerance(1e-6));
        for (std::size_t frame = 0; frame < baked->frameCount(); ++frame) {
            const double seconds = static_cast<double>(clip->timeTrack(0)[frame]);
            requireNear(sampled(*baked, seconds), stage.played(clip, seconds), 1e-5);
        }
    }
}

// Expected values: the middle of two neighbouring frames, by hand.
BOOST_AUTO_TEST_CASE(between_frames_it_is_the_straight_line)
{
    BakedStage stage(40, 602);
    const auto clip = stage.movingClip(Interpolation::Linear, evenTimes(5, 30.));
    const auto baked = BakedClip::create(*clip, stage.skeleton, {.maxError = anyError});
    const auto before = sampled(*baked, 2. / 30.);
    const auto after = sampled(*baked, 3. / 30.);
    auto middle = before;
    for (std::size_t i = 0; i < middle.size(); ++i) {
        middle[i] = {(before[i].translation + after[i].translation) / 2.f, glm::normalize(before[i].rotation + after[i].rotation),
                     (before[i].scale + after[i].scale) / 2.f};
        BOOST_TEST(glm::dot(before[i].rotation, after[i].rotation) >= 0.f);
    }
    requireNear(sampled(*baked, 2.5 / 30.), middle, 1e-5);
}

// Expected values: the rule in the documentation of BakeOptions, by hand.
BOOST_AUTO_TEST_CASE(the_rate_makes_evenly_spaced_keys_frames)
{
    const std::pair<double, double> rates[] = {{1., 30.},  {7., 35.},  {24., 48.},   {25., 50.},
                                               {30., 30.}, {60., 60.}, {120., 120.}, {1000., 240.}};
    for (const auto& [keys, frames] : rates) {
        BakedStage stage(1, 606);
        const auto clip = stage.movingClip(Interpolation::Linear, evenTimes(1 + static_cast<std::size_t>(2. * keys), keys));
        const auto baked = BakedClip::create(*clip, stage.skeleton, {.maxError = anyError});
        BOOST_TEST(baked->getFramesPerSecond() == frames, boost::test_tools::tolerance(1e-6));
        BOOST_TEST(baked->frameCount() == static_cast<std::size_t>(2. * frames) + 1);
    }
}

// Keys on a grid of 24 a second with some left out, and two keys closer together than any frames.
BOOST_AUTO_TEST_CASE(keys_that_are_left_out_do_not_change_the_rate)
{
    BakedStage stage(1, 609);
    std::vector<float> times;
    for (const int key : {0, 3, 4, 9, 10, 11, 40}) {
        times.push_back(static_cast<float>(key) / 24.f);
    }
    times.push_back(times.back() + 0.0005f);
    times.push_back(static_cast<float>(48) / 24.f);
    const auto clip = stage.movingClip(Interpolation::Linear, times);
    const auto baked = BakedClip::create(*clip, stage.skeleton, {.maxError = anyError});
    BOOST_TEST(baked->getFramesPerSecond() == 48., boost::test_tools::tolerance(1e-6));
    BOOST_TEST(baked->frameCount() == 97u);
}

BOOST_AUTO_TEST_CASE(the_last_frame_is_the_end)
{
    BakedStage stage(3, 607);
    const auto clip = stage.movingClip(Interpolation::Linear, {0.f, 0.4f, 1.03f});
    const auto baked = BakedClip::create(*clip, stage.skeleton, {.framesPerSecond = 10.});
    BOOST_TEST(baked->frameCount() == 11u);
    BOOST_TEST(baked->getFramesPerSecond() == 10. / clip->getDuration(), boost::test_tools::tolerance(1e-12));
    BOOST_TEST(baked->locate(clip->getDuration()).frame == 10u);
    BOOST_TEST(baked->locate(clip->getDuration()).fraction == 0.f);
    requireNear(sampled(*baked, clip->getDuration()), stage.played(clip, clip->getDuration()), 1e-6);
}

BOOST_AUTO_TEST_CASE(times_outside_hold_the_first_and_the_last_frame)
{
    BakedStage stage(3, 608);
    const auto clip = stage.movingClip(Interpolation::Linear, evenTimes(5, 30.));
    const auto baked = BakedClip::create(*clip, stage.skeleton, {.maxError = anyError});
    const double infinity = std::numeric_limits<double>::infinity();
    for (const double seconds : {-1e300, -infinity, -1e-9, std::numeric_limits<double>::quiet_NaN()}) {
        BOOST_TEST((sampled(*baked, seconds) == sampled(*baked, 0.)));
    }
    for (const double seconds : {1e300, infinity, baked->getDuration() + 1e-9}) {
        BOOST_TEST((sampled(*baked, seconds) == sampled(*baked, baked->getDuration())));
    }
    for (int i = 0; i < 1000; ++i) {
        const BakedPosition position = baked->locate(static_cast<double>(stage.random.real(-0.1f, 0.3f)));
        BOOST_TEST(position.frame < baked->frameCount());
        BOOST_TEST((position.fraction >= 0.f && position.fraction < 1.f));
        BOOST_TEST((position.frame + 1 < baked->frameCount() || position.fraction == 0.f));
    }
    // Just before a frame, by less than a float can resolve.
    const BakedPosition close = baked->locate(std::nextafter(2. / baked->getFramesPerSecond(), 0.));
    BOOST_TEST((close.fraction < 1.f && static_cast<double>(close.frame) + static_cast<double>(close.fraction) >= 1.999));
}

// 0.1f is above 0.1, so an exact frame at 0.1 would still show the key before.
BOOST_AUTO_TEST_CASE(a_step_is_not_a_frame_late)
{
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("rig");
    skeleton.createBone("bone");
    const auto clip = ClipBuilder()
                          .bone(0, 0)
                          .channel(ChannelPath::Translation, Interpolation::Step, {0.f, 0.1f, 0.2f}, {1, 0, 0, 2, 0, 0, 3, 0, 0})
                          .create();
    const auto baked = BakedClip::create(*clip, skeleton, {.framesPerSecond = 30.});
    BOOST_TEST(baked->frameCount() == 7u);
    BOOST_TEST(sampled(*baked, 2. / baked->getFramesPerSecond())[0].translation.x == 1.f);
    BOOST_TEST(sampled(*baked, 3. / baked->getFramesPerSecond())[0].translation.x == 2.f);
    BOOST_TEST(baked->getError().position == 1., boost::test_tools::tolerance(1e-3));  // just before the step
}

BOOST_AUTO_TEST_CASE(linked_bones_take_the_channels_of_their_nodes)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    Skeleton& skeleton = scene.createSkeleton("rig");
    skeleton.createBone("free");
    skeleton.createBone("linked").linkTransformNode(&node);
    const auto clip =
        ClipBuilder().node(0).channel(ChannelPath::Translation, Interpolation::Linear, {0.f, 1.f}, {0, 0, 0, 4, 8, 12}).create();
    const auto pose = sampled(*BakedClip::create(*clip, skeleton, {.maxError = anyError}), 0.25);
    BOOST_TEST(near(pose[1].translation, glm::vec3(1.f, 2.f, 3.f), 1e-6));
    BOOST_TEST((pose[0] == Transform{}));
}

BOOST_AUTO_TEST_CASE(a_skeleton_without_scene_takes_the_channels_of_bones_of_skeleton_0)
{
    Skeleton skeleton;
    skeleton.createBone("bone");
    const auto clip = ClipBuilder()
                          .bone(0, 0)
                          .channel(ChannelPath::Scale, Interpolation::Linear, {0.f, 1.f}, {1, 1, 1, 3, 3, 3})
                          .bone(1, 0)
                          .channel(ChannelPath::Translation, Interpolation::Linear, {0.f, 1.f}, {1, 1, 1, 3, 3, 3})
                          .create();
    const auto pose = sampled(*BakedClip::create(*clip, skeleton, {.maxError = anyError}), 0.5);
    BOOST_TEST((pose[0] == Transform{{}, glm::quat(1.f, 0.f, 0.f, 0.f), {2.f, 2.f, 2.f}}));
}

BOOST_AUTO_TEST_CASE(the_largest_numbers_stay_finite)
{
    Skeleton skeleton;
    skeleton.createBone("bone");
    constexpr float most = std::numeric_limits<float>::max();
    const auto clip =
        ClipBuilder()
            .bone(0, 0)
            .channel(ChannelPath::Translation, Interpolation::Step, {0.f, 0.1f, 0.2f}, {most, -most, most, -most, most, most, most, 0, 0})
            .create();
    for (const bool isQuantized : {false, true}) {
        const auto baked = BakedClip::create(*clip, skeleton, {.isQuantized = isQuantized, .maxError = anyError});
        for (double seconds = 0.; seconds < 0.25; seconds += 0.01) {
            const glm::vec3 t = sampled(*baked, seconds)[0].translation;
            BOOST_TEST((std::isfinite(t.x) && std::isfinite(t.y) && std::isfinite(t.z)));
        }
        BOOST_TEST(baked->getError().position > 1e38);
    }
}

BOOST_AUTO_TEST_CASE(bones_may_be_chosen_and_ordered)
{
    BakedStage stage(30, 603);
    const auto clip = stage.movingClip(Interpolation::Linear, evenTimes(5, 30.));
    const auto bones = stage.skeleton.bones();
    const Bone* const chosen[] = {bones[29], bones[3], bones[17]};
    const auto all = sampled(*BakedClip::create(*clip, stage.skeleton, {.maxError = anyError}), 0.05);
    const auto some = sampled(*BakedClip::create(*clip, stage.skeleton, {.bones = chosen, .maxError = anyError}), 0.05);
    BOOST_REQUIRE(some.size() == 3u);
    BOOST_TEST((some[0] == all[29]));
    BOOST_TEST((some[1] == all[3]));
    BOOST_TEST((some[2] == all[17]));
}

BOOST_AUTO_TEST_CASE(bad_options_are_refused)
{
    BakedStage stage(3, 604);
    BakedStage other(1, 605);
    const auto clip = stage.movingClip(Interpolation::Linear, {0.f, 2.f});
    const auto bake = [&](const BakeOptions& options) { return BakedClip::create(*clip, stage.skeleton, options); };
    const Bone* const foreign[] = {stage.skeleton.bones()[0], other.skeleton.bones()[0]};
    const Bone* const repeated[] = {stage.skeleton.bones()[1], stage.skeleton.bones()[1]};
    const Bone* const null[] = {nullptr};
    const double infinity = std::numeric_limits<double>::infinity();
    BOOST_CHECK_EXCEPTION(bake({.bones = foreign}), std::invalid_argument,
                          says("\"moving\": bone 1 of 2 does not belong to skeleton \"rig\""));
    BOOST_CHECK_EXCEPTION(bake({.bones = repeated}), std::invalid_argument, says("bone 1 of 2, \"bone1\", is repeated"));
    BOOST_CHECK_EXCEPTION(bake({.bones = null}), std::invalid_argument, says("bone 0 of 1 does not belong to skeleton \"rig\""));
    for (const double number : {0., -1., infinity, std::numeric_limits<double>::quiet_NaN()}) {
        BOOST_CHECK_EXCEPTION(bake({.framesPerSecond = number}), std::invalid_argument, says("rate is"));
        BOOST_CHECK_EXCEPTION(bake({.radius = number}), std::invalid_argument, says("radius is"));
    }
    BOOST_CHECK_EXCEPTION(bake({.framesPerSecond = 1e6}), std::invalid_argument,
                          says("\"moving\": 2 s at 1000000 frames a second are more than 1048576 frames"));
    std::vector<Transform> room(2);
    BOOST_CHECK_EXCEPTION(bake({})->sample(0., room), std::invalid_argument,
                          says("\"moving\": there is room for 2 transforms, but it has 3 bones"));
}

BOOST_AUTO_TEST_SUITE_END()
