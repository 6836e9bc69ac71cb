// Blends the matrices and motions of a batch's vertices, vertex by vertex, and transposes them into lanes; included once for each
// instruction set.
#if defined(ARMATURE_SKINNING_KERNELS_BLEND_BATCH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ARMATURE_SKINNING_KERNELS_BLEND_BATCH_INL
#undef ARMATURE_SKINNING_KERNELS_BLEND_BATCH_INL
#else
#define ARMATURE_SKINNING_KERNELS_BLEND_BATCH_INL
#endif

#include <type_traits>

#include "skinning/kernels/move_batch-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR

// A copy of the palette with one matrix per cache line. Precondition: the palette contains all joints of the vertices, and only finite
// numbers.
class PaddedPalette {
public:
    static constexpr std::size_t mostJoints = 512;
    static constexpr std::size_t matrixSize = 16;  // floats, of which twelve are used

    HWY_INLINE explicit PaddedPalette(std::span<const Affine> palette)
    {
        const Row row;
        for (std::size_t joint = 0; joint < palette.size(); ++joint) {
            const float* HWY_RESTRICT from = &palette[joint][0].x;
            float* HWY_RESTRICT to = matrices_ + joint * matrixSize;
            hn::Store(hn::LoadU(row, from), row, to);
            hn::Store(hn::LoadU(row, from + 4), row, to + 4);
            hn::Store(hn::LoadU(row, from + 8), row, to + 8);
            hn::Store(hn::Zero(row), row, to + 12);
        }
    }

    HWY_INLINE const float* matrix(std::uint16_t joint, float /*weight*/) const { return matrices_ + joint * matrixSize; }

private:
    alignas(64) float matrices_[mostJoints * matrixSize];
};

// A palette that is read in place, with any joints and any numbers. A matrix that is not finite affects only vertices that give it a
// weight.
struct AnyPalette {
    HWY_INLINE const float* matrix(std::uint16_t joint, float weight) const { return weightedMatrixAt(palette, joint, weight); }

    std::span<const Affine> palette;
};

// Returns whether a finite palette fits into a padded copy, and is read often enough to pay for the copy.
HWY_INLINE bool paysToPad(std::span<const Affine> palette, std::size_t influences)
{
    return palette.size() <= std::min(PaddedPalette::mostJoints, influences);
}

// The rows of a matrix, in as few registers as possible.
#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86

struct MatrixRows {
    hn::Vec<hn::FixedTag<float, 16>> rows;
};

HWY_INLINE auto loadMatrix(const PaddedPalette& /*palette*/, const float* matrix)
{
    return hn::Load(hn::FixedTag<float, 16>(), matrix);
}

HWY_INLINE auto loadMatrix(const AnyPalette& /*palette*/, const float* matrix)
{
    const hn::FixedTag<float, 16> rows;
    return hn::MaskedLoad(hn::FirstN(rows, 12), rows, matrix);  // numbers after the matrix are not read
}

template <class Palette>
HWY_INLINE MatrixRows weighted(const Palette& palette, const float* matrix, float weight)
{
    return {hn::Mul(loadMatrix(palette, matrix), hn::Set(hn::FixedTag<float, 16>(), weight))};
}

template <class Palette>
HWY_INLINE void addWeighted(MatrixRows& sum, const Palette& palette, const float* matrix, float weight)
{
    sum.rows = multiplyAdd(loadMatrix(palette, matrix), hn::Set(hn::FixedTag<float, 16>(), weight), sum.rows);
}

#elif HWY_TARGET <= HWY_AVX2 && HWY_ARCH_X86

struct MatrixRows {
    hn::Vec<hn::FixedTag<float, 8>> upper;
    hn::Vec<Row> lower;
};

