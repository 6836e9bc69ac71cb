#include <array>
#include <vector>

#include <support/precompiled.hpp>
#include <support/random.hpp>
#include <support/same_bits.hpp>

#include "crowd/kernels/crowd_kernels.hpp"
#include "math/aligned_vector.hpp"

using namespace armature;
using namespace armature::test;

// Compares the kernels for the processor's instruction set (ARMATURE_SIMD selects one) with plain C++, bit for bit.
BOOST_AUTO_TEST_SUITE(crowd_kernels)

namespace {

float hostile(Random& random)
{
    constexpr std::array specials{0.f, -0.f, 1e-40f, -1e-42f, 1e-20f, -1.f, 1.f, 1e6f};
    return random.chance(0.2) ? specials[static_cast<std::size_t>(random.integer(0, 7))] : random.real(-2.f, 2.f);
}

AlignedVector<TransformLanes> hostileLanes(std::size_t count, Random& random)
{
    AlignedVector<TransformLanes> lanes(count);
    for (TransformLanes& block : lanes) {
        for (auto& row : block.component) {
            for (float& value : row) {
                value = hostile(random);
            }
        }
    }
    return lanes;
}

Affine hostileAffine(Random& random)
{
    Affine affine;
    for (int i = 0; i < 12; ++i) {
        affine[i / 4][i % 4] = hostile(random);
    }
    return affine;
}

}  // namespace

BOOST_AUTO_TEST_CASE(transposing_equals_the_reference)
{
    Random random(1);
    for (std::size_t bones = 1; bones <= 70; ++bones) {
        const std::size_t blocks = (bones + laneCount - 1) / laneCount;
        const auto byInstance = hostileLanes(laneCount * blocks, random);
        std::vector<std::uint32_t> order(bones);
        for (std::uint32_t i = 0; i < bones; ++i) {
            order[i] = i;
        }
        std::shuffle(order.begin(), order.end(), random.engine());
        AlignedVector<TransformLanes> actual(bones);
        AlignedVector<TransformLanes> expected(bones);
        transposePoses(byInstance, blocks, order, actual);
        reference::transposePoses(byInstance, blocks, order, expected);
        BOOST_TEST(sameBits(actual, expected), bones << " bones");
    }
}

// Some bones follow their parents without a pose. The matrices are written with and without streaming stores, both at multiples of a cache
// line (four matrices fill three lines) and at other addresses.
BOOST_AUTO_TEST_CASE(palettes_equal_the_reference)
{
    Random random(2);
    for (std::uint32_t bones = 1; bones <= 70; ++bones) {
        const auto pose = hostileLanes(bones, random);
        std::vector<std::uint32_t> parents;
        std::vector<std::uint32_t> kept;
        std::vector<std::uint32_t> poses;
        std::vector<std::uint32_t> slots;
        AlignedVector<Affine> inverseBinds;
        for (std::uint32_t i = 0; i < bones; ++i) {
            parents.push_back(i == 0 || random.chance(0.1) ? noSlot
                                                           : static_cast<std::uint32_t>(random.integer(0, static_cast<int>(i) - 1)));
            const bool follows = parents.back() != noSlot && random.chance(0.3);
            kept.push_back(follows ? noSlot : i);
            poses.push_back(follows ? noSlot : bones - 1 - i);
            slots.push_back(random.chance(0.1) ? noSlot : i);
            inverseBinds.push_back(hostileAffine(random));
        }
        const std::vector<std::uint8_t> quarters = quartersOf(slots);
        const auto run = [&](std::size_t stride, auto kernel) {
            AlignedVector<AffineBlock> absolute(bones);
            AlignedVector<Affine> palettes(laneCount * stride, identityAffine());
            std::array<Affine*, laneCount> targets;
            for (std::size_t lane = 0; lane < laneCount; ++lane) {
                targets[lane] = &palettes[lane * stride];
            }
            kernel(pose, CrowdRig{parents, kept, poses, inverseBinds, slots, quarters}, absolute, targets);
            return palettes;
        };
        for (const std::size_t stride : {(bones + 3) / 4 * 4, bones / 4 * 4 + 5}) {
            const auto expected = run(stride, [](auto&&... arguments) { reference::poseToPalettes(arguments..., false); });
            for (const bool isStreamed : {false, true}) {
                const auto actual = run(stride, [&](auto&&... arguments) { poseToPalettes(arguments..., isStreamed); });
                BOOST_TEST(sameBits(actual, expected), bones << " bones, " << stride << " apart" << (isStreamed ? ", streamed" : ""));
            }
        }
    }
}

// By hand: slots 4 to 7 are consecutive, 8 to 11 are not, and 2 to 5 do not begin at a multiple of four.
BOOST_AUTO_TEST_CASE(quarters_are_of_four_slots_in_a_row)
{
    const std::vector<std::uint32_t> slots{2, 3, 4, 5, 6, 7, noSlot, 8, 9, 11, 10, noSlot};
    const std::vector<std::uint8_t> expected{4, 4, 0, 1, 2, 3, 4, 4, 4, 4, 4, 4};
    BOOST_TEST(quartersOf(slots) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(interpolating_equals_the_reference)
{
    Random random(3);
    for (std::size_t bones = 1; bones <= 70; ++bones) {
        AlignedVector<Affine> from;
        AlignedVector<Affine> to;
        for (std::size_t i = 0; i < bones; ++i) {
            from.push_back(hostileAffine(random));
            to.push_back(hostileAffine(random));
        }
        AlignedVector<Affine> actual(bones);
        AlignedVector<Affine> expected(bones);
        const float fraction = random.real(0.f, 1.f);
        interpolatePalettes(from, to, fraction, actual);
        reference::interpolatePalettes(from, to, fraction, expected);
        BOOST_TEST(sameBits(actual, expected), bones << " bones");
    }
}

BOOST_AUTO_TEST_SUITE_END()
