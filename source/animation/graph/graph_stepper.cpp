#include "animation/graph/graph_stepper.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include <glm/gtc/quaternion.hpp>

namespace armature {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

/// Walks down a graph and collects the clips that have weight.
class LeafCollector {
public:
    LeafCollector(const GraphClock& clock, std::vector<GraphLeaf>& leaves) : clock_(clock), leaves_(leaves) {}

    void collect(std::uint32_t index, const GraphLeaf& above)
    {
        const CompiledNode& node = clock_.nodeAt(index);
        if (const auto* const clip = std::get_if<CompiledNode::Clip>(&node.kind)) {
            GraphLeaf& leaf = leaves_.emplace_back(above);
            leaf.node = index;
            leaf.isFresh = !clock_.clipOf(node).hasMoved;
            leaf.before = secondsSinceStart(clock_.graph().clips[clip->clip], clip->usesMarkers, clock_.clipOf(node));
        } else if (const auto* const additive = std::get_if<CompiledNode::Additive>(&node.kind)) {
            collect(node.inputs[0], above);
            collectPart(node.inputs[1], above, additive->weight.in(clock_.parameters()), 0.f);
        } else if (const auto* const overlay = std::get_if<CompiledNode::Overlay>(&node.kind)) {
            const float weight = std::clamp(overlay->weight.in(clock_.parameters()), 0.f, 1.f);
            collectPart(node.inputs[0], above, 1.f, 1.f - weight * overlay->rootMask);
            collectPart(node.inputs[1], above, weight, weight * overlay->rootMask);
        } else if (const auto* const mirror = std::get_if<CompiledNode::Mirror>(&node.kind)) {
            GraphLeaf below = above;
            below.isMirrored = above.isMirrored != (mirror->amount.in(clock_.parameters()) >= 0.5f);
            collect(node.inputs[0], below);
        } else {
            collectBlend(node, above);
        }
    }

private:
    void collectPart(std::uint32_t input, const GraphLeaf& above, float weight, float share)
    {
        if (weight != 0.f) {
            GraphLeaf below = above;
            below.weight = above.weight * weight;
            below.share = above.share * share;
            collect(input, below);
        }
    }

    /// Collects the inputs of a blend. If the inputs are in step, only the heaviest input fires events.
    void collectBlend(const CompiledNode& node, const GraphLeaf& above)
    {
        const auto* const space = std::get_if<CompiledNode::Space>(&node.kind);
        std::uint32_t heaviest = noIndex;
        if (space != nullptr && space->isInStep) {
            float most = 0.f;
            clock_.forEachInput(node, [&](std::uint32_t input, float weight) {
                heaviest = weight > most ? input : heaviest;
                most = std::max(most, weight);
            });
        }
        clock_.forEachInput(node, [&](std::uint32_t input, float weight) {
            GraphLeaf below = above;
            below.weight = above.weight * weight;
            below.share = above.share * weight;
            below.isFiring = above.isFiring && (heaviest == noIndex || heaviest == input);
            collect(input, below);
        });
    }

    const GraphClock& clock_;
    std::vector<GraphLeaf>& leaves_;
};

/// Returns the delta with its offset rotated by the fraction `part` of its turn.
RootMotionDelta turnedBy(RootMotionDelta delta, double part) noexcept
{
    delta.offset = glm::angleAxis(part * delta.turn, delta.up) * delta.offset;
    return delta;
}

}  // namespace

RootMotionDelta travelOf(const GraphLeaf& leaf, const CompiledClip& clip, double after) noexcept
{
    RootMotionDelta delta = clip.source->motion->between(leaf.before, after);
    if (leaf.isMirrored) {
        delta.offset.x = -delta.offset.x;
        delta.turn = -delta.turn;
    }
    return delta;
}

void collectLeaves(const GraphClock& clock, std::vector<GraphLeaf>& outLeaves)
{
    outLeaves.clear();
    LeafCollector(clock, outLeaves).collect(clock.graph().root, {0, 1.f, 1.f, false, true});
}

GraphStepScratch::GraphStepScratch(const CompiledGraph& graph) : due(graph.machineClocks)
{
    leaves.reserve(graph.clipClocks);
}

// --- time -------------------------------------------------------------------------------------------------------------

void GraphStepper::restart() noexcept
{
    clock_.start(graph_.root);
    run_.inertia.reset();
    run_.travel = {};
}

