#pragma once

#include <cstdint>
#include <span>

#include <armature/math/affine.hpp>

namespace armature {

/// outPalette[paletteSlot[i]] = absolute[i] * inverseBind[i]; slots without palette slot (noSlot) are left out. The spans over slots are of one
/// length.
void absoluteToFinal(std::span<const Affine> absolute, std::span<const Affine> inverseBind, std::span<const std::uint32_t> paletteSlot,
                     std::span<Affine> outPalette) noexcept;

/// The same in plain C++ (not noexcept: Highway's tables of versions cannot hold such functions): what the vector versions are tested against, bit for bit, and what ARMATURE_SIMD=scalar runs.
namespace reference {

void absoluteToFinal(std::span<const Affine> absolute, std::span<const Affine> inverseBind, std::span<const std::uint32_t> paletteSlot,
                     std::span<Affine> outPalette);

}  // namespace reference

}  // namespace armature
