#include "skinning/kernels/skinning_kernels.hpp"

#include <algorithm>

#include "math/kernels/simd_dispatch.hpp"
#include "skinning/kernels/blend_influences.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "skinning/kernels/skinning_kernels.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h: compiled once for each instruction set.
#include "math/kernels/affine-inl.hpp"
#include "skinning/kernels/skin_math-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

using reference::skinDualQuaternions;
using reference::skinLinear;

#else

using SkinLanes = hn::CappedTag<float, 16>;
using SkinVector = hn::Vec<SkinLanes>;
constexpr std::size_t batchSize = hn::MaxLanes(SkinLanes());

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

// Four numbers of vertex k, and with longer registers of vertices k + 4, k + 8, k + 12 too.
template <class D>
HWY_INLINE hn::Vec<D> loadEveryFourth(D d, const float* HWY_RESTRICT first, std::size_t stride)
{
    if constexpr (hn::MaxLanes(D()) == 4) {
        return hn::Load(d, first);
    } else {
        const hn::Half<D> half;
        return hn::Combine(d, loadEveryFourth(half, first + hn::MaxLanes(half) * stride, stride), loadEveryFourth(half, first, stride));
    }
}

// Four numbers of each vertex of the batch, `stride` apart, as four vectors with a vertex in each lane.
HWY_INLINE void loadTransposed(const float* HWY_RESTRICT first, std::size_t stride, SkinVector (&out)[4])
{
    const SkinLanes d;
    const auto load = [&](std::size_t k) HWY_ATTR { return loadEveryFourth(d, first + k * stride, stride); };
    transposeRows(d, load(0), load(1), load(2), load(3), out);
}

HWY_INLINE Matrix3x4<SkinVector> loadMatrices(const BlendedBatch& batch)
{
    SkinVector m[3][4];
    for (std::size_t i = 0; i < 3; ++i) {
        loadTransposed(&batch.matrices[0][4 * i], BlendedBatch::matrixSize, m[i]);
    }
    return {{{m[0][0], m[0][1], m[0][2], m[0][3]}, {m[1][0], m[1][1], m[1][2], m[1][3]}, {m[2][0], m[2][1], m[2][2], m[2][3]}}};
}

HWY_INLINE Vector3<SkinVector> loadVectors(const float* vectors)
{
    SkinVector x;
    SkinVector y;
    SkinVector z;
    hn::LoadInterleaved3(SkinLanes(), vectors, x, y, z);
    return {x, y, z};
}

HWY_INLINE void storeVectors(const Vector3<SkinVector>& v, float* out)
{
    hn::StoreInterleaved3(v.x, v.y, v.z, SkinLanes(), out);
}

// 1 / the root of squares; says in which lanes that is no good.
HWY_INLINE SkinVector reciprocalRoot(SkinVector square, hn::Mask<SkinLanes>& outIsBad)
{
    const SkinLanes d;
    outIsBad = hn::Not(hn::And(hn::Ge(square, hn::Set(d, smallestSquare)), hn::Le(square, hn::Set(d, largestSquare))));
    return hn::Div(hn::Set(d, 1.f), hn::Sqrt(square));
}

// Makes vectors unit; those of lanes where float is not enough are computed one by one, and are zero where there is no direction.
HWY_INLINE Vector3<SkinVector> makeUnit(const Vector3<SkinVector>& v)
{
    const SkinLanes d;
    hn::Mask<SkinLanes> isBad;
    const SkinVector factor = reciprocalRoot(dotProduct(v, v), isBad);
    const Vector3<SkinVector> unit = scaled(v, factor);
    if (HWY_LIKELY(hn::AllFalse(d, isBad))) {
        return unit;
    }
    HWY_ALIGN float x[batchSize];
    HWY_ALIGN float y[batchSize];
    HWY_ALIGN float z[batchSize];
    HWY_ALIGN float bad[batchSize];
    hn::Store(v.x, d, x);
    hn::Store(v.y, d, y);
    hn::Store(v.z, d, z);
    hn::Store(hn::IfThenElseZero(isBad, hn::Set(d, 1.f)), d, bad);
    for (std::size_t lane = 0; lane < batchSize; ++lane) {
        if (bad[lane] != 0.f) {
            normalizeOrZero(x[lane], y[lane], z[lane]);
        }
    }
    const auto repaired = [&](SkinVector good, const float* other) HWY_ATTR { return hn::IfThenElse(isBad, hn::Load(d, other), good); };
    return {repaired(unit.x, x), repaired(unit.y, y), repaired(unit.z, z)};
}

