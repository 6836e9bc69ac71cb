#include "skinning/kernels/planned_kernels.hpp"

#include <algorithm>

#include "math/kernels/simd_dispatch.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "skinning/kernels/planned_kernels.cpp"
#include <hwy/foreach_target.h>
// Included after foreach_target.h, so that this header is compiled once for each instruction set.
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

constexpr std::size_t partsOfBatch = planLanes / batchSize;

// The matrices of a planned batch; uninitialised at first (see BatchMover).
union PlannedMatrices {
    HWY_INLINE PlannedMatrices() {}
    Matrix3x4<SkinVector> parts[partsOfBatch];
};

// Returns sum + weight * number. With IsFinite, every number is known to be finite; otherwise, a weight of 0 must add 0 even if the number
// is not finite.
template <bool IsFinite>
HWY_INLINE SkinVector addWeighted(SkinVector sum, SkinVector weight, SkinVector number)
{
    const SkinVector more = multiplyAdd(weight, number, sum);
    return IsFinite ? more : hn::IfThenElse(hn::Ne(weight, hn::Zero(SkinLanes())), more, sum);
}

// The registers hold the sums for a whole matrix of one part or, if a batch has several parts, for one row of two parts: each number of a
// joint's matrix is then read once for both parts.
constexpr std::size_t rowsAtOnce = partsOfBatch == 1 ? 3 : 1;
constexpr std::size_t partsAtOnce = partsOfBatch == 1 ? 1 : 2;

// Blends rowsAtOnce rows of the matrices of partsAtOnce parts. `Count`: the number of entries of the batch; 0 if it is not known at compile
// time.
template <bool IsFinite, std::size_t Count>
HWY_INLINE void blendRows(const SkinPlanPointers& plan, const PlannedBatch& batch, std::span<const Affine> palette, std::size_t firstRow,
                          std::size_t firstPart, PlannedMatrices& out)
{
    const SkinLanes d;
    const std::uint32_t* HWY_RESTRICT joints = plan.joints + batch.first;
    const float* weights = plan.weights + batch.first * planLanes + firstPart * batchSize;
    SkinVector sum[rowsAtOnce * 4][partsAtOnce];
    HWY_UNROLL(12)
    for (std::size_t i = 0; i < rowsAtOnce * 4; ++i) {
        HWY_UNROLL(2)
        for (std::size_t part = 0; part < partsAtOnce; ++part) {
            sum[i][part] = hn::Zero(d);
        }
    }
    const auto add = [&](std::size_t entry) HWY_ATTR {
        const float* HWY_RESTRICT numbers = matrixAt(palette, joints[entry]) + firstRow * 4;
        SkinVector weight[partsAtOnce];
        HWY_UNROLL(2)
        for (std::size_t part = 0; part < partsAtOnce; ++part) {
            weight[part] = hn::Load(d, weights + entry * planLanes + part * batchSize);
        }
        HWY_UNROLL(12)
        for (std::size_t i = 0; i < rowsAtOnce * 4; ++i) {
            const SkinVector number = hn::Set(d, numbers[i]);
            HWY_UNROLL(2)
            for (std::size_t part = 0; part < partsAtOnce; ++part) {
                sum[i][part] = addWeighted<IsFinite>(sum[i][part], weight[part], number);
            }
        }
    };
    if constexpr (Count != 0) {
        HWY_UNROLL(8)
        for (std::size_t entry = 0; entry < Count; ++entry) {
            add(entry);
        }
    } else {
        for (std::size_t entry = 0; entry < batch.count; ++entry) {
            add(entry);
        }
    }
    HWY_UNROLL(12)
    for (std::size_t i = 0; i < rowsAtOnce * 4; ++i) {
        HWY_UNROLL(2)
        for (std::size_t part = 0; part < partsAtOnce; ++part) {
            out.parts[firstPart + part].m[firstRow + i / 4][i % 4] = sum[i][part];
        }
    }
}

template <bool IsFinite, std::size_t Count>
HWY_INLINE void blendAllRows(const SkinPlanPointers& plan, const PlannedBatch& batch, std::span<const Affine> palette, PlannedMatrices& out)
{
    for (std::size_t part = 0; part < partsOfBatch; part += partsAtOnce) {
        for (std::size_t row = 0; row < 3; row += rowsAtOnce) {
            blendRows<IsFinite, Count>(plan, batch, palette, row, part, out);
        }
    }
}

// Not inline: the compiler must not keep weights in registers from one row to the next, because there are too few registers.
template <std::size_t Count>
HWY_NOINLINE void blendCounted(const SkinPlanPointers& plan, const PlannedBatch& batch, std::span<const Affine> palette,
                               PlannedMatrices& out)
{
    blendAllRows<true, Count>(plan, batch, palette, out);
}

