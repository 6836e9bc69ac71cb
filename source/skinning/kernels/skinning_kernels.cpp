#include "skinning/kernels/skinning_kernels.hpp"

#include <algorithm>
#include <type_traits>

#include "math/kernels/simd_dispatch.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "skinning/kernels/skinning_kernels.cpp"
#include <hwy/foreach_target.h>
// Included after foreach_target.h, so that this header is compiled once for each instruction set.
#include "skinning/kernels/table_palette-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

using reference::skinDualQuaternions;
using reference::skinLinear;

#else

// Returns whether all joints are in the palette. Checking all of them once costs less than checking each while blending.
HWY_INLINE bool areInPalette(const InfluencePointers& influences, std::size_t numbers, std::size_t bones)
{
    const hn::ScalableTag<std::uint16_t> d;
    auto largest = hn::Zero(d);
    std::size_t i = 0;
    for (; i + hn::Lanes(d) <= numbers; i += hn::Lanes(d)) {
        largest = hn::Max(largest, hn::LoadU(d, influences.joints + i));
    }
    HWY_ALIGN std::uint16_t lanes[hn::MaxLanes(d)];
    hn::Store(largest, d, lanes);
    std::uint16_t highest = *std::max_element(lanes, lanes + hn::Lanes(d));
    for (; i < numbers; ++i) {
        highest = std::max(highest, influences.joints[i]);
    }
    return highest < bones;
}

template <std::size_t Count, class Blend>
HWY_INLINE void forEachBatch(const SkinStreamPointers& streams, const InfluencePointers& influences, const Blend& blend)
{
    BatchMover<typename Blend::Motion> mover;
    std::size_t first = 0;
    for (; first + batchSize <= streams.count; first += batchSize) {
        const auto blended = blend.template batch<Count>(advanced(influences, first), batchSize - 1);
        mover.move(streams, first, blended.matrix, blended.motion);
    }
    if (first < streams.count) {
        const auto blended = blend.template batch<Count>(advanced(influences, first), streams.count - first - 1);
        mover.moveAny(streams, first, blended.matrix, blended.motion);
    }
    mover.finish();
}

// Calls use(palette) with a copy for fast reading, or with the palette itself if a copy does not pay.
template <class Use>
HWY_INLINE void withPalette(std::span<const Affine> palette, const InfluencePointers& influences, std::size_t vertices, const Use& use)
{
    const std::size_t numbers = vertices * influences.perVertex;
    if (paysToPad(palette, numbers) && areFinite(palette) && areInPalette(influences, numbers, palette.size())) {
        use(PaddedPalette(palette));
    } else {
        use(AnyPalette{palette});
    }
}

void skinLinear(const SkinStreamPointers& streams, const InfluencePointers& influences, std::span<const Affine> palette)
{
#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86
    const bool hasTables = influences.perVertex == 4 || influences.perVertex == 8;
    if (hasTables && paysToPad(palette, streams.count * influences.perVertex) && areFinite(palette)) {
        const TablePalette table(palette);
        if (influences.perVertex == 4 ? skinByTables<4>(streams, influences, table) : skinByTables<8>(streams, influences, table)) {
            return;
        }
    }
#endif
    withPalette(palette, influences, streams.count, [&](const auto& matrices) HWY_ATTR {
        using Blend = LinearBlend<std::remove_cvref_t<decltype(matrices)>>;
        const Blend blend{matrices};
        if (Blend::isFast && influences.perVertex == 4) {
            forEachBatch<4>(streams, influences, blend);
        } else if (Blend::isFast && influences.perVertex == 8) {
            forEachBatch<8>(streams, influences, blend);
        } else {
            forEachBatch<0>(streams, influences, blend);
        }
    });
}

void skinDualQuaternions(const SkinStreamPointers& streams, const InfluencePointers& influences, std::span<const Affine> stretches,
                         std::span<const DualQuaternion> motions)
{
    withPalette(stretches, influences, streams.count, [&](const auto& matrices) HWY_ATTR {
        forEachBatch<0>(streams, influences, DualQuaternionBlend<std::remove_cvref_t<decltype(matrices)>>{matrices, motions});
    });
}

#endif

}  // namespace armature::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace armature {

HWY_EXPORT(skinDualQuaternions);
HWY_EXPORT(skinLinear);

void skinLinear(const SkinStreamPointers& streams, const InfluencePointers& influences, std::span<const Affine> palette) noexcept
{
    ARMATURE_DISPATCH(skinLinear)(streams, influences, palette);
}

void skinDualQuaternions(const SkinStreamPointers& streams, const InfluencePointers& influences, std::span<const Affine> stretches,
                         std::span<const DualQuaternion> motions) noexcept
{
    ARMATURE_DISPATCH(skinDualQuaternions)(streams, influences, stretches, motions);
}

}  // namespace armature
#endif
