#pragma once

#include <cstddef>
#include <span>

#include "node/kernels/pose_kernels.hpp"

/// The inner loops of blending, as plain functions over spans that the caller owns. No allocation, no state. All instruction sets give the
/// same bits.
namespace armature {

/// Blends from `from` (weight 0) to `to` (weight 1), lane by lane: translation and scale linearly, rotation by normalised linear blending
/// along the shorter arc. Weights outside [0, 1] extrapolate. Rotations need not be normalised and come out normalised; if two rotations
/// cancel out or have no length, the result is the identity. The spans are equally long; `out` may be one of the others.
void blendLanes(std::span<const TransformLanes> from, std::span<const TransformLanes> to, float weight,
                std::span<TransformLanes> out) noexcept;

/// A layer's weights in each lane, for translation, rotation and scale. Not negative.
struct alignas(64) WeightLanes {
    static constexpr std::size_t partCount = 3;
    float part[partCount][laneCount];
};

/// One of several poses to blend, or a difference to add.
struct BlendLayer {
    std::span<const TransformLanes> pose;
    float weight = 1.f;                        ///< Weight of the whole layer.
    std::span<const WeightLanes> laneWeights;  ///< Factors of `weight` in each lane; empty: 1 everywhere.
};

/// Computes the weighted mean of any number of layers: the sum of weight * pose. If the weights sum to less than 1, the rest pose fills the
/// remainder; above 1 they are normalised. Each rotation is used with the sign that brings it nearer to the rest pose's rotation, so that
/// neither the order of the layers nor the signs of their rotations matter, except for the rounding of the sums. Rotations come out
/// normalised; if they cancel out, the rest pose's rotation is used. Weights are not negative. All spans are equally long; `out` may be one
/// of them.
void blendLayers(std::span<const BlendLayer> layers, std::span<const TransformLanes> rest, std::span<TransformLanes> out) noexcept;

/// Adds a difference (see differenceOfPoses()) to a pose. A translation becomes translation + weight * difference; a rotation becomes
/// rotation * difference, in the bone's own axes, where the weight blends the difference linearly from the identity; a scale is multiplied
/// by 1 + weight * (difference - 1). Rotations come out normalised.
void addLayer(const BlendLayer& difference, std::span<TransformLanes> pose) noexcept;

/// The same functions in plain C++: the reference that the vector versions are tested against, bit for bit. ARMATURE_SIMD=scalar runs them,
/// too.
namespace reference {

void blendLanes(std::span<const TransformLanes> from, std::span<const TransformLanes> to, float weight, std::span<TransformLanes> out);
void blendLayers(std::span<const BlendLayer> layers, std::span<const TransformLanes> rest, std::span<TransformLanes> out);
void addLayer(const BlendLayer& difference, std::span<TransformLanes> pose);

}  // namespace reference

}  // namespace armature
