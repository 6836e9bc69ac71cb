#include "node/kernels/pose_kernels.hpp"

#include "math/affine_rows.hpp"
#include "math/kernels/simd_dispatch.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "node/kernels/pose_kernels.cpp"
#include <hwy/foreach_target.h>
// This file is compiled once for each instruction set; foreach_target.h must therefore come first.
#include "math/kernels/affine-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

using reference::absoluteToFinal;
using reference::composeLocal;
using reference::localToAbsolute;
using reference::localToFinal;

#else

// Uses at most eight lanes: transposing sixteen lanes costs as much as transposing eight lanes twice.
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

// Writes the final matrix of a slot, if it has one. `absolute` is in registers or in memory.
template <class Absolute>
HWY_INLINE void storeFinal(const Absolute& absolute, const FinalMatrices& final, std::size_t slot)
{
    if (const std::uint32_t paletteSlot = final.paletteSlot[slot]; paletteSlot != noSlot) {
        storeAffine(multiplyAffine(absolute, &final.inverseBind[slot][0].x), &final.palette[paletteSlot][0].x);
    }
}

constexpr auto narrow = [](const float* affine) HWY_ATTR { return loadAffine(affine); };
#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86
constexpr auto wide = [](const float* affine) HWY_ATTR { return loadWideAffine(affine); };

// Returns whether each matrix should be held whole in one register. For few slots it should not: there, most products wait for the product
// before them, and sums and products of whole registers take longer to complete.
HWY_INLINE bool isWide(std::size_t slots)
{
    constexpr std::size_t mostNarrow = 32;
    return slots > mostNarrow && hasWholeRegisters();
}
#endif

// Computes and stores each absolute matrix, and calls use(slot, matrix). If the parent is the previous slot, its matrix is still in
// registers, so that in a chain no product waits for a store. `load` determines the kind of registers.
template <class Load, class Use>
HWY_INLINE void forEachAbsolute(std::span<const Affine> local, std::span<const std::uint32_t> parent, std::span<Affine> absolute,
                                std::size_t first, std::size_t last, const Load& load, const Use& use)
{
    if (first == last) {
        return;
    }
    auto matrix = load(&local[first][0].x);
    for (std::size_t slot = first; slot < last; ++slot) {
        const std::uint32_t above = parent[slot];
        if (above == noSlot) {
            matrix = load(&local[slot][0].x);
        } else {
            if (above + 1 != slot || slot == first) {
                matrix = load(&absolute[above][0].x);
            }
            matrix = multiplyAffine(matrix, &local[slot][0].x);
        }
        storeAffine(matrix, &absolute[slot][0].x);
        use(slot, matrix);
    }
}

void localToAbsolute(std::span<const Affine> local, std::span<const std::uint32_t> parent, std::span<Affine> absolute, std::size_t first,
                     std::size_t last)
{
    const auto nothing = [](std::size_t, const auto&) HWY_ATTR {};
#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86
    if (isWide(last - first)) {
        forEachAbsolute(local, parent, absolute, first, last, wide, nothing);
        return;
    }
#endif
    forEachAbsolute(local, parent, absolute, first, last, narrow, nothing);
}

void absoluteToFinal(std::span<const Affine> absolute, const FinalMatrices& final, std::size_t first, std::size_t last)
{
    const FinalMatrices matrices = final;  // a copy, which the stores cannot alias
    for (std::size_t slot = first; slot < last; ++slot) {
        storeFinal(&absolute[slot][0].x, matrices, slot);
    }
}

// Multiplies each matrix by its inverse bind matrix in the same pass, while it is in registers. Where a matrix takes two registers (with
// AVX2, for few slots, and on processors that split AVX-512), makes two passes instead: loops over stored matrices can broadcast the third
// row while they load it, and a single pass would be a tenth slower for 64 bones.
void localToFinal(std::span<const Affine> local, std::span<const std::uint32_t> parent, std::span<Affine> absolute,
                  const FinalMatrices& final, std::size_t first, std::size_t last)
{
    const FinalMatrices matrices = final;
    const auto store = [&matrices](std::size_t slot, const auto& matrix) HWY_ATTR { storeFinal(matrix, matrices, slot); };
#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86
    if (isWide(last - first)) {
        forEachAbsolute(local, parent, absolute, first, last, wide, store);
        return;
    }
#endif
    if constexpr (HWY_TARGET <= HWY_AVX2 && HWY_ARCH_X86) {
        HWY_NAMESPACE::localToAbsolute(local, parent, absolute, first, last);
        HWY_NAMESPACE::absoluteToFinal(absolute, matrices, first, last);
    } else {
        forEachAbsolute(local, parent, absolute, first, last, narrow, store);
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
HWY_EXPORT(localToFinal);

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

void localToFinal(std::span<const Affine> local, std::span<const std::uint32_t> parent, std::span<Affine> absolute,
                  const FinalMatrices& final, std::size_t first, std::size_t last)
{
    reference::localToAbsolute(local, parent, absolute, first, last);
    reference::absoluteToFinal(absolute, final, first, last);
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

void localToFinal(std::span<const Affine> local, std::span<const std::uint32_t> parent, std::span<Affine> absolute,
                  const FinalMatrices& final, std::size_t first, std::size_t last) noexcept
{
    ARMATURE_DISPATCH(localToFinal)(local, parent, absolute, final, first, last);
}

void absoluteToFinal(std::span<const Affine> absolute, const FinalMatrices& final, std::size_t first, std::size_t last) noexcept
{
    ARMATURE_DISPATCH(absoluteToFinal)(absolute, final, first, last);
}

}  // namespace armature
#endif
