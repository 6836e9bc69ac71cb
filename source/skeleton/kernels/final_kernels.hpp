#pragma once

#include <cstdint>
#include <span>

#include <armature/math/affine.hpp>

namespace armature {

/// outPalette[paletteSlot[i]] = absolute[i] * inverseBind[i]; slots without palette slot (noSlot) are left out. The spans over slots are of one
/// length.
void absoluteToFinal(std::span<const Affine> absolute, std::span<const Affine> inverseBind, std::span<const std::uint32_t> paletteSlot,
                     std::span<Affine> outPalette) noexcept;

}  // namespace armature
