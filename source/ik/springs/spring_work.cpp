#include "ik/springs/spring_work.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "skeleton/joint_access.hpp"

namespace armature {

namespace {

/// Limit for the number of steps in one update. If more are due, the earliest are left out.
constexpr double maxSteps = 30.;
/// The longest frame, in steps; longer frames count as this long.
constexpr double longestFrame = 1e12;
/// Tolerance in steps: a frame closer to a step than this counts as at the step. Frames of 1/60 s, summed up in floats, must not fall short
/// of a step.
constexpr double snap = 1e-4;
/// Kept frames are at least this many steps apart, except for the two latest.
constexpr double leastGap = 2. / 3.;

}  // namespace

SpringWork::SpringWork(const SpringPlan& plan)
    : inputs_(plan)
    , paths_(plan.movers.size())
    , locals_(plan.movers.size())
    , frames_(plan.movers.size())
    , places_(plan.together.size())
    , solids_(plan.solids.size())
    , centers_(plan.centers.size())
    , fromWorld_(plan.centers.size())
    , rotations_(plan.together.size())
{}

// --- a step ---------------------------------------------------------------------------------------------------------

void SpringWork::placeOther(const SpringPlan& plan, SpringPlan::Step step) noexcept
{
    if (step.kind == SpringPlan::Step::Kind::Carry) {
        placeMover(step.index, plan.movers[step.index].parent);
    } else if (step.kind == SpringPlan::Step::Kind::Solid) {
        const PlannedCollider& planned = plan.solids[step.index];
        solids_[step.index] = PlacedSolid::of(planned.collider.solid, frameAt(planned.place));
    } else {
        centers_[step.index] = frameAt(plan.centers[step.index]);
        fromWorld_[step.index] = centers_[step.index].inverse();
    }
}

const SpringFrames& SpringWork::framesAbove(const SpringPlan& plan, const SpringPlan::Group& group) noexcept
{
    const std::size_t first = plan.swings[group.begin].parent;
    if (group.above == SpringPlan::Group::Above::Group) {
        return places_[(first - frames_.size()) / springLanes];
    }
    if (group.above == SpringPlan::Group::Above::One) {
        const Frame frame = frameAt(first);
        for (std::size_t lane = 0; lane < group.size(); ++lane) {
            above_.setFrame(lane, frame);
        }
        return above_;
    }
    for (std::size_t lane = 0; lane < group.size(); ++lane) {
        above_.setFrame(lane, frameAt(plan.swings[group.begin + lane].parent));
    }
    return above_;
}

void SpringWork::swing(const SpringPlan& plan, std::size_t number, SpringMemory& memory, double part, bool isKept) noexcept
{
    const SpringPlan::Group& group = plan.together[number];
    const SpringSwing& first = plan.swings[group.begin];
    const bool hasCenter = first.center != noPlace;
    double* const remembered = memory.tails(group);
    const std::size_t size = group.size();
    const bool isDirect = size == springLanes || size == springLanes / 2 || size == 1;
    if (!isDirect) {
        for (std::size_t lane = 0; lane < size; ++lane) {
            for (std::size_t row = 0; row < SpringTails::count; ++row) {
                tails_.at(row, lane) = remembered[row * size + lane];
            }
        }
    }
    const bool isSound = swingLanes({.count = size,
                                     .part = part,
                                     .center = hasCenter ? &centers_[first.center] : nullptr,
                                     .fromWorld = hasCenter ? &fromWorld_[first.center] : nullptr,
                                     .solids = solids_,
                                     .touched = plan.touched,
                                     .contacts = {plan.contacts.data() + group.contactBegin, plan.contacts.data() + group.contactEnd},
                                     .numbers = plan.numbers[number],
                                     .shapes = inputs_.shapes(number),
                                     .shears = inputs_.shears(number),
                                     .above = framesAbove(plan, group),
                                     .tails = isDirect ? remembered : tails_.numbers[0],
                                     .tailStep = isDirect ? size : springLanes,
                                     .isKept = isKept,
                                     .outRotations = rotations_[number],
                                     .outPlaces = group.isCarrier ? &places_[number] : nullptr});
    isSound_ = isSound_ && isSound;
    if (!isDirect && isKept) {
        for (std::size_t lane = 0; lane < size; ++lane) {
            for (std::size_t row = 0; row < SpringTails::count; ++row) {
                remembered[row * size + lane] = tails_.at(row, lane);
            }
        }
    }
}

template <class Swing>
void SpringWork::walk(const SpringPlan& plan, const Swing& swing) noexcept
{
    for (const SpringPlan::Step step : plan.steps) {
        if (step.kind == SpringPlan::Step::Kind::Swing) {
            swing(step.index);
        } else {
            placeOther(plan, step);
        }
    }
}

void SpringWork::step(const SpringPlan& plan, SpringMemory& memory, double part, bool isKept) noexcept
{
    walk(plan, [&](std::size_t group) { swing(plan, group, memory, part, isKept); });
}

// --- a frame --------------------------------------------------------------------------------------------------------

void SpringWork::placeMovers(const SpringPlan& plan) noexcept
{
    for (std::size_t i = 0; i < plan.movers.size(); ++i) {
        locals_[i] = inputs_.mover(i).frame;
        if (!plan.movers[i].isCarried) {
            placeMover(i, plan.movers[i].parent);
        }
    }
}

void SpringWork::placeMoversAt(const SpringPlan& plan, const SpringStencil& stencil, double time) noexcept
{
    const SpringStencil::Weights weights = stencil.at(time);
    for (std::size_t i = 0; i < plan.movers.size(); ++i) {
        locals_[i] = paths_[i].at(weights, inputs_.mover(i));
        if (!plan.movers[i].isCarried) {
            placeMover(i, plan.movers[i].parent);
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
    walk(plan, [&](std::size_t group) {
        for (std::size_t i = plan.together[group].begin; i < plan.together[group].end; ++i) {
            const SpringSwing& each = plan.swings[i];
            const glm::dquat rest = plan.rest(each);
            const glm::dvec3 tail = frameAt(each.parent).point(inputs_.center(each) + rest * inputs_.arm(each));
            const glm::dvec3 kept = each.center != noPlace ? fromWorld_[each.center].point(tail) : tail;
            made.setTail(each, {kept, kept, rest});
            rotations_[group].set(0, each.lane, rest);
            placeSwing(plan, each, rest);
        }
    });
}

void SpringWork::placeSwing(const SpringPlan& plan, const SpringSwing& swing, const glm::dquat& rotation) noexcept
{
    if (!plan.together[swing.group].isCarrier) {
        return;
    }
    places_[swing.group].setFrame(swing.lane, frameAt(swing.parent) * inputs_.local(swing, rotation));
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

// Keeps frames at least `leastGap` steps apart, except the two latest: frames of 1/400 s say nothing about the bend of a long frame.
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
            memory.pushLast(i);
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

void SpringWork::write(const SpringPlan& plan, JointView joints)
{
    for (std::size_t i = 0; i < plan.together.size(); ++i) {
        if (inputs_.shears(i) != nullptr) {
            writeSheared(plan, plan.together[i], rotations_[i], joints);
        } else {
            writeGroup(plan, plan.together[i], rotations_[i], joints);
        }
    }
}

void SpringWork::writeGroup(const SpringPlan& plan, const SpringPlan::Group& group, const SpringTurns& rotations, JointView& joints)
{
    const SpringLookup& lookup = inputs_.lookup();
    for (std::size_t lane = 0; lane < group.size(); ++lane) {
        const JointParts parts = lookup.parts(joints, plan.sources[group.begin + lane].bone);
        for (std::size_t i = 0; i < 4; ++i) {
            writes_.stored.at(i, lane) = parts[JointParts::rotation + i];
        }
    }
    roundTurns(rotations, group.size(), writes_);
    for (std::size_t lane = 0; lane < group.size(); ++lane) {
        if (writes_.differs.at(0, lane) == 0.f) {
            continue;
        }
        const auto& rows = writes_.rotated.numbers;
        const glm::quat rotation(rows[3][lane], rows[0][lane], rows[1][lane], rows[2][lane]);
        const std::size_t bone = plan.sources[group.begin + lane].bone;
        if (JointAccess::isBones(joints)) {
            const PoseTarget& target = lookup.target(bone);
            target.hierarchy->writeRotation(target.slot, rotation);
        } else {
            JointAccess::storeRotation(joints, lookup.number(bone), rotation);
        }
    }
}

void SpringWork::writeSheared(const SpringPlan& plan, const SpringPlan::Group& group, const SpringTurns& rotations, JointView& joints) const
{
    for (std::size_t i = group.begin; i < group.end; ++i) {
        const std::size_t number = inputs_.lookup().number(plan.swings[i].bone);
        PosedJoint posed = JointAccess::read(joints, number);
        posed.rotation = rotations.turn(0, plan.swings[i].lane);
        // A sheared bone whose new matrix does not fit floats keeps its pose.
        static_cast<void>(isWritten([&] { JointAccess::write(joints, number, posed); }));
    }
}

// --- a jump ---------------------------------------------------------------------------------------------------------

void SpringWork::carryTails(const SpringPlan& plan, SpringMemory& memory, Tails way) noexcept
{
    walk(plan, [&](std::size_t group) {
        for (std::size_t i = plan.together[group].begin; i < plan.together[group].end; ++i) {
            const SpringSwing& swing = plan.swings[i];
            const Frame above = frameAt(swing.parent);
            const bool hasCenter = swing.center != noPlace;
            const bool isAway = way == Tails::ToCarriers;
            const Frame fromAbove = isAway ? Frame() : hasCenter ? fromWorld_[swing.center] * above : above;
            const Frame toAbove = !isAway ? Frame() : hasCenter ? above.inverse() * centers_[swing.center] : above.inverse();
            const SpringTail tail = memory.tail(swing);
            const SpringTail carried{fromAbove.point(toAbove.point(tail.now)), fromAbove.point(toAbove.point(tail.before)), tail.rotation};
            isSound_ = isSound_ && glm::dot(carried.now, carried.now) < 1e300 && glm::dot(carried.before, carried.before) < 1e300;
            memory.setTail(swing, carried);
            placeSwing(plan, swing, tail.rotation);
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
            placeMover(i, plan.movers[i].parent);
        }
    }
    carryTails(plan, moved, Tails::ToCarriers);
    placeMovers(plan);
    carryTails(plan, moved, Tails::FromCarriers);
    jumpMovers(plan, moved);
    if (!isSound_) {
        memory.clear();  // a parent or centre was singular, so that no tail can be mapped into its axes, or a tail is too far away
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
