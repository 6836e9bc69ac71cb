// Moves a batch of vertices, one per lane, once their matrices are in lanes; included once for each instruction set.
#if defined(ARMATURE_SKINNING_KERNELS_MOVE_BATCH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ARMATURE_SKINNING_KERNELS_MOVE_BATCH_INL
#undef ARMATURE_SKINNING_KERNELS_MOVE_BATCH_INL
#else
#define ARMATURE_SKINNING_KERNELS_MOVE_BATCH_INL
#endif

#include <algorithm>

#include "skinning/kernels/blend_influences.hpp"
#include "skinning/kernels/interleaved-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR

// Replaces -0 by 0, because the sign of a zero depends on how a plan stores a batch.
HWY_INLINE Vector3<SkinVector> withoutNegativeZeros(const Vector3<SkinVector>& v)
{
    const SkinVector zero = hn::Zero(SkinLanes());
    return {hn::Add(v.x, zero), hn::Add(v.y, zero), hn::Add(v.z, zero)};
}

HWY_INLINE void storeVectors(const Vector3<SkinVector>& v, float* out)
{
    storeInterleaved(withoutNegativeZeros(v), out);
}

// Returns 1 / sqrt(square); reports the lanes in which the result is not precise enough.
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

// Normalises the vectors of all lanes one by one, for vectors that are too long or too short for makeUnit()'s fast path. Rarely called, so
// kept out of the loops.
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

// Returns the normalised vector; zero if the vector has no direction. `sign` is 0, or -0 to reverse the result.
HWY_INLINE Vector3<SkinVector> makeUnit(const Vector3<SkinVector>& v, SkinVector sign)
{
    const SkinLanes d;
    hn::Mask<SkinLanes> isBad;
    const SkinVector factor = reciprocalRoot(dotProduct(v, v), isBad);
    const Vector3<SkinVector> unit = scaled(v, hn::Xor(factor, sign));
    if (HWY_LIKELY(hn::AllFalse(d, isBad))) {
        return unit;
    }
    Vector3<SkinVector> other = v;
    normalizeLanes(other);
    const auto repaired = [&](SkinVector good, SkinVector bad) HWY_ATTR { return hn::IfThenElse(isBad, hn::Xor(bad, sign), good); };
    return {repaired(unit.x, other.x), repaired(unit.y, other.y), repaired(unit.z, other.z)};
}

// Moves batches. Normalising directions takes a square root and then a division. These are postponed and done for several batches together,
// so that the processor has other work meanwhile.
template <class Motion>
class BatchMover {
public:
    HWY_INLINE BatchMover() {}

    /// Moves the vertices of a batch, from `first` on.
    HWY_INLINE void move(const SkinStreamPointers& streams, std::size_t first, const Matrix3x4<SkinVector>& matrix, const Motion& motion);

    /// Like move(), but out of line, and for a batch that may have fewer vertices: the last one.
    HWY_NOINLINE void moveAny(const SkinStreamPointers& streams, std::size_t first, const Matrix3x4<SkinVector>& matrix,
                              const Motion& motion)
    {
        if (first + batchSize <= streams.count) {
            move(streams, first, matrix, motion);
        } else {
            moveRest(advanced(streams, first, streams.count - first), matrix, motion);
        }
    }

    /// Completes the directions that move() has postponed.
    HWY_INLINE void finish()
    {
        for (std::size_t i = 0; i < count_; ++i) {
            if (slots_[i].turned.outNormals != nullptr) {
                finishNormals(slots_[i].turned);
            }
        }
        for (std::size_t i = 0; i < count_; ++i) {
            if (slots_[i].turned.outTangents != nullptr) {
                finishTangents(slots_[i].turned);
            }
        }
        count_ = 0;
    }

private:
    static constexpr std::size_t most = 4;

    /// Moves fewer vertices than a batch has: copies them to a whole batch, moves that, and copies the results back.
    HWY_INLINE void moveRest(const SkinStreamPointers& streams, const Matrix3x4<SkinVector>& matrix, const Motion& motion);

    /// Directions that are turned, but not yet of unit length.
    struct Turned {
        float* outNormals;
        float* outTangents;
        SkinVector sign;  // -0 where the matrix mirrors
        Vector3<SkinVector> normal;
        Vector3<SkinVector> tangent;
        SkinVector handedness;
        Motion motion;
    };

    /// A union, so that it starts uninitialised: a constructor generated by the compiler would not be compiled for the vectors' instruction
    /// set.
    union Slot {
        HWY_INLINE Slot() {}
        Turned turned;
    };

    HWY_INLINE static void finishNormals(const Turned& turned)
    {
        storeVectors(turned.motion.turn(makeUnit(turned.normal, turned.sign)), turned.outNormals);
    }

    HWY_INLINE static void finishTangents(const Turned& turned)
    {
        const SkinLanes d;
        const Vector3<SkinVector> unit = withoutNegativeZeros(turned.motion.turn(makeUnit(turned.tangent, hn::Zero(d))));
        hn::StoreInterleaved4(unit.x, unit.y, unit.z, turned.handedness, d, turned.outTangents);
    }

    std::size_t count_ = 0;
    Slot slots_[most];
};

template <class Motion>
HWY_INLINE void BatchMover<Motion>::move(const SkinStreamPointers& streams, std::size_t first, const Matrix3x4<SkinVector>& matrix,
                                         const Motion& motion)
{
    const SkinLanes d;
    if (streams.positions != nullptr) {
        const Vector3<SkinVector> position = loadVectors(&streams.positions[first].x);
        storeVectors(motion.movePoint(transformPoint(matrix, position)), &streams.outPositions[first].x);
    }
    if (streams.normals == nullptr && streams.tangents == nullptr) {
        return;
    }
    Turned& turned = slots_[count_].turned;
    const Cofactors<SkinVector> cofactors(matrix);
    turned.sign = hn::IfThenElseZero(hn::Lt(cofactors.determinant, hn::Zero(d)), hn::SignBit(d));
    turned.motion = motion;
    turned.outNormals = streams.normals != nullptr ? &streams.outNormals[first].x : nullptr;
    turned.outTangents = streams.tangents != nullptr ? &streams.outTangents[first].x : nullptr;
    if (streams.normals != nullptr) {
        turned.normal = cofactors.turn(loadVectors(&streams.normals[first].x));
    }
    if (streams.tangents != nullptr) {
        SkinVector x;
        SkinVector y;
        SkinVector z;
        SkinVector handedness;
        hn::LoadInterleaved4(d, &streams.tangents[first].x, x, y, z, handedness);
        turned.tangent = transformVector(matrix, Vector3<SkinVector>{x, y, z});
        turned.handedness = hn::Xor(handedness, turned.sign);
    }
    if (++count_ == most) {
        finish();
    }
}

template <class Motion>
HWY_INLINE void BatchMover<Motion>::moveRest(const SkinStreamPointers& streams, const Matrix3x4<SkinVector>& matrix, const Motion& motion)
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
    move(copy, 0, matrix, motion);
    finish();
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
