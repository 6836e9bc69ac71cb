#include "skinning/kernels/joint_box_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/kernels/simd_dispatch.hpp"
#include "skinning/kernels/blend_influences.hpp"
#include "skinning/kernels/fused.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "skinning/kernels/joint_box_kernels.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h: compiled once for each instruction set.
#include "skinning/kernels/interleaved-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

using reference::encloseBoxes;

#else

// Of the boxes so far, lane by lane, along one axis.
struct Interval {
    HWY_INLINE Interval()
        : low(hn::Set(SkinLanes(), std::numeric_limits<float>::infinity()))
        , high(hn::Set(SkinLanes(), -std::numeric_limits<float>::infinity()))
    {}

    SkinVector low;
    SkinVector high;
};

// The matrices of a register of boxes.
struct Matrices {
    HWY_INLINE Matrices(std::span<const Affine> palette, const std::uint32_t* joints)
    {
        for (std::size_t i = 0; i < batchSize; ++i) {
            numbers[i] = matrixAt(palette, joints[i]);
        }
    }
    HWY_INLINE void loadRow(std::size_t axis, SkinVector (&outRow)[4]) const
    {
        loadTransposed([&](std::size_t i) HWY_ATTR { return numbers[i] + 4 * axis; }, outRow);
    }

    const float* numbers[batchSize];
};

// Makes a row that of matrices between two, and returns what rounding may be off by.
HWY_INLINE SkinVector mixRows(const Matrices& between, const JointBoxBlock& block, std::size_t lane, std::size_t axis,
                              SkinVector (&inOutRow)[4])
{
    const SkinLanes d;
    SkinVector from[4];
    between.loadRow(axis, from);
    const SkinVector share = hn::Load(d, block.shares + lane);
    SkinVector off = hn::Zero(d);
    for (std::size_t i = 0; i < 4; ++i) {
        const SkinVector size = hn::Add(hn::Abs(from[i]), hn::Abs(inOutRow[i]));
        off = multiplyAdd(size, hn::Load(d, (i < 3 ? block.rounding[i] : block.slack) + lane), off);
        inOutRow[i] = multiplyAdd(share, hn::Sub(inOutRow[i], from[i]), from[i]);
    }
    return off;
}

// Along one axis: a row of the matrices, and the boxes from `lane` on. Returns the upper end.
template <bool isWhole>
HWY_INLINE SkinVector extendBy(const JointBoxBlock& block, std::size_t lane, const SkinVector (&row)[4], SkinVector more, Interval& inOut)
{
    const SkinLanes d;
    const auto along = [&](const float(&vector)[3][boxLanes]) HWY_ATTR {
        const SkinVector xy = multiplyAdd(row[1], hn::Load(d, vector[1] + lane), hn::Mul(row[0], hn::Load(d, vector[0] + lane)));
        return multiplyAdd(row[2], hn::Load(d, vector[2] + lane), xy);
    };
    SkinVector center = row[3];
    SkinVector reach = hn::Abs(along(block.edges[0]));
    HWY_UNROLL(3)
    for (std::size_t i = 0; i < 3; ++i) {
        center = multiplyAdd(row[i], hn::Load(d, block.center[i] + lane), center);
        reach = i == 0 ? reach : hn::Add(reach, hn::Abs(along(block.edges[i])));
    }
    reach = multiplyAdd(hn::Abs(row[3]), hn::Load(d, block.slack + lane), reach);
    reach = isWhole ? reach : hn::Add(reach, more);
    const SkinVector high = hn::Add(center, reach);
    inOut.low = hn::Min(inOut.low, hn::Sub(center, reach));
    inOut.high = hn::Max(inOut.high, high);
    return high;
}

// The boxes of one register.
template <bool isWhole>
HWY_INLINE void encloseBatch(const JointBoxBlock& block, std::size_t lane, std::span<const Affine> palette, Interval (&inOut)[3],
                             SkinVector& inOutBad)
{
    const SkinLanes d;
    const Matrices matrices(palette, block.joints + lane);
    SkinVector sum = hn::Zero(d);
    HWY_UNROLL(3)
    for (std::size_t axis = 0; axis < 3; ++axis) {
        SkinVector row[4];
        matrices.loadRow(axis, row);
        SkinVector more = hn::Zero(d);
        if constexpr (!isWhole) {
            more = mixRows(Matrices(palette, block.from + lane), block, lane, axis, row);
        }
        const SkinVector high = extendBy<isWhole>(block, lane, row, more, inOut[axis]);
        sum = axis == 0 ? high : hn::Add(sum, high);
    }
    // 0 times anything that is not finite is NaN, and stays it in the sum.
    inOutBad = hn::Add(inOutBad, hn::Mul(sum, hn::Zero(d)));
}

