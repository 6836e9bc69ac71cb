#include "ik/kernels/spring_kernels.hpp"

#include "math/kernels/simd_dispatch.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ik/kernels/spring_kernels.cpp"
#include <hwy/foreach_target.h>
// This file is compiled once for each instruction set; foreach_target.h must therefore come first.
#include "ik/kernels/spring_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

// Moves tails out of each solid in turn and restores their lengths, as VRM specifies.
template <class D>
HWY_INLINE Vec3<D> outside(D d, const SpringStep& step, Vec3<D> arm, const Vec3<D>& joint, hn::Vec<D> square, std::size_t lane)
{
    const auto hitRadius = hn::LoadU(d, step.numbers.numbers[SpringNumbers::hitRadius] + lane);
    for (const SpringContact& contact : step.contacts) {
        if (contact.end <= lane || contact.begin >= lane + hn::Lanes(d)) {
            continue;
        }
        const auto isBefore = hn::FirstN(d, contact.begin > lane ? contact.begin - lane : 0);
        const auto canTouch = hn::AndNot(isBefore, hn::FirstN(d, contact.end - lane));
        for (const std::size_t index : step.touched.subspan(contact.touchBegin, contact.touchEnd - contact.touchBegin)) {
            const Push<D> push = pushOf(d, step.solids[index], add(joint, arm), hitRadius, canTouch);
            if (push.isAny) {
                const auto perLength = hn::Div(hn::Set(d, 1.), hn::Sqrt(square));
                arm = select(push.isPushed, ofLength(d, square, add(arm, push.by), arm, perLength), arm);
            }
        }
    }
    return arm;
}

// The tangent of the angle within which a tail counts as pointing exactly opposite to its pull.
constexpr double behind = 0.01;

// Returns a push for tails that stand still exactly opposite to their pull, where nothing would rotate them. A frame that throws or folds
// up a character may leave strands like that; rounding alone would take minutes to let them fall. The push is sideways and as strong as the
// pull. A tail that points towards its rest direction and is held there by gravity is left alone. `arm` and `rest` go from the joint to the
// tail and to the rest position, `moved` is the tail's last movement.
template <class D>
HWY_INLINE Vec3<D> aside(D d, const Vec3<D>& arm, const Vec3<D>& rest, const Vec3<D>& moved, hn::Vec<D> stiffness, const Vec3<D>& gravity)
{
    const auto zero = hn::Zero(d);
    const Vec3<D> pull = add(scaled(rest, hn::Div(stiffness, lengthOf(rest))), gravity);
    const auto pullSquared = dot(pull, pull);
    const Vec3<D> off = cross(arm, pull);
    const auto along = dot(arm, pull);
    const auto isBehind = hn::And(hn::Lt(dot(arm, rest), zero), hn::Lt(along, zero));
    const auto isExact = hn::Lt(dot(off, off), hn::Mul(hn::Mul(hn::Set(d, behind * behind), along), along));
    const auto isAlongX = hn::Lt(hn::Abs(arm.x), hn::Abs(arm.z));
    const Vec3<D> across{hn::IfThenElse(isAlongX, zero, hn::Sub(zero, arm.y)), hn::IfThenElse(isAlongX, arm.z, arm.x),
                         hn::IfThenElseZero(isAlongX, hn::Sub(zero, arm.y))};
    const Vec3<D> push = scaled(across, hn::Div(hn::Sqrt(pullSquared), lengthOf(across)));
    const auto isPushed = hn::And(hn::And(isBehind, isExact), hn::Lt(dot(moved, moved), pullSquared));
    return select(isPushed, push, Vec3<D>{zero, zero, zero});
}

