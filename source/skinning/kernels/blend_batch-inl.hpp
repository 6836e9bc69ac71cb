// Blends what moves the vertices of a batch, one after the other, and turns it into lanes; included once for each instruction set.
#if defined(ARMATURE_SKINNING_KERNELS_BLEND_BATCH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ARMATURE_SKINNING_KERNELS_BLEND_BATCH_INL
#undef ARMATURE_SKINNING_KERNELS_BLEND_BATCH_INL
#else
#define ARMATURE_SKINNING_KERNELS_BLEND_BATCH_INL
#endif

#include "skinning/kernels/move_batch-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR

// Blended rows of a batch of vertices, one after the other.
struct BlendedBatch {
    static constexpr std::size_t matrixSize = 16;  // twelve are used
    alignas(64) float matrices[batchSize][matrixSize];
    alignas(64) float duals[batchSize][8];
};

// How influences are read: `count` of them known when compiling (0: it is not), joints known to be in the palette or not.
template <std::size_t Count, bool IsChecked>
struct Reading {
    HWY_INLINE std::size_t count(const InfluencePointers& influences) const { return Count != 0 ? Count : influences.perVertex; }
    HWY_INLINE const float* matrix(std::span<const Affine> palette, std::uint16_t joint) const
    {
        return IsChecked ? matrixAt(palette, joint) : &palette.data()[joint][0].x;
    }
};

// Adds up the matrices of a vertex.
template <class Reading>
HWY_INLINE void blendMatrices(Reading reading, const InfluencePointers& influences, std::span<const Affine> palette, std::size_t vertex,
                              float* HWY_RESTRICT out)
{
    const Row row;
    const std::size_t count = reading.count(influences);
    const std::uint16_t* HWY_RESTRICT joints = influences.joints + vertex * count;
    const float* HWY_RESTRICT weights = influences.weights + vertex * count;
#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86
    const hn::FixedTag<float, 16> rows;
    const auto twelve = hn::FirstN(rows, 12);  // what lies behind a matrix is not read
    auto sum = hn::Mul(hn::MaskedLoad(twelve, rows, reading.matrix(palette, joints[0])), hn::Set(rows, weights[0]));
    HWY_UNROLL(4)
    for (std::size_t i = 1; i < count; ++i) {
        sum = hn::Add(sum, hn::Mul(hn::MaskedLoad(twelve, rows, reading.matrix(palette, joints[i])), hn::Set(rows, weights[i])));
    }
    hn::Store(sum, rows, out);
#elif HWY_TARGET <= HWY_AVX2 && HWY_ARCH_X86
    const hn::FixedTag<float, 8> rows;
    const float* first = reading.matrix(palette, joints[0]);
    const auto firstWeight = hn::Set(rows, weights[0]);
    auto upper = hn::Mul(hn::LoadU(rows, first), firstWeight);
    auto lower = hn::Mul(hn::LoadU(row, first + 8), hn::LowerHalf(row, firstWeight));
    HWY_UNROLL(4)
    for (std::size_t i = 1; i < count; ++i) {
        const float* matrix = reading.matrix(palette, joints[i]);
        const auto weight = hn::Set(rows, weights[i]);
        upper = hn::Add(upper, hn::Mul(hn::LoadU(rows, matrix), weight));
        lower = hn::Add(lower, hn::Mul(hn::LoadU(row, matrix + 8), hn::LowerHalf(row, weight)));
    }
    hn::StoreU(upper, rows, out);
    hn::StoreU(lower, row, out + 8);
#else
    const float* first = reading.matrix(palette, joints[0]);
    const auto firstWeight = hn::Set(row, weights[0]);
    auto row0 = hn::Mul(hn::LoadU(row, first), firstWeight);
    auto row1 = hn::Mul(hn::LoadU(row, first + 4), firstWeight);
    auto row2 = hn::Mul(hn::LoadU(row, first + 8), firstWeight);
    HWY_UNROLL(4)
    for (std::size_t i = 1; i < count; ++i) {
        const float* matrix = reading.matrix(palette, joints[i]);
        const auto weight = hn::Set(row, weights[i]);
        row0 = hn::Add(row0, hn::Mul(hn::LoadU(row, matrix), weight));
        row1 = hn::Add(row1, hn::Mul(hn::LoadU(row, matrix + 4), weight));
        row2 = hn::Add(row2, hn::Mul(hn::LoadU(row, matrix + 8), weight));
    }
    hn::StoreU(row0, row, out);
    hn::StoreU(row1, row, out + 4);
    hn::StoreU(row2, row, out + 8);
#endif
    if (HWY_UNLIKELY(weights[0] == 0.f)) {
        replaceIfUnskinned(weights, count, out);
    }
}

HWY_INLINE Matrix3x4<SkinVector> loadMatrices(const BlendedBatch& batch)
{
    SkinVector m[3][4];
    for (std::size_t i = 0; i < 3; ++i) {
        loadTransposed(&batch.matrices[0][4 * i], BlendedBatch::matrixSize, m[i]);
    }
    return {{{m[0][0], m[0][1], m[0][2], m[0][3]}, {m[1][0], m[1][1], m[1][2], m[1][3]}, {m[2][0], m[2][1], m[2][2], m[2][3]}}};
}

// The motion that sums of dual quaternions stand for.
HWY_INLINE RigidMotion<SkinVector> motionOfSums(const SkinVector (&real)[4], const SkinVector (&dual)[4])
{
    const SkinVector square = (real[0] * real[0] + real[1] * real[1]) + (real[2] * real[2] + real[3] * real[3]);
    const SkinVector factor = hn::Div(hn::Set(SkinLanes(), 1.f), hn::Sqrt(square));
    return motionOf(Quaternion<SkinVector>{real[0], real[1], real[2], real[3]}, Quaternion<SkinVector>{dual[0], dual[1], dual[2], dual[3]},
                    factor);
}

HWY_INLINE RigidMotion<SkinVector> loadMotions(const BlendedBatch& batch)
{
    SkinVector real[4];
    SkinVector dual[4];
    loadTransposed(&batch.duals[0][0], 8, real);
    loadTransposed(&batch.duals[0][4], 8, dual);
    return motionOfSums(real, dual);
}

#endif

}  // namespace armature::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