void encloseBoxes(std::span<const JointBoxBlock> blocks, std::span<const Affine> palette, Aabb& inOutBox)
{
    const SkinLanes d;
    const float infinity = std::numeric_limits<float>::infinity();
    Interval intervals[3];
    SkinVector bad = hn::Zero(d);
    for (const JointBoxBlock& block : blocks) {
        for (std::size_t lane = 0; lane < boxLanes; lane += batchSize) {
            if (block.isWhole) {
                encloseBatch<true>(block, lane, palette, intervals, bad);
            } else {
                encloseBatch<false>(block, lane, palette, intervals, bad);
            }
        }
    }
    const bool isBad = !hn::AllTrue(d, hn::Eq(bad, hn::Zero(d)));
    for (int axis = 0; axis < 3; ++axis) {
        const float low = hn::GetLane(hn::MinOfLanes(d, intervals[axis].low));
        const float high = hn::GetLane(hn::MaxOfLanes(d, intervals[axis].high));
        inOutBox.minimum[axis] = isBad ? -infinity : std::min(inOutBox.minimum[axis], low);
        inOutBox.maximum[axis] = isBad ? infinity : std::max(inOutBox.maximum[axis], high);
    }
}

#endif

}  // namespace armature::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace armature {

HWY_EXPORT(encloseBoxes);

void encloseBoxes(std::span<const JointBoxBlock> blocks, std::span<const Affine> palette, Aabb& inOutBox) noexcept
{
    ARMATURE_DISPATCH(encloseBoxes)(blocks, palette, inOutBox);
}

namespace reference {

namespace {

float mixRow(const float* from, const JointBoxBlock& block, std::size_t lane, float (&inOutRow)[4])
{
    float off = 0.f;
    for (std::size_t i = 0; i < 4; ++i) {
        const float part = i < 3 ? block.rounding[i][lane] : block.slack[lane];
        off = multiplyAdd(std::abs(from[i]) + std::abs(inOutRow[i]), part, off);
        inOutRow[i] = multiplyAdd(block.shares[lane], inOutRow[i] - from[i], from[i]);
    }
    return off;
}

}  // namespace

void encloseBoxes(std::span<const JointBoxBlock> blocks, std::span<const Affine> palette, Aabb& inOutBox)
{
    bool isBad = false;
    Aabb box = inOutBox;
    for (const JointBoxBlock& block : blocks) {
        for (std::size_t lane = 0; lane < boxLanes; ++lane) {
            const float* const matrix = matrixAt(palette, block.joints[lane]);
            float sum = 0.f;
            for (int axis = 0; axis < 3; ++axis) {
                float row[4];
                const std::ptrdiff_t at = std::ptrdiff_t{4} * axis;
                std::copy_n(matrix + at, 4, row);
                const float more = block.isWhole ? 0.f : mixRow(matrixAt(palette, block.from[lane]) + at, block, lane, row);
                const auto along = [&](const float(&vector)[3][boxLanes], float from) {
                    return multiplyAdd(row[2], vector[2][lane],
                                       multiplyAdd(row[1], vector[1][lane], multiplyAdd(row[0], vector[0][lane], from)));
                };
                const float center = along(block.center, row[3]);
                const float edges =
                    std::abs(along(block.edges[0], 0.f)) + std::abs(along(block.edges[1], 0.f)) + std::abs(along(block.edges[2], 0.f));
                const float reach = multiplyAdd(std::abs(row[3]), block.slack[lane], edges) + more;
                box.minimum[axis] = std::min(box.minimum[axis], center - reach);
                box.maximum[axis] = std::max(box.maximum[axis], center + reach);
                sum = axis == 0 ? center + reach : sum + (center + reach);
            }
            isBad = isBad || !std::isfinite(sum);
        }
    }
    const float infinity = std::numeric_limits<float>::infinity();
    inOutBox = isBad ? Aabb{glm::vec3(-infinity), glm::vec3(infinity)} : box;
}

}  // namespace reference

}  // namespace armature
#endif
