#include <array>
#include <cmath>
#include <vector>

#include <support/near.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>
#include <support/same_bits.hpp>

#include "animation/clip/kernels/interpolation.hpp"
#include "animation/clip/kernels/sample_kernels.hpp"

using namespace armature;
using test::Random;
using test::sameBits;

namespace {

using Row = std::vector<float>;

float hostileKey(Random& random)
{
    constexpr std::array specials{0.f, -0.f, 1e-40f, -1e-42f, 1e-20f, -1.f, 1.f, 1e6f, 3e38f, -3e38f};
    return random.chance(0.2) ? specials[static_cast<std::size_t>(random.integer(0, 9))] : random.real(-2.f, 2.f);
}

Row hostileRow(std::size_t size, Random& random)
{
    Row row(size);
    for (float& value : row) {
        value = hostileKey(random);
    }
    return row;
}

Row tameRow(std::size_t size, Random& random)
{
    Row row(size);
    for (float& value : row) {
        value = random.real(-2.f, 2.f);
    }
    return row;
}

void setLane(Row& row, std::size_t lane, const glm::quat& rotation, float length = 1.f)
{
    const std::size_t lanes = row.size() / 4;
    for (glm::length_t c = 0; c < 4; ++c) {
        row[static_cast<std::size_t>(c) * lanes + lane] =
            std::array{rotation.x, rotation.y, rotation.z, rotation.w}[static_cast<std::size_t>(c)] * length;
    }
}

glm::dquat laneOf(const Row& row, std::size_t lane)
{
    const std::size_t lanes = row.size() / 4;
    return {row[3 * lanes + lane], row[lane], row[lanes + lane], row[2 * lanes + lane]};
}

/// Pairs of rotations: random, close together, equal, half a turn apart, of opposite sign, and a little off unit length.
struct Pairs {
    Row key;
    Row next;

    Pairs(std::size_t lanes, Random& random) : key(4 * lanes), next(4 * lanes)
    {
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const glm::quat a = random.rotation();
            const glm::quat turn = glm::angleAxis(random.real(0.f, random.chance(0.5) ? 1e-3f : 3.14f), random.direction());
            const glm::quat b = random.chance(0.1)   ? a
                                : random.chance(0.1) ? glm::angleAxis(glm::pi<float>(), random.direction()) * a
                                                     : turn * a;
            const float length = random.chance(0.2) ? random.real(0.993f, 1.007f) : 1.f;
            setLane(key, lane, a, length);
            setLane(next, lane, random.chance(0.3) ? -b : b, length);
        }
    }
};

HermiteKeys keysOf(const std::array<Row, 4>& rows)
{
    return {rows[0], rows[1], rows[2], rows[3]};
}

template <class Sample>
Row rowOf(std::size_t size, const Sample& sample)
{
    Row out(size, 7.f);
    sample(out);
    return out;
}

bool allFinite(const Row& row)
{
    return std::ranges::all_of(row, [](float value) { return std::isfinite(value); });
}

constexpr std::array keyFractions{1e-6, 0.1, 0.37, 0.5, 0.500001, 0.93, 0.999999};

}  // namespace

BOOST_AUTO_TEST_SUITE(sample_kernels)

