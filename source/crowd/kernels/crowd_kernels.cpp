#include "crowd/kernels/crowd_kernels.hpp"

#include <algorithm>

#include <hwy/cache_control.h>

#include "math/affine_rows.hpp"
#include "math/kernels/simd_dispatch.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "crowd/kernels/crowd_kernels.cpp"
#include <hwy/foreach_target.h>
// Included after foreach_target.h, because this header is compiled once for each instruction set.
#include "math/kernels/affine-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

using reference::interpolatePalettes;
using reference::poseToPalettes;
using reference::transposePoses;

#else

// Vectors with one lane for each instance, for as many instances as a register holds.
using InstanceLanes = hn::CappedTag<float, laneCount>;

// Returns a register that holds the rows of four floats that load(0), load(1) and so on return, one after the other.
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

// Transposes four bones at a time, for as many instances as a register has lanes.
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

// Multiplies in the order of products and sums that affine_rows.hpp states; `child(row, column)` returns the elements of the right-hand
// matrix.
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

// Stores all three rows of an instance together, because write-combined memory needs whole lines.
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

// Returns the absolute matrices of a bone with a pose, for the instances from index `first` on; stores them in `absolute` if they are
// needed again.
template <class D>
HWY_INLINE AffineLanes<hn::Vec<D>> absoluteLanes(D d, const TransformLanes& pose, std::uint32_t parent, std::uint32_t kept,
                                                 std::span<AffineBlock> absolute, std::size_t first)
{
    auto matrix = composeLanes(d, [&](std::size_t i) HWY_ATTR { return hn::Load(d, pose.component[i] + first); });
    if (parent != noSlot) {
        const auto local = matrix;
        matrix =
            multiplyLanes(loadAffine(d, absolute[parent], first), [&](std::size_t i, std::size_t j) HWY_ATTR { return local.m[i][j]; });
    }
    if (kept != noSlot) {
        for (std::size_t i = 0; i < 12; ++i) {
            hn::Store(matrix.m[i / 4][i % 4], d, absolute[kept].element[i] + first);
        }
    }
    return matrix;
}

// Calls use(bone, first, final) with the final matrices of as many instances as a register has lanes, from index `first` on.
template <class Use>
HWY_INLINE void forEachFinal(std::span<const TransformLanes> pose, const CrowdRig& rig, std::span<AffineBlock> absolute, const Use& use)
{
    const InstanceLanes d;
    for (std::size_t first = 0; first < laneCount; first += hn::Lanes(d)) {
        for (std::size_t bone = 0; bone < rig.pose.size(); ++bone) {
            const std::uint32_t own = rig.pose[bone];
            const std::uint32_t parent = rig.parent[bone];
            const auto matrix = own != noSlot ? absoluteLanes(d, pose[own], parent, rig.kept[bone], absolute, first)
                                              : loadAffine(d, absolute[parent], first);
            if (rig.paletteSlot[bone] != noSlot) {
                const float* inverseBind = &rig.inverseBind[bone][0].x;
                use(bone, first,
                    multiplyLanes(matrix, [&](std::size_t i, std::size_t j) HWY_ATTR { return hn::Set(d, inverseBind[i * 4 + j]); }));
            }
        }
    }
}

// Takes registers in which block b of rows[k][i] is row k of lane 4 * b + i, and stores them as whole cache lines of four rows: store(lane,
// offset, vector), where `offset` counts floats from the beginning of the line.
template <class D, class V, class Store>
HWY_INLINE void forEachLine(D d, const V (&rows)[4][4], const Store& store)
{
    for (std::size_t i = 0; i < 4; ++i) {
        const V lower02 = hn::ConcatLowerLower(d, rows[2][i], rows[0][i]);
        const V lower13 = hn::ConcatLowerLower(d, rows[3][i], rows[1][i]);
        const V upper02 = hn::ConcatUpperUpper(d, rows[2][i], rows[0][i]);
        const V upper13 = hn::ConcatUpperUpper(d, rows[3][i], rows[1][i]);
        if constexpr (hn::MaxLanes(D()) == 16) {
            store(i, 0, hn::OddEvenBlocks(hn::SwapAdjacentBlocks(lower13), lower02));
            store(i + 4, 0, hn::OddEvenBlocks(lower13, hn::SwapAdjacentBlocks(lower02)));
            store(i + 8, 0, hn::OddEvenBlocks(hn::SwapAdjacentBlocks(upper13), upper02));
            store(i + 12, 0, hn::OddEvenBlocks(upper13, hn::SwapAdjacentBlocks(upper02)));
        } else {
            store(i, 0, hn::ConcatLowerLower(d, rows[1][i], rows[0][i]));
            store(i, 8, hn::ConcatLowerLower(d, rows[3][i], rows[2][i]));
            store(i + 4, 0, hn::ConcatUpperUpper(d, rows[1][i], rows[0][i]));
            store(i + 4, 8, hn::ConcatUpperUpper(d, rows[3][i], rows[2][i]));
        }
    }
}

