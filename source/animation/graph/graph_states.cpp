#include <algorithm>
#include <cmath>

#include <glm/gtc/quaternion.hpp>

#include "animation/graph/graph_stepper.hpp"
#include "animation/playing/inertialization_access.hpp"

/// How state machines change states. All times are relative to the moment that GraphStepper::advance() has reached.
namespace armature {

/// Changes the states of the machines in and below a node; machines above change before machines below. A state that was just entered may
/// be left at once, but the number of changes is limited.
void GraphStepper::changeStates(std::uint32_t index, double passed)
{
    const CompiledNode& node = graph_.nodes[index];
    if (!std::holds_alternative<CompiledNode::Machine>(node.kind)) {
        for (const std::uint32_t input : node.inputs) {
            changeStates(input, passed);
        }
        return;
    }
    endTransition(node);
    for (std::size_t hop = 0; hop < node.inputs.size() && looks_ < mostLooks; ++hop) {
        const std::uint32_t transition = possibleTransition(node, passed);
        if (transition == noIndex) {
            break;
        }
        take(node, transition);
    }
    const MachineClock& clock = clock_.machineOf(node);
    if (clock.fadesFrom != noIndex) {
        changeStates(node.inputs[clock.fadesFrom], passed);
    }
    changeStates(node.inputs[clock.state], passed);
}

void GraphStepper::endTransition(const CompiledNode& node) const noexcept
{
    MachineClock& clock = clock_.machineOf(node);
    constexpr double rounding = 1e-12;
    if (clock.transition != noIndex
        && clock.elapsed >= std::get<CompiledNode::Machine>(node.kind).transitions[clock.transition].duration - rounding) {
        clock.fadesFrom = noIndex;
        clock.transition = noIndex;
        clock.elapsed = 0.;
    }
}

std::uint32_t GraphStepper::possibleTransition(const CompiledNode& machine, double passed)
{
    const auto& transitions = std::get<CompiledNode::Machine>(machine.kind).transitions;
    for (std::uint32_t i = 0; i < transitions.size(); ++i) {
        ++looks_;
        if (mayLeave(machine, transitions[i]) && isAtExit(machine, i, passed)) {
            return i;
        }
    }
    return noIndex;
}

/// Whether the machine's state, the transition under way and the conditions allow a transition, regardless of its exit phase.
bool GraphStepper::mayLeave(const CompiledNode& machine, const CompiledNode::Transition& transition) const
{
    const MachineClock& clock = clock_.machineOf(machine);
    const bool isFromHere = transition.from == clock.state || (transition.from == noIndex && transition.to != clock.state);
    const bool isLocked =
        clock.transition != noIndex && !std::get<CompiledNode::Machine>(machine.kind).transitions[clock.transition].isInterruptible;
    if (!isFromHere || isLocked) {
        return false;
    }
    return std::ranges::all_of(transition.conditions, [&](const CompiledNode::Condition& condition) {
        const float value = run_.parameters[condition.parameter];
        switch (condition.comparison) {
        case Comparison::IsSet: return value != 0.f;
        case Comparison::IsNotSet: return value == 0.f;
        case Comparison::Greater: return value > condition.value;
        case Comparison::Less: return value < condition.value;
        }
        return false;
    });
}

/// Whether the step of `passed` seconds reached the transition's exit phase, or whether a clip that does not loop is past that phase. A
/// clip without duration is past all phases.
bool GraphStepper::isAtExit(const CompiledNode& machine, std::uint32_t index, double passed) const
{
    const CompiledNode::Transition& transition = std::get<CompiledNode::Machine>(machine.kind).transitions[index];
    if (transition.exitPhase < 0.) {
        return true;
    }
    const GraphStepScratch::Due& due = scratch_.due[machine.clock];
    constexpr double rounding = 1e-9;  // tolerance in seconds: a step that ends on the phase may be slightly shorter than the due time
    if (due.transition == index && due.seconds <= passed + rounding) {
        return true;
    }
    const std::uint32_t state = machine.inputs[clock_.machineOf(machine).state];
    if (!(clock_.durationOf(state) > 0.)) {
        return true;
    }
    const double pace = clock_.paceOf(state);
    return !clock_.isLooping(state)
           && (pace < 0. ? clock_.phaseOf(state) <= transition.exitPhase : clock_.phaseOf(state) >= transition.exitPhase);
}

void GraphStepper::take(const CompiledNode& machine, std::uint32_t index)
{
    const CompiledNode::Transition& transition = std::get<CompiledNode::Machine>(machine.kind).transitions[index];
    MachineClock& clock = clock_.machineOf(machine);
    const bool interrupts = clock.fadesFrom != noIndex;
    const bool repeats = clock.state == transition.to;  // a state cannot fade into itself
    const bool isInertial = transition.duration > 0. && (transition.blend == TransitionBlend::Inertialise || interrupts || repeats);
    if (isInertial) {
        captureShown();
        inertialSeconds_ = transition.duration;
        run_.inertialMachine = machine.clock;
    }
    double phase = transition.isInStep ? clock_.phaseOf(machine.inputs[clock.state]) : 0.;
    if (constexpr double rounding = 1e-6; transition.exitPhase >= 0. && std::abs(phase - transition.exitPhase) < rounding) {
        phase = transition.exitPhase;  // not slightly before it: the new state might at once leave again by its own exit phase
    }
    const std::uint32_t before = clock.state;
    clock_.start(machine.inputs[transition.to]);
    if (transition.isInStep) {
        clock_.beginAt(machine.inputs[transition.to], phase);
    }
    const bool isCut = transition.duration == 0.;
    if (isCut && isWithin(machine, run_.inertialMachine)) {
        run_.inertia.reset();
        run_.travel = {};
        isCaptured_ = false;
    }
    forgetDue(machine.inputs[transition.to]);
    clock = {
        .state = transition.to, .fadesFrom = isInertial || isCut ? noIndex : before, .transition = isCut ? noIndex : index, .elapsed = 0.};
    scratch_.due[machine.clock] = {1e300, noIndex};
    for (const CompiledNode::Condition& condition : transition.conditions) {
        if (graph_.isTrigger[condition.parameter]) {
            run_.parameters[condition.parameter] = 0.f;
        }
    }
}

/// Whether the machine with the clock `machine` is the node or below it, so that the machine's transitions change no more than the node's
/// pose.
bool GraphStepper::isWithin(const CompiledNode& node, std::uint32_t machine) const noexcept
{
    return (std::holds_alternative<CompiledNode::Machine>(node.kind) && node.clock == machine)
           || std::ranges::any_of(node.inputs, [&](std::uint32_t input) { return isWithin(graph_.nodes[input], machine); });
}

/// Forgets which transitions were due in the machines in and below a node, because these machines begin again.
void GraphStepper::forgetDue(std::uint32_t index) noexcept
{
    const CompiledNode& node = graph_.nodes[index];
    if (std::holds_alternative<CompiledNode::Machine>(node.kind)) {
        scratch_.due[node.clock] = {1e300, noIndex};
    }
    for (const std::uint32_t input : node.inputs) {
        forgetDue(input);
    }
}

// --- inertia ----------------------------------------------------------------------------------------------------------

/// Evaluates the pose of the graph's motion `ahead` seconds from now, with states as they are.
void GraphStepper::evaluateAt(double ahead, Pose& outPose)
{
    poses_.clocks = run_.clocks;  // of equal size: nothing is allocated
    const GraphClock clock(graph_, run_.parameters, poses_.clocks);
    if (ahead != 0.) {
        clock.pass(graph_.root, ahead);
    }
    GraphPoses(clock, modifiers_, poses_).evaluate(poses_.blocks);
    toPose(poses_.blocks, outPose);
}

/// Returns the travel per second, measured over `ahead` seconds from now; `ahead` may be negative.
RootMotionDelta GraphStepper::travelSpeed(double ahead)
{
    RootMotionDelta speed;
    if (!graph_.travels) {
        return speed;
    }
    collectLeaves(clock_, scratch_.leaves);
    poses_.clocks = run_.clocks;
    const GraphClock clock(graph_, run_.parameters, poses_.clocks);
    clock.pass(graph_.root, ahead);
    for (const GraphLeaf& leaf : scratch_.leaves) {
        const CompiledNode& node = graph_.nodes[leaf.node];
        const auto& playing = std::get<CompiledNode::Clip>(node.kind);
        const CompiledClip& clip = graph_.clips[playing.clip];
        if (clip.source->motion != nullptr) {
            const double there = secondsSinceStart(clip, playing.usesMarkers, clock.clipOf(node));
            speed.add(travelOf(leaf, clip, there), static_cast<double>(leaf.share) / ahead);
        }
    }
    return speed;
}

/// Captures the poses that are shown now and were shown one interval earlier, and the speed of travel, before states change.
void GraphStepper::captureShown()
{
    if (isCaptured_) {
        return;
    }
    isCaptured_ = true;
    evaluateAt(0., poses_.shown);
    evaluateAt(-interval, poses_.shownBefore);
    if (run_.inertia) {
        (*run_.inertia)->apply(poses_.shown);
        InertializationAccess::applyEarlier(**run_.inertia, interval, poses_.shownBefore);
    }
    shownSpeed_ = travelSpeed(-interval);
    const double left = run_.travel.left();
    shownSpeed_.offset += run_.travel.speed * left;
    shownSpeed_.turn += run_.travel.turn * left;
}

/// Estimates the motion's pose one interval earlier by extrapolation from its poses now and one interval later, because a clip that does
/// not loop has no pose before its start.
void GraphStepper::evaluateMotionBefore()
{
    evaluateAt(interval, poses_.motionBefore);
    for (std::size_t i = 0; i < poses_.motion.bones.size(); ++i) {
        const Transform& now = poses_.motion.bones[i];
        Transform& other = poses_.motionBefore.bones[i];
        other.translation = now.translation + (now.translation - other.translation);
        other.rotation = glm::normalize(now.rotation * glm::inverse(other.rotation) * now.rotation);
        other.scale = now.scale + (now.scale - other.scale);
    }
}

void GraphStepper::startInertia()
{
    if (!isCaptured_) {
        return;
    }
    isCaptured_ = false;
    evaluateAt(0., poses_.motion);
    evaluateMotionBefore();
    if (!run_.inertia) {
        run_.inertia.emplace(*graph_.inertias);
    }
    (*run_.inertia)->start(poses_.shownBefore, poses_.shown, poses_.motionBefore, poses_.motion, interval, inertialSeconds_);
    const RootMotionDelta speed = travelSpeed(interval);
    run_.travel = {shownSpeed_.offset - speed.offset, shownSpeed_.turn - speed.turn, 0., inertialSeconds_};
}

}  // namespace armature
