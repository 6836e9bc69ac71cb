#include "skinning/kernels/skinning_kernels.hpp"

#include <algorithm>

#include "math/kernels/simd_dispatch.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "skinning/kernels/skinning_kernels.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h: compiled once for each instruction set.
#include "skinning/kernels/blend_batch-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

using reference::skinDualQuaternions;
using reference::skinLinear;

#else

// Calls use(Reading) with the one that fits. Looking through all joints once costs less than looking at each while blending.
template <class Use>
HWY_INLINE void chooseReading(const InfluencePointers& influences, std::size_t vertices, std::size_t bones, const Use& use)
{
    const std::size_t numbers = vertices * influences.perVertex;
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
    if (highest >= bones) {
        use(Reading<0, true>());
    } else if (influences.perVertex == 4) {
        use(Reading<4, false>());
    } else if (influences.perVertex == 8) {
        use(Reading<8, false>());
    } else {
        use(Reading<0, false>());
    }
}

// One copy for all ways of reading.
template <class Motion>
HWY_NOINLINE void moveWholeBatch(const SkinStreamPointers& streams, const Matrix3x4<SkinVector>& matrix, const Motion& motion)
{
    moveBatch(streams, matrix, motion);
}

// blend(vertex, lane) puts what moves a vertex into a lane of the batch; motion() reads the rigid motion from there.
template <class Blend, class MotionOf>
HWY_INLINE void forEachBatch(const SkinStreamPointers& streams, const BlendedBatch& batch, const Blend& blend, const MotionOf& motion)
{
    std::size_t first = 0;
    for (; first + batchSize <= streams.count; first += batchSize) {
        for (std::size_t lane = 0; lane < batchSize; ++lane) {
            blend(first + lane, lane);
        }
        moveWholeBatch(advanced(streams, first, batchSize), loadMatrices(batch), motion());
    }
    if (first < streams.count) {
        for (std::size_t lane = 0; lane < batchSize; ++lane) {
            blend(std::min(first + lane, streams.count - 1), lane);  // lanes without vertex repeat the last one
        }
        moveRest(advanced(streams, first, streams.count - first), loadMatrices(batch), motion());
    }
}

void skinLinear(const SkinStreamPointers& streams, const InfluencePointers& influences, std::span<const Affine> palette)
{
    chooseReading(influences, streams.count, palette.size(), [&](auto reading) HWY_ATTR {
        BlendedBatch batch;
        forEachBatch(
            streams, batch,
            [&](std::size_t vertex, std::size_t lane)
                HWY_ATTR { blendMatrices(reading, influences, palette, vertex, batch.matrices[lane]); },
            []() HWY_ATTR { return NoMotion<SkinVector>(); });
    });
}

void skinDualQuaternions(const SkinStreamPointers& streams, const InfluencePointers& influences, std::span<const Affine> stretches,
                         std::span<const DualQuaternion> motions)
{
    BlendedBatch batch;
    forEachBatch(
        streams, batch,
        [&](std::size_t vertex, std::size_t lane) HWY_ATTR {
            blendMatrices(Reading<0, true>(), influences, stretches, vertex, batch.matrices[lane]);
            blendMotions(influences, motions, vertex, batch.duals[lane]);
        },
        [&]() HWY_ATTR { return loadMotions(batch); });
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