// Writes groups of four matrices as three whole cache lines, by calls of put(vector, address), and all other matrices one by one.
template <class Put>
HWY_INLINE void poseToLines(std::span<const TransformLanes> pose, const CrowdRig& rig, std::span<AffineBlock> absolute,
                            const std::array<Affine*, laneCount>& palettes, const Put& put)
{
    const InstanceLanes d;
    AffineBlock four[4];
    forEachFinal(pose, rig, absolute, [&](std::size_t bone, std::size_t first, const auto& final) HWY_ATTR {
        const std::size_t quarter = rig.quarter[bone];
        if (quarter == noQuarter) {
            storePalettes(d, final, palettes.data() + first, rig.paletteSlot[bone]);
            return;
        }
        for (std::size_t i = 0; i < 12; ++i) {
            hn::Store(final.m[i / 4][i % 4], d, four[quarter].element[i] + first);
        }
        for (std::size_t line = 0; quarter == 3 && line < 3; ++line) {
            hn::Vec<InstanceLanes> rows[4][4];
            for (std::size_t k = 0; k < 4; ++k) {
                const std::size_t row = line * 4 + k;
                const auto column = [&](std::size_t j) HWY_ATTR { return hn::Load(d, four[row / 3].element[row % 3 * 4 + j] + first); };
                transposeRows(d, column(0), column(1), column(2), column(3), rows[k]);
            }
            forEachLine(d, rows, [&](std::size_t lane, std::size_t offset, auto vector) HWY_ATTR {
                put(vector, &palettes[first + lane][rig.paletteSlot[bone] - 3][0].x + line * 16 + offset);
            });
        }
    });
}

void poseToPalettes(std::span<const TransformLanes> pose, const CrowdRig& rig, std::span<AffineBlock> absolute,
                    const std::array<Affine*, laneCount>& palettes, bool isStreamed)
{
    const InstanceLanes d;
    if constexpr (hn::MaxLanes(d) > 4) {
        if (isStreamed) {
            const auto isLine = [](const Affine* palette) { return reinterpret_cast<std::uintptr_t>(palette) % 64 == 0; };
            // Streams only where a store fills a line: half lines, of eight instances at a time, are slower streamed than cached.
            if (hn::MaxLanes(d) == 16 && std::ranges::all_of(palettes, isLine)) {
                poseToLines(pose, rig, absolute, palettes, [&](auto vector, float* out) HWY_ATTR { hn::Stream(vector, d, out); });
                hwy::FlushStream();
            } else {
                poseToLines(pose, rig, absolute, palettes, [&](auto vector, float* out) HWY_ATTR { hn::StoreU(vector, d, out); });
            }
            return;
        }
    }
    forEachFinal(pose, rig, absolute, [&](std::size_t bone, std::size_t first, const auto& final) HWY_ATTR {
        storePalettes(d, final, palettes.data() + first, rig.paletteSlot[bone]);
    });
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
                    const std::array<Affine*, laneCount>& palettes, bool /*isStreamed*/)
{
    const auto matrixAt = [&](std::size_t place, std::size_t lane) {
        Affine matrix;
        for (int i = 0; i < 12; ++i) {
            matrix[i / 4][i % 4] = absolute[place].element[i][lane];
        }
        return matrix;
    };
    for (std::size_t bone = 0; bone < rig.pose.size(); ++bone) {
        for (std::size_t lane = 0; lane < laneCount; ++lane) {
            Affine matrix = rig.parent[bone] != noSlot ? matrixAt(rig.parent[bone], lane) : identityAffine();
            if (const std::uint32_t own = rig.pose[bone]; own != noSlot) {
                const Affine local = composeInline([&](std::size_t component) { return pose[own].component[component][lane]; });
                matrix = rig.parent[bone] != noSlot ? multiplyInline(matrix, local) : local;
            }
            for (int i = 0; rig.kept[bone] != noSlot && i < 12; ++i) {
                absolute[rig.kept[bone]].element[i][lane] = matrix[i / 4][i % 4];
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

std::vector<std::uint8_t> quartersOf(std::span<const std::uint32_t> paletteSlots)
{
    std::vector<std::uint8_t> quarters(paletteSlots.size(), noQuarter);
    for (std::size_t i = 0; i + 4 <= paletteSlots.size(); ++i) {
        const std::uint32_t first = paletteSlots[i];
        if (first != noSlot && first % 4 == 0 && paletteSlots[i + 1] == first + 1 && paletteSlots[i + 2] == first + 2
            && paletteSlots[i + 3] == first + 3) {
            for (std::uint8_t quarter = 0; quarter < 4; ++quarter) {
                quarters[i + quarter] = quarter;
            }
        }
    }
    return quarters;
}

void transposePoses(std::span<const TransformLanes> byInstance, std::size_t blocks, std::span<const std::uint32_t> order,
                    std::span<TransformLanes> byBone) noexcept
{
    ARMATURE_DISPATCH(transposePoses)(byInstance, blocks, order, byBone);
}

void poseToPalettes(std::span<const TransformLanes> pose, const CrowdRig& rig, std::span<AffineBlock> absolute,
                    const std::array<Affine*, laneCount>& palettes, bool isStreamed) noexcept
{
    ARMATURE_DISPATCH(poseToPalettes)(pose, rig, absolute, palettes, isStreamed);
}

void interpolatePalettes(std::span<const Affine> from, std::span<const Affine> to, float fraction, std::span<Affine> out) noexcept
{
    ARMATURE_DISPATCH(interpolatePalettes)(from, to, fraction, out);
}

}  // namespace armature
#endif