template <bool IsFinite>
HWY_INLINE void blendLanes(const SkinPlanPointers& plan, const PlannedBatch& batch, std::span<const Affine> palette, PlannedMatrices& out)
{
    if constexpr (!IsFinite || partsOfBatch == 1) {
        blendAllRows<IsFinite, 0>(plan, batch, palette, out);
        return;
    }
    switch (batch.count) {
    case 1: return blendCounted<1>(plan, batch, palette, out);
    case 2: return blendCounted<2>(plan, batch, palette, out);
    case 3: return blendCounted<3>(plan, batch, palette, out);
    case 4: return blendCounted<4>(plan, batch, palette, out);
    case 5: return blendCounted<5>(plan, batch, palette, out);
    case 6: return blendCounted<6>(plan, batch, palette, out);
    case 7: return blendCounted<7>(plan, batch, palette, out);
    case 8: return blendCounted<8>(plan, batch, palette, out);
    default: return blendCounted<0>(plan, batch, palette, out);
    }
}

// Sums motions, each with the sign that puts it into the hemisphere of the vertex's heaviest influence, as in blendMotions().
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

// The two ways to skin: matrices() and motion() blend joints and weights in lanes; `vertices` blends vertex by vertex, as without a plan.
template <bool IsFinite, class Palette>
struct PlannedLinear {
    using Motion = NoMotion<SkinVector>;

    HWY_INLINE void matrices(const SkinPlanPointers& plan, const PlannedBatch& batch, PlannedMatrices& out) const
    {
        blendLanes<IsFinite>(plan, batch, palette, out);
    }
    HWY_INLINE Motion motion(const SkinPlanPointers& /*plan*/, const PlannedPart& /*part*/) const { return {}; }

    std::span<const Affine> palette;
    LinearBlend<Palette> vertices;
};

template <bool IsFinite, class Palette>
struct PlannedDualQuaternions {
    using Motion = RigidMotion<SkinVector>;

    HWY_INLINE void matrices(const SkinPlanPointers& plan, const PlannedBatch& batch, PlannedMatrices& out) const
    {
        blendLanes<IsFinite>(plan, batch, stretches, out);
    }
    HWY_INLINE Motion motion(const SkinPlanPointers& plan, const PlannedPart& part) const
    {
        return blendMotionLanes<IsFinite>(plan, part, vertices.motions);
    }

    std::span<const Affine> stretches;
    DualQuaternionBlend<Palette> vertices;
};

// Blends the vertices of a part one by one.
template <class Blend>
HWY_NOINLINE auto blendVertices(const SkinPlanPointers& plan, const PlannedPart& part, const Blend& blend)
{
    const std::size_t first = part.batch.first + part.firstLane * part.batch.perVertex;
    const InfluencePointers influences{part.batch.perVertex, plan.ownJoints + first, plan.ownWeights + first};
    return Blend::isFast && influences.perVertex == 4 ? blend.template batch<4>(influences, batchSize - 1)
                                                      : blend.template batch<0>(influences, batchSize - 1);
}

template <class Blend>
HWY_INLINE void movePlanned(const SkinStreamPointers& streams, const SkinPlanPointers& plan, const Blend& blend)
{
    BatchMover<typename Blend::Motion> mover;
    for (std::size_t first = 0; first < streams.count; first += planLanes) {
        const PlannedBatch& batch = plan.batches[first / planLanes];
        PlannedMatrices matrices;
        if (batch.perVertex == 0) {
            blend.matrices(plan, batch, matrices);
        }
        for (std::size_t lane = 0; lane < std::min(planLanes, streams.count - first); lane += batchSize) {
            const PlannedPart part{batch, lane};
            if (batch.perVertex != 0) {
                const auto blended = blendVertices(plan, part, blend.vertices);
                mover.moveAny(streams, first + lane, blended.matrix, blended.motion);
            } else if (HWY_LIKELY(first + lane + batchSize <= streams.count)) {
                mover.move(streams, first + lane, matrices.parts[lane / batchSize], blend.motion(plan, part));
            } else {
                const Matrix3x4<SkinVector> matrix = matrices.parts[lane / batchSize];  // a copy, so that all matrices stay in registers
                mover.moveAny(streams, first + lane, matrix, blend.motion(plan, part));
            }
        }
    }
    mover.finish();
}

std::size_t mostPlannedJoints()
{
    return batchSize == 8 ? 11 : batchSize;
}

// Calls use.template operator()<IsFinite>(matrices), with a padded copy of the palette if the plan keeps enough influences to pay for the
// copy.
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
