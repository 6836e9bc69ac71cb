#include "skinning/kernels/joint_corner_kernels.hpp"

#include <algorithm>
#include <limits>

#include "math/kernels/simd_dispatch.hpp"
#include "skinning/kernels/blend_influences.hpp"
#include "skinning/kernels/fused.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "skinning/kernels/joint_corner_kernels.cpp"
#include <hwy/foreach_target.h>
// Included after foreach_target.h, so that this header is compiled once for each instruction set.
#include "skinning/kernels/fused-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

using reference::encloseCorners;

#else

using CornerLanes = hn::CappedTag<float, bodyLanes>;
using CornerVector = hn::Vec<CornerLanes>;
using RowLanes = hn::FixedTag<float, 4>;

// The extent of the corners so far, lane by lane, along one axis; and the largest absolute elements of the matrices' rows.
struct Extent {
    HWY_INLINE Extent()
        : low(hn::Set(CornerLanes(), std::numeric_limits<float>::infinity()))
        , high(hn::Set(CornerLanes(), -std::numeric_limits<float>::infinity()))
        , largest(hn::Zero(hn::RebindToSigned<RowLanes>()))
    {}

    CornerVector low;
    CornerVector high;
    hn::Vec<hn::RebindToSigned<RowLanes>> largest;  // absolute values as integers, which have the same order as the floats
};

// Transforms a block of corners by the joint's matrix, and extends the extents by them and by the matrix's absolute values. All lanes share
// the matrix: its elements are broadcast, so no transposition is needed.
HWY_INLINE void extendByBlock(const CornerBlock& block, const float* matrix, Extent (&inOut)[3])
{
    const CornerLanes d;
    HWY_UNROLL(3)
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const float* const row = matrix + 4 * axis;
        Extent& extent = inOut[axis];
        for (std::size_t lane = 0; lane < bodyLanes; lane += hn::MaxLanes(d)) {
            const CornerVector x = multiplyAdd(hn::Set(d, row[0]), hn::Load(d, block.corners[0] + lane), hn::Set(d, row[3]));
            const CornerVector xy = multiplyAdd(hn::Set(d, row[1]), hn::Load(d, block.corners[1] + lane), x);
            const CornerVector place = multiplyAdd(hn::Set(d, row[2]), hn::Load(d, block.corners[2] + lane), xy);
            extent.low = hn::Min(extent.low, place);
            extent.high = hn::Max(extent.high, place);
        }
        const hn::RebindToSigned<RowLanes> integers;
        extent.largest = hn::Max(extent.largest, hn::BitCast(integers, hn::Abs(hn::LoadU(RowLanes(), row))));
    }
}

void encloseCorners(std::span<const CornerBlock> blocks, const BodyLimits& limits, std::span<const Affine> palette, Aabb& inOutBox)
{
    const CornerLanes d;
    Extent extents[3];
    for (const CornerBlock& block : blocks) {
        extendByBlock(block, matrixAt(palette, block.joint), extents);
    }
    Aabb corners;
    LargestRows largest;
    for (int axis = 0; axis < 3; ++axis) {
        const Extent& extent = extents[axis];
        corners.minimum[axis] = hn::GetLane(hn::MinOfLanes(d, extent.low));
        corners.maximum[axis] = hn::GetLane(hn::MaxOfLanes(d, extent.high));
        hn::StoreU(hn::BitCast(RowLanes(), extent.largest), RowLanes(), largest.rows[axis]);
    }
    extendBy(corners, largest, limits, inOutBox);
}

#endif

}  // namespace armature::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace armature {

HWY_EXPORT(encloseCorners);

void encloseCorners(std::span<const CornerBlock> blocks, const BodyLimits& limits, std::span<const Affine> palette, Aabb& inOutBox) noexcept
{
    ARMATURE_DISPATCH(encloseCorners)(blocks, limits, palette, inOutBox);
}

namespace reference {

void encloseCorners(std::span<const CornerBlock> blocks, const BodyLimits& limits, std::span<const Affine> palette, Aabb& inOutBox)
{
    Aabb corners;
    LargestRows largest;
    for (const CornerBlock& block : blocks) {
        const float* const matrix = matrixAt(palette, block.joint);
        for (int axis = 0; axis < 3; ++axis) {
            const float* const row = matrix + std::ptrdiff_t{4} * axis;
            for (std::size_t lane = 0; lane < bodyLanes; ++lane) {
                const float x = multiplyAdd(row[0], block.corners[0][lane], row[3]);
                const float place = multiplyAdd(row[2], block.corners[2][lane], multiplyAdd(row[1], block.corners[1][lane], x));
                corners.minimum[axis] = std::min(corners.minimum[axis], place);
                corners.maximum[axis] = std::max(corners.maximum[axis], place);
            }
        }
        include(matrix, largest);
    }
    extendBy(corners, largest, limits, inOutBox);
}

}  // namespace reference

}  // namespace armature
#endif