void GraphStepper::advance(double seconds)
{
    looks_ = 0;
    report_.clear();
    report_.travel.up = graph_.up;
    std::ranges::fill(scratch_.due, GraphStepScratch::Due{never, noIndex});
    changeStates(graph_.root, 0.);
    startInertia();
    double now = 0.;
    double left = seconds;
    for (std::size_t moment = 1; left > 0.; ++moment) {
        std::ranges::fill(scratch_.due, GraphStepScratch::Due{never, noIndex});
        const double next = std::min(untilNextMoment(graph_.root), graph_.travels ? longestStep : never);
        const double passed = moment < mostMoments && looks_ < mostLooks ? std::min(left, next) : left;
        step(passed, now);
        left = passed < left ? left - passed : 0.;
        now += passed;
        changeStates(graph_.root, passed);
        startInertia();
    }
    std::ranges::sort(report_.events, {}, [](const FiredEvent& event) {  // not a stable sort, which would allocate
        return std::tuple(event.moment, event.node, event.clip, event.name);
    });
}

/// Returns the seconds until the next substep must begin: the end of a cell, of a transition or of a clip that does not loop, or the moment
/// at which a state may be left. `isLed`: the node moves with the phase of another node, which determines when both end.
double GraphStepper::untilNextMoment(std::uint32_t index, bool isLed)
{
    const CompiledNode& node = graph_.nodes[index];
    if (const auto* const machine = std::get_if<CompiledNode::Machine>(&node.kind)) {
        const MachineClock& clock = clock_.machineOf(node);
        const bool isInStep = clock_.fadesInStep(node);
        double next = std::min(untilDue(node), isInStep ? untilEnd(node.inputs[clock.state], clock_.paceOfState(node)) : never);
        if (clock.transition != noIndex) {
            next = std::min(next, machine->transitions[clock.transition].duration - clock.elapsed);
        }
        if (clock.fadesFrom != noIndex) {
            constexpr double cell = GraphClock::cell;
            const double inCell = clock.elapsed / cell;
            next = std::min(next, (std::floor(inCell + 1e-9) + 1. - inCell) * cell);
            next = std::min(next, untilNextMoment(node.inputs[clock.fadesFrom], isInStep));
        }
        return std::max(0., std::min(next, untilNextMoment(node.inputs[clock.state], isInStep)));
    }
    const auto* const space = std::get_if<CompiledNode::Space>(&node.kind);
    const bool leadsAll = space != nullptr && space->isInStep;
    double next = !isLed && (leadsAll || node.inputs.empty()) ? untilEnd(index, clock_.paceOf(index)) : never;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        next = std::min(next, untilNextMoment(node.inputs[i], leadsAll || (isLed && i == 0)));
    }
    return next;
}

/// Returns the seconds to the end of the node's clip at `pace`; infinity if the clip loops, is at its end or does not move.
double GraphStepper::untilEnd(std::uint32_t index, double pace) const
{
    const double phase = clock_.phaseOf(index);
    const double way = pace < 0. ? phase : 1. - phase;
    return !clock_.isLooping(index) && way > 0. && pace != 0. ? way / std::abs(pace) : never;
}

/// Remembers which transition is due next by its exit phase. Returns the seconds until then, or until the pace changes.
double GraphStepper::untilDue(const CompiledNode& node)
{
    const auto& transitions = std::get<CompiledNode::Machine>(node.kind).transitions;
    GraphStepScratch::Due& due = scratch_.due[node.clock];
    due = {never, noIndex};
    double next = never;
    looks_ += transitions.size();
    for (std::uint32_t i = 0; i < transitions.size(); ++i) {
        if (transitions[i].exitPhase < 0. || !mayLeave(node, transitions[i])) {
            continue;
        }
        bool isReached = false;
        const double seconds = untilPhase(node, transitions[i].exitPhase, isReached);
        next = std::min(next, seconds);
        if (isReached && seconds < due.seconds) {
            due = {seconds, i};
        }
    }
    return next;
}

