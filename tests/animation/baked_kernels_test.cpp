#include "animation/clip/kernels/baked_kernels.hpp"

#include <bit>

#include <armature/math/simd.hpp>

#include <animation/blend_lanes.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

constexpr float frameFractions[] = {0.f, 1e-30f, 0.25f, 0.7f, 0.99999994f};
constexpr std::size_t blockSize = TransformLanes::componentCount * laneCount;

// The rows of some bones, two frames, and buffers for the results.
struct Baked {
    Baked(Random& random, std::size_t length)
        : animated(blocksFor(length))
        , base(numbersOf(hostile(random, length)))
        , steps(numbersOf(hostile(random, length)))
        , expected(animated.size())
        , actual(animated.size())
    {
        const unsigned sets[] = {0u, 0x3ffu, 0x78u, 0x7fu, 0x10u};
        std::size_t rows = 0;
        for (std::uint16_t& set : animated) {
            set = static_cast<std::uint16_t>(random.chance(0.5) ? random.integer(0, 0x3ff) : static_cast<int>(sets[random.integer(0, 4)]));
            rows += static_cast<std::size_t>(std::popcount(set));
        }
        const AlignedVector<float> numbers = numbersOf(hostile(random, 2 * length));
        frame.assign(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(rows * laneCount));
        next.assign(numbers.end() - static_cast<std::ptrdiff_t>(rows * laneCount), numbers.end());
        for (std::size_t i = 0; i < frame.size(); ++i) {
            next[i] = random.chance(0.2) ? -frame[i] : next[i];
            const auto number = [&] {
                return static_cast<std::uint16_t>(random.chance(0.2) ? random.integer(0, 1) * 65535 : random.integer(0, 65535));
            };
            quantizedFrame.push_back(number());
            quantizedNext.push_back(number());
        }
    }

    [[nodiscard]] static AlignedVector<float> numbersOf(const Blocks& blocks)
    {
        const float* const first = &blocks[0].component[0][0];
        return {first, first + blocks.size() * blockSize};
    }

    [[nodiscard]] BakedRows rows() const { return {animated, base.data(), steps.data()}; }

    std::vector<std::uint16_t> animated;
    AlignedVector<float> base;
    AlignedVector<float> steps;
    AlignedVector<float> frame;
    AlignedVector<float> next;
    AlignedVector<std::uint16_t> quantizedFrame;
    AlignedVector<std::uint16_t> quantizedNext;
    Blocks expected;
    Blocks actual;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(baked_kernels)

BOOST_AUTO_TEST_CASE(sampling_equals_the_reference_bit_for_bit)
{
    Random random(621);
    BOOST_TEST_MESSAGE("instruction set: " << getInstructionSet());
    for (std::size_t length = 1; length <= largestLength; ++length) {
        for (const float fraction : frameFractions) {
            Baked baked(random, length);
            reference::sampleBaked(baked.rows(), baked.frame.data(), baked.next.data(), fraction, baked.expected.data());
            sampleBaked(baked.rows(), baked.frame.data(), baked.next.data(), fraction, baked.actual.data());
            BOOST_REQUIRE_MESSAGE(sameBits(baked.actual, baked.expected), "floats, length " << length << ", fraction " << fraction);

            const std::uint16_t* const frame = baked.quantizedFrame.data();
            const std::uint16_t* const next = baked.quantizedNext.data();
            reference::sampleQuantized(baked.rows(), frame, next, fraction, baked.expected.data());
            sampleQuantized(baked.rows(), frame, next, fraction, baked.actual.data());
            BOOST_REQUIRE_MESSAGE(sameBits(baked.actual, baked.expected), "16 bits, length " << length << ", fraction " << fraction);
        }
    }
}

// An independent version in double: the header's formula for each number, and each rotation normalised.
BOOST_AUTO_TEST_CASE(sampling_is_the_straight_line_made_unit)
{
    Random random(622);
    const Blocks from = ordinaryBlocks(random, 3);
    Blocks to = ordinaryBlocks(random, 3);
    const std::vector<std::uint16_t> animated(3, 0x3ff);
    const AlignedVector<float> base = Baked::numbersOf(from);
    const AlignedVector<float> next = Baked::numbersOf(to);
    Blocks out(3);
    sampleBaked({animated, base.data(), nullptr}, base.data(), next.data(), 0.3f, out.data());
    for (std::size_t i = 0; i < 3 * laneCount; ++i) {
        const Transform a = get(from, i);
        const Transform b = get(to, i);
        const double t = static_cast<double>(0.3f);
        BOOST_TEST(near(get(out, i).translation, glm::mix(glm::dvec3(a.translation), glm::dvec3(b.translation), t), 1e-6));
        BOOST_TEST(near(get(out, i).scale, glm::mix(glm::dvec3(a.scale), glm::dvec3(b.scale), t), 1e-6));
        BOOST_TEST(near(get(out, i).rotation, glm::normalize(glm::dquat(a.rotation) * (1. - t) + glm::dquat(b.rotation) * t), 1e-5));
    }
}

BOOST_AUTO_TEST_CASE(lanes_become_transforms_as_they_are)
{
    Random random(623);
    for (int round = 0; round < 70; ++round) {
        const Blocks blocks = hostile(random, laneCount);
        Transform expected[laneCount];
        Transform actual[laneCount + 1];
        actual[laneCount].translation.x = 7.f;
        reference::storeTransforms(blocks[0], expected);
        storeTransforms(blocks[0], std::span(actual).first<laneCount>());
        BOOST_TEST(std::memcmp(actual, expected, sizeof expected) == 0);
        BOOST_TEST(actual[laneCount].translation.x == 7.f);
        const Transform third = get(blocks, 3);
        BOOST_TEST(std::memcmp(&actual[3], &third, sizeof third) == 0);
    }
}

BOOST_AUTO_TEST_SUITE_END()