template <class Palette>
HWY_INLINE MatrixRows weighted(const Palette& /*palette*/, const float* matrix, float weight)
{
    const hn::FixedTag<float, 8> rows;
    const Row row;
    const auto factor = hn::Set(rows, weight);
    return {hn::Mul(hn::LoadU(rows, matrix), factor), hn::Mul(hn::LoadU(row, matrix + 8), hn::LowerHalf(row, factor))};
}

template <class Palette>
HWY_INLINE void addWeighted(MatrixRows& sum, const Palette& /*palette*/, const float* matrix, float weight)
{
    const hn::FixedTag<float, 8> rows;
    const Row row;
    const auto factor = hn::Set(rows, weight);
    sum.upper = multiplyAdd(hn::LoadU(rows, matrix), factor, sum.upper);
    sum.lower = multiplyAdd(hn::LoadU(row, matrix + 8), hn::LowerHalf(row, factor), sum.lower);
}

#else

struct MatrixRows {
    hn::Vec<Row> rows[3];
};

template <class Palette>
HWY_INLINE MatrixRows weighted(const Palette& /*palette*/, const float* matrix, float weight)
{
    const Row row;
    const auto factor = hn::Set(row, weight);
    return {{hn::Mul(hn::LoadU(row, matrix), factor), hn::Mul(hn::LoadU(row, matrix + 4), factor),
             hn::Mul(hn::LoadU(row, matrix + 8), factor)}};
}

template <class Palette>
HWY_INLINE void addWeighted(MatrixRows& sum, const Palette& /*palette*/, const float* matrix, float weight)
{
    const Row row;
    const auto factor = hn::Set(row, weight);
    for (std::size_t i = 0; i < 3; ++i) {
        sum.rows[i] = multiplyAdd(hn::LoadU(row, matrix + 4 * i), factor, sum.rows[i]);
    }
}

#endif

// Returns the weighted sum of the matrices of a vertex's `count` influences; the identity if all weights are 0.
template <class Palette>
HWY_INLINE MatrixRows addUp(const Palette& palette, const std::uint16_t* HWY_RESTRICT joints, const float* HWY_RESTRICT weights,
                            std::size_t count)
{
    MatrixRows sum = weighted(palette, palette.matrix(joints[0], weights[0]), weights[0]);
    for (std::size_t i = 1; i < count; ++i) {
        addWeighted(sum, palette, palette.matrix(joints[i], weights[i]), weights[i]);
    }
    if (HWY_UNLIKELY(weights[0] == 0.f && isUnskinned(weights, count))) {
        sum = weighted(AnyPalette(), matrixAt({}, 0), 1.f);
    }
    return sum;
}

// Does the work of addUp() for a vertex with any number of influences. Not inline, so that the loop is compiled once, not once for each
// lane.
template <class Palette>
HWY_NOINLINE MatrixRows addUpAny(const Palette& palette, const InfluencePointers& influences, std::size_t vertex)
{
    const InfluencePointers from = advanced(influences, vertex);
    return addUp(palette, from.joints, from.weights, from.perVertex);
}

// Returns the blended matrix of a vertex. `Count`: its number of influences; 0 if it is not known at compile time.
template <std::size_t Count, class Palette>
HWY_INLINE MatrixRows blendVertex(const Palette& palette, const InfluencePointers& influences, std::size_t vertex)
{
    if constexpr (Count == 0) {
        return addUpAny(palette, influences, vertex);
    } else {
        return addUp(palette, influences.joints + vertex * Count, influences.weights + vertex * Count, Count);
    }
}