// Compares the kernels for the processor's instruction set (ARMATURE_SIMD selects one) with plain C++, bit for bit.
BOOST_AUTO_TEST_CASE(every_kernel_equals_its_reference)
{
    Random random(1);
    for (std::size_t length = 1; length <= 70; ++length) {
        for (const double fraction : keyFractions) {
            const KeyPosition position{0, fraction, static_cast<double>(random.real(0.01f, 10.f))};
            const Row a = hostileRow(length, random);
            const Row b = hostileRow(length, random);
            const Row linear = rowOf(length, [&](Row& out) { sampleLinear(a, b, fraction, out); });
            BOOST_TEST(sameBits(linear, rowOf(length, [&](Row& out) { reference::sampleLinear(a, b, fraction, out); })));
            BOOST_TEST(allFinite(linear));

            const std::array vectors{hostileRow(length, random), hostileRow(length, random), hostileRow(length, random),
                                     hostileRow(length, random)};
            const Row spline = rowOf(length, [&](Row& out) { sampleHermite(keysOf(vectors), position, out); });
            BOOST_TEST(sameBits(spline, rowOf(length, [&](Row& out) { reference::sampleHermite(keysOf(vectors), position, out); })));
            BOOST_TEST(allFinite(spline));

            const Pairs pairs(length, random);
            const Row slerp = rowOf(4 * length, [&](Row& out) { sampleSlerp(pairs.key, pairs.next, fraction, out); });
            BOOST_TEST(sameBits(slerp, rowOf(4 * length, [&](Row& out) { reference::sampleSlerp(pairs.key, pairs.next, fraction, out); })));

            const std::array rotations{pairs.key, hostileRow(4 * length, random), pairs.next, hostileRow(4 * length, random)};
            const HermiteKeys keys{rotations[0], rotations[1], rotations[3], rotations[2]};
            const Row turning = rowOf(4 * length, [&](Row& out) { sampleHermiteRotation(keys, position, out); });
            BOOST_TEST(sameBits(turning, rowOf(4 * length, [&](Row& out) { reference::sampleHermiteRotation(keys, position, out); })));
            BOOST_TEST(allFinite(turning));

            Row some = hostileRow(4 * length, random);
            std::ranges::replace(some, 0.f, 1e-30f);
            const Row unit = rowOf(4 * length, [&](Row& out) { sampleUnit(some, out); });
            BOOST_TEST(sameBits(unit, rowOf(4 * length, [&](Row& out) { reference::sampleUnit(some, out); })));
            BOOST_TEST(allFinite(unit));
        }
    }
}

// Expected values: acos and sin in double (glTF 2.0, Appendix C.4).
BOOST_AUTO_TEST_CASE(slerp_is_as_exact_as_floats_are)
{
    Random random(2);
    double worst = 0.;
    for (int round = 0; round < 200; ++round) {
        const Pairs pairs(64, random);
        const double fraction = static_cast<double>(random.real(0.001f, 0.999f));
        const Row out = rowOf(256, [&](Row& o) { sampleSlerp(pairs.key, pairs.next, fraction, o); });
        for (std::size_t lane = 0; lane < 64; ++lane) {
            const glm::dquat a = laneOf(pairs.key, lane);
            glm::dquat b = laneOf(pairs.next, lane);
            double cosine = glm::dot(a, b);
            if (std::abs(cosine) < 1e-6) {
                continue;  // half a turn apart: either way is right
            }
            b = cosine < 0. ? -b : b;
            cosine = std::min(std::abs(cosine), 1.);
            const double angle = std::acos(cosine);
            const double first = angle < 1e-6 ? 1. - fraction : std::sin((1. - fraction) * angle) / std::sin(angle);
            const double second = angle < 1e-6 ? fraction : std::sin(fraction * angle) / std::sin(angle);
            const glm::dquat difference = laneOf(out, lane) - (a * first + b * second);
            worst = std::max({worst, std::abs(difference.x), std::abs(difference.y), std::abs(difference.z), std::abs(difference.w)});
        }
    }
    BOOST_TEST_MESSAGE("slerp: largest error " << worst);
    BOOST_TEST(worst < 2.5e-7);
    BOOST_TEST(worst > 0.);
}

