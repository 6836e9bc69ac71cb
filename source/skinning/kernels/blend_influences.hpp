#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "skinning/kernels/skinning_kernels.hpp"

/// Functions for single vertices, shared by the vector kernels and their reference versions.
namespace armature {

/// Returns the twelve numbers of a joint's matrix; the identity for a joint beyond the palette.
[[nodiscard]] inline const float* matrixAt(std::span<const Affine> palette, std::uint32_t joint) noexcept
{
    alignas(16) static constexpr float identity[12] = {1.f, 0.f, 0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 0.f, 1.f, 0.f};
    return joint < palette.size() ? &palette[joint][0].x : identity;
}

/// Returns the matrix of an influence; all zeros if its weight is 0, so that a matrix that is not finite affects only vertices that give it
/// a weight.
[[nodiscard]] inline const float* weightedMatrixAt(std::span<const Affine> palette, std::uint32_t joint, float weight) noexcept
{
    alignas(16) static constexpr float zero[12] = {};
    return weight == 0.f ? zero : matrixAt(palette, joint);
}

/// Returns a joint's motion; the identity for a joint beyond the palette.
[[nodiscard]] inline const DualQuaternion& motionAt(std::span<const DualQuaternion> motions, std::uint32_t joint) noexcept
{
    static constexpr DualQuaternion identity{{0.f, 0.f, 0.f, 1.f}, {0.f, 0.f, 0.f, 0.f}};
    return joint < motions.size() ? motions[joint] : identity;
}

/// Returns the motion of an influence; the identity if its weight is 0, so that a motion that is not finite affects only vertices that give
/// it a weight.
[[nodiscard]] inline const DualQuaternion& weightedMotionAt(std::span<const DualQuaternion> motions, std::uint32_t joint,
                                                            float weight) noexcept
{
    return motionAt(weight == 0.f ? std::span<const DualQuaternion>() : motions, joint);
}

/// Returns whether every number of the matrices or motions is finite.
template <class T>
[[nodiscard]] bool areFinite(std::span<const T> values) noexcept
{
    // In infinities and NaN, all bits of the exponent are set, and the addition carries into the highest bit. Compilers vectorise this
    // loop, but not a loop of comparisons.
    constexpr std::uint32_t exponent = 0x7f800000u;
    const float* const numbers = reinterpret_cast<const float*>(values.data());
    std::uint32_t sums = 0;
    for (std::size_t i = 0; i < values.size() * sizeof(T) / sizeof(float); ++i) {
        sums |= (std::bit_cast<std::uint32_t>(numbers[i]) & exponent) + 0x00800000u;
    }
    return (sums & 0x80000000u) == 0;
}

[[nodiscard]] inline bool isUnskinned(const float* weights, std::size_t count) noexcept
{
    for (std::size_t i = 0; i < count; ++i) {
        if (weights[i] != 0.f) {
            return false;
        }
    }
    return true;
}

/// Returns the index of the heaviest influence; the first one if several are equally heavy.
[[nodiscard]] inline std::size_t heaviestOf(const float* weights, std::size_t count) noexcept
{
    std::size_t heaviest = 0;
    float most = weights[0];
    for (std::size_t i = 1; i < count; ++i) {
        heaviest = weights[i] > most ? i : heaviest;
        most = std::max(most, weights[i]);
    }
    return heaviest;
}

/// Normalises a vector without overflow or underflow; sets it to zero if it is zero or not finite.
void normalizeOrZero(float& x, float& y, float& z) noexcept;

/// Returns the streams from vertex `first` on.
[[nodiscard]] inline SkinStreamPointers advanced(const SkinStreamPointers& streams, std::size_t first, std::size_t count) noexcept
{
    const auto from = [&](auto* pointer) { return pointer != nullptr ? pointer + first : nullptr; };
    return {count,
            from(streams.positions),
            from(streams.normals),
            from(streams.tangents),
            from(streams.outPositions),
            from(streams.outNormals),
            from(streams.outTangents)};
}

/// Returns the influences from vertex `first` on.
[[nodiscard]] inline InfluencePointers advanced(const InfluencePointers& influences, std::size_t first) noexcept
{
    const std::size_t numbers = first * influences.perVertex;
    return {influences.perVertex, influences.joints + numbers, influences.weights + numbers};
}

}  // namespace armature
