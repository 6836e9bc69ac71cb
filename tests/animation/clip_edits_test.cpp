#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <vector>

#include <armature/animation/animation_clip_builder.hpp>
#include <armature/animation/animation_layer.hpp>
#include <armature/animation/clip_edits.hpp>
#include <armature/scene/scene.hpp>

#include <animation/random_clips.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

constexpr int attempts = 40;

std::shared_ptr<const AnimationClip> randomClipOf(Random& random)
{
    const auto layout = everyLayout[static_cast<std::size_t>(random.integer(0, 3))];
    auto description = randomClip(random, 3, layout);
    description.name = "motion";
    return AnimationClip::create(std::move(description));
}

/// True if a time is at a jump of a STEP channel. Times are rounded, so the jump may come a little earlier or later.
bool isAtAJump(const AnimationClip& clip, const AnimationChannel& channel, double seconds)
{
    return channel.interpolation == Interpolation::Step && std::ranges::any_of(clip.timeTrack(channel.timeTrack), [&](float time) {
               return std::abs(static_cast<double>(time) - seconds) < 1e-4;
           });
}

boost::test_tools::assertion_result nearValue(ChannelPath path, const std::vector<double>& actual, const std::vector<double>& expected,
                                              double tolerance)
{
    if (path == ChannelPath::Rotation) {
        return nearRotation(glm::dquat(actual[3], actual[0], actual[1], actual[2]),
                            glm::dquat(expected[3], expected[0], expected[1], expected[2]), tolerance);
    }
    return nearNumbers(actual, expected, tolerance);
}

/// Checks at random times that each channel of `actual` has the value of `clip` at the time that `timeIn` returns.
void checkMoves(Random& random, const AnimationClip& clip, const AnimationClip& actual, const std::function<double(double)>& timeIn)
{
    BOOST_TEST_REQUIRE(actual.channels().size() == clip.channels().size());
    BOOST_TEST(actual.getName() == clip.getName());
    for (std::size_t index = 0; index < clip.channels().size(); ++index) {
        const AnimationChannel& channel = clip.channels()[index];
        for (int sample = 0; sample < 20; ++sample) {
            const double seconds = random.real(0.f, static_cast<float>(actual.getDuration()));
            const double expected = timeIn(seconds);
            if (!isAtAJump(clip, channel, expected)) {
                BOOST_TEST(nearValue(channel.path, sampled(actual, index, seconds), sampled(clip, index, expected), 1e-4),
                           "channel " << index << " at " << seconds << " s");
            }
        }
    }
}

