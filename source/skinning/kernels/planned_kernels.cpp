#include "skinning/kernels/planned_kernels.hpp"

#include <algorithm>

#include "math/kernels/simd_dispatch.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "skinning/kernels/planned_kernels.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h: compiled once for each instruction set.
#include "skinning/kernels/blend_batch-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

using reference::mostPlannedJoints;
using reference::skinPlannedDualQuaternions;
using reference::skinPlannedLinear;

#else

// Part of a planned batch, as wide as a register.
struct PlannedPart {
    const PlannedBatch& batch;
    std::size_t firstLane;
};

// weight * number. With IsFinite every number is known to be finite; otherwise 0 times anything must be 0.
template <bool IsFinite>
HWY_INLINE SkinVector weighed(SkinVector weight, float number)
{
    const SkinLanes d;
    const SkinVector product = hn::Mul(weight, hn::Set(d, number));
    return IsFinite ? product : hn::IfThenElseZero(hn::Ne(weight, hn::Zero(d)), product);
}

template <bool IsFinite>
HWY_INLINE Matrix3x4<SkinVector> blendLanes(const SkinPlanPointers& plan, const PlannedPart& part, std::span<const Affine> palette)
{
    const SkinLanes d;
    const std::uint32_t* HWY_RESTRICT joints = plan.joints + part.batch.first;
    const float* HWY_RESTRICT weights = plan.weights + part.batch.first * planLanes + part.firstLane;
    SkinVector sum[12];
    HWY_UNROLL(12)
    for (std::size_t i = 0; i < 12; ++i) {
        sum[i] = hn::Zero(d);
    }
    for (std::size_t entry = 0; entry < part.batch.count; ++entry) {
        const float* HWY_RESTRICT matrix = matrixAt(palette, joints[entry]);
        const SkinVector weight = hn::Load(d, weights + entry * planLanes);
        HWY_UNROLL(12)
        for (std::size_t i = 0; i < 12; ++i) {
            sum[i] = hn::Add(sum[i], weighed<IsFinite>(weight, matrix[i]));
        }
    }
    return {{{sum[0], sum[1], sum[2], sum[3]}, {sum[4], sum[5], sum[6], sum[7]}, {sum[8], sum[9], sum[10], sum[11]}}};
}

// Each with the sign that points the way of the vertex's heaviest, as blendMotions() does it.
template <bool IsFinite>
HWY_INLINE RigidMotion<SkinVector> blendMotionLanes(const SkinPlanPointers& plan, const PlannedPart& part,
                                                    std::span<const DualQuaternion> motions)
{
    const SkinLanes d;
    const std::size_t first = part.batch.first;
    SkinVector guide[4] = {hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Zero(d)};
    for (std::size_t entry = first; entry < first + part.batch.count; ++entry) {
        const DualQuaternion& motion = motionAt(motions, plan.joints[entry]);
        alignas(8) std::uint8_t bits[8] = {};
        const unsigned lanes = static_cast<unsigned>(plan.heaviest[entry]) >> part.firstLane;
        bits[0] = static_cast<std::uint8_t>(lanes & (batchSize < 8 ? (1u << batchSize) - 1u : 0xffu));
        bits[1] = static_cast<std::uint8_t>(lanes >> 8);
        const auto isHeaviest = hn::LoadMaskBits(d, bits);
        for (std::size_t i = 0; i < 4; ++i) {
            guide[i] = hn::IfThenElse(isHeaviest, hn::Set(d, motion.real[i]), guide[i]);
        }
    }
    SkinVector real[4] = {hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Zero(d)};
    SkinVector dual[4] = {hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Zero(d)};
    for (std::size_t entry = first; entry < first + part.batch.count; ++entry) {
        const DualQuaternion& motion = motionAt(motions, plan.joints[entry]);
        const auto product = [&](std::size_t i) HWY_ATTR { return guide[i] * hn::Set(d, motion.real[i]); };
        const SkinVector cosine = (product(0) + product(1)) + (product(2) + product(3));
        const SkinVector weight = negateWhere(cosine, hn::Load(d, plan.weights + entry * planLanes + part.firstLane));
        for (std::size_t i = 0; i < 4; ++i) {
            real[i] = hn::Add(real[i], weighed<IsFinite>(weight, motion.real[i]));
            dual[i] = hn::Add(dual[i], weighed<IsFinite>(weight, motion.dual[i]));
        }
    }
    return motionOfSums(real, dual);
}

// What moves the vertices of a part, in lanes.
template <class Motion>
struct BlendedPart {
    Matrix3x4<SkinVector> matrix;
    Motion motion;
};

HWY_INLINE InfluencePointers ownInfluences(const SkinPlanPointers& plan, const PlannedPart& part)
{
    const std::size_t first = part.batch.first + part.firstLane * part.batch.perVertex;
    return {part.batch.perVertex, plan.ownJoints + first, plan.ownWeights + first};
}

// Sums in lanes begin with 0, and so are never -0; these become the same.
HWY_INLINE Matrix3x4<SkinVector> withoutNegativeZeros(const Matrix3x4<SkinVector>& matrix)
{
    Matrix3x4<SkinVector> result = matrix;
    for (auto& row : result.m) {
        for (SkinVector& number : row) {
            number = hn::Add(number, hn::Zero(SkinLanes()));
        }
    }
    return result;
}

