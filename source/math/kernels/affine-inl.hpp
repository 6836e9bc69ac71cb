// Vector versions of affine_rows.hpp for the instruction set being compiled. hwy/foreach_target.h includes this file once for each
// instruction set.
#if defined(ARMATURE_MATH_KERNELS_AFFINE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ARMATURE_MATH_KERNELS_AFFINE_INL
#undef ARMATURE_MATH_KERNELS_AFFINE_INL
#else
#define ARMATURE_MATH_KERNELS_AFFINE_INL
#endif

#include <cstddef>

#include <hwy/highway.h>

#if HWY_TARGET != HWY_SCALAR  // the reference versions serve the scalar target
HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Row = hn::Full128<float>;

/// Adds the translations of `parentRows` to the fourth column, and leaves the other columns unchanged.
template <class D, class V>
HWY_INLINE V addTranslation(D d, V rows, V parentRows)
{
    alignas(16) static constexpr std::uint32_t column[4] = {0, 0, 0, 0xffffffffu};
    const hn::Repartition<std::uint32_t, D> bits;
    return hn::IfThenElse(hn::MaskFromVec(hn::BitCast(d, hn::LoadDup128(bits, column))), hn::Add(rows, parentRows), rows);
}

/// Multiplies rows without the parent's translation: (x * c0 + y * c1) + z * c2, in the order of affine_rows.hpp, never fused.
template <class V>
HWY_INLINE V multiplyLinear(V x, V y, V z, V child0, V child1, V child2)
{
    return hn::Add(hn::Add(hn::Mul(x, child0), hn::Mul(y, child1)), hn::Mul(z, child2));
}

/// Multiplies rows without the parent's translation. Takes x, y and z from the first three columns of the parent's rows.
template <class V>
HWY_INLINE V multiplyLinear(V parentRows, V child0, V child1, V child2)
{
    return multiplyLinear(hn::Broadcast<0>(parentRows), hn::Broadcast<1>(parentRows), hn::Broadcast<2>(parentRows), child0, child1, child2);
}

/// Multiplies rows and adds the parent's translation to the fourth column: the whole product of affine matrices.
template <class D, class V>
HWY_INLINE V multiplyRows(D d, V parentRows, V child0, V child1, V child2)
{
    return addTranslation(d, multiplyLinear(parentRows, child0, child1, child2), parentRows);
}

/// An affine matrix in registers. Loads and stores have the same widths, so that the processor can forward a parent's store to a child's
/// load.
#if HWY_TARGET <= HWY_AVX2 && HWY_ARCH_X86
using UpperRows = hn::FixedTag<float, 8>;

struct AffineVectors {
    hn::Vec<UpperRows> upper;
    hn::Vec<Row> third;
};

HWY_INLINE AffineVectors loadAffine(const float* HWY_RESTRICT affine)
{
    return {hn::LoadU(UpperRows(), affine), hn::LoadU(Row(), affine + 8)};
}

HWY_INLINE void storeAffine(const AffineVectors& affine, float* HWY_RESTRICT out)
{
    hn::StoreU(affine.upper, UpperRows(), out);
    hn::StoreU(affine.third, Row(), out + 8);
}

HWY_INLINE AffineVectors multiplyAffine(const AffineVectors& parent, const float* HWY_RESTRICT child)
{
    const Row row;
    const UpperRows d;
    const auto child0 = hn::LoadDup128(d, child);
    const auto child1 = hn::LoadDup128(d, child + 4);
    const auto child2 = hn::LoadDup128(d, child + 8);
    return {multiplyRows(d, parent.upper, child0, child1, child2),
            multiplyRows(row, parent.third, hn::LowerHalf(row, child0), hn::LowerHalf(row, child1), hn::LowerHalf(row, child2))};
}

