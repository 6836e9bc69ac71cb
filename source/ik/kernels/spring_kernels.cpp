#include "ik/kernels/spring_kernels.hpp"

#include <algorithm>

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
HWY_INLINE Vec3<D> outside(D d, Vec3<D> arm, const Vec3<D>& joint, hn::Vec<D> square, hn::Vec<D> hitRadius,
                           std::span<const PlacedSolid> solids, std::span<const std::size_t> touched)
{
    const auto zero = hn::Zero(d);
    for (const std::size_t index : touched) {
        Vec3<D> push{zero, zero, zero};
        if (!pushOf(d, solids[index], add(joint, arm), hitRadius, push)) {
            continue;
        }
        const auto isStill = hn::And(hn::Eq(push.x, zero), hn::And(hn::Eq(push.y, zero), hn::Eq(push.z, zero)));
        const Vec3<D> moved = ofLength(d, square, add(arm, push), divide(arm, hn::Sqrt(square)));
        arm = select(isStill, arm, moved);
    }
    return arm;
}

// The sine of the angle within which a tail counts as pointing exactly opposite to its pull.
constexpr double behind = 0.01;

// Returns a push for tails that stand still exactly opposite to their pull, where nothing would rotate them. A frame that throws or folds up
// a character may leave strands like that; rounding alone would take minutes to let them fall. The push is sideways and as strong as the
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

// Where the tails would go without length, stiffness and solids, in the world. `joint` and `restArm` are in the world, too.
template <class D>
HWY_INLINE Vec3<D> drifted(D d, const SpringStep& step, const Vec3<D>& joint, const Vec3<D>& restArm, std::size_t lane)
{
    const double(*const rows)[springLanes] = step.tails;
    const auto part = hn::Set(d, step.part);
    const Vec3<D> now = loadVector(d, rows + SpringTails::now, lane);
    const Vec3<D> moved = subtract(now, loadVector(d, rows + SpringTails::before, lane));
    Vec3<D> tail = add(now, scaled(moved, hn::Mul(hn::LoadU(d, step.numbers.numbers[SpringNumbers::kept] + lane), part)));
    Vec3<D> nowInWorld = now;
    if (step.center != nullptr) {
        const LaneFrame<D> center = broadcast(d, *step.center);
        tail = center.point(tail);
        nowInWorld = center.point(now);
    }
    const Vec3<D> gravity = loadVector(d, step.numbers.numbers + SpringNumbers::gravity, lane);
    const Vec3<D> arm = subtract(nowInWorld, joint);
    if (!hn::AllFalse(d, hn::Lt(dot(arm, restArm), hn::Zero(d)))) {
        const auto stiffness = hn::LoadU(d, step.numbers.numbers[SpringNumbers::stiffness] + lane);
        tail = add(tail, scaled(aside(d, arm, restArm, moved, stiffness, gravity), part));
    }
    return add(tail, scaled(gravity, part));
}

// Writes the frames of bones with these rotations.
template <class D>
HWY_INLINE void place(D d, const SpringStep& step, const LaneFrame<D>& above, const Vec3<D>& center, const Turn<D>& rotation,
                      std::size_t lane)
{
    Vec3<D> turn[3];
    matrixOf(d, rotation, turn);
    Vec3<D> origin = center;
    if (step.shears != nullptr) {
        const double(*const rows)[springLanes] = step.shears->numbers;
        origin = subtract(center, mapped(turn, loadVector(d, rows + SpringShears::shift, lane)));
        const Vec3<D> sheared[3] = {mapped(turn, loadVector(d, rows, lane)), mapped(turn, loadVector(d, rows + 3, lane)),
                                    mapped(turn, loadVector(d, rows + 6, lane))};
        std::copy(sheared, sheared + 3, turn);
    } else {
        const Vec3<D> scale = loadVector(d, step.shapes.numbers + SpringShapes::scale, lane);
        turn[0] = scaled(turn[0], scale.x);
        turn[1] = scaled(turn[1], scale.y);
        turn[2] = scaled(turn[2], scale.z);
    }
    double(*const out)[springLanes] = step.outPlaces->numbers;
    storeVector(d, mapped(above.columns, turn[0]), out, lane);
    storeVector(d, mapped(above.columns, turn[1]), out + 3, lane);
    storeVector(d, mapped(above.columns, turn[2]), out + 6, lane);
    storeVector(d, above.point(origin), out + SpringFrames::origin, lane);
}