HWY_INLINE SkinVector negateWhere(SkinVector sign, SkinVector v)
{
    const SkinLanes d;
    return hn::IfThenElse(hn::Lt(sign, hn::Zero(d)), hn::Neg(v), v);
}

// All streams of a batch, whose vertices are the first `batchSize` at the pointers.
template <class Motion>
HWY_NOINLINE void moveBatch(const SkinStreamPointers& streams, const Matrix3x4<SkinVector>& matrix, const Motion& motion)
{
    if (streams.positions != nullptr) {
        const Vector3<SkinVector> position = loadVectors(&streams.positions->x);
        storeVectors(motion.movePoint(transformPoint(matrix, position)), &streams.outPositions->x);
    }
    if (streams.normals != nullptr) {
        const TurnedNormal<SkinVector> turned = turnNormal(matrix, loadVectors(&streams.normals->x));
        const Vector3<SkinVector> unit = makeUnit(turned.normal);
        storeVectors(motion.turn({negateWhere(turned.determinant, unit.x), negateWhere(turned.determinant, unit.y),
                                  negateWhere(turned.determinant, unit.z)}),
                     &streams.outNormals->x);
    }
    if (streams.tangents != nullptr) {
        SkinVector rows[4];
        HWY_ALIGN float tangents[batchSize][4];
        std::copy_n(&streams.tangents->x, 4 * batchSize, tangents[0]);
        loadTransposed(tangents[0], 4, rows);
        const Vector3<SkinVector> along{rows[0], rows[1], rows[2]};
        const SkinVector determinant = turnNormal(matrix, along).determinant;
        const Vector3<SkinVector> unit = motion.turn(makeUnit(transformVector(matrix, along)));
        hn::StoreInterleaved4(unit.x, unit.y, unit.z, negateWhere(determinant, rows[3]), SkinLanes(), &streams.outTangents->x);
    }
}

// The last vertices, of which there are fewer than a batch: moved in a copy.
template <class Motion>
HWY_INLINE void moveRest(const SkinStreamPointers& streams, const Matrix3x4<SkinVector>& matrix, const Motion& motion)
{
    glm::vec3 positions[batchSize]{};
    glm::vec3 normals[batchSize]{};
    glm::vec4 tangents[batchSize]{};
    SkinStreamPointers copy;
    const auto take = [&](auto* from, auto* buffer, auto*& outFrom, auto*& outTo) {
        if (from != nullptr) {
            std::copy_n(from, streams.count, buffer);
            outFrom = buffer;
            outTo = buffer;
        }
    };
    take(streams.positions, positions, copy.positions, copy.outPositions);
    take(streams.normals, normals, copy.normals, copy.outNormals);
    take(streams.tangents, tangents, copy.tangents, copy.outTangents);
    moveBatch(copy, matrix, motion);
    const auto give = [&](const auto* buffer, auto* to) {
        if (to != nullptr) {
            std::copy_n(buffer, streams.count, to);
        }
    };
    give(positions, streams.outPositions);
    give(normals, streams.outNormals);
    give(tangents, streams.outTangents);
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
        moveBatch(advanced(streams, first, batchSize), loadMatrices(batch), motion());
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

HWY_INLINE RigidMotion<SkinVector> loadMotions(const BlendedBatch& batch)
{
    SkinVector real[4];
    SkinVector dual[4];
    loadTransposed(&batch.duals[0][0], 8, real);
    loadTransposed(&batch.duals[0][4], 8, dual);
    const SkinVector square = (real[0] * real[0] + real[1] * real[1]) + (real[2] * real[2] + real[3] * real[3]);
    const SkinVector factor = hn::Div(hn::Set(SkinLanes(), 1.f), hn::Sqrt(square));
    return motionOf(Quaternion<SkinVector>{real[0], real[1], real[2], real[3]}, Quaternion<SkinVector>{dual[0], dual[1], dual[2], dual[3]},
                    factor);
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
