#include "scene/kernels/pose_kernels.hpp"

#include "math/affine_inline.hpp"
#include "math/kernels/simd_dispatch.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scene/kernels/pose_kernels.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h: compiled once for each instruction set.
#include "math/kernels/affine-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

using reference::absoluteToFinal;
using reference::composeLocal;
using reference::localToAbsolute;

#else

// Eight lanes at most: the transposition of sixteen costs as much as that of two times eight.
using PoseLanes = hn::CappedTag<float, 8>;

void composeLocal(std::span<const TransformLanes> lanes, std::span<Affine> outLocal)
{
    const PoseLanes d;
    float* out = &outLocal[0][0].x;
    for (const TransformLanes& block : lanes) {
        for (std::size_t first = 0; first < laneCount; first += hn::Lanes(d)) {
            const auto matrix = composeLanes(d, [&](std::size_t i) HWY_ATTR { return hn::Load(d, block.component[i] + first); });
            for (std::size_t row = 0; row < 3; ++row) {
                const auto& m = matrix.m[row];
                forEachRow(d, m[0], m[1], m[2], m[3],
                           [&](std::size_t lane, auto values) HWY_ATTR { hn::StoreU(values, Row(), out + lane * 12 + row * 4); });
            }
            out += hn::Lanes(d) * 12;
        }
    }
}

void localToAbsolute(std::span<const Affine> local, std::span<const std::uint32_t> parent, std::span<Affine> absolute, std::size_t first,
                     std::size_t last)
{
    for (std::size_t slot = first; slot < last; ++slot) {
        if (parent[slot] == noSlot) {
            absolute[slot] = local[slot];
        } else {
            multiplyAffine(&absolute[parent[slot]][0].x, &local[slot][0].x, &absolute[slot][0].x);
        }
    }
}

// Not in one pass with localToAbsolute: that was a tenth slower (AVX-512, 64 bones), each product waiting for the store before it.
void absoluteToFinal(std::span<const Affine> absolute, const FinalMatrices& final, std::size_t first, std::size_t last)
{
    const FinalMatrices matrices = final;  // a copy, which the stores below cannot alias
    for (std::size_t slot = first; slot < last; ++slot) {
        if (const std::uint32_t paletteSlot = matrices.paletteSlot[slot]; paletteSlot != noSlot) {
            multiplyAffine(&absolute[slot][0].x, &matrices.inverseBind[slot][0].x, &matrices.palette[paletteSlot][0].x);
        }
    }
}

#endif

}  // namespace armature::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace armature {

HWY_EXPORT(absoluteToFinal);
HWY_EXPORT(composeLocal);
HWY_EXPORT(localToAbsolute);

namespace reference {

void composeLocal(std::span<const TransformLanes> lanes, std::span<Affine> outLocal)
{
    for (std::size_t block = 0; block < lanes.size(); ++block) {
        const TransformLanes& source = lanes[block];
        for (std::size_t lane = 0; lane < laneCount; ++lane) {
            outLocal[block * laneCount + lane] = composeInline([&](std::size_t component) { return source.component[component][lane]; });
        }
    }
}

void localToAbsolute(std::span<const Affine> local, std::span<const std::uint32_t> parent, std::span<Affine> absolute, std::size_t first,
                     std::size_t last)
{
    for (std::size_t slot = first; slot < last; ++slot) {
        absolute[slot] = parent[slot] == noSlot ? local[slot] : multiplyInline(absolute[parent[slot]], local[slot]);
    }
}

void absoluteToFinal(std::span<const Affine> absolute, const FinalMatrices& final, std::size_t first, std::size_t last)
{
    for (std::size_t slot = first; slot < last; ++slot) {
        if (final.paletteSlot[slot] != noSlot) {
            final.palette[final.paletteSlot[slot]] = multiplyInline(absolute[slot], final.inverseBind[slot]);
        }
    }
}

}  // namespace reference

void composeLocal(std::span<const TransformLanes> lanes, std::span<Affine> outLocal) noexcept
{
    ARMATURE_DISPATCH(composeLocal)(lanes, outLocal);
}

void localToAbsolute(std::span<const Affine> local, std::span<const std::uint32_t> parent, std::span<Affine> absolute, std::size_t first,
                     std::size_t last) noexcept
{
    ARMATURE_DISPATCH(localToAbsolute)(local, parent, absolute, first, last);
}

void absoluteToFinal(std::span<const Affine> absolute, const FinalMatrices& final, std::size_t first, std::size_t last) noexcept
{
    ARMATURE_DISPATCH(absoluteToFinal)(absolute, final, first, last);
}

}  // namespace armature
#endif