/// Returns the seconds until the machine's state reaches a phase or changes its pace, whichever comes first, and sets outIsReached to
/// whether it is the phase. If neither will happen, returns `never` and leaves outIsReached unchanged.
double GraphStepper::untilPhase(const CompiledNode& machine, double phase, bool& outIsReached) const
{
    const std::uint32_t state = machine.inputs[clock_.machineOf(machine).state];
    const double pace = clock_.paceOfState(machine);
    if (pace == 0.) {
        return never;
    }
    const bool isBackwards = pace < 0.;
    double way = (isBackwards ? -1. : 1.) * (phase - clock_.phaseOf(state));
    if (!(way > 0.)) {
        if (!clock_.isLooping(state)) {
            return never;  // the phase is passed; see isAtExit()
        }
        way += 1.;
    }
    const double room = clock_.roomOf(state, isBackwards);
    outIsReached = way <= room;
    return std::min(way, room) / std::abs(pace);
}

// Moves all clocks by `seconds`, and reports events and travel. The travel of all clips, weighted by their shares, is summed in the
// character's axes in the middle of the step. The error is of third order in the length of the step.
void GraphStepper::step(double seconds, double now)
{
    collectLeaves({graph_, run_.parameters, run_.clocks, GraphClock::Fade::Cell}, scratch_.leaves);
    clock_.pass(graph_.root, seconds);
    RootMotionDelta travel{.up = graph_.up};
    for (const GraphLeaf& leaf : scratch_.leaves) {
        report(leaf, seconds, now, travel);
    }
    RootMotionDelta fading = run_.travel.advance(seconds);
    fading.up = graph_.up;
    travel.add(fading, 1.);
    report_.travel = report_.travel.then(turnedBy(travel, 0.5));
    if (run_.inertia) {
        (*run_.inertia)->advance(seconds);
        if (!(*run_.inertia)->isActive()) {
            run_.inertia.reset();
        }
    }
}

void GraphStepper::report(const GraphLeaf& leaf, double seconds, double now, RootMotionDelta& travel)
{
    const CompiledNode& node = graph_.nodes[leaf.node];
    const auto& playing = std::get<CompiledNode::Clip>(node.kind);
    const CompiledClip& clip = graph_.clips[playing.clip];
    const double after = secondsSinceStart(clip, playing.usesMarkers, clock_.clipOf(node));
    if (clip.source->motion != nullptr && leaf.share != 0.f) {
        travel.add(turnedBy(travelOf(leaf, clip, after), -0.5), static_cast<double>(leaf.share));
    }
    if (leaf.isFiring && after != leaf.before && !clip.events.empty()) {
        fireEvents(leaf, after, seconds, now);
    }
}

/// Fires a leaf's events in (before, after], and events at `before` if the clip begins there. A clip that does not loop has only its first
/// round; of a very long step, at most about 1000 rounds fire. Events fire slightly before their time, so that rounding cannot lose an
/// event at the end of a step in which a state ends.
void GraphStepper::fireEvents(const GraphLeaf& leaf, double after, double seconds, double now)
{
    const CompiledNode& node = graph_.nodes[leaf.node];
    const auto& playing = std::get<CompiledNode::Clip>(node.kind);
    const CompiledClip& clip = graph_.clips[playing.clip];
    const bool isBackwards = after < leaf.before;
    const double early = 1e-7 * clip.duration;
    constexpr int mostRounds = 1000;
    const double high = std::max(leaf.before, after);
    const double low = std::max(std::min(leaf.before, after), high - mostRounds * clip.duration);
    const double first = std::floor(low / clip.duration) - 1.;
    const double begins =
        isBackwards ? std::ceil((leaf.before - early) / clip.duration) - 1. : std::floor((leaf.before + early) / clip.duration);
    for (int i = 0; i < mostRounds + 3; ++i) {
        const double round = first + i;
        if (round * clip.duration > high + early || report_.events.size() >= mostEvents) {
            break;
        }
        if (round != 0. && !playing.loop) {
            continue;
        }
        for (const GraphEvent& event : clip.events) {
            const double at = round * clip.duration + event.seconds;
            const bool isPassed = isBackwards ? at >= low - early && at < high - early : at > low + early && at <= high + early;
            if (isPassed || (leaf.isFresh && round == begins && std::abs(at - leaf.before) <= early)) {
                const double part = (at - leaf.before) / (after - leaf.before);
                report_.events.push_back({event.name, clip.source->name, node.name, now + std::clamp(part, 0., 1.) * seconds, leaf.weight});
            }
        }
    }
}

}  // namespace armature