/// Returns the product of two matrices in memory. The parent's third row is broadcast by loads: processors have fewer ports for shuffles
/// than for loads.
HWY_INLINE AffineVectors multiplyAffine(const float* HWY_RESTRICT parent, const float* HWY_RESTRICT child)
{
    const Row row;
    const UpperRows d;
    const auto child0 = hn::LoadDup128(d, child);
    const auto child1 = hn::LoadDup128(d, child + 4);
    const auto child2 = hn::LoadDup128(d, child + 8);
    const auto third = multiplyLinear(hn::Set(row, parent[8]), hn::Set(row, parent[9]), hn::Set(row, parent[10]),
                                      hn::LowerHalf(row, child0), hn::LowerHalf(row, child1), hn::LowerHalf(row, child2));
    return {multiplyRows(d, hn::LoadU(d, parent), child0, child1, child2), addTranslation(row, third, hn::LoadU(row, parent + 8))};
}

#if HWY_TARGET <= HWY_AVX3
/// An affine matrix in one register, for processors that compute 512 bits at once.
using AllRows = hn::FixedTag<float, 16>;

struct WideAffine {
    hn::Vec<AllRows> rows;    // the last four floats are meaningless
    hn::Vec<AllRows> linear;  // equals `rows` except for the fourth column; known earlier, and enough for the next product in a chain
};

HWY_INLINE WideAffine loadWideAffine(const float* HWY_RESTRICT affine)
{
    const UpperRows upper;
    const auto rows = hn::Combine(AllRows(), hn::ZeroExtendVector(upper, hn::LoadU(Row(), affine + 8)), hn::LoadU(upper, affine));
    return {rows, rows};
}

HWY_INLINE void storeAffine(const WideAffine& affine, float* HWY_RESTRICT out)
{
    const UpperRows upper;
    hn::StoreU(hn::LowerHalf(upper, affine.rows), upper, out);
    hn::StoreU(hn::LowerHalf(Row(), hn::UpperHalf(upper, affine.rows)), Row(), out + 8);
}

HWY_INLINE WideAffine multiplyAffine(const WideAffine& parent, const float* HWY_RESTRICT child)
{
    const AllRows d;
    const auto linear = multiplyLinear(parent.linear, hn::LoadDup128(d, child), hn::LoadDup128(d, child + 4), hn::LoadDup128(d, child + 8));
    return {addTranslation(d, linear, parent.rows), linear};
}
#endif
#else
struct AffineVectors {
    hn::Vec<Row> row[3];
};

HWY_INLINE AffineVectors loadAffine(const float* HWY_RESTRICT affine)
{
    return {{hn::LoadU(Row(), affine), hn::LoadU(Row(), affine + 4), hn::LoadU(Row(), affine + 8)}};
}

HWY_INLINE void storeAffine(const AffineVectors& affine, float* HWY_RESTRICT out)
{
    hn::StoreU(affine.row[0], Row(), out);
    hn::StoreU(affine.row[1], Row(), out + 4);
    hn::StoreU(affine.row[2], Row(), out + 8);
}

HWY_INLINE AffineVectors multiplyAffine(const AffineVectors& parent, const float* HWY_RESTRICT child)
{
    const Row d;
    const AffineVectors right = loadAffine(child);
    const auto rowOf = [&](std::size_t i) HWY_ATTR { return multiplyRows(d, parent.row[i], right.row[0], right.row[1], right.row[2]); };
    return {{rowOf(0), rowOf(1), rowOf(2)}};
}

HWY_INLINE AffineVectors multiplyAffine(const float* HWY_RESTRICT parent, const float* HWY_RESTRICT child)
{
    return multiplyAffine(loadAffine(parent), child);
}
#endif

/// 3x4 matrices of several bones or instances, one per lane.
template <class V>
struct AffineLanes {
    V m[3][4];
};

