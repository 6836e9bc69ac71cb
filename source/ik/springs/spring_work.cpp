#include "ik/springs/spring_work.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "skeleton/joint_access.hpp"

namespace armature {

namespace {

/// The most steps in one update.
constexpr double maxSteps = 30.;
/// The longest frame, in steps; longer frames count as this long.
constexpr double longestFrame = 1e12;
/// Tolerance in steps: a frame closer to a step than this counts as at the step. Frames of 1/60 s, summed up in floats, must not fall short
/// of it.
constexpr double snap = 1e-4;
/// Kept frames are at least this many steps apart, except for the two latest.
constexpr double leastGap = 2. / 3.;
/// Threshold: the sine of the angle within which a tail counts as pointing exactly opposite to its pull.
constexpr double behind = 0.01;

}  // namespace

SpringWork::SpringWork(const SpringPlan& plan)
    : inputs_(plan)
    , paths_(plan.movers.size())
    , locals_(plan.movers.size())
    , frames_(plan.places)
    , solids_(plan.solids.size())
    , fromWorld_(plan.centers.size())
    , rotations_(plan.swings.size())
{}

// --- a step ---------------------------------------------------------------------------------------------------------

void SpringWork::placeOther(const SpringPlan& plan, SpringPlan::Step step) noexcept
{
    if (step.kind == SpringPlan::Step::Kind::Carry) {
        placeMover(plan.movers[step.index], locals_[step.index]);
    } else if (step.kind == SpringPlan::Step::Kind::Solid) {
        const PlannedCollider& planned = plan.solids[step.index];
        solids_[step.index] = PlacedSolid::of(planned.collider.solid, frames_[planned.place]);
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

// Returns a push for a tail that stands still exactly opposite to its pull, where nothing would rotate it. A frame that throws or folds up
// a character may leave strands like that; rounding alone would take minutes to let them fall. The push is sideways and as strong as the
// pull. A tail that points towards its rest direction and is held there by gravity is left alone.
glm::dvec3 SpringWork::aside(const SpringSwing& swing, const SpringShape& shape, const SpringTail& from,
                             const glm::dvec3& now) const noexcept
{
    const Frame& above = frames_[swing.parent];
    const glm::dvec3 arm = now - above.point(shape.posed.center);
    const glm::dvec3 rest = above.linear * shape.restArm;
    if (!(glm::dot(arm, rest) < 0.)) {
        return glm::dvec3(0.);
    }
    const glm::dvec3 pull = rest * (swing.stiffness / glm::length(rest)) + swing.gravity;
    const glm::dvec3 off = glm::cross(arm, pull);
    const glm::dvec3 moved = from.now - from.before;
    const double along = glm::dot(arm, pull);
    const bool isBehind = along < 0. && glm::dot(off, off) < behind * behind * along * along;
    if (!isBehind || !(glm::dot(moved, moved) < glm::dot(pull, pull))) {
        return glm::dvec3(0.);
    }
    const glm::dvec3 across = std::abs(arm.x) < std::abs(arm.z) ? glm::dvec3(0., arm.z, -arm.y) : glm::dvec3(-arm.y, arm.x, 0.);
    return across * (glm::length(pull) / glm::length(across));
}

void SpringWork::load(const SpringPlan& plan, const SpringSwing& swing, const SpringShape& shape, const SpringTail& from, double part,
                      std::size_t lane) noexcept
{
    const Frame& above = frames_[swing.parent];
    glm::dvec3 tail = from.now + (from.now - from.before) * (swing.kept * part);
    const auto toWorld = [&](const glm::dvec3& point) {
        return swing.center != noPlace ? frames_[plan.centers[swing.center]].point(point) : point;
    };
    tail = toWorld(tail) + aside(swing, shape, from, toWorld(from.now)) * part;
    for (int column = 0; column < 3; ++column) {
        block_.set(SpringBlock::linear + 3 * static_cast<std::size_t>(column), lane, above.linear[column]);
    }
    block_.set(SpringBlock::origin, lane, above.origin);
    block_.set(SpringBlock::center, lane, shape.posed.center);
    block_.set(SpringBlock::arm, lane, shape.arm);
    block_.set(SpringBlock::restArm, lane, shape.restArm);
    block_.set(SpringBlock::rest, lane, swing.rest);
    block_.set(SpringBlock::rotation, lane, from.rotation);
    block_.set(SpringBlock::tail, lane, tail + swing.gravity * part);
    block_.numbers[SpringBlock::pull][lane] = swing.stiffness * part;
    block_.numbers[SpringBlock::hitRadius][lane] = swing.hitRadius;
}

SpringTail SpringWork::tailOf(const SpringSwing& swing, const SpringTail& from, std::size_t lane) noexcept
{
    const glm::dvec3 tail = block_.vector(SpringBlock::tail, lane);
    const glm::dvec3 kept = swing.center != noPlace ? fromWorld_[swing.center].point(tail) : tail;
    // In the axes of a collapsed (singular) centre, the tail would be infinite.
    isSound_ = isSound_ && glm::dot(tail, tail) < 1e300 && glm::dot(kept, kept) < 1e300;
    const bool hasLength = block_.numbers[SpringBlock::length][lane] > 0.;
    return {kept, hasLength ? from.now : kept, block_.turn(SpringBlock::rotation, lane)};
}

template <class Swing>
void SpringWork::walk(const SpringPlan& plan, const Swing& swing) noexcept
{
    for (const SpringPlan::Step step : plan.steps) {
        if (step.kind != SpringPlan::Step::Kind::Swing) {
            placeOther(plan, step);
            continue;
        }
        const SpringPlan::Group group = plan.together[step.index];
        swing(group);
        for (std::size_t i = group.begin; i < group.end; ++i) {
            placeSwing(plan.swings[i], inputs_.shape(i), rotations_[i]);
        }
    }
}

void SpringWork::step(const SpringPlan& plan, SpringMemory& memory, double part, bool isKept) noexcept
{
    walk(plan, [&](SpringPlan::Group group) {
        for (std::size_t i = group.begin; i < group.end; ++i) {
            load(plan, plan.swings[i], inputs_.shape(i), memory.tail(i), part, i - group.begin);
        }
        swingLanes(block_, group.end - group.begin, solids_, plan.touchedBy(plan.swings[group.begin]));
        for (std::size_t i = group.begin; i < group.end; ++i) {
            const SpringTail tail = tailOf(plan.swings[i], memory.tail(i), i - group.begin);
            rotations_[i] = tail.rotation;
            if (isKept) {
                memory.setTail(i, tail);
            }
        }
    });
}

// --- a frame --------------------------------------------------------------------------------------------------------

void SpringWork::placeMover(const SpringMover& mover, const Frame& local) noexcept
{
    frames_[mover.place] = mover.parent != noPlace ? frames_[mover.parent] * local : local;
}

void SpringWork::placeMovers(const SpringPlan& plan) noexcept
{
    for (std::size_t i = 0; i < plan.movers.size(); ++i) {
        locals_[i] = inputs_.mover(i).frame;
        if (!plan.movers[i].isCarried) {
            placeMover(plan.movers[i], locals_[i]);
        }
    }
}

void SpringWork::placeMoversAt(const SpringPlan& plan, const SpringStencil& stencil, double time) noexcept
{
    const SpringStencil::Weights weights = stencil.at(time);
    for (std::size_t i = 0; i < plan.movers.size(); ++i) {
        locals_[i] = paths_[i].at(weights, inputs_.mover(i));
        if (!plan.movers[i].isCarried) {
            placeMover(plan.movers[i], locals_[i]);
        }
    }
}

void SpringWork::start(const SpringPlan& plan, std::vector<double>& memory)
{
    memory.assign(SpringMemory::sizeFor(plan), 0.);
    SpringMemory made(plan, memory);
    placeMovers(plan);
    for (std::size_t i = 0; i < plan.movers.size(); ++i) {
        made.setLast(i, inputs_.mover(i).part);
    }
    walk(plan, [&](SpringPlan::Group group) {
        for (std::size_t i = group.begin; i < group.end; ++i) {
            const SpringSwing& each = plan.swings[i];
            const SpringShape& shape = inputs_.shape(i);
            const glm::dvec3 tail = frames_[each.parent].point(shape.posed.center + shape.restArm);
            const glm::dvec3 kept = each.center != noPlace ? fromWorld_[each.center].point(tail) : tail;
            made.setTail(i, {kept, kept, each.rest});
            rotations_[i] = each.rest;
        }
    });
}

void SpringWork::makePaths(const SpringPlan& plan, const SpringMemory& memory, const SpringStencil& stencil) noexcept
{
    for (std::size_t i = 0; i < plan.movers.size(); ++i) {
        SpringTurn earlier[SpringStencil::mostEarlier];
        for (std::size_t back = 0; back < stencil.earlierCount(); ++back) {
            earlier[back] = memory.earlier(i, back);
        }
        paths_[i] = SpringPath(stencil, inputs_.mover(i).part, memory.last(i), {earlier, stencil.earlierCount()});
    }
}

// Keeps frames at least `leastGap` steps apart: frames of 1/400 s say nothing about the bend of a long frame.
void SpringWork::keepMovers(const SpringPlan& plan, SpringMemory& memory, double length) noexcept
{
    if (length <= 0.) {
        for (std::size_t i = 0; i < plan.movers.size(); ++i) {
            memory.setLast(i, inputs_.mover(i).part);
        }
        return;
    }
    const std::span<double, SpringStencil::mostEarlier> gaps = memory.gaps();
    const bool keeps = gaps[0] == 0. || gaps[0] >= leastGap;
    for (std::size_t i = 0; i < plan.movers.size(); ++i) {
        if (keeps) {
            for (std::size_t back = SpringStencil::mostEarlier - 1; back > 0; --back) {
                memory.setEarlier(i, back, memory.earlier(i, back - 1));
            }
            memory.setEarlier(i, 0, memory.last(i).turn);
        }
        memory.setLast(i, inputs_.mover(i).part);
    }
    if (keeps) {
        std::copy_backward(gaps.begin(), gaps.end() - 1, gaps.end());
        gaps[0] = length;
    } else {
        gaps[0] += length;
    }
}

void SpringWork::advance(const SpringPlan& plan, SpringMemory memory, double seconds)
{
    const double before = memory.phase();
    const double end = before + (seconds > 0. && std::isfinite(seconds) ? std::min(seconds * springRate, longestFrame) : 0.);
    const double nearest = std::round(end);
    const double steps = std::abs(end - nearest) < snap ? nearest : std::floor(end);
    const double phase = std::abs(end - nearest) < snap ? 0. : end - steps;
    const double length = steps + phase - before;
    const bool isAtStep = steps == 1. && phase == 0.;  // no step lies between frames, as is usual at 60 frames per second
    if (steps > 0. && !isAtStep) {
        const SpringStencil stencil(memory.gaps(), length);
        makePaths(plan, memory, stencil);
        for (double left = std::min(steps, maxSteps) - 1.; left >= 0.; left -= 1.) {
            placeMoversAt(plan, stencil, steps - left - before);
            step(plan, memory, 1., true);
        }
    }
    placeMovers(plan);
    if (isAtStep) {
        step(plan, memory, 1., true);
    } else if (phase > 0. || steps == 0.) {
        step(plan, memory, phase, false);
    }
    memory.phase() = phase;
    keepMovers(plan, memory, length);
}

void SpringWork::write(const SpringPlan& plan, JointView joints) const
{
    for (std::size_t i = 0; i < plan.swings.size(); ++i) {
        PosedJoint posed = inputs_.shape(i).posed;
        posed.rotation = rotations_[i];
        const std::size_t number = inputs_.number(plan.swings[i].bone);
        // A sheared bone whose new matrix does not fit floats keeps its pose.
        static_cast<void>(isWritten([&] { JointAccess::write(joints, number, posed); }));
    }
}

// --- a jump ---------------------------------------------------------------------------------------------------------

void SpringWork::carryTails(const SpringPlan& plan, SpringMemory& memory, Tails way) noexcept
{
    walk(plan, [&](SpringPlan::Group group) {
        for (std::size_t i = group.begin; i < group.end; ++i) {
            const SpringSwing& swing = plan.swings[i];
            const Frame& above = frames_[swing.parent];
            const bool hasCenter = swing.center != noPlace;
            const bool isAway = way == Tails::ToCarriers;
            const Frame fromAbove = isAway ? Frame() : hasCenter ? fromWorld_[swing.center] * above : above;
            const Frame toAbove = !isAway ? Frame() : hasCenter ? above.inverse() * frames_[plan.centers[swing.center]] : above.inverse();
            const SpringTail tail = memory.tail(i);
            rotations_[i] = tail.rotation;
            const SpringTail carried{fromAbove.point(toAbove.point(tail.now)), fromAbove.point(toAbove.point(tail.before)), tail.rotation};
            isSound_ = isSound_ && glm::dot(carried.now, carried.now) < 1e300 && glm::dot(carried.before, carried.before) < 1e300;
            memory.setTail(i, carried);
        }
    });
}

// Moves each mover's remembered placements so that they lead up to its current placement, in the axes of its parent.
void SpringWork::jumpMovers(const SpringPlan& plan, SpringMemory& memory) const noexcept
{
    for (std::size_t i = 0; i < plan.movers.size(); ++i) {
        const SpringPart& now = inputs_.mover(i).part;
        const SpringTurn last = memory.last(i).turn;
        const glm::dquat turn = now.turn.rotation * glm::conjugate(last.rotation);
        for (std::size_t back = 0; back < SpringStencil::mostEarlier; ++back) {
            const SpringTurn earlier = memory.earlier(i, back);
            memory.setEarlier(i, back, {turn * earlier.rotation, now.turn.center + turn * (earlier.center - last.center)});
        }
        memory.setLast(i, now);
    }
}

IkStatus SpringWork::jump(const SpringPlan& plan, const JointView& joints, std::vector<double>& memory)
{
    const IkStatus status = inputs_.read(plan, joints);
    if (status != IkStatus::Solved || memory.empty()) {
        return status;
    }
    isSound_ = true;
    SpringMemory moved(plan, memory);
    for (std::size_t i = 0; i < plan.movers.size(); ++i) {
        const SpringPart last = moved.last(i);
        const glm::dmat3 turn = glm::mat3_cast(last.turn.rotation);
        locals_[i] = {turn * last.shape, last.turn.center - turn * inputs_.mover(i).shift};
        if (!plan.movers[i].isCarried) {
            placeMover(plan.movers[i], locals_[i]);
        }
    }
    carryTails(plan, moved, Tails::ToCarriers);
    placeMovers(plan);
    carryTails(plan, moved, Tails::FromCarriers);
    jumpMovers(plan, moved);
    if (!isSound_) {
        memory.clear();  // the parent or centre of a chain was collapsed (singular), so that nothing can be mapped into its axes
        return IkStatus::Undefined;
    }
    return IkStatus::Solved;
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
        memory.clear();  // the next solve starts afresh
        return IkStatus::Undefined;
    }
    write(plan, joints);
    return IkStatus::Solved;
}

}  // namespace armature
