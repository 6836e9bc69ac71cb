// What moves a batch of vertices, one in each lane, once their matrices are in lanes; included once for each instruction set.
#if defined(ARMATURE_SKINNING_KERNELS_MOVE_BATCH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ARMATURE_SKINNING_KERNELS_MOVE_BATCH_INL
#undef ARMATURE_SKINNING_KERNELS_MOVE_BATCH_INL
#else
#define ARMATURE_SKINNING_KERNELS_MOVE_BATCH_INL
#endif

#include <algorithm>

#include "math/kernels/affine-inl.hpp"
#include "skinning/kernels/blend_influences.hpp"
#include "skinning/kernels/skin_math-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR

using SkinLanes = hn::CappedTag<float, 16>;
using SkinVector = hn::Vec<SkinLanes>;
constexpr std::size_t batchSize = hn::MaxLanes(SkinLanes());

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
HWY_INLINE void moveBatch(const SkinStreamPointers& streams, const Matrix3x4<SkinVector>& matrix, const Motion& motion)
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

#endif

}  // namespace armature::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