template <bool IsFinite>
struct LinearBlend {
    using Part = BlendedPart<NoMotion<SkinVector>>;

    HWY_INLINE Part lanes(const SkinPlanPointers& plan, const PlannedPart& part) const
    {
        return {blendLanes<IsFinite>(plan, part, palette), {}};
    }
    HWY_INLINE Part vertices(const SkinPlanPointers& plan, const PlannedPart& part) const
    {
        BlendedBatch batch;
        const InfluencePointers influences = ownInfluences(plan, part);
        for (std::size_t lane = 0; lane < batchSize; ++lane) {
            blendMatrices(Reading<0, true>(), influences, palette, lane, batch.matrices[lane]);
        }
        return {withoutNegativeZeros(loadMatrices(batch)), {}};
    }

    std::span<const Affine> palette;
};

template <bool IsFinite>
struct DualQuaternionBlend {
    using Part = BlendedPart<RigidMotion<SkinVector>>;

    HWY_INLINE Part lanes(const SkinPlanPointers& plan, const PlannedPart& part) const
    {
        return {blendLanes<IsFinite>(plan, part, stretches), blendMotionLanes<IsFinite>(plan, part, motions)};
    }
    HWY_INLINE Part vertices(const SkinPlanPointers& plan, const PlannedPart& part) const
    {
        BlendedBatch batch;
        const InfluencePointers influences = ownInfluences(plan, part);
        for (std::size_t lane = 0; lane < batchSize; ++lane) {
            blendMatrices(Reading<0, true>(), influences, stretches, lane, batch.matrices[lane]);
            blendMotions(influences, motions, lane, batch.duals[lane]);
        }
        return {withoutNegativeZeros(loadMatrices(batch)), loadMotions(batch)};
    }

    std::span<const Affine> stretches;
    std::span<const DualQuaternion> motions;
};

// A part of which not all is there, or whose vertices are blended one by one.
template <class Blend>
HWY_NOINLINE void moveOtherPart(const SkinStreamPointers& streams, const SkinPlanPointers& plan, const PlannedPart& part,
                                const Blend& blend)
{
    const auto blended = part.batch.perVertex != 0 ? blend.vertices(plan, part) : blend.lanes(plan, part);
    if (streams.count == batchSize) {
        moveBatch(streams, blended.matrix, blended.motion);
    } else {
        moveRest(streams, blended.matrix, blended.motion);
    }
}

template <class Blend>
HWY_INLINE void movePlanned(const SkinStreamPointers& streams, const SkinPlanPointers& plan, const Blend& blend)
{
    for (std::size_t first = 0; first < streams.count; first += batchSize) {
        const PlannedPart part{plan.batches[first / planLanes], first % planLanes};
        const SkinStreamPointers vertices = advanced(streams, first, std::min(batchSize, streams.count - first));
        if (HWY_LIKELY(vertices.count == batchSize && part.batch.perVertex == 0)) {
            const auto blended = blend.lanes(plan, part);
            moveBatch(vertices, blended.matrix, blended.motion);
        } else {
            moveOtherPart(vertices, plan, part, blend);
        }
    }
}

std::size_t mostPlannedJoints()
{
    return batchSize;
}

void skinPlannedLinear(const SkinStreamPointers& streams, const SkinPlanPointers& plan, std::span<const Affine> palette)
{
    if (HWY_LIKELY(areFinite(palette))) {
        movePlanned(streams, plan, LinearBlend<true>{palette});
    } else {
        movePlanned(streams, plan, LinearBlend<false>{palette});
    }
}

void skinPlannedDualQuaternions(const SkinStreamPointers& streams, const SkinPlanPointers& plan, std::span<const Affine> stretches,
                                std::span<const DualQuaternion> motions)
{
    if (HWY_LIKELY(areFinite(stretches) && areFinite(motions))) {
        movePlanned(streams, plan, DualQuaternionBlend<true>{stretches, motions});
    } else {
        movePlanned(streams, plan, DualQuaternionBlend<false>{stretches, motions});
    }
}

#endif

}  // namespace armature::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace armature {

HWY_EXPORT(mostPlannedJoints);
HWY_EXPORT(skinPlannedDualQuaternions);
HWY_EXPORT(skinPlannedLinear);

std::size_t mostPlannedJoints() noexcept
{
    return ARMATURE_DISPATCH(mostPlannedJoints)();
}

void skinPlannedLinear(const SkinStreamPointers& streams, const SkinPlanPointers& plan, std::span<const Affine> palette) noexcept
{
    ARMATURE_DISPATCH(skinPlannedLinear)(streams, plan, palette);
}

void skinPlannedDualQuaternions(const SkinStreamPointers& streams, const SkinPlanPointers& plan, std::span<const Affine> stretches,
                                std::span<const DualQuaternion> motions) noexcept
{
    ARMATURE_DISPATCH(skinPlannedDualQuaternions)(streams, plan, stretches, motions);
}

}  // namespace armature
#endif
