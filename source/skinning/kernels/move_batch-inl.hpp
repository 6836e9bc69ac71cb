// Moves a batch of vertices, one per lane, once their matrices are in lanes; included once for each instruction set.
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

// Four numbers of lane k, and with longer registers of lanes k + 4, k + 8, k + 12 too; rowOf(lane) is where they are.
template <class D, class RowOf>
HWY_INLINE hn::Vec<D> loadEveryFourth(D d, const RowOf& rowOf, std::size_t k)
{
    if constexpr (hn::MaxLanes(D()) == 4) {
        return hn::LoadU(d, rowOf(k));
    } else {
        const hn::Half<D> half;
        return hn::Combine(d, loadEveryFourth(half, rowOf, k + hn::MaxLanes(half)), loadEveryFourth(half, rowOf, k));
    }
}

// Four numbers for each lane, as four vectors.
template <class RowOf>
HWY_INLINE void loadTransposed(const RowOf& rowOf, SkinVector (&out)[4])
{
    const SkinLanes d;
    transposeRows(d, loadEveryFourth(d, rowOf, 0), loadEveryFourth(d, rowOf, 1), loadEveryFourth(d, rowOf, 2), loadEveryFourth(d, rowOf, 3),
                  out);
}

#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86

// Vectors in memory, x y z x y z ..., are three registers. Their number of lanes is no multiple of 3, so each lane has an x in one of them,
// a y in another and a z in the third, and the lane's number modulo 3 says in which. One blend therefore collects all x, and one
// permutation puts them in order.
struct InterleavedTables {
    constexpr InterleavedTables()
    {
        for (std::size_t lane = 0; lane < batchSize; ++lane) {
            for (std::size_t component = 0; component < 3; ++component) {
                const std::size_t place = (3 * lane + component) % batchSize;
                load[component][lane] = static_cast<std::int32_t>(place);
                store[component][place] = static_cast<std::int32_t>(lane);
            }
            remainder[lane] = static_cast<std::int32_t>(lane % 3);
        }
    }

    alignas(64) std::int32_t load[3][batchSize]{};   // where the number of a vector is among those collected
    alignas(64) std::int32_t store[3][batchSize]{};  // the other way round
    alignas(64) std::int32_t remainder[batchSize]{};
};

inline constexpr InterleavedTables interleavedTables{};

HWY_INLINE SkinVector permuteLanes(SkinVector v, const std::int32_t* indices)
{
    return hn::TableLookupLanes(v, hn::SetTableIndices(SkinLanes(), indices));
}

// choose(remainder) is the number of the vector to take lanes from whose number has this remainder modulo 3.
template <class Choose>
HWY_INLINE SkinVector blendByRemainder(const SkinVector (&v)[3], const Choose& choose)
{
    const SkinLanes d;
    const hn::RebindToSigned<SkinLanes> integers;
    const auto remainder = hn::Load(integers, interleavedTables.remainder);
    const auto is0 = hn::RebindMask(d, hn::Eq(remainder, hn::Zero(integers)));
    const auto is1 = hn::RebindMask(d, hn::Eq(remainder, hn::Set(integers, 1)));
    return hn::IfThenElse(is0, v[choose(0)], hn::IfThenElse(is1, v[choose(1)], v[choose(2)]));
}

HWY_INLINE Vector3<SkinVector> loadVectors(const float* vectors)
{
    const SkinLanes d;
    const SkinVector v[3] = {hn::LoadU(d, vectors), hn::LoadU(d, vectors + batchSize), hn::LoadU(d, vectors + 2 * batchSize)};
    const auto collect = [&](std::size_t component) HWY_ATTR {
        const auto registerOf = [&](std::size_t remainder) { return (component + 3 - remainder) % 3; };
        return permuteLanes(blendByRemainder(v, registerOf), interleavedTables.load[component]);
    };
    return {collect(0), collect(1), collect(2)};
}

HWY_INLINE void storeInterleaved(const Vector3<SkinVector>& vectors, float* out)
{
    const auto& indices = interleavedTables.store;
    const SkinVector v[3] = {permuteLanes(vectors.x, indices[0]), permuteLanes(vectors.y, indices[1]), permuteLanes(vectors.z, indices[2])};
    for (std::size_t i = 0; i < 3; ++i) {
        const auto componentOf = [&](std::size_t remainder) { return (i * batchSize + remainder) % 3; };
        hn::StoreU(blendByRemainder(v, componentOf), SkinLanes(), out + i * batchSize);
    }
}

#else

HWY_INLINE Vector3<SkinVector> loadVectors(const float* vectors)
{
    SkinVector x;
    SkinVector y;
    SkinVector z;
    hn::LoadInterleaved3(SkinLanes(), vectors, x, y, z);
    return {x, y, z};
}

HWY_INLINE void storeInterleaved(const Vector3<SkinVector>& v, float* out)
{
    hn::StoreInterleaved3(v.x, v.y, v.z, SkinLanes(), out);
}

#endif

