#include "skinning/kernels/joint_corner_kernels.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "math/kernels/simd_dispatch.hpp"
#include "skinning/kernels/blend_influences.hpp"
#include "skinning/kernels/fused.hpp"

namespace armature {

/// The largest numbers of matrices, without signs. NaN is larger than any other.
using LargestRows = float[3][4];

/// What the kernels share: extends a box by corners and makes room for what these do not tell.
void extendBy(const Aabb& corners, const LargestRows& largest, const CornerLimits& limits, Aabb& inOutBox) noexcept;

}  // namespace armature

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "skinning/kernels/joint_corner_kernels.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h: compiled once for each instruction set.
#include "skinning/kernels/fused-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

using reference::encloseCorners;

#else

using CornerLanes = hn::CappedTag<float, cornerLanes>;
using CornerVector = hn::Vec<CornerLanes>;
using RowLanes = hn::FixedTag<float, 4>;

// Of the corners so far, lane by lane, along one axis; and of the matrices' rows.
struct Extent {
    HWY_INLINE Extent()
        : low(hn::Set(CornerLanes(), std::numeric_limits<float>::infinity()))
        , high(hn::Set(CornerLanes(), -std::numeric_limits<float>::infinity()))
        , largest(hn::Zero(hn::RebindToSigned<RowLanes>()))
    {}

    CornerVector low;
    CornerVector high;
    hn::Vec<hn::RebindToSigned<RowLanes>> largest;  // as integers, without signs: these are in the order of the numbers
};

// The joint's matrix is the same in all lanes: each of its numbers is read into all of them, and nothing is transposed.
HWY_INLINE void extendByBlock(const CornerBlock& block, const float* matrix, Extent (&inOut)[3])
{
    const CornerLanes d;
    HWY_UNROLL(3)
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const float* const row = matrix + 4 * axis;
        Extent& extent = inOut[axis];
        for (std::size_t lane = 0; lane < cornerLanes; lane += hn::MaxLanes(d)) {
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

void encloseCorners(std::span<const CornerBlock> blocks, const CornerLimits& limits, std::span<const Affine> palette, Aabb& inOutBox)
{
    const CornerLanes d;
    Extent extents[3];
    for (const CornerBlock& block : blocks) {
        extendByBlock(block, matrixAt(palette, block.joint), extents);
    }
    Aabb corners;
    float largest[3][4];
    for (int axis = 0; axis < 3; ++axis) {
        const Extent& extent = extents[axis];
        corners.minimum[axis] = hn::GetLane(hn::MinOfLanes(d, extent.low));
        corners.maximum[axis] = hn::GetLane(hn::MaxOfLanes(d, extent.high));
        hn::StoreU(hn::BitCast(RowLanes(), extent.largest), RowLanes(), largest[axis]);
    }
    extendBy(corners, largest, limits, inOutBox);
}

#endif

}  // namespace armature::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace armature {

HWY_EXPORT(encloseCorners);

void extendBy(const Aabb& corners, const LargestRows& largest, const CornerLimits& limits, Aabb& inOutBox) noexcept
{
    const float infinity = std::numeric_limits<float>::infinity();
    glm::vec3 sums;
    for (int axis = 0; axis < 3; ++axis) {
        const float(&row)[4] = largest[axis];
        const float more = limits.slack * row[3];
        inOutBox.minimum[axis] = std::min(inOutBox.minimum[axis], corners.minimum[axis] - more);
        inOutBox.maximum[axis] = std::max(inOutBox.maximum[axis], corners.maximum[axis] + more);
        // No sum of a corner's is larger.
        sums[axis] = row[0] * limits.farthest.x + row[1] * limits.farthest.y + row[2] * limits.farthest.z + row[3] + more;
    }
    if (!(std::isfinite(2.f * sums.x) && std::isfinite(2.f * sums.y) && std::isfinite(2.f * sums.z))) {
        inOutBox = {glm::vec3(-infinity), glm::vec3(infinity)};
    }
}

void encloseCorners(std::span<const CornerBlock> blocks, const CornerLimits& limits, std::span<const Affine> palette,
                    Aabb& inOutBox) noexcept
{
    ARMATURE_DISPATCH(encloseCorners)(blocks, limits, palette, inOutBox);
}

namespace reference {

void encloseCorners(std::span<const CornerBlock> blocks, const CornerLimits& limits, std::span<const Affine> palette, Aabb& inOutBox)
{
    Aabb corners;
    float largest[3][4] = {};
    for (const CornerBlock& block : blocks) {
        const float* const matrix = matrixAt(palette, block.joint);
        for (int axis = 0; axis < 3; ++axis) {
            const float* const row = matrix + std::ptrdiff_t{4} * axis;
            for (std::size_t lane = 0; lane < cornerLanes; ++lane) {
                const float x = multiplyAdd(row[0], block.corners[0][lane], row[3]);
                const float place = multiplyAdd(row[2], block.corners[2][lane], multiplyAdd(row[1], block.corners[1][lane], x));
                corners.minimum[axis] = std::min(corners.minimum[axis], place);
                corners.maximum[axis] = std::max(corners.maximum[axis], place);
            }
            for (int i = 0; i < 4; ++i) {
                const std::uint32_t size = std::bit_cast<std::uint32_t>(std::abs(row[i]));
                largest[axis][i] = std::bit_cast<float>(std::max(size, std::bit_cast<std::uint32_t>(largest[axis][i])));
            }
        }
    }
    extendBy(corners, largest, limits, inOutBox);
}

}  // namespace reference

}  // namespace armature
#endif
