#include <glm/gtc/quaternion.hpp>

#include "animation/clip/kernels/blend_kernels.hpp"

#include <armature/math/simd.hpp>

#include <animation/blend_lanes.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

constexpr float weights[] = {0.f, 0.25f, 0.5f, 0.7f, 1.f, -0.5f, 1.5f};

}  // namespace

BOOST_AUTO_TEST_SUITE(blend_kernels)

BOOST_AUTO_TEST_CASE(blending_equals_the_reference_bit_for_bit)
{
    Random random(501);
    BOOST_TEST_MESSAGE("instruction set: " << getInstructionSet());
    for (std::size_t length = 1; length <= largestLength; ++length) {
        const Blocks from = hostile(random, length);
        Blocks to = hostile(random, length);
        makeOpposite(random, from, to);
        for (const float weight : weights) {
            Blocks expected(from.size());
            Blocks actual(from.size());
            reference::blendLanes(from, to, weight, expected);
            blendLanes(from, to, weight, actual);
            BOOST_REQUIRE_MESSAGE(sameBits(actual, expected), "length " << length << ", weight " << weight);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_blend_may_be_written_over_what_it_reads)
{
    Random random(502);
    Blocks from = hostile(random, 40);
    Blocks to = hostile(random, 40);
    Blocks expected(from.size());
    blendLanes(from, to, 0.3f, expected);
    Blocks overFrom = from;
    blendLanes(overFrom, to, 0.3f, overFrom);
    BOOST_TEST(sameBits(overFrom, expected));
    blendLanes(from, to, 0.3f, to);
    BOOST_TEST(sameBits(to, expected));
}

// An independent version in double: glm's mix, and the normalised sum of the rotations, with signs for the shorter arc.
BOOST_AUTO_TEST_CASE(a_blend_is_the_straight_line)
{
    Random random(503);
    Blocks from(5);
    Blocks to(5);
    for (std::size_t i = 0; i < largestLength; ++i) {
        put(from, i, ordinary(random));
        put(to, i, ordinary(random));
    }
    for (const float weight : weights) {
        Blocks out(5);
        blendLanes(from, to, weight, out);
        const double w = static_cast<double>(weight);
        for (std::size_t i = 0; i < largestLength; ++i) {
            const Transform a = get(from, i);
            const Transform b = get(to, i);
            const Transform actual = get(out, i);
            const glm::dquat start(a.rotation);
            const glm::dquat end = alignedTo(start, b.rotation);
            BOOST_TEST(near(actual.translation, glm::mix(glm::dvec3(a.translation), glm::dvec3(b.translation), w), 1e-6));
            BOOST_TEST(near(actual.scale, glm::mix(glm::dvec3(a.scale), glm::dvec3(b.scale), w), 1e-6));
            if (weight >= 0.f && weight <= 1.f) {
                BOOST_TEST(near(actual.rotation, glm::normalize(start * (1. - w) + end * w), 1e-6));
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(the_ends_of_a_blend_are_exact)
{
    Random random(504);
    Blocks from(1);
    Blocks to(1);
    const Transform a{{0.1f, -7.f, 3e5f}, glm::quat(0.f, 1.f, 0.f, 0.f), {1.f, -2.f, 0.f}};
    const Transform b{{1e-3f, 2.f, 9.f}, glm::quat(0.f, 0.f, 0.f, 1.f), {3.f, 0.3f, 1.f}};
    for (std::size_t i = 0; i < laneCount; ++i) {
        put(from, i, a);
        put(to, i, b);
    }
    Blocks out(1);
    blendLanes(from, to, 0.f, out);
    BOOST_TEST((get(out, 3) == a));
    blendLanes(from, to, 1.f, out);
    BOOST_TEST((get(out, 3) == b));
}

BOOST_AUTO_TEST_CASE(rotations_without_length_become_the_identity)
{
    const float infinity = std::numeric_limits<float>::infinity();
    for (const float number : {0.f, 1e-30f, 3e38f, infinity, std::numeric_limits<float>::quiet_NaN()}) {
        Blocks both(1);
        for (std::size_t i = 0; i < laneCount; ++i) {
            put(both, i, {{}, glm::quat(number, number, number, number), {}});
        }
        Blocks out(1);
        blendLanes(both, both, 0.5f, out);
        BOOST_TEST((get(out, 5).rotation == glm::quat(1.f, 0.f, 0.f, 0.f)));
    }
}

BOOST_AUTO_TEST_SUITE_END()
