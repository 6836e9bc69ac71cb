#pragma once

#include <cstddef>
#include <span>

#include "scene/kernels/pose_kernels.hpp"

/// The inner loops of blending, as plain functions over spans that the caller owns. No allocation, no state. All instruction sets give the
/// same bits.
namespace armature {

/// From `from` (weight 0) to `to` (weight 1), lane by lane: translation and scale in a straight line, rotation as the normalised straight
/// line, the short way. Weights outside [0, 1] go on beyond. Rotations need not be unit and come out unit; where they cancel out, or there
/// is none, the identity. The spans are equally long; `out` may be one of the others.
void blendLanes(std::span<const TransformLanes> from, std::span<const TransformLanes> to, float weight,
                std::span<TransformLanes> out) noexcept;

/// What a layer counts for in each lane: its translation, its rotation, its scale. Not negative.
struct alignas(64) WeightLanes {
    static constexpr std::size_t partCount = 3;
    float part[partCount][laneCount];
};

/// One pose of several that are blended, or a difference that is added.
struct BlendLayer {
    std::span<const TransformLanes> pose;
    float weight = 1.f;                        ///< Of the whole layer.
    std::span<const WeightLanes> laneWeights;  ///< Times these; empty: 1 everywhere.
};

/// The weighted mean of any number of layers: sum of weight * pose, where what the weights lack of 1 is the rest pose's, divided by the sum
/// of the weights if that is above 1. Each rotation counts with the sign that brings it nearer to the rest, so that neither the order of
/// the layers nor the signs of their rotations matter, but for the rounding of the sums. Rotations come out unit; where they cancel out,
/// those of the rest. Weights are not negative. All spans are equally long; `out` may be one of them.
void blendLayers(std::span<const BlendLayer> layers, std::span<const TransformLanes> rest, std::span<TransformLanes> out) noexcept;

/// Adds a difference (see Pose: differenceOfPoses) to a pose: translation + weight * difference; rotation * difference, which is turned in
/// the bone's own axes, the weight drawing it in a straight line from the identity; scale * (1 + weight * (difference - 1)). Rotations come
/// out unit.
void addLayer(const BlendLayer& difference, std::span<TransformLanes> pose) noexcept;

/// The same in plain C++: what the vector versions are tested against, bit for bit, and what ARMATURE_SIMD=scalar runs.
namespace reference {

void blendLanes(std::span<const TransformLanes> from, std::span<const TransformLanes> to, float weight, std::span<TransformLanes> out);
void blendLayers(std::span<const BlendLayer> layers, std::span<const TransformLanes> rest, std::span<TransformLanes> out);
void addLayer(const BlendLayer& difference, std::span<TransformLanes> pose);

}  // namespace reference

}  // namespace armature
