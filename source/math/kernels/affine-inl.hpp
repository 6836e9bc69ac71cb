// Vector versions of affine_inline.hpp for the instruction set that is being compiled; included once for each (hwy/foreach_target.h).
#if defined(ARMATURE_MATH_KERNELS_AFFINE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ARMATURE_MATH_KERNELS_AFFINE_INL
#undef ARMATURE_MATH_KERNELS_AFFINE_INL
#else
#define ARMATURE_MATH_KERNELS_AFFINE_INL
#endif

#include <cstddef>

#include <hwy/highway.h>

#if HWY_TARGET != HWY_SCALAR  // the reference versions stand in for it
HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Row = hn::Full128<float>;

/// Adds the translations of `parentRows` to the fourth column, and nothing to the others.
template <class D, class V>
HWY_INLINE V addTranslation(D d, V rows, V parentRows)
{
    alignas(16) static constexpr std::uint32_t column[4] = {0, 0, 0, 0xffffffffu};
    const hn::Repartition<std::uint32_t, D> bits;
    return hn::IfThenElse(hn::MaskFromVec(hn::BitCast(d, hn::LoadDup128(bits, column))), hn::Add(rows, parentRows), rows);
}

/// One or two rows of a product: ((p.x * c0 + p.y * c1) + p.z * c2) [+ p.w] in the order that affine_inline.hpp states, never fused.
template <class D, class V>
HWY_INLINE V multiplyRows(D d, V parentRows, V x, V y, V z, V child0, V child1, V child2)
{
    return addTranslation(d, hn::Add(hn::Add(hn::Mul(x, child0), hn::Mul(y, child1)), hn::Mul(z, child2)), parentRows);
}

/// out = parent * child, twelve floats each. `out` may be neither of the two.
HWY_INLINE void multiplyAffine(const float* HWY_RESTRICT parent, const float* HWY_RESTRICT child, float* HWY_RESTRICT out)
{
    const Row row;
#if HWY_TARGET <= HWY_AVX2 && HWY_ARCH_X86
    // Two rows in one register and the third in half of one, whose broadcasts come with the loads. Loads and stores are cut alike, so
    // that a child's load can be fed from its parent's store.
    const hn::FixedTag<float, 8> rows;
    const auto child0 = hn::LoadDup128(rows, child);
    const auto child1 = hn::LoadDup128(rows, child + 4);
    const auto child2 = hn::LoadDup128(rows, child + 8);
    const auto upper = hn::LoadU(rows, parent);
    hn::StoreU(multiplyRows(rows, upper, hn::Broadcast<0>(upper), hn::Broadcast<1>(upper), hn::Broadcast<2>(upper), child0, child1, child2),
               rows, out);
    hn::StoreU(multiplyRows(row, hn::LoadU(row, parent + 8), hn::Set(row, parent[8]), hn::Set(row, parent[9]), hn::Set(row, parent[10]),
                            hn::LowerHalf(row, child0), hn::LowerHalf(row, child1), hn::LowerHalf(row, child2)),
               row, out + 8);
#else
    const auto child0 = hn::LoadU(row, child);
    const auto child1 = hn::LoadU(row, child + 4);
    const auto child2 = hn::LoadU(row, child + 8);
    for (std::size_t i = 0; i < 12; i += 4) {
        const auto p = hn::LoadU(row, parent + i);
        hn::StoreU(multiplyRows(row, p, hn::Broadcast<0>(p), hn::Broadcast<1>(p), hn::Broadcast<2>(p), child0, child1, child2), row,
                   out + i);
    }
#endif
}

/// A 3x4 matrix of many bones or instances, one lane each.
template <class V>
struct AffineLanes {
    V m[3][4];
};

/// See composeInline(). `part(i)` is the i-th of the ten parts in all lanes.
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

/// Transposes four vectors of lanes, x, y, z and w of a row: block b of outRows[i] (four floats) is the row of lane 4 * b + i.
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

/// The same, and hands out the row of each lane: store(lane, row).
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

}  // namespace armature::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