std::shared_ptr<const AnimationClip> lift(Interpolation interpolation, std::vector<float> times, std::vector<float> values)
{
    return ClipBuilder("lift").node(0).channel(ChannelPath::Translation, interpolation, std::move(times), std::move(values)).create();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(clip_edits)

BOOST_AUTO_TEST_CASE(a_trimmed_clip_is_that_part_of_the_clip)
{
    Random random(1301);
    for (int round = 0; round < attempts; ++round) {
        const auto clip = randomClipOf(random);
        const double from = clip->getDuration() * random.real(0.f, 0.5f);
        const double to = clip->getDuration() * random.real(0.6f, 1.f);
        const auto part = trimClip(*clip, from, to);
        BOOST_TEST(part->getDuration() == to - from, boost::test_tools::tolerance(1e-5));
        checkMoves(random, *clip, *part, [&](double seconds) { return from + seconds; });
    }
}

// By hand: the line goes from 0 to 4 within 2 s. At 0.5 s it is at 1, one second later at 3.
BOOST_AUTO_TEST_CASE(a_trimmed_line_has_keys_where_it_was_cut)
{
    const auto part = trimClip(*lift(Interpolation::Linear, {0, 2}, {0, 0, 0, 0, 4, 0}), 0.5, 1.5);
    BOOST_TEST(part->timeTrack(0).size() == 2u);
    BOOST_TEST(sampled(*part, 0, 0.) == (std::vector<double>{0, 1, 0}));
    BOOST_TEST(sampled(*part, 0, 1.) == (std::vector<double>{0, 3, 0}));
    BOOST_TEST(part->getDuration() == 1.);
}

BOOST_AUTO_TEST_CASE(a_part_that_the_clip_does_not_have_is_refused)
{
    const auto clip = lift(Interpolation::Linear, {0, 2}, {0, 0, 0, 0, 4, 0});
    const double nan = std::nan("");
    for (const auto& [from, to] : {std::pair{-0.1, 1.}, std::pair{1., 1.}, std::pair{1.5, 1.}, std::pair{0., 2.1}, std::pair{nan, 1.}}) {
        BOOST_CHECK_EXCEPTION((void)trimClip(*clip, from, to), std::invalid_argument, says("animation clip \"lift\": "));
    }
}

BOOST_AUTO_TEST_CASE(a_reversed_clip_runs_backwards)
{
    Random random(1302);
    for (int round = 0; round < attempts; ++round) {
        const auto clip = randomClipOf(random);
        const auto reversed = reverseClip(*clip);
        BOOST_TEST(reversed->getDuration() == clip->getDuration(), boost::test_tools::tolerance(1e-5));
        checkMoves(random, *clip, *reversed, [&](double seconds) { return clip->getDuration() - seconds; });
    }
}

BOOST_AUTO_TEST_CASE(a_warped_clip_keeps_its_shape)
{
    Random random(1303);
    for (int round = 0; round < attempts; ++round) {
        const auto clip = randomClipOf(random);
        const double duration = clip->getDuration();
        const std::vector<TimeMark> marks{{0, 0}, {0.3 * duration, 0.8 * duration}, {0.5 * duration, duration}, {duration, 3 * duration}};
        const auto warped = warpClip(*clip, marks);
        BOOST_TEST(warped->getDuration() == 3 * duration, boost::test_tools::tolerance(1e-5));
        checkMoves(random, *clip, *warped, [&](double seconds) {
            const auto next = std::ranges::find_if(marks.begin() + 1, marks.end() - 1, [&](const TimeMark& m) { return m.to >= seconds; });
            const auto before = next - 1;
            return before->from + (seconds - before->to) * (next->from - before->from) / (next->to - before->to);
        });
        checkMoves(random, *clip, *setClipDuration(*clip, 0.25), [&](double seconds) { return seconds / 0.25 * duration; });
    }
}

BOOST_AUTO_TEST_CASE(marks_that_do_not_ascend_from_beginning_to_end_are_refused)
{
    const auto clip = lift(Interpolation::Linear, {0, 2}, {0, 0, 0, 0, 4, 0});
    const std::vector<std::vector<TimeMark>> wrong{{},
                                                   {{0, 0}},
                                                   {{0, 1}, {2, 3}},
                                                   {{0, 0}, {1, 3}},
                                                   {{0, 0}, {1, 2}, {1, 3}, {2, 4}},
                                                   {{0, 0}, {1, 2}, {2, 2}},
                                                   {{0, 0}, {2, INFINITY}}};
    for (const auto& marks : wrong) {
        BOOST_CHECK_EXCEPTION((void)warpClip(*clip, marks), std::invalid_argument, says("animation clip \"lift\": "));
    }
    BOOST_CHECK_THROW((void)setClipDuration(*clip, 0.), std::invalid_argument);
    BOOST_CHECK_THROW((void)setClipDuration(*lift(Interpolation::Linear, {0}, {0, 0, 0}), 1.), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(concatenated_clips_follow_one_another)
{
    Random random(1304);
    for (int round = 0; round < attempts; ++round) {
        const std::array clips{randomClipOf(random), randomClipOf(random), randomClipOf(random)};
        const auto whole = concatenateClips("whole", clips);
        BOOST_TEST(whole->getName() == "whole");
        double begin = 0;
        for (const auto& clip : clips) {
            for (std::size_t index = 0; index < clip->channels().size() && clip->getDuration() > 0; ++index) {
                const AnimationChannel& channel = clip->channels()[index];
                const auto found = std::ranges::find_if(whole->channels(), [&](const AnimationChannel& each) {
                    return each.path == channel.path && each.target == channel.target;
                });
                BOOST_TEST_REQUIRE((found != whole->channels().end()));
                const auto place = static_cast<std::size_t>(found - whole->channels().begin());
                for (int sample = 0; sample < 20; ++sample) {
                    const double seconds = clip->getDuration() * static_cast<double>(random.real(0.001f, 0.999f));
                    if (!isAtAJump(*clip, channel, seconds)) {
                        BOOST_TEST(nearValue(channel.path, sampled(*whole, place, begin + seconds), sampled(*clip, index, seconds), 1e-4));
                    }
                }
            }
            begin += clip->getDuration();
        }
        BOOST_TEST(whole->getDuration() == begin, boost::test_tools::tolerance(1e-5));
    }
}

// By hand: up within 1 s, then 1 s of a clip without that channel, then from 7 to 8.
BOOST_AUTO_TEST_CASE(a_channel_holds_while_a_clip_lacks_it)
{
    const auto other =
        ClipBuilder("other").node(1).channel(ChannelPath::Translation, Interpolation::Linear, {0, 1}, {0, 0, 0, 1, 0, 0}).create();
    const std::array clips{lift(Interpolation::Linear, {0, 1}, {0, 0, 0, 0, 1, 0}), other,
                           lift(Interpolation::Linear, {0, 1}, {0, 7, 0, 0, 8, 0})};
    const auto whole = concatenateClips("whole", clips);
    BOOST_TEST_REQUIRE(whole->channels().size() == 2u);
    BOOST_TEST(sampled(*whole, 0, 1.5) == (std::vector<double>{0, 1, 0}));
    BOOST_TEST(nearNumbers(sampled(*whole, 0, 2.), std::vector<double>{0, 7, 0}, 1e-5));
    BOOST_TEST(nearNumbers(sampled(*whole, 0, 2.5), std::vector<double>{0, 7.5, 0}, 1e-5));
    BOOST_TEST(sampled(*whole, 1, 0.5) == (std::vector<double>{0, 0, 0}));
    BOOST_TEST(nearNumbers(sampled(*whole, 1, 1.5), std::vector<double>{0.5, 0, 0}, 1e-6));
    BOOST_TEST(sampled(*whole, 1, 3.) == (std::vector<double>{1, 0, 0}));
}

BOOST_AUTO_TEST_CASE(clips_that_meet_share_the_key_where_they_meet)
{
    const auto up = lift(Interpolation::Linear, {0, 1}, {0, 0, 0, 0, 1, 0});
    const auto down = reverseClip(*up);
    const auto whole = concatenateClips("whole", std::array{up, down});
    BOOST_TEST(whole->timeTrack(0).size() == 3u);
    BOOST_TEST(sampled(*whole, 0, 1.5) == (std::vector<double>{0, 0.5, 0}));
}

// Two crates stand side by side, and each keeps its own motion.
BOOST_AUTO_TEST_CASE(nodes_of_one_name_stay_two)
{
    Scene scene;
    TransformNode& one = scene.createTransformNode("crate");
    TransformNode& other = scene.createTransformNode("crate");
    AnimationClipBuilder builder("crates");
    builder.translation(one).addKey(0, glm::vec3(1, 0, 0)).addKey(1, glm::vec3(2, 0, 0));
    builder.translation(other).addKey(0, glm::vec3(5, 0, 0)).addKey(1, glm::vec3(6, 0, 0));
    BOOST_TEST(builder.trackCount() == 2u);
    const auto clip = builder.build();
    const auto twice = concatenateClips("twice", std::array{clip, clip});
    BOOST_TEST_REQUIRE(twice->channels().size() == 2u);
    BOOST_TEST(twice->getDuration() == 2.);
    BOOST_TEST(nearNumbers(sampled(*twice, 0, 1.5), std::vector<double>{1.5, 0, 0}, 1e-6));
    BOOST_TEST(nearNumbers(sampled(*twice, 1, 1.5), std::vector<double>{5.5, 0, 0}, 1e-6));
}

BOOST_AUTO_TEST_CASE(a_pose_before_a_motion_is_not_seen)
{
    const auto pose = lift(Interpolation::Linear, {0}, {0, 9, 0});
    const auto motion = lift(Interpolation::Linear, {0, 1}, {0, 0, 0, 0, 1, 0});
    const auto whole = concatenateClips("whole", std::array{pose, motion});
    BOOST_TEST(whole->getDuration() == 1.);
    BOOST_TEST(sampled(*whole, 0, 0.) == (std::vector<double>{0, 0, 0}));
    BOOST_TEST(concatenateClips("whole", std::array{motion, pose})->getDuration() == 1., boost::test_tools::tolerance(1e-6));
    BOOST_TEST(concatenateClips("poses", std::array{pose, pose})->getDuration() == 0.);
}

BOOST_AUTO_TEST_CASE(nothing_cannot_be_concatenated)
{
    BOOST_CHECK_EXCEPTION((void)concatenateClips("whole", {}), std::invalid_argument, says("no clips"));
    BOOST_CHECK_EXCEPTION((void)concatenateClips("whole", std::array<std::shared_ptr<const AnimationClip>, 1>{}), std::invalid_argument,
                          says("clip 0 of 1 is null"));
}

BOOST_AUTO_TEST_CASE(a_closed_loop_ends_where_it_begins_and_is_unchanged_before)
{
    Random random(1305);
    for (int round = 0; round < attempts; ++round) {
        const auto clip = randomClipOf(random);
        const double duration = clip->getDuration();
        if (duration < 0.5) {
            continue;
        }
        const double seconds = 0.4 * duration;
        const auto closed = closeLoop(*clip, seconds);
        BOOST_TEST(closed->getDuration() == duration);
        for (std::size_t index = 0; index < clip->channels().size(); ++index) {
            const AnimationChannel& channel = clip->channels()[index];
            BOOST_TEST(nearValue(channel.path, sampled(*closed, index, duration), sampled(*clip, index, 0.), 1e-5));
            const double before = 0.59 * duration * static_cast<double>(random.real(0.f, 1.f));
            if (!isAtAJump(*clip, channel, before)) {
                BOOST_TEST(nearValue(channel.path, sampled(*closed, index, before), sampled(*clip, index, before), 1e-4));
            }
        }
    }
}

// The sum of a cubic and a smooth step is a cubic, so it is exact at all times. This checks tangents as well as values.
BOOST_AUTO_TEST_CASE(a_closed_spline_is_the_spline_and_the_smooth_step)
{
    Random random(1308);
    const std::vector<float> times{0, 0.7f, 1.1f, 2};
    const auto clip =
        lift(Interpolation::CubicSpline, times, randomValues(random, ChannelPath::Translation, Interpolation::CubicSpline, 4));
    const auto closed = closeLoop(*clip, 1.25);
    const std::vector<double> first = sampled(*clip, 0, 0.);
    const std::vector<double> last = sampled(*clip, 0, 2.);
    for (double seconds = 0; seconds <= 2; seconds += 0.037) {
        const double x = std::clamp((seconds - 0.75) / 1.25, 0., 1.);
        std::vector<double> expected = sampled(*clip, 0, seconds);
        for (std::size_t i = 0; i < 3; ++i) {
            expected[i] += x * x * (3 - 2 * x) * (first[i] - last[i]);
        }
        BOOST_TEST(nearNumbers(sampled(*closed, 0, seconds), expected, 1e-5));
    }
}

// By hand: a line to 8 within 4 s, closed within the last 2 s. Half way through them the smooth step is 0.5: 6 - 4 = 2. The channel that
// the filter rejects keeps its values.
BOOST_AUTO_TEST_CASE(a_loop_is_closed_by_a_smooth_step_in_the_chosen_channels)
{
    const auto clip = ClipBuilder("walk")
                          .node(0)
                          .channel(ChannelPath::Translation, Interpolation::Linear, {0, 4}, {0, 0, 0, 0, 8, 0})
                          .node(1)
                          .channel(ChannelPath::Translation, Interpolation::Linear, {0, 4}, {0, 0, 0, 0, 8, 0})
                          .create();
    const auto closed = closeLoop(*clip, 2., [](const AnimationChannel& channel) { return channel.target.index == 0; });
    BOOST_TEST(nearNumbers(sampled(*closed, 0, 2.), std::vector<double>{0, 4, 0}, 1e-6));
    BOOST_TEST(nearNumbers(sampled(*closed, 0, 3.), std::vector<double>{0, 2, 0}, 1e-6));
    BOOST_TEST(nearNumbers(sampled(*closed, 0, 4.), std::vector<double>{0, 0, 0}, 1e-6));
    BOOST_TEST(sampled(*closed, 1, 4.) == (std::vector<double>{0, 8, 0}));
    BOOST_CHECK_EXCEPTION((void)closeLoop(*clip, 4.1), std::invalid_argument, says("cannot be closed within 4.1 of its 4 seconds"));
    BOOST_CHECK_THROW((void)closeLoop(*clip, 0.), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(a_resampled_clip_is_exact_at_its_frames)
{
    Random random(1306);
    for (int round = 0; round < attempts; ++round) {
        const auto clip = randomClipOf(random);
        const auto resampled = resampleClip(*clip, 30.);
        const double duration = clip->getDuration();
        BOOST_TEST(resampled->getDuration() == duration);
        const int frames = std::max(1, static_cast<int>(std::round(duration * 30.)));
        for (std::size_t index = 0; index < clip->channels().size(); ++index) {
            const AnimationChannel& channel = resampled->channels()[index];
            BOOST_TEST(
                (channel.interpolation != Interpolation::CubicSpline || clip->timeTrack(clip->channels()[index].timeTrack).size() == 1));
            for (int frame = 0; frame <= frames; ++frame) {
                const double seconds = duration * frame / frames;
                const auto stored = static_cast<double>(static_cast<float>(seconds));
                BOOST_TEST(nearValue(channel.path, sampled(*resampled, index, stored), sampled(*clip, index, stored), 1e-4));
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_rate_that_is_none_or_gives_too_many_frames_is_refused)
{
    const auto clip = lift(Interpolation::Linear, {0, 2}, {0, 0, 0, 0, 4, 0});
    for (const double rate : {0., -30., std::nan(""), 1e9}) {
        BOOST_CHECK_EXCEPTION((void)resampleClip(*clip, rate), std::invalid_argument, says("frames per second"));
    }
}

// By hand: a quarter turn about x whose second key is stored as -q. Unaligned, glTF's spline would pass through the mean of the two,
// nearly 0.
BOOST_AUTO_TEST_CASE(aligned_signs_take_the_short_way)
{
    const float s = std::sin(glm::quarter_pi<float>());
    const auto turn = [&](Interpolation interpolation, std::vector<float> values) {
        return ClipBuilder("turn").node(0).channel(ChannelPath::Rotation, interpolation, {0, 1}, std::move(values)).create();
    };
    const auto spline =
        alignRotationSigns(*turn(Interpolation::CubicSpline, {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, -s, 0, 0, -s, 0, 0, 0, 0}));
    const double e = glm::pi<double>() / 8;
    BOOST_TEST(nearNumbers(sampled(*spline, 0, 0.5), std::vector<double>{std::sin(e), 0, 0, std::cos(e)}, 1e-6));
    const auto line = turn(Interpolation::Linear, {0, 0, 0, 1, -s, 0, 0, -s});
    const auto aligned = alignRotationSigns(*line);
    BOOST_TEST(aligned->channels()[0].values[4] == s);
    BOOST_TEST(nearValue(ChannelPath::Rotation, sampled(*aligned, 0, 0.3), sampled(*line, 0, 0.3), 1e-7));
}

BOOST_AUTO_TEST_CASE(a_clip_restored_from_its_differences_is_the_clip)
{
    Random random(1307);
    for (int round = 0; round < attempts; ++round) {
        const auto clip = randomClipOf(random);
        const auto restored = restoreFromAdditive(*makeAdditiveClip(*clip, *clip, 0.2), *clip, 0.2);
        checkMoves(random, *clip, *restored, [](double seconds) { return seconds; });
    }
}

BOOST_AUTO_TEST_SUITE_END()
