#pragma once

#include <array>
#include <cstdint>
#include <span>

#include <armature/math/affine.hpp>

#include "node/kernels/pose_kernels.hpp"

/// The inner loops of a crowd, sixteen instances at a time, as plain functions over spans that the caller owns. No allocation, no state.
namespace armature {

/// A 3x4 matrix of laneCount instances, one lane each.
struct alignas(64) AffineBlock {
    float element[12][laneCount];
};

/// Transposes sixteen poses with a bone in each lane (from a clip) to poses with an instance in each lane (for a crowd).
/// byInstance[instance * blocks + block] holds bones 16 * block and on; byBone[order[bone]] receives a bone of all instances.
void transposePoses(std::span<const TransformLanes> byInstance, std::size_t blocks, std::span<const std::uint32_t> order,
                    std::span<TransformLanes> byBone) noexcept;

/// What a crowd knows of its rig, in order of evaluation: each bone is followed by everything below it.
struct CrowdRig {
    std::span<const std::uint32_t> depth;  ///< 0: a root. A bone's parent is the nearest bone before it with a depth of one less.
    std::span<const Affine> inverseBind;
    std::span<const std::uint32_t> paletteSlot;  ///< noSlot: a helper.
};

/// Local poses of sixteen instances to their final matrices: palettes[lane][paletteSlot] receives rows, in order. `absolute` is scratch, an
/// element for each depth: the path from the root to a bone stays in the nearest cache. Each matrix has the bits of composeLocal,
/// localToAbsolute and absoluteToFinal.
void poseToPalettes(std::span<const TransformLanes> pose, const CrowdRig& rig, std::span<AffineBlock> absolute,
                    const std::array<Affine*, laneCount>& palettes) noexcept;

/// out = from + (to - from) * fraction, element by element.
void interpolatePalettes(std::span<const Affine> from, std::span<const Affine> to, float fraction, std::span<Affine> out) noexcept;

/// The same in plain C++ (not noexcept, because Highway's dispatch tables cannot hold such functions).
namespace reference {

void transposePoses(std::span<const TransformLanes> byInstance, std::size_t blocks, std::span<const std::uint32_t> order,
                    std::span<TransformLanes> byBone);
void poseToPalettes(std::span<const TransformLanes> pose, const CrowdRig& rig, std::span<AffineBlock> absolute,
                    const std::array<Affine*, laneCount>& palettes);
void interpolatePalettes(std::span<const Affine> from, std::span<const Affine> to, float fraction, std::span<Affine> out);

}  // namespace reference

}  // namespace armature
