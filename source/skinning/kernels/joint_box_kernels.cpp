#include "skinning/kernels/joint_box_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/common.hpp>

#include "math/kernels/simd_dispatch.hpp"
#include "skinning/kernels/blend_influences.hpp"
#include "skinning/kernels/fused.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "skinning/kernels/joint_box_kernels.cpp"
#include <hwy/foreach_target.h>
// Included after foreach_target.h, so that these headers are compiled once for each instruction set.
#include "math/kernels/affine-inl.hpp"
#include "skinning/kernels/fused-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

using reference::moveBoxes;

#else

using BoxLanes = hn::CappedTag<float, bodyLanes>;
using BoxVector = hn::Vec<BoxLanes>;

// The extent of the boxes so far, lane by lane, along one axis.
struct BoxExtent {
    HWY_INLINE BoxExtent()
        : low(hn::Set(BoxLanes(), std::numeric_limits<float>::infinity()))
        , high(hn::Set(BoxLanes(), -std::numeric_limits<float>::infinity()))
        , translation(hn::Zero(BoxLanes()))
        , notFinite(hn::Zero(BoxLanes()))
    {}

    BoxVector low;
    BoxVector high;
    BoxVector translation;  // the largest absolute translation
    BoxVector notFinite;    // 0, or NaN once a box was not finite
};

// Returns the product of a matrix row and a vector, without the translation.
HWY_INLINE BoxVector dot(const BoxVector (&row)[4], const float (&vector)[3][bodyLanes], std::size_t lane)
{
    const BoxLanes d;
    const BoxVector x = hn::Mul(row[0], hn::Load(d, vector[0] + lane));
    return multiplyAdd(row[2], hn::Load(d, vector[2] + lane), multiplyAdd(row[1], hn::Load(d, vector[1] + lane), x));
}

HWY_INLINE void extendByLanes(const BoxBlock& block, std::size_t lane, const BoxVector (&row)[4], BoxExtent& inOut)
{
    const BoxLanes d;
    const BoxVector x = multiplyAdd(row[0], hn::Load(d, block.center[0] + lane), row[3]);
    const BoxVector xy = multiplyAdd(row[1], hn::Load(d, block.center[1] + lane), x);
    const BoxVector center = multiplyAdd(row[2], hn::Load(d, block.center[2] + lane), xy);
    const BoxVector first = hn::Abs(dot(row, block.edges[0], lane));
    const BoxVector second = hn::Abs(dot(row, block.edges[1], lane));
    const BoxVector half = hn::Add(hn::Add(first, second), hn::Abs(dot(row, block.edges[2], lane)));
    const BoxVector high = hn::Add(center, half);
    inOut.low = hn::Min(inOut.low, hn::Sub(center, half));
    inOut.high = hn::Max(inOut.high, high);
    inOut.translation = hn::Max(inOut.translation, hn::Abs(row[3]));
    inOut.notFinite = hn::MulAdd(high, hn::Zero(d), inOut.notFinite);
}

// Each lane has its own joint, so the rows of the joints' matrices are read side by side and transposed.
MovedBoxes moveBoxes(std::span<const BoxBlock> blocks, std::span<const Affine> palette)
{
    const BoxLanes d;
    BoxExtent extents[3];
    for (const BoxBlock& block : blocks) {
        for (std::size_t lane = 0; lane < bodyLanes; lane += hn::MaxLanes(d)) {
            HWY_UNROLL(3)
            for (std::size_t axis = 0; axis < 3; ++axis) {
                BoxVector row[4];
                loadTransposed(
                    d, [&](std::size_t i) { return matrixAt(palette, block.joints[lane + i]) + 4 * axis; }, row);
                extendByLanes(block, lane, row, extents[axis]);
            }
        }
    }
    MovedBoxes moved;
    for (int axis = 0; axis < 3; ++axis) {
        const BoxExtent& extent = extents[axis];
        moved.reach.minimum[axis] = hn::GetLane(hn::MinOfLanes(d, extent.low));
        moved.reach.maximum[axis] = hn::GetLane(hn::MaxOfLanes(d, extent.high));
        moved.translation[axis] = hn::GetLane(hn::MaxOfLanes(d, extent.translation));
        moved.isFinite = moved.isFinite && hn::AllTrue(d, hn::Eq(extent.notFinite, hn::Zero(d)));
    }
    return moved;
}

#endif

}  // namespace armature::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace armature {

namespace {

/// Threshold: if the moved boxes reach no farther than this, no sum has overflowed. Each box is at least 2^-20 times as wide as its
/// farthest coordinates, so every sum is below 2^21 times the reach.
constexpr float farEnough = 1e24f;

bool canOverflow(const MovedBoxes& moved) noexcept
{
    const glm::vec3 reach = glm::max(glm::max(glm::abs(moved.reach.minimum), glm::abs(moved.reach.maximum)), moved.translation);
    return !(moved.isFinite && reach.x < farEnough && reach.y < farEnough && reach.z < farEnough);
}

void extendBy(const MovedBoxes& moved, std::span<const BoxBlock> blocks, const BodyLimits& limits, std::span<const Affine> palette,
              Aabb& inOutBox) noexcept
{
    LargestRows largest;
    if (canOverflow(moved)) {
        for (const BoxBlock& block : blocks) {
            for (const std::uint32_t joint : block.joints) {
                include(matrixAt(palette, joint), largest);
            }
        }
    } else {
        for (int axis = 0; axis < 3; ++axis) {
            largest.rows[axis][3] = moved.translation[axis];
        }
    }
    extendBy(moved.reach, largest, limits, inOutBox);
}

}  // namespace

HWY_EXPORT(moveBoxes);

void encloseBoxes(std::span<const BoxBlock> blocks, const BodyLimits& limits, std::span<const Affine> palette, Aabb& inOutBox) noexcept
{
    extendBy(ARMATURE_DISPATCH(moveBoxes)(blocks, palette), blocks, limits, palette, inOutBox);
}

namespace reference {

MovedBoxes moveBoxes(std::span<const BoxBlock> blocks, std::span<const Affine> palette)
{
    MovedBoxes moved;
    for (const BoxBlock& block : blocks) {
        for (std::size_t lane = 0; lane < bodyLanes; ++lane) {
            const float* const matrix = matrixAt(palette, block.joints[lane]);
            for (int axis = 0; axis < 3; ++axis) {
                const float* const row = matrix + std::ptrdiff_t{4} * axis;
                const auto add = [&](const float(&v)[3][bodyLanes], float x) {
                    return multiplyAdd(row[2], v[2][lane], multiplyAdd(row[1], v[1][lane], x));
                };
                const auto edge = [&](int i) { return std::abs(add(block.edges[i], row[0] * block.edges[i][0][lane])); };
                const float center = add(block.center, multiplyAdd(row[0], block.center[0][lane], row[3]));
                const float half = edge(0) + edge(1) + edge(2);
                moved.reach.minimum[axis] = std::min(moved.reach.minimum[axis], center - half);
                moved.reach.maximum[axis] = std::max(moved.reach.maximum[axis], center + half);
                moved.translation[axis] = std::max(moved.translation[axis], std::abs(row[3]));
                moved.isFinite = moved.isFinite && std::isfinite(center + half);
            }
        }
    }
    return moved;
}

void encloseBoxes(std::span<const BoxBlock> blocks, const BodyLimits& limits, std::span<const Affine> palette, Aabb& inOutBox) noexcept
{
    extendBy(moveBoxes(blocks, palette), blocks, limits, palette, inOutBox);
}

}  // namespace reference

}  // namespace armature
#endif
