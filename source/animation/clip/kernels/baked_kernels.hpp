#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "node/kernels/pose_kernels.hpp"

/// Sampling of baked clips (layout: BakedClip), as plain functions over spans that the caller owns. No allocation, no state.
///
/// Every number is computed as (next - key) * fraction + key, without fused multiply-adds. A quaternion is then multiplied by
/// 1 / sqrt((xx + yy) + (zz + ww)), which normalises it. All instruction sets give the same bits.
namespace armature {

/// Which rows of a baked clip are animated, and the constants of all rows.
struct BakedRows {
    std::span<const std::uint16_t> animated;  ///< For each block, the set of its animated components, as bits.
    /// The values of rows that are not animated; in the quantised form, also the values that the number 0 stands for in animated rows.
    /// Aligned to 64 bytes.
    const float* base = nullptr;
    const float* steps = nullptr;  ///< Value of one step of the quantised numbers; unused in the float form. Aligned to 64 bytes.
};

/// Samples rows.animated.size() blocks into `out`. `frame` and `next` are aligned to 64 bytes.
void sampleBaked(const BakedRows& rows, const float* frame, const float* next, float fraction, TransformLanes* out) noexcept;

/// Samples frames of 16-bit numbers in the same way: each result is base + steps * ((next - key) * fraction + key). `frame` and `next` are
/// aligned to 32 bytes.
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
