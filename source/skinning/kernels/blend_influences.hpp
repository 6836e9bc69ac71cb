#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "skinning/kernels/skinning_kernels.hpp"

/// What the vector kernels and their reference do alike, vertex by vertex.
namespace armature {

/// The twelve numbers of a joint's matrix.
[[nodiscard]] inline const float* matrixAt(std::span<const Affine> palette, std::uint32_t joint) noexcept
{
    alignas(16) static constexpr float identity[12] = {1.f, 0.f, 0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 0.f, 1.f, 0.f};
    return joint < palette.size() ? &palette[joint][0].x : identity;
}

/// A joint's motion.
[[nodiscard]] inline const DualQuaternion& motionAt(std::span<const DualQuaternion> motions, std::uint32_t joint) noexcept
{
    static constexpr DualQuaternion identity{{0.f, 0.f, 0.f, 1.f}, {0.f, 0.f, 0.f, 0.f}};
    return joint < motions.size() ? motions[joint] : identity;
}

/// Every number of the matrices or motions is finite.
template <class T>
[[nodiscard]] bool areFinite(std::span<const T> values) noexcept
{
    constexpr std::uint32_t exponent = 0x7f800000u;
    const float* const numbers = reinterpret_cast<const float*>(values.data());
    bool isFinite = true;
    for (std::size_t i = 0; i < values.size() * sizeof(T) / sizeof(float); ++i) {
        isFinite &= (std::bit_cast<std::uint32_t>(numbers[i]) & exponent) != exponent;
    }
    return isFinite;
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

/// A vertex that nothing moves stays where it is: writes the identity over its blended matrix. Seldom called, and kept out of the loops.
void replaceIfUnskinned(const float* weights, std::size_t count, float* outMatrix) noexcept;

/// Adds up the dual quaternions of a vertex, each with the sign that points the way of the one with the largest weight: both signs mean the
/// same motion, and only then is the sum between them.
inline void blendMotions(const InfluencePointers& influences, std::span<const DualQuaternion> motions, std::size_t vertex,
                         float* out) noexcept
{
    const std::uint16_t* joints = influences.joints + vertex * influences.perVertex;
    const float* weights = influences.weights + vertex * influences.perVertex;
    if (isUnskinned(weights, influences.perVertex)) {
        const DualQuaternion& identity = motionAt({}, 0);
        std::copy_n(identity.real, 4, out);
        std::copy_n(identity.dual, 4, out + 4);
        return;
    }
    const auto heaviest = static_cast<std::size_t>(std::max_element(weights, weights + influences.perVertex) - weights);
    const float* guide = motionAt(motions, joints[heaviest]).real;
    float sum[8] = {};
    for (std::size_t i = 0; i < influences.perVertex; ++i) {
        const DualQuaternion& motion = motionAt(motions, joints[i]);
        const float* r = motion.real;
        const float cosine = (guide[0] * r[0] + guide[1] * r[1]) + (guide[2] * r[2] + guide[3] * r[3]);
        const float weight = cosine < 0.f ? -weights[i] : weights[i];
        for (std::size_t c = 0; c < 4; ++c) {
            sum[c] += weight * motion.real[c];
            sum[c + 4] += weight * motion.dual[c];
        }
    }
    std::copy_n(sum, 8, out);
}

/// Unit length, whatever the size of the numbers; zero if there is no direction.
void normalizeOrZero(float& x, float& y, float& z) noexcept;

/// The streams from vertex `first` on.
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

}  // namespace armature