// Without -0: which sign a zero has depends on how a plan stores a batch.
HWY_INLINE Vector3<SkinVector> withoutNegativeZeros(const Vector3<SkinVector>& v)
{
    const SkinVector zero = hn::Zero(SkinLanes());
    return {hn::Add(v.x, zero), hn::Add(v.y, zero), hn::Add(v.z, zero)};
}

HWY_INLINE void storeVectors(const Vector3<SkinVector>& v, float* out)
{
    storeInterleaved(withoutNegativeZeros(v), out);
}

// 1 / the root of squares; reports the lanes in which that is not precise enough.
HWY_INLINE SkinVector reciprocalRoot(SkinVector square, hn::Mask<SkinLanes>& outIsBad)
{
    const SkinLanes d;
    outIsBad = hn::Not(hn::And(hn::Ge(square, hn::Set(d, smallestSquare)), hn::Le(square, hn::Set(d, largestSquare))));
    return hn::Div(hn::Set(d, 1.f), hn::Sqrt(square));
}

HWY_INLINE SkinVector negateWhere(hn::Mask<SkinLanes> isNegated, SkinVector v)
{
    return hn::IfThenElse(isNegated, hn::Neg(v), v);
}

// Lanes that float cannot normalise, one by one. Rarely called, so kept out of the loops.
inline HWY_NOINLINE void normalizeLanes(Vector3<SkinVector>& v)
{
    const SkinLanes d;
    HWY_ALIGN float x[batchSize];
    HWY_ALIGN float y[batchSize];
    HWY_ALIGN float z[batchSize];
    hn::Store(v.x, d, x);
    hn::Store(v.y, d, y);
    hn::Store(v.z, d, z);
    for (std::size_t lane = 0; lane < batchSize; ++lane) {
        normalizeOrZero(x[lane], y[lane], z[lane]);
    }
    v = {hn::Load(d, x), hn::Load(d, y), hn::Load(d, z)};
}

// Normalised, and reversed where the matrix mirrors; zero if there is no direction.
HWY_INLINE Vector3<SkinVector> makeUnit(const Vector3<SkinVector>& v, hn::Mask<SkinLanes> isReversed)
{
    const SkinLanes d;
    hn::Mask<SkinLanes> isBad;
    const SkinVector factor = reciprocalRoot(dotProduct(v, v), isBad);
    const Vector3<SkinVector> unit = scaled(v, negateWhere(isReversed, factor));
    if (HWY_LIKELY(hn::AllFalse(d, isBad))) {
        return unit;
    }
    Vector3<SkinVector> other = v;
    normalizeLanes(other);
    const auto repaired = [&](SkinVector good, SkinVector bad)
                              HWY_ATTR { return hn::IfThenElse(isBad, negateWhere(isReversed, bad), good); };
    return {repaired(unit.x, other.x), repaired(unit.y, other.y), repaired(unit.z, other.z)};
}

// All streams of a batch, whose vertices are the first `batchSize` at the pointers.
template <class Motion>
HWY_INLINE void moveBatch(const SkinStreamPointers& streams, const Matrix3x4<SkinVector>& matrix, const Motion& motion)
{
    const SkinLanes d;
    if (streams.positions != nullptr) {
        const Vector3<SkinVector> position = loadVectors(&streams.positions->x);
        storeVectors(motion.movePoint(transformPoint(matrix, position)), &streams.outPositions->x);
    }
    if (streams.normals == nullptr && streams.tangents == nullptr) {
        return;
    }
    const Cofactors<SkinVector> cofactors(matrix);
    const auto isMirrored = hn::Lt(cofactors.determinant, hn::Zero(d));
    if (streams.normals != nullptr) {
        const Vector3<SkinVector> turned = cofactors.turn(loadVectors(&streams.normals->x));
        storeVectors(motion.turn(makeUnit(turned, isMirrored)), &streams.outNormals->x);
    }
    if (streams.tangents != nullptr) {
        SkinVector x;
        SkinVector y;
        SkinVector z;
        SkinVector handedness;
        hn::LoadInterleaved4(d, &streams.tangents->x, x, y, z, handedness);
        const Vector3<SkinVector> along{x, y, z};
        const Vector3<SkinVector> unit =
            withoutNegativeZeros(motion.turn(makeUnit(transformVector(matrix, along), hn::Lt(hn::Zero(d), hn::Zero(d)))));
        hn::StoreInterleaved4(unit.x, unit.y, unit.z, negateWhere(isMirrored, handedness), d, &streams.outTangents->x);
    }
}

// The last vertices, fewer than a batch, are moved in a copy.
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
    const auto give = [&](const auto* from, const auto* buffer, auto* to) {
        if (from != nullptr) {
            std::copy_n(buffer, streams.count, to);
        }
    };
    give(streams.positions, positions, streams.outPositions);
    give(streams.normals, normals, streams.outNormals);
    give(streams.tangents, tangents, streams.outTangents);
}

#endif

}  // namespace armature::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