// By hand: two rotations in normalised bytes, of lengths 1.0002 and 1.0042 and 10 degrees apart. Their dot product of 1.0009 has no arc
// cosine, so the slerp is a straight line, as in Babylon.js. The keys are not normalised, because a rotation would then jump where it
// leaves and reaches its keys.
BOOST_AUTO_TEST_CASE(between_keys_that_are_too_long_slerp_is_a_straight_line)
{
    Row key(8);
    Row next(8);
    const glm::quat from(51.f / 127.f, 68.f / 127.f, 76.f / 127.f, -56.f / 127.f);
    const glm::quat to(52.f / 127.f, 76.f / 127.f, 69.f / 127.f, -55.f / 127.f);
    for (const std::size_t lane : {0u, 1u}) {
        setLane(key, lane, from);
        setLane(next, lane, to, lane == 0 ? 1.f : -1.f);
    }
    const Row out = rowOf(8, [&](Row& o) { sampleSlerp(key, next, 0.25, o); });
    for (const std::size_t lane : {0u, 1u}) {
        BOOST_TEST(test::near(laneOf(out, lane), glm::dquat(51.25 / 127., 70. / 127., 74.25 / 127., -55.75 / 127.), 2e-7));
    }
}

BOOST_AUTO_TEST_CASE(straight_lines_and_splines_are_as_exact_as_floats_are)
{
    Random random(3);
    double linear = 0.;
    double spline = 0.;
    for (int round = 0; round < 200; ++round) {
        const std::array rows{tameRow(70, random), tameRow(70, random), tameRow(70, random), tameRow(70, random)};
        const KeyPosition position{0, static_cast<double>(random.real(0.001f, 0.999f)), static_cast<double>(random.real(0.01f, 1.f))};
        const Row line = rowOf(70, [&](Row& out) { sampleLinear(rows[0], rows[1], position.fraction, out); });
        const Row curve = rowOf(70, [&](Row& out) { sampleHermite(keysOf(rows), position, out); });
        const HermiteWeights weights = HermiteWeights::at(position.fraction, position.interval);
        for (std::size_t i = 0; i < 70; ++i) {
            const double a = static_cast<double>(rows[0][i]);
            const double b = static_cast<double>(rows[1][i]);
            linear = std::max(linear, std::abs(static_cast<double>(line[i]) - (a + (b - a) * position.fraction)) / 2.);
            const HermiteKeys keys = keysOf(rows);
            const double expected = interpolateHermite(weights, static_cast<double>(keys.value[i]), static_cast<double>(keys.outTangent[i]),
                                                       static_cast<double>(keys.nextValue[i]), static_cast<double>(keys.nextInTangent[i]));
            spline = std::max(spline, std::abs(static_cast<double>(curve[i]) - expected) / 2.);
        }
    }
    BOOST_TEST_MESSAGE("straight line: largest error " << linear << " of the largest number, spline: " << spline);
    BOOST_TEST(linear < 2e-7);
    BOOST_TEST(spline < 4e-7);
}

BOOST_AUTO_TEST_CASE(what_does_not_change_keeps_its_bits)
{
    Random random(4);
    Row key(4 * 50);
    for (std::size_t lane = 0; lane < 50; ++lane) {
        setLane(key, lane, random.rotation());
    }
    for (const double fraction : keyFractions) {
        BOOST_TEST(sameBits(rowOf(200, [&](Row& out) { sampleSlerp(key, key, fraction, out); }), key));
        BOOST_TEST(sameBits(rowOf(200, [&](Row& out) { sampleLinear(key, key, fraction, out); }), key));
    }
}

BOOST_AUTO_TEST_CASE(a_lane_does_not_know_of_the_others)
{
    Random random(5);
    const Pairs pairs(37, random);
    const Row all = rowOf(4 * 37, [&](Row& out) { sampleSlerp(pairs.key, pairs.next, 0.3, out); });
    for (std::size_t lane = 0; lane < 37; ++lane) {
        Row key;
        Row next;
        Row expected;
        for (std::size_t c = 0; c < 4; ++c) {
            key.push_back(pairs.key[c * 37 + lane]);
            next.push_back(pairs.next[c * 37 + lane]);
            expected.push_back(all[c * 37 + lane]);
        }
        BOOST_TEST(sameBits(rowOf(4, [&](Row& out) { sampleSlerp(key, next, 0.3, out); }), expected));
    }
}

BOOST_AUTO_TEST_SUITE_END()