// Returns where the tails would go if bones had no length and no stiffness and there were no solids: vectors from the joint, in the world.
// `restArm` is in the world too.
template <class D>
HWY_INLINE Vec3<D> drifted(D d, const SpringStep& step, const Vec3<D>& joint, const Vec3<D>& restArm, std::size_t lane)
{
    const auto& numbers = step.numbers.numbers;
    const double* const tails = step.tails + lane;
    const auto part = hn::Set(d, step.part);
    const Vec3<D> now = loadVector(d, tails, step.tailStep);
    const Vec3<D> moved = subtract(now, loadVector(d, tails + SpringTails::before * step.tailStep, step.tailStep));
    Vec3<D> tail = add(now, scaled(moved, hn::Mul(hn::LoadU(d, numbers[SpringNumbers::kept] + lane), part)));
    Vec3<D> nowInWorld = now;
    if (step.center != nullptr) {
        const LaneFrame<D> center = broadcast(d, *step.center);
        tail = center.point(tail);
        nowInWorld = center.point(now);
    }
    const Vec3<D> gravity = loadVector(d, numbers[SpringNumbers::gravity] + lane);
    const Vec3<D> arm = subtract(nowInWorld, joint);
    if (!hn::AllFalse(d, hn::Lt(dot(arm, restArm), hn::Zero(d)))) {
        const auto stiffness = hn::LoadU(d, numbers[SpringNumbers::stiffness] + lane);
        tail = add(tail, scaled(aside(d, arm, restArm, moved, stiffness, gravity), part));
    }
    return subtract(add(tail, scaled(gravity, part)), joint);
}

// Writes the frames of bones whose rotations have these matrices.
template <class D>
HWY_INLINE void place(D d, const SpringStep& step, const LaneFrame<D>& above, const Vec3<D>& center, const Vec3<D> (&turn)[3],
                      std::size_t lane)
{
    double* const out = step.outPlaces->numbers[0] + lane;
    constexpr std::size_t column = 3 * springLanes;
    if (step.shears == nullptr) {
        const Vec3<D> scale = loadVector(d, step.shapes.numbers[SpringShapes::scale] + lane);
        storeVector(d, mapped(above.columns, scaled(turn[0], scale.x)), out);
        storeVector(d, mapped(above.columns, scaled(turn[1], scale.y)), out + column);
        storeVector(d, mapped(above.columns, scaled(turn[2], scale.z)), out + 2 * column);
        storeVector(d, above.point(center), out + 3 * column);
        return;
    }
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3<D> shape = loadVector(d, step.shears->numbers[SpringShears::shape + 3 * i] + lane);
        storeVector(d, mapped(above.columns, mapped(turn, shape)), out + i * column);
    }
    const Vec3<D> shift = mapped(turn, loadVector(d, step.shears->numbers[SpringShears::shift] + lane));
    storeVector(d, above.point(subtract(center, shift)), out + 3 * column);
}

// Stores the tails if the step is kept. Returns whether the tails of all bones are within the range of doubles.
template <class D>
HWY_INLINE bool keepTails(D d, const SpringStep& step, const Vec3<D>& tail, const Turn<D>& rotation, hn::Mask<D> hasLength,
                          std::size_t lane)
{
    const Vec3<D> kept = step.fromWorld != nullptr ? broadcast(d, *step.fromWorld).point(tail) : tail;
    if (step.isKept) {
        double* const tails = step.tails + lane;
        const Vec3<D> now = loadVector(d, tails, step.tailStep);
        storeVector(d, select(hasLength, now, kept), tails + SpringTails::before * step.tailStep, step.tailStep);
        storeVector(d, kept, tails, step.tailStep);
        storeTurn(d, rotation, tails + SpringTails::rotation * step.tailStep, step.tailStep);
    }
    const auto most = hn::Set(d, 1e300);
    const auto isSound = hn::And(hn::Lt(dot(tail, tail), most), hn::Lt(dot(kept, kept), most));
    return hn::AllTrue(d, hn::Or(isSound, hn::Not(hn::FirstN(d, step.count - lane))));
}

