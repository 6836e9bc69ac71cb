#include <numbers>

#include <armature/animation/animation_clip.hpp>

#include <animation/clip_builder.hpp>
#include <support/angles.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>

using namespace armature;
using namespace armature::test;

namespace {

using Numbers = std::vector<double>;

constexpr auto translation = ChannelPath::Translation;
constexpr auto rotation = ChannelPath::Rotation;

double lengthOf(const Numbers& numbers)
{
    double squared = 0;
    for (const double number : numbers) {
        squared += number * number;
    }
    return std::sqrt(squared);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(animation_clip)

// By hand: a step holds the value of the key at or before the time.
BOOST_AUTO_TEST_CASE(step_holds_the_key_before)
{
    const auto clip = ClipBuilder().channel(translation, Interpolation::Step, {1, 2, 4}, {1, 1, 1, 2, 2, 2, 4, 4, 4}).create();
    BOOST_TEST(sampled(*clip, 0, 1.) == (Numbers{1, 1, 1}), boost::test_tools::per_element());
    BOOST_TEST(sampled(*clip, 0, 1.9999999)[0] == 1);
    BOOST_TEST(sampled(*clip, 0, 2.)[0] == 2);
    BOOST_TEST(sampled(*clip, 0, 3.9999999)[0] == 2);
    BOOST_TEST(sampled(*clip, 0, 4.)[0] == 4);
}

// By hand: a quarter of the way from (0 0 0) to (2 4 -6) is (0.5 1 -1.5).
BOOST_AUTO_TEST_CASE(linear_is_a_straight_line)
{
    const auto clip = ClipBuilder().channel(translation, Interpolation::Linear, {1, 3}, {0, 0, 0, 2, 4, -6}).create();
    BOOST_TEST(sampled(*clip, 0, 1.5) == (Numbers{0.5, 1, -1.5}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(outside_its_keys_a_channel_holds_the_nearest_one)
{
    for (const auto interpolation : {Interpolation::Step, Interpolation::Linear}) {
        const auto clip = ClipBuilder().channel(translation, interpolation, {1, 3}, {1, 2, 3, 4, 5, 6}).create();
        for (const double before : {-5., 0., 0.999}) {
            BOOST_TEST(sampled(*clip, 0, before) == (Numbers{1, 2, 3}), boost::test_tools::per_element());
        }
        BOOST_TEST(sampled(*clip, 0, 1e30) == (Numbers{4, 5, 6}), boost::test_tools::per_element());
    }
    // Tangents must not push a cubic channel beyond its ends.
    const auto cubic = ClipBuilder()
                           .channel(translation, Interpolation::CubicSpline, {1, 3}, {9, 9, 9, 1, 2, 3, 9, 9, 9, 9, 9, 9, 4, 5, 6, 9, 9, 9})
                           .create();
    BOOST_TEST(sampled(*cubic, 0, 0.5) == (Numbers{1, 2, 3}), boost::test_tools::per_element());
    BOOST_TEST(sampled(*cubic, 0, 3.5) == (Numbers{4, 5, 6}), boost::test_tools::per_element());
}

// By hand: a third of the way to a quarter turn about z is 30 degrees: (0 0 sin 15 cos 15).
BOOST_AUTO_TEST_CASE(linear_rotation_turns_at_constant_speed)
{
    const auto clip = ClipBuilder().channel(rotation, Interpolation::Linear, {0, 3}, {0, 0, 0, 1, 0, 0, sin45, sin45}).create();
    BOOST_TEST(nearNumbers(sampled(*clip, 0, 1.), Numbers{0, 0, 0.25881904510252074, 0.96592582628906831}, 1e-7));
    BOOST_TEST(nearNumbers(sampled(*clip, 0, 2.), Numbers{0, 0, 0.5, 0.86602540378443865}, 1e-7));
}

// By hand, glTF 2.0 Appendix C.5 with interval 1 and no tangents: 3/16 - 2/64 at a quarter.
BOOST_AUTO_TEST_CASE(cubic_without_tangents_eases)
{
    const auto clip = ClipBuilder()
                          .channel(translation, Interpolation::CubicSpline, {0, 1}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, -4, 0, 0, 0})
                          .create();
    BOOST_TEST(sampled(*clip, 0, 0.25) == (Numbers{0.15625, 0.3125, -0.625}), boost::test_tools::per_element());
}

// By hand: halfway through an interval of 2 s, an outgoing tangent of 1/s gives 2 * (1/8 - 1/2 + 1/2) = 0.25, an incoming one
// 2 * (1/8 - 1/4) = -0.25. The key times are 1 and 3: tangents count per second, not per key.
BOOST_AUTO_TEST_CASE(tangents_are_scaled_by_the_key_interval)
{
    const auto clip = ClipBuilder()
                          .channel(translation, Interpolation::CubicSpline, {1, 3}, {7, 7, 7, 0, 0, 0, 1, 0, 1, 0, 1, 1, 0, 0, 0, 7, 7, 7})
                          .create();
    BOOST_TEST(sampled(*clip, 0, 2.) == (Numbers{0.25, -0.25, 0}), boost::test_tools::per_element());
}

// By hand: halfway between no turn and a quarter turn about z, the mean of the two quaternions points at 45 degrees (a turn by 45 degrees)
// and is shorter than unit until it is normalised.
BOOST_AUTO_TEST_CASE(cubic_rotations_are_normalised)
{
    std::vector<float> values(24, 0.f);
    values[7] = 1.f;
    values[18] = values[19] = sin45;
    const auto clip = ClipBuilder().channel(rotation, Interpolation::CubicSpline, {0, 1}, values).create();
    BOOST_TEST(nearNumbers(sampled(*clip, 0, 0.5), Numbers{0, 0, 0.38268343236508978, 0.92387953251128674}, 1e-7));

    Random random(22);
    for (int round = 0; round < 200; ++round) {
        for (float& value : values) {
            value = random.real(-2.f, 2.f);
        }
        const auto wild = ClipBuilder().channel(rotation, Interpolation::CubicSpline, {0, 0.5f}, values).create();
        const double seconds = static_cast<double>(random.real(-0.1f, 0.6f));
        BOOST_TEST(std::abs(lengthOf(sampled(*wild, 0, seconds)) - 1.) < 1e-6);
    }
}

BOOST_AUTO_TEST_CASE(key_times_are_not_resampled)
{
    const std::vector<float> times{0.f, 0.001f, 0.0333333f, 0.7f, 0.70000005f, 12.3456f};
    std::vector<float> values;
    for (std::size_t key = 0; key < times.size(); ++key) {
        values.insert(values.end(), {static_cast<float>(key), 0.f, 0.f});
    }
    const auto clip = ClipBuilder().channel(translation, Interpolation::Linear, times, values).create();
    const auto kept = clip->timeTrack(clip->channels()[0].timeTrack);
    BOOST_TEST(std::vector<float>(kept.begin(), kept.end()) == times, boost::test_tools::per_element());
    for (std::size_t key = 0; key < times.size(); ++key) {
        BOOST_TEST(sampled(*clip, 0, static_cast<double>(times[key]))[0] == static_cast<double>(key));
    }
    BOOST_TEST(clip->getDuration() == static_cast<double>(12.3456f));
}

// By hand: -q is the same rotation as q, so 10 degrees stay 10 degrees, and halfway is 5, not 185.
BOOST_AUTO_TEST_CASE(opposite_signs_take_the_short_way)
{
    const auto halfAngle = static_cast<float>(std::numbers::pi / 36);
    const float s = std::sin(halfAngle);
    const float c = std::cos(halfAngle);
    const auto clip = ClipBuilder().channel(rotation, Interpolation::Linear, {0, 1}, {0, 0, 0, 1, -s, 0, 0, -c}).create();
    const auto middle = sampled(*clip, 0, 0.5);
    BOOST_TEST(nearNumbers(middle, Numbers{std::sin(std::numbers::pi / 72), 0, 0, std::cos(std::numbers::pi / 72)}, 1e-7));
}

// Flipping the sign of any key never changes a sampled rotation.
BOOST_AUTO_TEST_CASE(the_signs_of_keys_do_not_matter)
{
    Random random(24);
    for (int round = 0; round < 500; ++round) {
        std::vector<float> values;
        std::vector<float> flipped;
        for (int key = 0; key < 4; ++key) {
            const glm::quat q = random.rotation();
            const float sign = random.chance(0.5) ? -1.f : 1.f;
            values.insert(values.end(), {q.x, q.y, q.z, q.w});
            flipped.insert(flipped.end(), {sign * q.x, sign * q.y, sign * q.z, sign * q.w});
        }
        const auto a = ClipBuilder().channel(rotation, Interpolation::Linear, {0, 1, 2, 3}, values).create();
        const auto b = ClipBuilder().channel(rotation, Interpolation::Linear, {0, 1, 2, 3}, flipped).create();
        const auto seconds = static_cast<double>(random.real(0.f, 3.f));
        const auto qa = sampled(*a, 0, seconds);
        const auto qb = sampled(*b, 0, seconds);
        BOOST_TEST(nearRotation(glm::dquat(qa[3], qa[0], qa[1], qa[2]), glm::dquat(qb[3], qb[0], qb[1], qb[2]), 0.));
    }
}

// The formula of glTF 2.0 Appendix C.4 in long double; the result may differ by a few roundings to float.
BOOST_AUTO_TEST_CASE(slerp_is_exact_up_to_rounding)
{
    Random random(4);
    for (int round = 0; round < 2000; ++round) {
        const glm::quat a = random.rotation();
        glm::quat b = random.rotation();
        if (random.chance(0.5)) {
            const float closeness = std::pow(10.f, random.real(-7.f, 0.f));
            b = glm::normalize(a + closeness * b);
        }
        const auto clip = ClipBuilder().channel(rotation, Interpolation::Linear, {0, 1}, {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w}).create();
        const auto seconds = static_cast<double>(random.real(0.f, 1.f));
        const auto actual = sampled(*clip, 0, seconds);
        using Wide = glm::qua<long double>;
        const Wide wideA(a);
        const Wide wideB(b);
        const long double dot = glm::dot(wideA, wideB);
        const long double angle = std::acos(std::min(std::abs(dot), 1.0L));
        const long double u = static_cast<long double>(seconds);
        const bool isLine = angle < 1e-9L;
        const long double first = isLine ? 1 - u : std::sin((1 - u) * angle) / std::sin(angle);
        const long double second = (isLine ? u : std::sin(u * angle) / std::sin(angle)) * (dot < 0 ? -1 : 1);
        const Wide expected(first * wideA.w + second * wideB.w, first * wideA.x + second * wideB.x, first * wideA.y + second * wideB.y,
                            first * wideA.z + second * wideB.z);
        for (std::size_t i = 0; i < 4; ++i) {
            const auto exact = static_cast<double>(expected[static_cast<glm::length_t>(i)]);
            BOOST_TEST(std::abs(actual[i] - exact) <= 2e-7);
        }
    }
}

BOOST_AUTO_TEST_CASE(nearly_equal_opposite_and_half_turn_rotations_stay_finite_and_unit)
{
    const float tiny = 1e-7f;
    const std::vector<std::array<float, 4>> ends{{0, 0, 0, 1},      {tiny, 0, 0, 1}, {1e-20f, 0, 0, 1}, {0, 0, 0, -1},
                                                 {-tiny, 0, 0, -1}, {1, 0, 0, 0},    {0, 0, 1, 0},      {0, -1, 0, tiny}};
    for (const auto& end : ends) {
        const auto clip =
            ClipBuilder().channel(rotation, Interpolation::Linear, {0, 1}, {0, 0, 0, 1, end[0], end[1], end[2], end[3]}).create();
        for (const double seconds : {0., 1e-9, 0.25, 0.5, 0.75, 0.999999, 1.}) {
            BOOST_TEST(std::abs(lengthOf(sampled(*clip, 0, seconds)) - 1.) < 1e-6);
        }
    }
}

// By hand: 5 * (0 0 sin 45 cos 45) is a quarter turn about z.
BOOST_AUTO_TEST_CASE(rotations_far_from_unit_are_made_unit_and_others_kept)
{
    const float kept = 0.9925f;
    const auto clip = ClipBuilder()
                          .channel(rotation, Interpolation::Step, {0, 1, 2}, {0, 0, 5 * sin45, 5 * sin45, 0, 0, 0, kept, 0, 1e-30f, 0, 0})
                          .create();
    BOOST_TEST(nearNumbers(sampled(*clip, 0, 0.), Numbers{0, 0, std::sqrt(0.5), std::sqrt(0.5)}, 1e-7));
    BOOST_TEST(sampled(*clip, 0, 1.)[3] == static_cast<double>(kept));
    BOOST_TEST(sampled(*clip, 0, 2.)[1] == 1.);
}

// Hostile but finite keys: no sampled value is infinite or NaN.
BOOST_AUTO_TEST_CASE(finite_keys_give_finite_values)
{
    const float huge = std::numeric_limits<float>::max();
    const std::vector<float> times{0.f, 1e-38f, 1.f, huge};
    std::vector<float> values;
    std::vector<float> spline;
    for (int key = 0; key < 4; ++key) {
        const float value = key % 2 == 0 ? huge : -huge;
        values.insert(values.end(), {value, -value, value});
        spline.insert(spline.end(), {huge, -huge, huge, value, -value, 0, -huge, huge, huge});
    }
    const auto clip = ClipBuilder()
                          .channel(translation, Interpolation::Linear, times, values)
                          .channel(ChannelPath::Scale, Interpolation::CubicSpline, times, spline)
                          .create();
    for (const double seconds : {0., 1e-39, 0.5, 2., 1e30, 3e38}) {
        for (std::size_t channel = 0; channel < 2; ++channel) {
            for (const double value : sampled(*clip, channel, seconds)) {
                BOOST_TEST(std::isfinite(value));
            }
        }
    }
}

// The curve passes exactly through zero halfway, where it defines no rotation.
BOOST_AUTO_TEST_CASE(a_cubic_rotation_through_zero_holds_the_nearer_key)
{
    std::vector<float> values(24, 0.f);
    values[7] = 1.f;
    values[19] = -1.f;
    const auto clip = ClipBuilder().channel(rotation, Interpolation::CubicSpline, {0, 1}, values).create();
    BOOST_TEST(sampled(*clip, 0, 0.5) == (Numbers{0, 0, 0, -1}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(equal_time_tracks_become_one_and_unused_ones_none)
{
    ClipBuilder builder;
    builder.node(0).channel(translation, Interpolation::Linear, {0, 1}, {0, 0, 0, 1, 1, 1});
    builder.node(1).channel(translation, Interpolation::Linear, {0, 2}, {0, 0, 0, 1, 1, 1});
    builder.node(2).channel(translation, Interpolation::Linear, {0, 1}, {0, 0, 0, 1, 1, 1});
    builder.description().timeTracks.push_back({0, 99});
    const auto clip = builder.create();
    BOOST_TEST(clip->timeTrackCount() == 2u);
    BOOST_TEST(clip->channels()[0].timeTrack == clip->channels()[2].timeTrack);
    BOOST_TEST(clip->getDuration() == 2.);
    BOOST_TEST(sampled(*clip, 1, 1.)[0] == 0.5);
}

BOOST_AUTO_TEST_CASE(a_clip_without_channels_has_no_duration)
{
    const auto clip = ClipBuilder("nothing").create();
    BOOST_TEST(clip->getDuration() == 0.);
    BOOST_TEST(clip->getName() == "nothing");
}

// By hand: the values of three weights, a quarter of the way between the keys.
BOOST_AUTO_TEST_CASE(weights_have_as_many_numbers_as_the_mesh_has_targets)
{
    const auto clip = ClipBuilder().channel(ChannelPath::Weights, Interpolation::Linear, {0, 1}, {0, 1, 0.5f, 1, 0, 0.5f}, 3).create();
    BOOST_TEST(sampled(*clip, 0, 0.25) == (Numbers{0.25, 0.75, 0.5}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(too_little_room_or_a_foreign_channel_is_refused)
{
    const auto clip = ClipBuilder("walk").channel(translation, Interpolation::Step, {0}, {1, 2, 3}).create();
    std::array<float, 3> value{};
    BOOST_CHECK_THROW(clip->sample(1, 0., value), std::out_of_range);
    BOOST_CHECK_EXCEPTION(clip->sample(0, 0., std::span(value).first(2)), std::invalid_argument, says("\"walk\""));
}

BOOST_AUTO_TEST_SUITE_END()
