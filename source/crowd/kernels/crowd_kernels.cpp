#include "crowd/kernels/crowd_kernels.hpp"

#include "math/affine_rows.hpp"
#include "math/kernels/simd_dispatch.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "crowd/kernels/crowd_kernels.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h: compiled once for each instruction set.
#include "math/kernels/affine-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

using reference::interpolatePalettes;
using reference::poseToPalettes;
using reference::transposePoses;

#else

// A lane for each instance.
using InstanceLanes = hn::CappedTag<float, laneCount>;

// Four floats each of `load(0)`, `load(1)` and so on, one after the other.
template <class D, class Load>
HWY_INLINE hn::Vec<D> gatherRows(D d, const Load& load)
{
    if constexpr (hn::MaxLanes(D()) == 4) {
        return load(0);
    } else {
        const hn::Half<D> half;
        const auto upper = [&](std::size_t i) HWY_ATTR { return load(hn::MaxLanes(half) / 4 + i); };
        return hn::Combine(d, gatherRows(half, upper), gatherRows(half, load));
    }
}

// Four bones at a time, of as many instances as a register has lanes.
void transposePoses(std::span<const TransformLanes> byInstance, std::size_t blocks, std::span<const std::uint32_t> order,
                    std::span<TransformLanes> byBone)
{
    const InstanceLanes d;
    for (std::size_t firstBone = 0; firstBone < order.size(); firstBone += 4) {
        const std::size_t block = firstBone / laneCount;
        const std::size_t lane = firstBone % laneCount;
        const std::size_t bones = order.size() - firstBone < 4 ? order.size() - firstBone : 4;
        for (std::size_t component = 0; component < TransformLanes::componentCount; ++component) {
            for (std::size_t first = 0; first < laneCount; first += hn::Lanes(d)) {
                const auto loadEveryFourth = [&](std::size_t start) HWY_ATTR {
                    return gatherRows(d, [&](std::size_t i) HWY_ATTR {
                        const std::size_t instance = first + start + 4 * i;
                        return hn::Load(Row(), byInstance[instance * blocks + block].component[component] + lane);
                    });
                };
                hn::Vec<InstanceLanes> rows[4];
                transposeRows(d, loadEveryFourth(0), loadEveryFourth(1), loadEveryFourth(2), loadEveryFourth(3), rows);
                for (std::size_t bone = 0; bone < bones; ++bone) {
                    hn::Store(rows[bone], d, byBone[order[firstBone + bone]].component[component] + first);
                }
            }
        }
    }
}

template <class D>
HWY_INLINE AffineLanes<hn::Vec<D>> loadAffine(D d, const AffineBlock& block, std::size_t lane)
{
    const auto element = [&](std::size_t i) HWY_ATTR { return hn::Load(d, block.element[i] + lane); };
    return {{{element(0), element(1), element(2), element(3)},
             {element(4), element(5), element(6), element(7)},
             {element(8), element(9), element(10), element(11)}}};
}

// The order of products and sums that affine_rows.hpp states; `child(row, column)` gives the elements of the right-hand matrix.
template <class V, class Child>
HWY_INLINE AffineLanes<V> multiplyLanes(const AffineLanes<V>& parent, const Child& child)
{
    const auto element = [&](std::size_t i, std::size_t j) HWY_ATTR {
        const V xy = hn::Add(hn::Mul(parent.m[i][0], child(0, j)), hn::Mul(parent.m[i][1], child(1, j)));
        return hn::Add(xy, hn::Mul(parent.m[i][2], child(2, j)));
    };
    const auto moved = [&](std::size_t i) HWY_ATTR { return hn::Add(element(i, 3), parent.m[i][3]); };
    return {{{element(0, 0), element(0, 1), element(0, 2), moved(0)},
             {element(1, 0), element(1, 1), element(1, 2), moved(1)},
             {element(2, 0), element(2, 1), element(2, 2), moved(2)}}};
}

// All three rows of an instance together: write-combined memory needs whole lines.
template <class D, class V>
HWY_INLINE void storePalettes(D d, const AffineLanes<V>& final, Affine* const* palettes, std::size_t paletteSlot)
{
    constexpr std::size_t lanes = hn::MaxLanes(D());
    hn::Vec<Row> rows[3][lanes];
    for (std::size_t i = 0; i < 3; ++i) {
        const auto& m = final.m[i];
        forEachRow(d, m[0], m[1], m[2], m[3], [&](std::size_t lane, auto values) HWY_ATTR { rows[i][lane] = values; });
    }
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        float* out = &palettes[lane][paletteSlot][0].x;
        hn::StoreU(rows[0][lane], Row(), out);
        hn::StoreU(rows[1][lane], Row(), out + 4);
        hn::StoreU(rows[2][lane], Row(), out + 8);
    }
}

HWY_INLINE bool hasChildren(const CrowdRig& rig, std::size_t bone)
{
    return bone + 1 < rig.depth.size() && rig.depth[bone + 1] > rig.depth[bone];
}

