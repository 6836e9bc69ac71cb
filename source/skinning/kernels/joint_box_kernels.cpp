#include "skinning/kernels/joint_box_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/kernels/simd_dispatch.hpp"
#include "skinning/kernels/blend_influences.hpp"

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
        off = hn::Add(off, hn::Mul(size, hn::Load(d, (i < 3 ? block.rounding[i] : block.slack) + lane)));
        inOutRow[i] = hn::Add(from[i], hn::Mul(share, hn::Sub(inOutRow[i], from[i])));
    }
    return off;
}

// Along one axis: a row of the matrices, and the boxes from `lane` on.
HWY_INLINE void extendBy(const JointBoxBlock& block, std::size_t lane, const SkinVector (&row)[4], SkinVector more, Interval& inOut,
                         SkinVector& inOutBad)
{
    const SkinLanes d;
    const auto along = [&](const float(&vector)[3][boxLanes]) HWY_ATTR {
        const SkinVector xy = hn::Add(hn::Mul(row[0], hn::Load(d, vector[0] + lane)), hn::Mul(row[1], hn::Load(d, vector[1] + lane)));
        return hn::Add(xy, hn::Mul(row[2], hn::Load(d, vector[2] + lane)));
    };
    const SkinVector center = hn::Add(along(block.center), row[3]);
    const SkinVector edges =
        hn::Add(hn::Add(hn::Abs(along(block.edges[0])), hn::Abs(along(block.edges[1]))), hn::Abs(along(block.edges[2])));
    const SkinVector reach = hn::Add(hn::Add(edges, hn::Mul(hn::Abs(row[3]), hn::Load(d, block.slack + lane))), more);
    inOut.low = hn::Min(inOut.low, hn::Sub(center, reach));
    inOut.high = hn::Max(inOut.high, hn::Add(center, reach));
    // 0 times anything that is not finite is NaN, and stays it in the sum.
    inOutBad = hn::Add(inOutBad, hn::Mul(hn::Add(center, reach), hn::Zero(d)));
}

void encloseBoxes(std::span<const JointBoxBlock> blocks, std::span<const Affine> palette, Aabb& inOutBox)
{
    const SkinLanes d;
    const float infinity = std::numeric_limits<float>::infinity();
    Interval intervals[3];
    SkinVector bad = hn::Zero(d);
    for (const JointBoxBlock& block : blocks) {
        for (std::size_t lane = 0; lane < boxLanes; lane += batchSize) {
            const Matrices matrices(palette, block.joints + lane);
            HWY_UNROLL(3)
            for (std::size_t axis = 0; axis < 3; ++axis) {
                SkinVector row[4];
                matrices.loadRow(axis, row);
                const SkinVector more = block.isWhole ? hn::Zero(d) : mixRows(Matrices(palette, block.from + lane), block, lane, axis, row);
                extendBy(block, lane, row, more, intervals[axis], bad);
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
        off += (std::abs(from[i]) + std::abs(inOutRow[i])) * (i < 3 ? block.rounding[i][lane] : block.slack[lane]);
        inOutRow[i] = from[i] + block.shares[lane] * (inOutRow[i] - from[i]);
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
            for (int axis = 0; axis < 3; ++axis) {
                float row[4];
                const std::ptrdiff_t at = std::ptrdiff_t{4} * axis;
                std::copy_n(matrix + at, 4, row);
                const float more = block.isWhole ? 0.f : mixRow(matrixAt(palette, block.from[lane]) + at, block, lane, row);
                const auto along = [&](const float(&vector)[3][boxLanes]) {
                    return row[0] * vector[0][lane] + row[1] * vector[1][lane] + row[2] * vector[2][lane];
                };
                const float center = along(block.center) + row[3];
                const float edges = std::abs(along(block.edges[0])) + std::abs(along(block.edges[1])) + std::abs(along(block.edges[2]));
                const float reach = edges + std::abs(row[3]) * block.slack[lane] + more;
                box.minimum[axis] = std::min(box.minimum[axis], center - reach);
                box.maximum[axis] = std::max(box.maximum[axis], center + reach);
                isBad = isBad || !std::isfinite(center + reach);
            }
        }
    }
    const float infinity = std::numeric_limits<float>::infinity();
    inOutBox = isBad ? Aabb{glm::vec3(-infinity), glm::vec3(infinity)} : box;
}

}  // namespace reference

}  // namespace armature
#endif