// Blends the vertices of the lanes k, k + 4, k + 8 and k + 12, as far as these lanes exist. Each output vector holds the same row of all
// their matrices.
template <class BlendLane>
HWY_INLINE void blendEveryFourth(const BlendLane& blendLane, std::size_t k, SkinVector& outRow0, SkinVector& outRow1, SkinVector& outRow2)
{
#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86
    const SkinLanes d;
    const auto a = blendLane(k).rows;
    const auto b = blendLane(k + 4).rows;
    const auto ab02 = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(b), a);
    const auto ab1 = hn::OddEvenBlocks(b, hn::SwapAdjacentBlocks(a));
    const auto c = blendLane(k + 8).rows;
    const auto e = blendLane(k + 12).rows;
    const auto ce02 = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(e), c);
    const auto ce1 = hn::OddEvenBlocks(e, hn::SwapAdjacentBlocks(c));
    outRow0 = hn::ConcatLowerLower(d, ce02, ab02);
    outRow1 = hn::ConcatLowerLower(d, ce1, ab1);
    outRow2 = hn::ConcatUpperUpper(d, ce02, ab02);
#elif HWY_TARGET <= HWY_AVX2 && HWY_ARCH_X86
    const SkinLanes d;
    const MatrixRows a = blendLane(k);
    const MatrixRows b = blendLane(k + 4);
    outRow0 = hn::ConcatLowerLower(d, b.upper, a.upper);
    outRow1 = hn::ConcatUpperUpper(d, b.upper, a.upper);
    outRow2 = hn::Combine(d, b.lower, a.lower);
#else
    const MatrixRows a = blendLane(k);
    outRow0 = a.rows[0];
    outRow1 = a.rows[1];
    outRow2 = a.rows[2];
#endif
}

// Returns the blended matrices of a batch. Lanes after `lastLane` repeat that lane.
template <std::size_t Count, class Palette>
HWY_INLINE Matrix3x4<SkinVector> blendMatrices(const Palette& palette, const InfluencePointers& influences, std::size_t lastLane)
{
    const auto blendLane = [&](std::size_t lane) HWY_ATTR { return blendVertex<Count>(palette, influences, std::min(lane, lastLane)); };
    SkinVector rows[3][4];
    HWY_UNROLL(4)
    for (std::size_t k = 0; k < 4; ++k) {
        blendEveryFourth(blendLane, k, rows[0][k], rows[1][k], rows[2][k]);
    }
    SkinVector m[3][4];
    for (std::size_t i = 0; i < 3; ++i) {
        transposeRows(SkinLanes(), rows[i][0], rows[i][1], rows[i][2], rows[i][3], m[i]);
    }
    return {{{m[0][0], m[0][1], m[0][2], m[0][3]}, {m[1][0], m[1][1], m[1][2], m[1][3]}, {m[2][0], m[2][1], m[2][2], m[2][3]}}};
}

// Returns the motion that a sum of dual quaternions represents.
HWY_INLINE RigidMotion<SkinVector> motionOfSums(const SkinVector (&real)[4], const SkinVector (&dual)[4])
{
    const Quaternion<SkinVector> sum{real[0], real[1], real[2], real[3]};
    const SkinVector factor = hn::Div(hn::Set(SkinLanes(), 1.f), hn::Sqrt(dotProduct(sum, sum)));
    return motionOf(sum, Quaternion<SkinVector>{dual[0], dual[1], dual[2], dual[3]}, factor);
}

// Adds weight * motion to sums, with the sign that puts the motion into the hemisphere of `guide`. Both signs represent the same motion,
// but the sum is between the motions only if all are in one hemisphere.
HWY_INLINE void addMotion(const SkinVector (&guide)[4], SkinVector weight, const SkinVector (&real)[4], const SkinVector (&dual)[4],
                          SkinVector (&realSum)[4], SkinVector (&dualSum)[4])
{
    const SkinVector cosine = dotProduct(Quaternion<SkinVector>{guide[0], guide[1], guide[2], guide[3]},
                                         Quaternion<SkinVector>{real[0], real[1], real[2], real[3]});
    const SkinVector factor = negateWhere(hn::Lt(cosine, hn::Zero(SkinLanes())), weight);
    for (std::size_t i = 0; i < 4; ++i) {
        realSum[i] = multiplyAdd(factor, real[i], realSum[i]);
        dualSum[i] = multiplyAdd(factor, dual[i], dualSum[i]);
    }
}