// The next two functions return, in the axes above the bones, the points about which the bones rotate, and the vectors from there to their
// tails.
template <class D>
HWY_INLINE Vec3<D> loadCenter(D d, const SpringStep& step, std::size_t lane)
{
    return step.shears != nullptr ? loadVector(d, step.shears->numbers[SpringShears::center] + lane)
                                  : loadVector(d, step.shapes.numbers[SpringShapes::center] + lane);
}

template <class D>
HWY_INLINE Vec3<D> loadArm(D d, const SpringStep& step, std::size_t lane)
{
    if (step.shears != nullptr) {
        return loadVector(d, step.shears->numbers[SpringShears::arm] + lane);
    }
    const Vec3<D> tail = loadVector(d, step.shapes.numbers[SpringShapes::tail] + lane);
    const Vec3<D> scale = loadVector(d, step.shapes.numbers[SpringShapes::scale] + lane);
    return {hn::Mul(tail.x, scale.x), hn::Mul(tail.y, scale.y), hn::Mul(tail.z, scale.z)};
}

template <class D>
HWY_INLINE bool swingAt(D d, const SpringStep& step, std::size_t lane)
{
    const auto& numbers = step.numbers.numbers;
    const LaneFrame<D> above = loadFrame(d, step.above, lane);
    const Turn<D> rest = loadTurn(d, numbers[SpringNumbers::rest] + lane);
    const Turn<D> before = loadTurn(d, step.tails + SpringTails::rotation * step.tailStep + lane, step.tailStep);
    const Vec3<D> center = loadCenter(d, step, lane);
    const Vec3<D> wholeArm = loadArm(d, step, lane);

    const Vec3<D> joint = above.point(center);
    // Under non-uniform scale, the bone's length depends on its direction. Uses its direction before this swing.
    const Vec3<D> armBefore = mapped(above.columns, turned(d, before, wholeArm));
    const auto square = dot(armBefore, armBefore);
    const Vec3<D> restArm = turned(d, rest, wholeArm);
    const Vec3<D> restArmInWorld = mapped(above.columns, restArm);
    const auto restSquare = dot(restArmInWorld, restArmInWorld);
    const auto hasLength = hn::And(hn::Gt(square, hn::Zero(d)), hn::Gt(restSquare, hn::Zero(d)));

    const auto perRestLength = hn::Sqrt(hn::Div(hn::Set(d, 1.), restSquare));
    const auto pull = hn::Mul(hn::LoadU(d, numbers[SpringNumbers::stiffness] + lane), hn::Set(d, step.part));
    Vec3<D> arm = add(drifted(d, step, joint, restArmInWorld, lane), scaled(restArmInWorld, hn::Mul(pull, perRestLength)));
    arm = ofLength(d, square, arm, restArmInWorld, perRestLength);
    arm = outside(d, step, arm, joint, square, lane);

    const Turn<D> turn = select(hasLength, turnedTo(d, rest, wholeArm, restArm, directionBack(d, above.columns, arm)), rest);
    const auto turnSquare = squareOf(turn);
    if (step.outPlaces != nullptr) {
        place(d, step, above, center, matrixOf(d, turn, hn::Div(hn::Set(d, 2.), turnSquare)).of, lane);
    }
    const auto perLength = hn::Div(hn::Set(d, 1.), hn::Sqrt(turnSquare));
    const Turn<D> rotation{hn::Mul(turn.x, perLength), hn::Mul(turn.y, perLength), hn::Mul(turn.z, perLength), hn::Mul(turn.w, perLength)};
    storeTurn(d, rotation, step.outRotations.numbers[0] + lane);
    return keepTails(d, step, select(hasLength, add(joint, arm), joint), rotation, hasLength, lane);
}

