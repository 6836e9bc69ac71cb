#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "node/kernels/pose_kernels.hpp"

/// Sampling of baked clips (layout: BakedClip), as plain functions over spans that the caller owns. No allocation, no state.
///
/// Every number is computed as (next - key) * fraction + key, never fused. A quaternion is then multiplied by 1 / sqrt((xx + yy) + (zz +
/// ww)), which normalises it. All instruction sets give the same bits.
namespace armature {

/// Which rows are animated, and the values of those that are not.
struct BakedRows {
    std::span<const std::uint16_t> animated;  ///< For each block, the set of its animated components, as bits.
    const float* base = nullptr;              ///< Aligned to 64 bytes, as is `steps`.
    const float* steps = nullptr;             ///< Steps of the quantised form.
};

/// Samples rows.animated.size() blocks into `out`. `frame` and `next` are aligned to 64 bytes.
void sampleBaked(const BakedRows& rows, const float* frame, const float* next, float fraction, TransformLanes* out) noexcept;

/// The same for frames of 16-bit numbers: each result is base + steps * ((next - key) * fraction + key). `frame` and `next` are aligned to
/// 32 bytes.
void sampleQuantized(const BakedRows& rows, const std::uint16_t* frame, const std::uint16_t* next, float fraction,
                     TransformLanes* out) noexcept;

/// Sets outBones[i] to lane i of the block.
void storeTransforms(const TransformLanes& block, std::span<Transform, laneCount> outBones) noexcept;

/// The same functions in plain C++ (see pose_kernels.hpp).
namespace reference {

void sampleBaked(const BakedRows& rows, const float* frame, const float* next, float fraction, TransformLanes* out);
void sampleQuantized(const BakedRows& rows, const std::uint16_t* frame, const std::uint16_t* next, float fraction, TransformLanes* out);
void storeTransforms(const TransformLanes& block, std::span<Transform, laneCount> outBones);

}  // namespace reference

}  // namespace armature