// Returns the blended motions of a batch. Lanes after `lastLane` repeat that lane.
HWY_INLINE RigidMotion<SkinVector> blendMotions(std::span<const DualQuaternion> motions, const InfluencePointers& influences,
                                                std::size_t lastLane)
{
    const SkinLanes d;
    const hn::RebindToSigned<SkinLanes> integers;
    const DualQuaternion* of[batchSize];
    const auto realOf = [&](std::size_t lane) HWY_ATTR { return of[lane]->real; };
    const auto dualOf = [&](std::size_t lane) HWY_ATTR { return of[lane]->dual; };
    HWY_ALIGN std::int32_t unskinned[batchSize];
    HWY_ALIGN std::int32_t first[batchSize];
    for (std::size_t lane = 0; lane < batchSize; ++lane) {
        const std::size_t begin = std::min(lane, lastLane) * influences.perVertex;
        const float* weights = influences.weights + begin;
        const bool isAlone = isUnskinned(weights, influences.perVertex);
        of[lane] = isAlone ? &motionAt({}, 0) : &motionAt(motions, influences.joints[begin + heaviestOf(weights, influences.perVertex)]);
        unskinned[lane] = isAlone ? -1 : 0;
        first[lane] = static_cast<std::int32_t>(begin);
    }
    SkinVector guide[4];
    SkinVector realSum[4];
    SkinVector dualSum[4];
    loadTransposed(SkinLanes(), realOf, guide);
    const auto isAlone = hn::MaskFromVec(hn::BitCast(d, hn::Load(integers, unskinned)));
    for (std::size_t i = 0; i < 4; ++i) {
        realSum[i] = hn::IfThenElseZero(isAlone, guide[i]);
        dualSum[i] = hn::Zero(d);
    }
    for (std::size_t i = 0; i < influences.perVertex; ++i) {
        for (std::size_t lane = 0; lane < batchSize; ++lane) {
            const std::size_t influence = std::min(lane, lastLane) * influences.perVertex + i;
            of[lane] = &weightedMotionAt(motions, influences.joints[influence], influences.weights[influence]);
        }
        SkinVector real[4];
        SkinVector dual[4];
        loadTransposed(SkinLanes(), realOf, real);
        loadTransposed(SkinLanes(), dualOf, dual);
        const SkinVector weight = hn::GatherIndex(d, influences.weights + i, hn::Load(integers, first));
        addMotion(guide, weight, real, dual, realSum, dualSum);
    }
    return motionOfSums(realSum, dualSum);
}

// The matrices and motions of a batch's vertices, in lanes.
template <class Motion>
struct BlendedBatch {
    Matrix3x4<SkinVector> matrix;
    Motion motion;
};

// The two ways to skin. Each blends a batch in its function batch<Count>(influences, lastLane).
template <class Palette>
struct LinearBlend {
    using Motion = NoMotion<SkinVector>;
    static constexpr bool isFast = std::is_same_v<Palette, PaddedPalette>;

    template <std::size_t Count>
    HWY_INLINE BlendedBatch<Motion> batch(const InfluencePointers& influences, std::size_t lastLane) const
    {
        return {blendMatrices<Count>(palette, influences, lastLane), {}};
    }

    const Palette& palette;
};

template <class Palette>
struct DualQuaternionBlend {
    using Motion = RigidMotion<SkinVector>;
    static constexpr bool isFast = std::is_same_v<Palette, PaddedPalette>;

    template <std::size_t Count>
    HWY_INLINE BlendedBatch<Motion> batch(const InfluencePointers& influences, std::size_t lastLane) const
    {
        return {blendMatrices<Count>(stretches, influences, lastLane), blendMotions(motions, influences, lastLane)};
    }

    const Palette& stretches;
    std::span<const DualQuaternion> motions;
};

#endif

}  // namespace armature::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
