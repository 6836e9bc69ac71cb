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

// sum + weight * number. With IsFinite, every number is known to be finite; otherwise 0 times anything must be 0.
template <bool IsFinite>
HWY_INLINE SkinVector addWeighted(SkinVector sum, SkinVector weight, SkinVector number)
{
    const SkinVector more = multiplyAdd(weight, number, sum);
    return IsFinite ? more : hn::IfThenElse(hn::Ne(weight, hn::Zero(SkinLanes())), more, sum);
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
            sum[i] = addWeighted<IsFinite>(sum[i], weight, hn::Set(d, matrix[i]));
        }
    }
    return {{{sum[0], sum[1], sum[2], sum[3]}, {sum[4], sum[5], sum[6], sum[7]}, {sum[8], sum[9], sum[10], sum[11]}}};
}

// Each with the sign of the hemisphere of the vertex's heaviest, as in blendMotions().
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
        const auto number = [&](std::size_t i) HWY_ATTR { return hn::Set(d, motion.real[i]); };
        const SkinVector cosine = dotProduct(Quaternion<SkinVector>{guide[0], guide[1], guide[2], guide[3]},
                                             Quaternion<SkinVector>{number(0), number(1), number(2), number(3)});
        const SkinVector weight = negateWhere(hn::Lt(cosine, hn::Zero(d)), hn::Load(d, plan.weights + entry * planLanes + part.firstLane));
        for (std::size_t i = 0; i < 4; ++i) {
            real[i] = addWeighted<IsFinite>(real[i], weight, hn::Set(d, motion.real[i]));
            dual[i] = addWeighted<IsFinite>(dual[i], weight, hn::Set(d, motion.dual[i]));
        }
    }
    return motionOfSums(real, dual);
}

// The two ways to skin: lanes(part) of joints and weights, or vertices(influences, lastLane) as without a plan.
template <bool IsFinite, class Palette>
struct PlannedLinear {
    HWY_INLINE BlendedBatch<NoMotion<SkinVector>> lanes(const SkinPlanPointers& plan, const PlannedPart& part) const
    {
        return {blendLanes<IsFinite>(plan, part, palette), {}};
    }

    std::span<const Affine> palette;
    LinearBlend<Palette> vertices;
};

template <bool IsFinite, class Palette>
struct PlannedDualQuaternions {
    HWY_INLINE BlendedBatch<RigidMotion<SkinVector>> lanes(const SkinPlanPointers& plan, const PlannedPart& part) const
    {
        return {blendLanes<IsFinite>(plan, part, stretches), blendMotionLanes<IsFinite>(plan, part, vertices.motions)};
    }

    std::span<const Affine> stretches;
    DualQuaternionBlend<Palette> vertices;
};

// A part whose vertices are blended one by one.
template <class Blend>
HWY_INLINE auto blendVertices(const SkinPlanPointers& plan, const PlannedPart& part, const Blend& blend)
{
    const std::size_t first = part.batch.first + part.firstLane * part.batch.perVertex;
    const InfluencePointers influences{part.batch.perVertex, plan.ownJoints + first, plan.ownWeights + first};
    return Blend::isFast && influences.perVertex == 4 ? blend.template batch<4>(influences, batchSize - 1)
                                                      : blend.template batch<0>(influences, batchSize - 1);
}

// A part with missing vertices, or whose vertices are blended one by one.
template <class Blend>
HWY_NOINLINE void moveOtherPart(const SkinStreamPointers& streams, const SkinPlanPointers& plan, const PlannedPart& part,
                                const Blend& blend)
{
    const auto blended = part.batch.perVertex != 0 ? blendVertices(plan, part, blend.vertices) : blend.lanes(plan, part);
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

// Calls use.template operator()<IsFinite>(matrices): with a copy of the palette if the plan's own influences are worth it.
template <class Use>
HWY_INLINE void withPalette(const SkinPlanPointers& plan, std::span<const Affine> palette, bool isFinite, const Use& use)
{
    if (!isFinite) {
        use.template operator()<false>(AnyPalette{palette});
    } else if (paysToPad(palette, plan.ownCount) && plan.highestOwnJoint < palette.size()) {
        use.template operator()<true>(PaddedPalette(palette));
    } else {
        use.template operator()<true>(AnyPalette{palette});
    }
}

void skinPlannedLinear(const SkinStreamPointers& streams, const SkinPlanPointers& plan, std::span<const Affine> palette)
{
    withPalette(plan, palette, areFinite(palette), [&]<bool IsFinite, class Palette>(const Palette& matrices) HWY_ATTR {
        movePlanned(streams, plan, PlannedLinear<IsFinite, Palette>{palette, {matrices}});
    });
}

void skinPlannedDualQuaternions(const SkinStreamPointers& streams, const SkinPlanPointers& plan, std::span<const Affine> stretches,
                                std::span<const DualQuaternion> motions)
{
    withPalette(plan, stretches, areFinite(stretches) && areFinite(motions),
                [&]<bool IsFinite, class Palette>(const Palette& matrices) HWY_ATTR {
                    movePlanned(streams, plan, PlannedDualQuaternions<IsFinite, Palette>{stretches, {matrices, motions}});
                });
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
