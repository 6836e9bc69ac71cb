#pragma once

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

/// The same in plain C++: what the vector versions are tested against, bit for bit, and what ARMATURE_SIMD=scalar runs.
namespace reference {

void blendLanes(std::span<const TransformLanes> from, std::span<const TransformLanes> to, float weight, std::span<TransformLanes> out);

}  // namespace reference

}  // namespace armature
