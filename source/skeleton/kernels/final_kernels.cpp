#include "skeleton/kernels/final_kernels.hpp"

#include "math/affine_inline.hpp"
#include "scene/kernels/pose_kernels.hpp"

namespace armature {

void absoluteToFinal(std::span<const Affine> absolute, std::span<const Affine> inverseBind, std::span<const std::uint32_t> paletteSlot,
                     std::span<Affine> outPalette) noexcept
{
    for (std::size_t slot = 0; slot < paletteSlot.size(); ++slot) {
        if (paletteSlot[slot] != noSlot) {
            outPalette[paletteSlot[slot]] = multiplyInline(absolute[slot], inverseBind[slot]);
        }
    }
}

}  // namespace armature
