#include "ik/kernels/spring_kernels.hpp"

#include "math/kernels/simd_dispatch.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ik/kernels/spring_kernels.cpp"
#include <hwy/foreach_target.h>
// This file is compiled once for each instruction set; foreach_target.h must therefore come first.
#include "ik/kernels/spring_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

// Moves a tail out of each solid in turn and restores its length, as VRM specifies.
template <class D>
HWY_INLINE Vec3<D> outside(D d, Vec3<D> arm, const Vec3<D>& joint, hn::Vec<D> length, hn::Vec<D> hitRadius,
                           std::span<const PlacedSolid> solids, std::span<const std::size_t> touched)
{
    const auto zero = hn::Zero(d);
    for (const std::size_t index : touched) {
        const Vec3<D> push = pushOf(d, solids[index], add(joint, arm), hitRadius);
        const auto isStill = hn::And(hn::Eq(push.x, zero), hn::And(hn::Eq(push.y, zero), hn::Eq(push.z, zero)));
        if (!hn::AllTrue(d, isStill)) {
            const Vec3<D> moved = ofLength(d, length, add(arm, push), divide(arm, length));
            arm = select(isStill, arm, moved);
        }
    }
    return arm;
}

template <class D>
HWY_INLINE void swingAt(D d, SpringBlock& block, std::size_t lane, std::span<const PlacedSolid> solids,
                        std::span<const std::size_t> touched)
{
    const Vec3<D> columns[3] = {loadVector(d, block, SpringBlock::linear, lane), loadVector(d, block, SpringBlock::linear + 3, lane),
                                loadVector(d, block, SpringBlock::linear + 6, lane)};
    const Vec3<D> wholeArm = loadVector(d, block, SpringBlock::arm, lane);
    const Turn<D> rest = loadTurn(d, block, SpringBlock::rest, lane);

    const Vec3<D> joint =
        add(mapped(columns, loadVector(d, block, SpringBlock::center, lane)), loadVector(d, block, SpringBlock::origin, lane));
    // Under non-uniform scale, the bone's length depends on its direction. Uses its direction before this swing.
    const auto length = lengthOf(mapped(columns, turned(d, loadTurn(d, block, SpringBlock::rotation, lane), wholeArm)));
    const Vec3<D> restArm = mapped(columns, loadVector(d, block, SpringBlock::restArm, lane));
    const auto restLength = lengthOf(restArm);
    const auto hasLength = hn::And(hn::Gt(length, hn::Zero(d)), hn::Gt(restLength, hn::Zero(d)));

    const Vec3<D> axis = divide(restArm, restLength);
    const Vec3<D> pull = scaled(axis, hn::Load(d, block.numbers[SpringBlock::pull] + lane));
    Vec3<D> arm = subtract(add(loadVector(d, block, SpringBlock::tail, lane), pull), joint);
    arm = ofLength(d, length, arm, axis);
    arm = outside(d, arm, joint, length, hn::Load(d, block.numbers[SpringBlock::hitRadius] + lane), solids, touched);

    const Vec3<D> local = turned(d, conjugate(d, rest), directionBack(d, columns, arm));
    const Turn<D> rotation = multiply(rest, turnBetween(d, wholeArm, local));
    storeTurn(d, select(hasLength, rotation, rest), block, SpringBlock::rotation, lane);
    storeVector(d, select(hasLength, add(joint, arm), joint), block, SpringBlock::tail, lane);
    hn::Store(hn::IfThenElseZero(hasLength, length), d, block.numbers[SpringBlock::length] + lane);
}

void swingLanes(SpringBlock& block, std::size_t count, std::span<const PlacedSolid> solids, std::span<const std::size_t> touched)
{
    const hn::CappedTag<double, springLanes> d;
    const hn::CappedTag<double, 1> one;
    for (std::size_t lane = 0; lane < count; lane += hn::Lanes(d)) {
        if (lane + 1 == count) {
            swingAt(one, block, lane, solids, touched);
        } else {
            swingAt(d, block, lane, solids, touched);
        }
    }
}

}  // namespace armature::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace armature {

HWY_EXPORT(swingLanes);

void swingLanes(SpringBlock& block, std::size_t count, std::span<const PlacedSolid> solids, std::span<const std::size_t> touched) noexcept
{
    ARMATURE_DISPATCH(swingLanes)(block, count, solids, touched);
}

}  // namespace armature
#endif