// Stores the tails of a whole step. Returns whether those of the first `left` lanes are within the range of doubles.
template <class D>
HWY_INLINE bool keepTails(D d, const SpringStep& step, const Vec3<D>& tail, const Turn<D>& rotation, hn::Mask<D> hasLength,
                          std::size_t lane)
{
    double(*const rows)[springLanes] = step.tails;
    const Vec3<D> kept = step.fromWorld != nullptr ? broadcast(d, *step.fromWorld).point(tail) : tail;
    if (step.isKept) {
        const Vec3<D> now = loadVector(d, rows + SpringTails::now, lane);
        storeVector(d, select(hasLength, now, kept), rows + SpringTails::before, lane);
        storeVector(d, kept, rows + SpringTails::now, lane);
        storeTurn(d, rotation, rows + SpringTails::rotation, lane);
    }
    const auto most = hn::Set(d, 1e300);
    const auto isSound = hn::And(hn::Lt(dot(tail, tail), most), hn::Lt(dot(kept, kept), most));
    return hn::AllTrue(d, hn::Or(isSound, hn::Not(hn::FirstN(d, step.count - lane))));
}

template <class D>
HWY_INLINE bool swingAt(D d, const SpringStep& step, std::size_t lane)
{
    const LaneFrame<D> above = loadFrame(d, step.above, lane);
    const Vec3<D> center = loadVector(d, step.shapes.numbers + SpringShapes::center, lane);
    const Vec3<D> wholeArm = loadVector(d, step.shapes.numbers + SpringShapes::arm, lane);
    const Turn<D> rest = loadTurn(d, step.numbers.numbers + SpringNumbers::rest, lane);
    const Turn<D> before = loadTurn(d, step.tails + SpringTails::rotation, lane);

    const Vec3<D> joint = above.point(center);
    // Under non-uniform scale, the bone's length depends on its direction. Uses its direction before this swing.
    const Vec3<D> armBefore = mapped(above.columns, turned(d, before, wholeArm));
    const auto square = dot(armBefore, armBefore);
    const Vec3<D> restArm = mapped(above.columns, turned(d, rest, wholeArm));
    const auto restSquare = dot(restArm, restArm);
    const auto hasLength = hn::And(hn::Gt(square, hn::Zero(d)), hn::Gt(restSquare, hn::Zero(d)));

    const Vec3<D> axis = scaled(restArm, hn::Sqrt(hn::Div(hn::Set(d, 1.), restSquare)));
    const auto stiffness = hn::LoadU(d, step.numbers.numbers[SpringNumbers::stiffness] + lane);
    const Vec3<D> pull = scaled(axis, hn::Mul(stiffness, hn::Set(d, step.part)));
    Vec3<D> arm = subtract(add(drifted(d, step, joint, restArm, lane), pull), joint);
    arm = ofLength(d, square, arm, axis);
    if (!step.touched.empty()) {
        arm =
            outside(d, arm, joint, square, hn::LoadU(d, step.numbers.numbers[SpringNumbers::hitRadius] + lane), step.solids, step.touched);
    }

    const Vec3<D> local = turned(d, conjugate(d, rest), directionBack(d, above.columns, arm));
    const Turn<D> rotation = select(hasLength, multiply(rest, turnBetween(d, wholeArm, local)), rest);
    storeTurn(d, rotation, step.outRotations.numbers, lane);
    if (step.outPlaces != nullptr) {
        place(d, step, above, center, rotation, lane);
    }
    return keepTails(d, step, select(hasLength, add(joint, arm), joint), rotation, hasLength, lane);
}

// Calls function(tag, lane) for all lanes; few lanes take narrower registers.
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

// The same as PosedJoint does with one rotation.
template <class D>
HWY_INLINE Turn<D> unit(D d, const Turn<D>& q)
{
    const auto one = hn::Set(d, 1.);
    const auto square = hn::Add(hn::Add(hn::Mul(q.w, q.w), hn::Mul(q.x, q.x)), hn::Add(hn::Mul(q.y, q.y), hn::Mul(q.z, q.z)));
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
    const Turn<D> turned = unit(d, loadTurn(d, rotations.numbers, lane));
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
