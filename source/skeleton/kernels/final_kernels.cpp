#include "skeleton/kernels/final_kernels.hpp"

#include "math/affine_inline.hpp"
#include "math/kernels/simd_dispatch.hpp"
#include "scene/kernels/pose_kernels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "skeleton/kernels/final_kernels.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h: compiled once for each instruction set.
#include "math/kernels/affine-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

using reference::absoluteToFinal;

#else

void absoluteToFinal(std::span<const Affine> absolute, std::span<const Affine> inverseBind, std::span<const std::uint32_t> paletteSlot,
                     std::span<Affine> outPalette)
{
    for (std::size_t slot = 0; slot < paletteSlot.size(); ++slot) {
        if (paletteSlot[slot] != noSlot) {
            multiplyAffine(&absolute[slot][0].x, &inverseBind[slot][0].x, &outPalette[paletteSlot[slot]][0].x);
        }
    }
}

#endif

}  // namespace armature::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace armature {

HWY_EXPORT(absoluteToFinal);

namespace reference {

void absoluteToFinal(std::span<const Affine> absolute, std::span<const Affine> inverseBind, std::span<const std::uint32_t> paletteSlot,
                     std::span<Affine> outPalette)
{
    for (std::size_t slot = 0; slot < paletteSlot.size(); ++slot) {
        if (paletteSlot[slot] != noSlot) {
            outPalette[paletteSlot[slot]] = multiplyInline(absolute[slot], inverseBind[slot]);
        }
    }
}

}  // namespace reference

void absoluteToFinal(std::span<const Affine> absolute, std::span<const Affine> inverseBind, std::span<const std::uint32_t> paletteSlot,
                     std::span<Affine> outPalette) noexcept
{
    ARMATURE_DISPATCH(absoluteToFinal)(absolute, inverseBind, paletteSlot, outPalette);
}

}  // namespace armature
#endif