// Calls function(tag, lane) for all lanes, with a narrower tag where only a few lanes are left.
template <class Function>
HWY_INLINE void forLanes(std::size_t count, const Function& function)
{
    const hn::CappedTag<double, springLanes> whole;
    const hn::CappedTag<double, springLanes / 2> half;
    const hn::CappedTag<double, 1> one;
    for (std::size_t lane = 0; lane < count;) {
        if (lane + 1 == count) {
            function(one, lane);
            lane += 1;
        } else if (count - lane <= springLanes / 2) {
            function(half, lane);
            lane += hn::Lanes(half);
        } else {
            function(whole, lane);
            lane += hn::Lanes(whole);
        }
    }
}

bool swingLanes(const SpringStep& step)
{
    bool isSound = true;
    forLanes(step.count, [&](auto d, std::size_t lane) { isSound = swingAt(d, step, lane) && isSound; });
    return isSound;
}

// Normalises rotations exactly as PosedJoint does.
template <class D>
HWY_INLINE Turn<D> unit(D d, const Turn<D>& q)
{
    const auto one = hn::Set(d, 1.);
    const auto square = squareOf(q);
    const auto excess = hn::Sub(square, one);
    const auto isNear = hn::Lt(hn::Abs(excess), hn::Set(d, 1e-5));
    auto factor = hn::Add(one, hn::Mul(excess, hn::Sub(hn::Mul(hn::Set(d, 0.375), excess), hn::Set(d, 0.5))));
    if (!hn::AllTrue(d, isNear)) {
        factor = hn::IfThenElse(isNear, factor, hn::Div(one, hn::Sqrt(square)));
    }
    const auto hasLength = hn::Gt(square, hn::Zero(d));
    const Turn<D> scaledTurn{hn::Mul(q.x, factor), hn::Mul(q.y, factor), hn::Mul(q.z, factor), hn::Mul(q.w, factor)};
    return {hn::IfThenElseZero(hasLength, scaledTurn.x), hn::IfThenElseZero(hasLength, scaledTurn.y),
            hn::IfThenElseZero(hasLength, scaledTurn.z), hn::IfThenElse(hasLength, scaledTurn.w, one)};
}

template <class D>
HWY_INLINE void roundAt(D d, const SpringTurns& rotations, std::size_t lane, SpringWrites& writes)
{
    const hn::Rebind<float, D> floats;
    const auto stored = [&](std::size_t row) { return hn::PromoteTo(d, hn::LoadU(floats, writes.stored.numbers[row] + lane)); };
    const Turn<D> turned = unit(d, loadTurn(d, rotations.numbers[0] + lane));
    const Turn<D> kept = unit(d, Turn<D>{stored(0), stored(1), stored(2), stored(3)});
    const hn::Vec<D> turnedRows[] = {turned.x, turned.y, turned.z, turned.w};
    const hn::Vec<D> keptRows[] = {kept.x, kept.y, kept.z, kept.w};
    auto differs = hn::FirstN(floats, 0);
    for (std::size_t row = 0; row < 4; ++row) {
        const auto rounded = hn::DemoteTo(floats, turnedRows[row]);
        differs = hn::Or(differs, hn::Ne(rounded, hn::DemoteTo(floats, keptRows[row])));
        hn::StoreU(rounded, floats, writes.rotated.numbers[row] + lane);
    }
    hn::StoreU(hn::IfThenElseZero(differs, hn::Set(floats, 1.f)), floats, writes.differs.numbers[0] + lane);
}

void roundTurns(const SpringTurns& rotations, std::size_t count, SpringWrites& writes)
{
    forLanes(count, [&](auto d, std::size_t lane) { roundAt(d, rotations, lane, writes); });
}

}  // namespace armature::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace armature {

HWY_EXPORT(swingLanes);
HWY_EXPORT(roundTurns);

bool swingLanes(const SpringStep& step) noexcept
{
    return ARMATURE_DISPATCH(swingLanes)(step);
}

void roundTurns(const SpringTurns& rotations, std::size_t count, SpringWrites& writes) noexcept
{
    ARMATURE_DISPATCH(roundTurns)(rotations, count, writes);
}

}  // namespace armature
#endif