void poseToPalettes(std::span<const TransformLanes> pose, const CrowdRig& rig, std::span<AffineBlock> absolute,
                    const std::array<Affine*, laneCount>& palettes)
{
    const InstanceLanes d;
    for (std::size_t lane = 0; lane < laneCount; lane += hn::Lanes(d)) {
        for (std::size_t bone = 0; bone < pose.size(); ++bone) {
            auto matrix = composeLanes(d, [&](std::size_t i) HWY_ATTR { return hn::Load(d, pose[bone].component[i] + lane); });
            const std::uint32_t depth = rig.depth[bone];
            if (depth != 0) {
                const auto local = matrix;
                matrix = multiplyLanes(loadAffine(d, absolute[depth - 1], lane),
                                       [&](std::size_t i, std::size_t j) HWY_ATTR { return local.m[i][j]; });
            }
            if (hasChildren(rig, bone)) {
                for (std::size_t i = 0; i < 12; ++i) {
                    hn::Store(matrix.m[i / 4][i % 4], d, absolute[depth].element[i] + lane);
                }
            }
            if (const std::uint32_t slot = rig.paletteSlot[bone]; slot != noSlot) {
                const float* inverseBind = &rig.inverseBind[bone][0].x;
                const auto final =
                    multiplyLanes(matrix, [&](std::size_t i, std::size_t j) HWY_ATTR { return hn::Set(d, inverseBind[i * 4 + j]); });
                storePalettes(d, final, palettes.data() + lane, slot);
            }
        }
    }
}

void interpolatePalettes(std::span<const Affine> from, std::span<const Affine> to, float fraction, std::span<Affine> out)
{
    const Row row;
    const auto f = hn::Set(row, fraction);
    for (std::size_t i = 0; i < out.size(); ++i) {
        for (int r = 0; r < 3; ++r) {
            const auto a = hn::LoadU(row, &from[i][r].x);
            const auto b = hn::LoadU(row, &to[i][r].x);
            hn::StoreU(hn::Add(a, hn::Mul(hn::Sub(b, a), f)), row, &out[i][r].x);
        }
    }
}

#endif

}  // namespace armature::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace armature {

HWY_EXPORT(interpolatePalettes);
HWY_EXPORT(poseToPalettes);
HWY_EXPORT(transposePoses);

namespace reference {

void transposePoses(std::span<const TransformLanes> byInstance, std::size_t blocks, std::span<const std::uint32_t> order,
                    std::span<TransformLanes> byBone)
{
    for (std::size_t bone = 0; bone < order.size(); ++bone) {
        for (std::size_t component = 0; component < TransformLanes::componentCount; ++component) {
            for (std::size_t instance = 0; instance < laneCount; ++instance) {
                byBone[order[bone]].component[component][instance] =
                    byInstance[instance * blocks + bone / laneCount].component[component][bone % laneCount];
            }
        }
    }
}

void poseToPalettes(std::span<const TransformLanes> pose, const CrowdRig& rig, std::span<AffineBlock> absolute,
                    const std::array<Affine*, laneCount>& palettes)
{
    const auto matrixAt = [&](std::size_t depth, std::size_t lane) {
        Affine matrix;
        for (int i = 0; i < 12; ++i) {
            matrix[i / 4][i % 4] = absolute[depth].element[i][lane];
        }
        return matrix;
    };
    for (std::size_t bone = 0; bone < pose.size(); ++bone) {
        for (std::size_t lane = 0; lane < laneCount; ++lane) {
            Affine matrix = composeInline([&](std::size_t component) { return pose[bone].component[component][lane]; });
            const std::uint32_t depth = rig.depth[bone];
            if (depth != 0) {
                matrix = multiplyInline(matrixAt(depth - 1, lane), matrix);
            }
            for (int i = 0; i < 12; ++i) {
                absolute[depth].element[i][lane] = matrix[i / 4][i % 4];
            }
            if (rig.paletteSlot[bone] != noSlot) {
                palettes[lane][rig.paletteSlot[bone]] = multiplyInline(matrix, rig.inverseBind[bone]);
            }
        }
    }
}

void interpolatePalettes(std::span<const Affine> from, std::span<const Affine> to, float fraction, std::span<Affine> out)
{
    for (std::size_t i = 0; i < out.size(); ++i) {
        for (int row = 0; row < 3; ++row) {
            out[i][row] = from[i][row] + (to[i][row] - from[i][row]) * fraction;
        }
    }
}

}  // namespace reference

void transposePoses(std::span<const TransformLanes> byInstance, std::size_t blocks, std::span<const std::uint32_t> order,
                    std::span<TransformLanes> byBone) noexcept
{
    ARMATURE_DISPATCH(transposePoses)(byInstance, blocks, order, byBone);
}

void poseToPalettes(std::span<const TransformLanes> pose, const CrowdRig& rig, std::span<AffineBlock> absolute,
                    const std::array<Affine*, laneCount>& palettes) noexcept
{
    ARMATURE_DISPATCH(poseToPalettes)(pose, rig, absolute, palettes);
}

void interpolatePalettes(std::span<const Affine> from, std::span<const Affine> to, float fraction, std::span<Affine> out) noexcept
{
    ARMATURE_DISPATCH(interpolatePalettes)(from, to, fraction, out);
}

}  // namespace armature
#endif
