#include "ik/springs/spring_work.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "skeleton/joint_access.hpp"

namespace armature {

namespace {

/// More are not made in one update.
constexpr double maxSteps = 30.;
/// Nearer to a step than this, in steps, a frame is at it: frames of 1/60 s, summed up in floats, must not fall short of their step.
constexpr double snap = 1e-4;

/// The shortest turn between the directions of two vectors; between opposite ones, half a turn about the axis that three-vrm takes. The
/// product of their lengths makes one root of two, and no quotient.
glm::dquat turnBetween(const glm::dvec3& from, const glm::dvec3& to) noexcept
{
    const double lengths = std::sqrt(glm::dot(from, from) * glm::dot(to, to));
    const double w = lengths + glm::dot(from, to);
    if (!(w >= 1e-8 * lengths && lengths > 0. && lengths < 1e300)) {
        if (!(lengths > 0. && lengths < 1e300)) {
            return {1., 0., 0., 0.};
        }
        const glm::dvec3 half = std::abs(from.x) > std::abs(from.z) ? glm::dvec3(-from.y, from.x, 0.) : glm::dvec3(0., -from.z, from.y);
        return glm::normalize(glm::dquat(0., half.x, half.y, half.z));
    }
    const glm::dvec3 axis = glm::cross(from, to);
    return glm::normalize(glm::dquat(w, axis.x, axis.y, axis.z));
}

/// A vector of that length in the direction of `wanted`; `otherwise`, a unit vector, says where if that has none.
glm::dvec3 ofLength(double length, const glm::dvec3& wanted, const glm::dvec3& otherwise) noexcept
{
    const double now = glm::length(wanted);
    return now > 0. ? wanted * (length / now) : otherwise * length;
}

}  // namespace

SpringWork::SpringWork(const SpringPlan& plan)
    : inputs_(plan)
    , paths_(plan.anchors.size())
    , frames_(plan.places)
    , solids_(plan.solids.size())
    , fromWorld_(plan.centers.size())
    , rotations_(plan.swings.size())
{}

// --- a step ---------------------------------------------------------------------------------------------------------

void SpringWork::placeOther(const SpringPlan& plan, SpringPlan::Step step) noexcept
{
    if (step.kind == SpringPlan::Step::Kind::Carry) {
        const SpringCarried& carried = plan.carried[step.index];
        frames_[carried.place] = frames_[carried.parent] * inputs_.carried(step.index);
    } else if (step.kind == SpringPlan::Step::Kind::Solid) {
        const SpringSolid& solid = plan.solids[step.index];
        solids_[step.index] = PlacedSolid::of(solid.shape, frames_[solid.place]);
    } else {
        const Frame& center = frames_[plan.centers[step.index]];
        fromWorld_[step.index] = center.inverse();
    }
}

void SpringWork::placeSwing(const SpringSwing& swing, const SpringShape& shape, const glm::dquat& rotation) noexcept
{
    if (!swing.isCarrier) {
        return;
    }
    const Frame& above = frames_[swing.parent];
    const glm::dmat3 turn = glm::mat3_cast(rotation);
    frames_[swing.place] = {above.linear * (turn * shape.posed.shape), above.point(shape.posed.center - turn * shape.posed.shift)};
}

// Colliders one after the other, each followed by restoring the length, as VRM has it.
glm::dvec3 SpringWork::outside(const SpringPlan& plan, const SpringSwing& swing, glm::dvec3 arm, const glm::dvec3& joint,
                               double length) const noexcept
{
    for (std::size_t i = swing.touchBegin; i < swing.touchEnd; ++i) {
        const glm::dvec3 push = solids_[plan.touched[i]].push(joint + arm, swing.hitRadius);
        if (push != glm::dvec3(0.)) {
            arm = ofLength(length, arm + push, arm / length);
        }
    }
    return arm;
}

SpringTail SpringWork::swing(const SpringPlan& plan, const SpringSwing& swing, const SpringShape& shape, const SpringTail& from,
                             double part) noexcept
{
    const Frame& above = frames_[swing.parent];
    const glm::dvec3 joint = above.point(shape.posed.center);
    // Under uneven scale the length depends on the direction: the one that counts is where the bone still points.
    const double length = glm::length(above.vector(from.rotation * shape.arm));
    const glm::dvec3 restArm = above.vector(shape.restArm);
    const double restLength = glm::length(restArm);
    if (!(length > 0.) || !(restLength > 0.)) {
        const glm::dvec3 here = swing.center != noPlace ? fromWorld_[swing.center].point(joint) : joint;
        return {here, here, swing.rest};
    }
    const glm::dvec3 axis = restArm / restLength;
    glm::dvec3 tail = from.now + (from.now - from.before) * (swing.kept * part);
    tail = swing.center != noPlace ? frames_[plan.centers[swing.center]].point(tail) : tail;
    tail += axis * (swing.stiffness * part) + swing.gravity * part;
    glm::dvec3 arm = ofLength(length, tail - joint, axis);
    arm = outside(plan, swing, arm, joint, length);
    tail = joint + arm;
    isSound_ = isSound_ && glm::dot(tail, tail) < 1e300;

    const glm::dvec3 local = glm::conjugate(swing.rest) * Cofactors(above.linear).back(arm);
    return {swing.center != noPlace ? fromWorld_[swing.center].point(tail) : tail, from.now, swing.rest * turnBetween(shape.arm, local)};
}

template <class Tail>
void SpringWork::walk(const SpringPlan& plan, const Tail& tail) noexcept
{
    for (const SpringPlan::Step step : plan.steps) {
        if (step.kind == SpringPlan::Step::Kind::Swing) {
            placeSwing(plan.swings[step.index], inputs_.shape(step.index), tail(step.index));
        } else {
            placeOther(plan, step);
        }
    }
}

void SpringWork::step(const SpringPlan& plan, SpringMemory& memory, double part, bool isKept) noexcept
{
    walk(plan, [&](std::size_t index) {
        const SpringTail tail = swing(plan, plan.swings[index], inputs_.shape(index), memory.tail(index), part);
        isSound_ = isSound_ && glm::dot(tail.now, tail.now) < 1e300;  // in the axes of a centre: infinite if that is collapsed
        rotations_[index] = tail.rotation;
        if (isKept) {
            memory.setTail(index, tail);
        }
        return tail.rotation;
    });
}

// --- a frame --------------------------------------------------------------------------------------------------------

void SpringWork::placeAnchors(const SpringPlan& plan) noexcept
{
    for (std::size_t i = 0; i < plan.anchors.size(); ++i) {
        frames_[plan.anchors[i].place] = inputs_.anchor(i);
    }
}

void SpringWork::start(const SpringPlan& plan, std::vector<double>& memory)
{
    memory.assign(SpringMemory::sizeFor(plan), 0.);
    SpringMemory made(plan, memory);
    placeAnchors(plan);
    for (std::size_t i = 0; i < plan.anchors.size(); ++i) {
        made.setAnchor(i, 0, inputs_.anchor(i));
        made.setAnchor(i, 1, inputs_.anchor(i));
    }
    walk(plan, [&](std::size_t index) {
        const SpringSwing& each = plan.swings[index];
        const SpringShape& shape = inputs_.shape(index);
        const glm::dvec3 tail = frames_[each.parent].point(shape.posed.center + shape.restArm);
        const glm::dvec3 kept = each.center != noPlace ? fromWorld_[each.center].point(tail) : tail;
        made.setTail(index, {kept, kept, each.rest});
        return each.rest;
    });
}

void SpringWork::makePaths(const SpringPlan& plan, SpringMemory& memory, double length)
{
    for (std::size_t i = 0; i < plan.anchors.size(); ++i) {
        paths_[i] = SpringPath::through(memory.anchor(i, 1), memory.anchor(i, 0), inputs_.anchor(i), memory.interval(), length);
    }
}

void SpringWork::keepAnchors(const SpringPlan& plan, SpringMemory& memory, double length) noexcept
{
    for (std::size_t i = 0; i < plan.anchors.size(); ++i) {
        if (length > 0.) {
            memory.setAnchor(i, 1, memory.anchor(i, 0));
        }
        memory.setAnchor(i, 0, inputs_.anchor(i));
    }
    memory.interval() = length > 0. ? length : memory.interval();
}

void SpringWork::advance(const SpringPlan& plan, SpringMemory memory, double seconds)
{
    const double before = memory.phase();
    const double end = before + (seconds > 0. && std::isfinite(seconds) ? seconds * springRate : 0.);
    const double nearest = std::round(end);
    const double steps = std::abs(end - nearest) < snap ? nearest : std::floor(end);
    const double phase = std::abs(end - nearest) < snap ? 0. : end - steps;
    const double length = steps + phase - before;
    const bool isAtStep = steps == 1. && phase == 0.;  // as at 60 frames a second: nothing is between frames
    if (steps > 0. && !isAtStep) {
        makePaths(plan, memory, length);
        for (double left = std::min(steps, maxSteps) - 1.; left >= 0.; left -= 1.) {
            for (std::size_t i = 0; i < plan.anchors.size(); ++i) {
                frames_[plan.anchors[i].place] = paths_[i].at(steps - left - before);
            }
            step(plan, memory, 1., true);
        }
    }
    placeAnchors(plan);
    if (isAtStep) {
        step(plan, memory, 1., true);
    } else if (phase > 0. || steps == 0.) {
        step(plan, memory, phase, false);
    }
    memory.phase() = phase;
    keepAnchors(plan, memory, length);
}

void SpringWork::write(const SpringPlan& plan, JointView joints) const
{
    for (std::size_t i = 0; i < plan.swings.size(); ++i) {
        PosedJoint posed = inputs_.shape(i).posed;
        posed.rotation = rotations_[i];
        const std::size_t number = inputs_.number(plan.swings[i].bone);
        // A sheared bone whose new matrix does not fit floats stays as it is.
        static_cast<void>(isWritten([&] { JointAccess::write(joints, number, posed); }));
    }
}

IkStatus SpringWork::solve(const SpringPlan& plan, JointView joints, double seconds, std::vector<double>& memory)
{
    const IkStatus status = inputs_.read(plan, joints);
    if (status != IkStatus::Solved) {
        return status;
    }
    if (memory.empty()) {
        start(plan, memory);
    }
    isSound_ = true;
    advance(plan, SpringMemory(plan, memory), seconds);
    if (!isSound_) {
        memory.clear();  // starts again when numbers are of this world
        return IkStatus::Undefined;
    }
    write(plan, joints);
    return IkStatus::Solved;
}

}  // namespace armature
