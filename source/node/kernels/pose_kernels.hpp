#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <armature/math/affine.hpp>

/// The inner loops of a transform hierarchy, as plain functions over spans that the caller owns. They neither allocate nor hold state.
namespace armature {

/// The number of slots in a block of lanes: the number of floats in the widest vector register (AVX-512).
inline constexpr std::size_t laneCount = 16;

/// Local transforms of laneCount slots, one lane each. Component order: translation xyz, rotation xyzw, scale xyz.
struct alignas(64) TransformLanes {
    static constexpr std::size_t componentCount = 10;
    float component[componentCount][laneCount];
};

/// Stands for "no slot", such as the parent of a root.
inline constexpr std::uint32_t noSlot = 0xffffffffu;

/// Composes outLocal[i] = translate * rotate * scale of slot i, block after block. outLocal holds laneCount matrices per block.
void composeLocal(std::span<const TransformLanes> lanes, std::span<Affine> outLocal) noexcept;

/// Computes absolute[i] = absolute[parent[i]] * local[i] for i in [first, last); for a slot without parent, absolute[i] = local[i]. Parents
/// must come before children, and the matrices of slots before `first` must be current. In level order, the products within a level are
/// independent; in a chain, each product waits for its parent.
void localToAbsolute(std::span<const Affine> local, std::span<const std::uint32_t> parent, std::span<Affine> absolute, std::size_t first,
                     std::size_t last) noexcept;

/// The inputs and outputs of a skeleton's final matrices; the first two are indexed by hierarchy slot.
struct FinalMatrices {
    std::span<const Affine> inverseBind;
    std::span<const std::uint32_t> paletteSlot;  ///< The palette slot of each hierarchy slot; noSlot if that slot has no final matrix.
    std::span<Affine> palette;
};

/// Computes final.palette[final.paletteSlot[i]] = absolute[i] * final.inverseBind[i] for i in [first, last).
void absoluteToFinal(std::span<const Affine> absolute, const FinalMatrices& final, std::size_t first, std::size_t last) noexcept;

/// Does the work of localToAbsolute() and absoluteToFinal(), in one pass where that is faster.
void localToFinal(std::span<const Affine> local, std::span<const std::uint32_t> parent, std::span<Affine> absolute,
                  const FinalMatrices& final, std::size_t first, std::size_t last) noexcept;

/// The same functions in plain C++: the reference that the vector versions are tested against, bit for bit, and the code that runs with
/// ARMATURE_SIMD=scalar. Not noexcept, because Highway's dispatch tables cannot hold noexcept functions.
namespace reference {

void composeLocal(std::span<const TransformLanes> lanes, std::span<Affine> outLocal);
void localToAbsolute(std::span<const Affine> local, std::span<const std::uint32_t> parent, std::span<Affine> absolute, std::size_t first,
                     std::size_t last);
void absoluteToFinal(std::span<const Affine> absolute, const FinalMatrices& final, std::size_t first, std::size_t last);
void localToFinal(std::span<const Affine> local, std::span<const std::uint32_t> parent, std::span<Affine> absolute,
                  const FinalMatrices& final, std::size_t first, std::size_t last);

}  // namespace reference

}  // namespace armature