/// Composes translate * rotate * scale in each lane, as composeInline() does. `part(i)` returns number i of the ten for all lanes.
template <class D, class Part>
HWY_INLINE AffineLanes<hn::Vec<D>> composeLanes(D d, const Part& part)
{
    const auto x = part(3);
    const auto y = part(4);
    const auto z = part(5);
    const auto w = part(6);
    const auto x2 = hn::Add(x, x);
    const auto y2 = hn::Add(y, y);
    const auto z2 = hn::Add(z, z);
    const auto xx = hn::Mul(x, x2);
    const auto xy = hn::Mul(x, y2);
    const auto xz = hn::Mul(x, z2);
    const auto yy = hn::Mul(y, y2);
    const auto yz = hn::Mul(y, z2);
    const auto zz = hn::Mul(z, z2);
    const auto wx = hn::Mul(w, x2);
    const auto wy = hn::Mul(w, y2);
    const auto wz = hn::Mul(w, z2);
    const auto one = hn::Set(d, 1.f);
    const auto sx = part(7);
    const auto sy = part(8);
    const auto sz = part(9);
    return {{{hn::Mul(hn::Sub(one, hn::Add(yy, zz)), sx), hn::Mul(hn::Sub(xy, wz), sy), hn::Mul(hn::Add(xz, wy), sz), part(0)},
             {hn::Mul(hn::Add(xy, wz), sx), hn::Mul(hn::Sub(one, hn::Add(xx, zz)), sy), hn::Mul(hn::Sub(yz, wx), sz), part(1)},
             {hn::Mul(hn::Sub(xz, wy), sx), hn::Mul(hn::Add(yz, wx), sy), hn::Mul(hn::Sub(one, hn::Add(xx, yy)), sz), part(2)}}};
}

/// Transposes x, y, z and w, each a vector of lanes, to rows: block b of outRows[i] (four floats) holds the row of lane 4 * b + i.
template <class D, class V>
HWY_INLINE void transposeRows(D d, V x, V y, V z, V w, V (&outRows)[4])
{
    const hn::Repartition<double, D> pairs;
    const V xyLower = hn::InterleaveLower(d, x, y);
    const V xyUpper = hn::InterleaveUpper(d, x, y);
    const V zwLower = hn::InterleaveLower(d, z, w);
    const V zwUpper = hn::InterleaveUpper(d, z, w);
    const auto pair = [&](V a) HWY_ATTR { return hn::BitCast(pairs, a); };
    outRows[0] = hn::BitCast(d, hn::InterleaveLower(pairs, pair(xyLower), pair(zwLower)));
    outRows[1] = hn::BitCast(d, hn::InterleaveUpper(pairs, pair(xyLower), pair(zwLower)));
    outRows[2] = hn::BitCast(d, hn::InterleaveLower(pairs, pair(xyUpper), pair(zwUpper)));
    outRows[3] = hn::BitCast(d, hn::InterleaveUpper(pairs, pair(xyUpper), pair(zwUpper)));
}

/// Transposes as transposeRows() does, and calls store(lane, row) for the row of each lane.
template <class D, class V, class Store>
HWY_INLINE void forEachRow(D d, V x, V y, V z, V w, const Store& store)
{
    V rows[4];
    transposeRows(d, x, y, z, w, rows);
    for (std::size_t i = 0; i < 4; ++i) {
        if constexpr (hn::MaxLanes(d) == 4) {
            store(i, rows[i]);
        } else if constexpr (hn::MaxLanes(d) == 8) {
            const hn::Half<D> half;
            store(i, hn::LowerHalf(half, rows[i]));
            store(i + 4, hn::UpperHalf(half, rows[i]));
        } else {
            const hn::Half<D> half;
            const hn::Half<decltype(half)> quarter;
            const auto lower = hn::LowerHalf(half, rows[i]);
            const auto upper = hn::UpperHalf(half, rows[i]);
            store(i, hn::LowerHalf(quarter, lower));
            store(i + 4, hn::UpperHalf(quarter, lower));
            store(i + 8, hn::LowerHalf(quarter, upper));
            store(i + 12, hn::UpperHalf(quarter, upper));
        }
    }
}

/// Loads four numbers of lane k, and in longer registers also those of lanes k + 4, k + 8 and k + 12; rowOf(lane) is the address of a
/// lane's numbers.
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

/// Loads four numbers of each lane and transposes them to the vectors x, y, z and w.
template <class D, class RowOf>
HWY_INLINE void loadTransposed(D d, const RowOf& rowOf, hn::Vec<D> (&out)[4])
{
    transposeRows(d, loadEveryFourth(d, rowOf, 0), loadEveryFourth(d, rowOf, 1), loadEveryFourth(d, rowOf, 2), loadEveryFourth(d, rowOf, 3),
                  out);
}

}  // namespace armature::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
