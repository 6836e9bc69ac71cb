#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <armature/math/affine.hpp>

#include "node/kernels/pose_kernels.hpp"

/// The inner loops of a crowd, sixteen instances at a time, as plain functions over spans that the caller owns. No allocation, no state.
namespace armature {

/// A 3x4 matrix of laneCount instances, one lane each.
struct alignas(64) AffineBlock {
    float element[12][laneCount];
};

/// Transposes sixteen poses with a bone in each lane (from a clip) to poses with an instance in each lane (for a crowd).
/// byInstance[instance * blocks + block] holds the bones from 16 * block on; byBone[order[bone]] receives bone `bone` of all instances. If
/// several bones share a place, that place receives any one of them.
void transposePoses(std::span<const TransformLanes> byInstance, std::size_t blocks, std::span<const std::uint32_t> order,
                    std::span<TransformLanes> byBone) noexcept;

/// A crowd's view of its rig, in order of evaluation: parents first, otherwise in the order of palette slots.
struct CrowdRig {
    std::span<const std::uint32_t> parent;       ///< Where the parent's absolute matrix is kept; noSlot for a root.
    std::span<const std::uint32_t> kept;         ///< Where the bone's matrix is kept until its last child is computed; noSlot for a leaf.
    std::span<const std::uint32_t> pose;         ///< Place among the local poses; noSlot: the bone has no pose and moves with its parent.
    std::span<const Affine> inverseBind;         ///< If the bone has no pose: its rest matrix below `parent`, times the inverse bind.
    std::span<const std::uint32_t> paletteSlot;  ///< noSlot for a helper.
    std::span<const std::uint8_t> quarter;       ///< See quartersOf().
};

inline constexpr std::uint8_t noQuarter = 4;

/// Returns for each bone its position, 0 to 3, in a group of four bones whose matrices fill three cache lines of a palette: four
/// consecutive slots, from a multiple of four, whose bones are neighbours in the order of evaluation. noQuarter if a bone is not in such a
/// group.
[[nodiscard]] std::vector<std::uint8_t> quartersOf(std::span<const std::uint32_t> paletteSlots);

/// Threshold: from this many bytes on, palettes are streamed, which means written to memory line by line, past the caches. The caches would
/// not keep the palettes until they are read, and would load each line from memory before it is overwritten. Streaming needs AVX-512, and
/// palettes that all begin at multiples of 64 bytes. Otherwise, whole lines are written through the caches; kernels of four lanes ignore
/// the threshold. The size is about a core's share of the largest cache; the cache sizes that the system reports are often wrong in a
/// virtual machine.
inline constexpr std::size_t streamedBytes = std::size_t{10} << 20;

/// Converts local poses of sixteen instances to their final matrices: palettes[lane][paletteSlot] receives each row once. `absolute` is
/// scratch memory with an element for each place that CrowdRig names: with few bones in use at a time, it stays in the nearest cache. Each
/// matrix has the same bits as the result of composeLocal, localToAbsolute and absoluteToFinal; for a bone without a pose, as the result of
/// absoluteToFinal alone.
void poseToPalettes(std::span<const TransformLanes> pose, const CrowdRig& rig, std::span<AffineBlock> absolute,
                    const std::array<Affine*, laneCount>& palettes, bool isStreamed) noexcept;

/// out = from + (to - from) * fraction, element by element.
void interpolatePalettes(std::span<const Affine> from, std::span<const Affine> to, float fraction, std::span<Affine> out) noexcept;

/// The same functions in plain C++ (not noexcept, because Highway's dispatch tables cannot hold noexcept functions).
namespace reference {

void transposePoses(std::span<const TransformLanes> byInstance, std::size_t blocks, std::span<const std::uint32_t> order,
                    std::span<TransformLanes> byBone);
void poseToPalettes(std::span<const TransformLanes> pose, const CrowdRig& rig, std::span<AffineBlock> absolute,
                    const std::array<Affine*, laneCount>& palettes, bool isStreamed);
void interpolatePalettes(std::span<const Affine> from, std::span<const Affine> to, float fraction, std::span<Affine> out);

}  // namespace reference

}  // namespace armature
