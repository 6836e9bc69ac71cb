#pragma once

#include <cstddef>
#include <iterator>
#include <limits>

#include <armature/math/transform.hpp>

#include "math/aligned_vector.hpp"
#include "node/kernels/pose_kernels.hpp"

#include <support/random.hpp>
#include <support/same_bits.hpp>

/// Poses in lanes, for the tests of blending.
namespace armature::test {

using Blocks = AlignedVector<TransformLanes>;

constexpr std::size_t largestLength = 70;

inline std::size_t blocksFor(std::size_t length)
{
    return (length + laneCount - 1) / laneCount;
}

inline void put(Blocks& blocks, std::size_t i, const Transform& transform)
{
    const float parts[] = {transform.translation.x, transform.translation.y, transform.translation.z, transform.rotation.x,
                           transform.rotation.y,    transform.rotation.z,    transform.rotation.w,    transform.scale.x,
                           transform.scale.y,       transform.scale.z};
    for (std::size_t component = 0; component < TransformLanes::componentCount; ++component) {
        blocks[i / laneCount].component[component][i % laneCount] = parts[component];
    }
}

inline Transform get(const Blocks& blocks, std::size_t i)
{
    const auto at = [&](std::size_t component) { return blocks[i / laneCount].component[component][i % laneCount]; };
    return {{at(0), at(1), at(2)}, glm::quat(at(6), at(3), at(4), at(5)), {at(7), at(8), at(9)}};
}

inline Transform ordinary(Random& random)
{
    return {random.vector(-5.f, 5.f), random.rotation(), random.vector(0.5f, 2.f)};
}

inline float hostileNumber(Random& random)
{
    const float denormal = std::numeric_limits<float>::denorm_min();
    const float choices[] = {0.f, -0.f, 1.f, -1.f, denormal, -denormal, 1e-38f, 1e-20f, 1e15f, -1e19f, 3e38f, random.real(-2.f, 2.f)};
    return choices[random.integer(0, static_cast<int>(std::size(choices)) - 1)];
}

/// Any finite numbers: zero and negative scales, rotations of any length including zero, denormals.
inline Blocks hostile(Random& random, std::size_t length)
{
    Blocks blocks(blocksFor(length));
    for (TransformLanes& block : blocks) {
        for (auto& component : block.component) {
            for (float& number : component) {
                number = random.chance(0.3) ? hostileNumber(random) : random.real(-2.f, 2.f);
            }
        }
    }
    return blocks;
}

/// Makes some rotations of `to` the negated rotations of `from`: the same rotation, or nearly.
inline void makeOpposite(Random& random, const Blocks& from, Blocks& to)
{
    for (std::size_t i = 0; i < from.size() * laneCount; ++i) {
        if (random.chance(0.3)) {
            Transform transform = get(to, i);
            transform.rotation = -get(from, i).rotation;
            put(to, i, transform);
        }
    }
}

inline Blocks ordinaryBlocks(Random& random, std::size_t blocks)
{
    Blocks result(blocks);
    for (std::size_t i = 0; i < blocks * laneCount; ++i) {
        put(result, i, ordinary(random));
    }
    return result;
}

}  // namespace armature::test
