#include <array>
#include <cstring>
#include <limits>
#include <vector>

#include <support/precompiled.hpp>
#include <support/random.hpp>

#include "crowd/kernels/crowd_kernels.hpp"
#include "math/aligned_vector.hpp"

using namespace armature;
using namespace armature::test;

// The versions for the processor's instruction sets (ARMATURE_SIMD picks one) against plain C++, bit for bit.
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

template <class T>
bool sameMemory(const AlignedVector<T>& a, const AlignedVector<T>& b)
{
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
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
        BOOST_TEST(sameMemory(actual, expected), bones << " bones");
    }
}

BOOST_AUTO_TEST_CASE(palettes_equal_the_reference)
{
    Random random(2);
    for (std::size_t bones = 1; bones <= 70; ++bones) {
        const auto pose = hostileLanes(bones, random);
        std::vector<std::uint32_t> depths;
        std::vector<std::uint32_t> slots;
        AlignedVector<Affine> inverseBinds;
        for (std::size_t i = 0; i < bones; ++i) {
            depths.push_back(i == 0 ? 0 : static_cast<std::uint32_t>(random.integer(0, static_cast<int>(depths.back()) + 1)));
            slots.push_back(random.chance(0.1) ? noSlot : static_cast<std::uint32_t>(i));
            inverseBinds.push_back(hostileAffine(random));
        }
        const auto run = [&](auto kernel) {
            AlignedVector<AffineBlock> absolute(bones);
            AlignedVector<Affine> palettes(laneCount * bones, identityAffine());
            std::array<Affine*, laneCount> targets;
            for (std::size_t lane = 0; lane < laneCount; ++lane) {
                targets[lane] = &palettes[lane * bones];
            }
            kernel(pose, CrowdRig{depths, inverseBinds, slots}, absolute, targets);
            return palettes;
        };
        const auto actual = run([](auto&&... arguments) { poseToPalettes(arguments...); });
        const auto expected = run([](auto&&... arguments) { reference::poseToPalettes(arguments...); });
        BOOST_TEST(sameMemory(actual, expected), bones << " bones");
    }
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
        BOOST_TEST(sameMemory(actual, expected), bones << " bones");
    }
}

BOOST_AUTO_TEST_SUITE_END()
