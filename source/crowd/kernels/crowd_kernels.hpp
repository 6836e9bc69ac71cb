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
/// byInstance[instance * blocks + block] holds bones 16 * block and on; byBone[order[bone]] receives a bone of all instances. Bones may
/// share a place: it receives any of them.
void transposePoses(std::span<const TransformLanes> byInstance, std::size_t blocks, std::span<const std::uint32_t> order,
                    std::span<TransformLanes> byBone) noexcept;

/// What a crowd knows of its rig, in order of evaluation: parents first, otherwise in the order of palette slots.
struct CrowdRig {
    std::span<const std::uint32_t> parent;       ///< Where the parent's absolute matrix is kept; noSlot: a root.
    std::span<const std::uint32_t> kept;         ///< Where its own is kept until its last child is computed; noSlot: a leaf.
    std::span<const std::uint32_t> pose;         ///< Its place among the local poses; noSlot: it has none, and moves as its parent does.
    std::span<const Affine> inverseBind;         ///< Without a pose after the matrix that leads to the parent.
    std::span<const std::uint32_t> paletteSlot;  ///< noSlot: a helper.
    std::span<const std::uint8_t> quarter;       ///< See quartersOf().
};

inline constexpr std::uint8_t noQuarter = 4;

/// Which of four bones each is, 0 to 3, whose matrices fill three cache lines of a palette: four slots in a row, from a multiple of four,
/// whose bones are neighbours in the order of evaluation. noQuarter if a bone is not among four such bones.
[[nodiscard]] std::vector<std::uint8_t> quartersOf(std::span<const std::uint32_t> paletteSlots);

/// Palettes of so many bytes are streamed: written to memory, past the caches, line by line. Those would not keep them until they are read,
/// and would first read from memory the lines to be written. Only with AVX-512, and if all sixteen palettes begin at multiples of 64 bytes:
/// otherwise lines of quarters go through the caches, and with four lanes nothing differs. About a core's share of the largest cache; what
/// the system says of caches is often wrong in a virtual machine.
inline constexpr std::size_t streamedBytes = std::size_t{10} << 20;

/// Local poses of sixteen instances to their final matrices: palettes[lane][paletteSlot] receives each row once. `absolute` is scratch, an
/// element for each place that CrowdRig names: with few bones in use at a time it stays in the nearest cache. Each matrix has the bits of
/// composeLocal, localToAbsolute and absoluteToFinal; without a pose, of absoluteToFinal alone.
void poseToPalettes(std::span<const TransformLanes> pose, const CrowdRig& rig, std::span<AffineBlock> absolute,
                    const std::array<Affine*, laneCount>& palettes, bool isStreamed) noexcept;

/// out = from + (to - from) * fraction, element by element.
void interpolatePalettes(std::span<const Affine> from, std::span<const Affine> to, float fraction, std::span<Affine> out) noexcept;

/// The same in plain C++ (not noexcept, because Highway's dispatch tables cannot hold such functions).
namespace reference {

void transposePoses(std::span<const TransformLanes> byInstance, std::size_t blocks, std::span<const std::uint32_t> order,
                    std::span<TransformLanes> byBone);
void poseToPalettes(std::span<const TransformLanes> pose, const CrowdRig& rig, std::span<AffineBlock> absolute,
                    const std::array<Affine*, laneCount>& palettes, bool isStreamed);
void interpolatePalettes(std::span<const Affine> from, std::span<const Affine> to, float fraction, std::span<Affine> out);

}  // namespace reference

}  // namespace armature
