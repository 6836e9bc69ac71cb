// Reads and writes streams of vectors, one vertex in each lane; included once for each instruction set.
#if defined(ARMATURE_SKINNING_KERNELS_INTERLEAVED_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ARMATURE_SKINNING_KERNELS_INTERLEAVED_INL
#undef ARMATURE_SKINNING_KERNELS_INTERLEAVED_INL
#else
#define ARMATURE_SKINNING_KERNELS_INTERLEAVED_INL
#endif

#include <cstddef>
#include <cstdint>

#include "math/kernels/affine-inl.hpp"
#include "skinning/kernels/skin_math-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR

using SkinLanes = hn::CappedTag<float, 16>;
using SkinVector = hn::Vec<SkinLanes>;
constexpr std::size_t batchSize = hn::MaxLanes(SkinLanes());

#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86

// Vectors in memory, x y z x y z ..., fill three registers. A register's number of lanes is no multiple of 3, so each lane has an x in one
// register, a y in another and a z in the third; the lane's number modulo 3 says which register has which. So one blend collects all x, and
// one permutation puts them in order.
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

    alignas(64) std::int32_t load[3][batchSize]{};   // for each vector, the lane that holds its component after the blend
    alignas(64) std::int32_t store[3][batchSize]{};  // the inverse of load
    alignas(64) std::int32_t remainder[batchSize]{};
};

inline constexpr InterleavedTables interleavedTables{};

HWY_INLINE SkinVector permuteLanes(SkinVector v, const std::int32_t* indices)
{
    return hn::TableLookupLanes(v, hn::SetTableIndices(SkinLanes(), indices));
}

// choose(remainder) returns the index of the vector from which to take the lanes whose number has this remainder modulo 3.
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

#elif HWY_TARGET <= HWY_AVX2 && HWY_ARCH_X86

// Returns, for each half of a register, the elements I and J of `a`, then K and L of `b`.
template <int I, int J, int K, int L>
HWY_INLINE SkinVector shuffle(SkinVector a, SkinVector b)
{
    return SkinVector{_mm256_shuffle_ps(a.raw, b.raw, _MM_SHUFFLE(L, K, J, I))};
}

// Four vectors in memory fill three registers of four numbers; the next four vectors go into the upper halves.
HWY_INLINE Vector3<SkinVector> loadVectors(const float* vectors)
{
    const hn::Half<SkinLanes> half;
    const auto load = [&](std::size_t i)
                          HWY_ATTR { return hn::Combine(SkinLanes(), hn::LoadU(half, vectors + 12 + i), hn::LoadU(half, vectors + i)); };
    const SkinVector a = load(0);  // x0 y0 z0 x1
    const SkinVector b = load(4);  // y1 z1 x2 y2
    const SkinVector c = load(8);  // z2 x3 y3 z3
    const SkinVector xy = shuffle<2, 3, 1, 2>(b, c);
    const SkinVector yz = shuffle<1, 2, 0, 1>(a, b);
    return {shuffle<0, 3, 0, 2>(a, xy), shuffle<0, 2, 1, 3>(yz, xy), shuffle<1, 3, 0, 3>(yz, c)};
}

HWY_INLINE void storeInterleaved(const Vector3<SkinVector>& v, float* out)
{
    const hn::Half<SkinLanes> half;
    const auto store = [&](SkinVector numbers, std::size_t i) HWY_ATTR {
        hn::StoreU(hn::LowerHalf(half, numbers), half, out + i);
        hn::StoreU(hn::UpperHalf(half, numbers), half, out + 12 + i);
    };
    const SkinVector xy = shuffle<0, 2, 0, 2>(v.x, v.y);
    const SkinVector yz = shuffle<1, 3, 1, 3>(v.y, v.z);
    const SkinVector zx = shuffle<0, 2, 1, 3>(v.z, v.x);
    store(shuffle<0, 2, 0, 2>(xy, zx), 0);
    store(shuffle<0, 2, 1, 3>(yz, xy), 4);
    store(shuffle<1, 3, 1, 3>(zx, yz), 8);
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

#endif

}  // namespace armature::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
