#include "animation/graph/graph_clock.hpp"

#include <algorithm>
#include <limits>

namespace armature {

namespace {

constexpr double endless = std::numeric_limits<double>::infinity();
/// Tolerance within which a phase counts as being at a marker: much larger than rounding errors, much smaller than any gap between markers.
constexpr double atMarker = 1e-9;

/// Returns the index of the piece between two markers that contains a phase or, at a marker, of the piece that the phase moves into.
std::size_t pieceOf(const CompiledClip& clip, double phase, bool isBackwards) noexcept
{
    const auto pieces = static_cast<double>(clip.markers.size() - 1);
    const double place = isBackwards ? std::ceil(phase * pieces - atMarker) - 1. : std::floor(phase * pieces + atMarker);
    const double inRound = place < 0. ? pieces - 1. : place >= pieces ? 0. : place;  // at an end of the round, a piece of the next round
    return static_cast<std::size_t>(inRound);
}

}  // namespace

double fadeAt(TransitionCurve curve, double part) noexcept
{
    const double s = std::clamp(part, 0., 1.);
    return curve == TransitionCurve::Linear ? s : s * s * (3. - 2. * s);
}

double secondsAt(const CompiledClip& clip, bool usesMarkers, double phase) noexcept
{
    if (!usesMarkers) {
        return phase * clip.duration;
    }
    const auto pieces = static_cast<double>(clip.markers.size() - 1);
    const auto piece = static_cast<std::size_t>(std::clamp(std::floor(phase * pieces), 0., pieces - 1.));
    const double part = phase * pieces - static_cast<double>(piece);
    return clip.markers[piece] + part * (clip.markers[piece + 1] - clip.markers[piece]);
}

double secondsSinceStart(const CompiledClip& clip, bool usesMarkers, const ClipClock& clock) noexcept
{
    return clock.rounds * clip.duration + secondsAt(clip, usesMarkers, clock.phase);
}

// --- single clips -----------------------------------------------------------------------------------------------------

void GraphClock::start(std::uint32_t index) const noexcept
{
    const CompiledNode& node = graph_.nodes[index];
    if (const auto* const clip = std::get_if<CompiledNode::Clip>(&node.kind)) {
        const bool isBackwards = clip->speed.in(parameters_) < 0.f;
        clipOf(node) = {.phase = isBackwards ? 1. - clip->start : clip->start, .rounds = 0., .hasMoved = false};
    } else if (std::holds_alternative<CompiledNode::Machine>(node.kind)) {
        machineOf(node) = {};
    }
    for (const std::uint32_t input : node.inputs) {
        start(input);
    }
    // All inputs begin at the phase of the first input with weight, as in passInStep(): an input at another phase would jump with the first
    // step.
    if (const auto* const space = std::get_if<CompiledNode::Space>(&node.kind); space != nullptr && space->isInStep) {
        beginAt(index, phaseOf(inStep(node).input.front()), true);
    }
}

/// Moves a clip's clock to a phase. A looping phase wraps when it passes the end of a round, not when it reaches the end, so that the end
/// can be shown.
void GraphClock::moveClip(const CompiledNode& node, double phase) const noexcept
{
    ClipClock& clock = clipOf(node);
    if (!std::isfinite(phase)) {
        return;  // the step has overflowed
    }
    clock.hasMoved = clock.hasMoved || phase != clock.phase;
    if (std::get<CompiledNode::Clip>(node.kind).loop) {
        const double rounds = phase > 1. ? std::ceil(phase) - 1. : phase < 0. ? std::floor(phase) : 0.;
        clock.phase = std::clamp(phase - rounds, 0., 1.);
        clock.rounds += rounds;
    } else {
        clock.phase = std::clamp(phase, 0., 1.);
    }
}

const CompiledNode& GraphClock::leaderOf(std::uint32_t index) const noexcept
{
    const CompiledNode* node = &graph_.nodes[index];
    while (!std::holds_alternative<CompiledNode::Clip>(node->kind)) {
        node = &graph_.nodes[node->inputs.front()];
    }
    return *node;
}

double GraphClock::phaseOf(std::uint32_t index) const noexcept
{
    return clipOf(leaderOf(index)).phase;
}

double GraphClock::durationOf(std::uint32_t index) const noexcept
{
    return graph_.clips[std::get<CompiledNode::Clip>(leaderOf(index).kind).clip].duration;
}

bool GraphClock::isLooping(std::uint32_t index) const noexcept
{
    return std::get<CompiledNode::Clip>(leaderOf(index).kind).loop;
}

void GraphClock::setPhase(std::uint32_t index, double phase) const noexcept
{
    const CompiledNode& node = graph_.nodes[index];
    if (std::holds_alternative<CompiledNode::Clip>(node.kind)) {
        moveClip(node, phase);
    } else if (const auto* const space = std::get_if<CompiledNode::Space>(&node.kind); space != nullptr && space->isInStep) {
        for (const std::uint32_t input : node.inputs) {
            setPhase(input, phase);
        }
    } else if (!std::holds_alternative<CompiledNode::Machine>(node.kind)) {
        setPhase(node.inputs.front(), phase);
    }
}

void GraphClock::beginAt(std::uint32_t index, double phase, bool isFresh) const noexcept
{
    const CompiledNode& node = graph_.nodes[index];
    if (std::holds_alternative<CompiledNode::Clip>(node.kind)) {
        clipOf(node) = {.phase = phase, .rounds = 0., .hasMoved = !isFresh};
    } else if (const auto* const space = std::get_if<CompiledNode::Space>(&node.kind); space != nullptr && space->isInStep) {
        for (const std::uint32_t input : node.inputs) {
            beginAt(input, phase, isFresh);
        }
    } else if (!std::holds_alternative<CompiledNode::Machine>(node.kind)) {
        beginAt(node.inputs.front(), phase, isFresh);
    }
}

double GraphClock::paceOf(std::uint32_t index) const noexcept
{
    const CompiledNode& node = graph_.nodes[index];
    if (const auto* const playing = std::get_if<CompiledNode::Clip>(&node.kind)) {
        const CompiledClip& clip = graph_.clips[playing->clip];
        const auto speed = static_cast<double>(playing->speed.in(parameters_));
        if (!(clip.duration > 0.)) {
            return 0.;
        }
        if (!playing->usesMarkers) {
            return speed / clip.duration;
        }
        const std::size_t piece = pieceOf(clip, clipOf(node).phase, speed < 0.);
        return speed / ((clip.markers[piece + 1] - clip.markers[piece]) * static_cast<double>(clip.markers.size() - 1));
    }
    if (const auto* const space = std::get_if<CompiledNode::Space>(&node.kind); space != nullptr && space->isInStep) {
        return paceOf(inStep(node));
    }
    return std::holds_alternative<CompiledNode::Machine>(node.kind) ? 0. : paceOf(node.inputs.front());
}

double GraphClock::roomOf(std::uint32_t index, bool isBackwards) const noexcept
{
    const CompiledNode& node = graph_.nodes[index];
    if (const auto* const playing = std::get_if<CompiledNode::Clip>(&node.kind)) {
        const CompiledClip& clip = graph_.clips[playing->clip];
        if (!playing->usesMarkers) {
            return endless;
        }
        const double phase = clipOf(node).phase;
        const auto piece = static_cast<double>(pieceOf(clip, phase, isBackwards));
        const auto pieces = static_cast<double>(clip.markers.size() - 1);
        // At the very end of a round, the next round begins.
        const bool isAtEnd = isBackwards ? phase <= atMarker : phase >= 1. - atMarker;
        return isAtEnd ? 1. / pieces : std::abs((isBackwards ? piece : piece + 1.) / pieces - phase);
    }
    if (const auto* const space = std::get_if<CompiledNode::Space>(&node.kind); space != nullptr && space->isInStep) {
        return roomOf(inStep(node), isBackwards);
    }
    return std::holds_alternative<CompiledNode::Machine>(node.kind) ? endless : roomOf(node.inputs.front(), isBackwards);
}

// --- in step ----------------------------------------------------------------------------------------------------------

/// For a blend space in step, or a machine that fades in step: returns the inputs that have weight, and their weights in the current cell
/// of time (see GraphClock::cell).
GraphClock::Weighted GraphClock::inStep(const CompiledNode& node) const noexcept
{
    Weighted inputs;
    if (std::holds_alternative<CompiledNode::Machine>(node.kind)) {
        const MachineClock& clock = machineOf(node);
        const auto weight = static_cast<double>(stateWeight(node, Fade::Cell));
        return {{node.inputs[clock.fadesFrom], node.inputs[clock.state], 0}, {1. - weight, weight, 0.}, 2};
    }
    forEachInput(node, [&](std::uint32_t input, float weight) {
        inputs.input[inputs.count] = input;
        inputs.weight[inputs.count++] = static_cast<double>(weight);
    });
    return inputs;
}

double GraphClock::paceOf(const Weighted& inputs) const noexcept
{
    double pace = 0.;
    for (std::size_t i = 0; i < inputs.count; ++i) {
        pace += inputs.weight[i] * paceOf(inputs.input[i]);
    }
    return pace;
}

double GraphClock::roomOf(const Weighted& inputs, bool isBackwards) const noexcept
{
    double room = endless;
    for (std::size_t i = 0; i < inputs.count; ++i) {
        room = std::min(room, roomOf(inputs.input[i], isBackwards));
    }
    return room;
}

double GraphClock::paceOfState(const CompiledNode& machine) const noexcept
{
    return fadesInStep(machine) ? paceOf(inStep(machine)) : paceOf(machine.inputs[machineOf(machine).state]);
}

/// Moves all inputs at the weighted mean of their paces, so that they keep the same phase. The mean changes at markers.
void GraphClock::passInStep(const CompiledNode& node, double seconds) const noexcept
{
    const Weighted inputs = inStep(node);
    const bool isMachine = std::holds_alternative<CompiledNode::Machine>(node.kind);
    const std::span<const std::uint32_t> all =
        isMachine ? std::span<const std::uint32_t>(inputs.input).first(2) : std::span<const std::uint32_t>(node.inputs);
    constexpr std::size_t mostPieces = 1u << 16u;  // limit; beyond it, the pace no longer changes in this step
    double left = seconds;
    for (std::size_t piece = 0; left != 0. && piece < mostPieces; ++piece) {
        const double pace = paceOf(inputs);
        const bool isBackwards = pace * left < 0.;
        const double room = piece + 1 < mostPieces ? roomOf(inputs, isBackwards) : endless;
        const bool isLast = !(std::abs(pace * left) > room);
        const double move = isLast ? pace * left : std::copysign(room, pace * left);
        const double phase = phaseOf(inputs.input.front()) + move;
        for (const std::uint32_t input : all) {
            setPhase(input, phase);
        }
        left = isLast ? 0. : left - move / pace;
    }
    for (const std::uint32_t input : all) {
        passSides(input, seconds);
    }
}

/// Lets time pass for those nodes below this one that do not move with its phase.
void GraphClock::passSides(std::uint32_t index, double seconds) const noexcept
{
    const CompiledNode& node = graph_.nodes[index];
    const auto* const space = std::get_if<CompiledNode::Space>(&node.kind);
    if (std::holds_alternative<CompiledNode::Machine>(node.kind)) {
        pass(index, seconds);
    } else if (space != nullptr && space->isInStep) {
        for (const std::uint32_t input : node.inputs) {
            passSides(input, seconds);
        }
    } else if (!node.inputs.empty()) {
        passSides(node.inputs.front(), seconds);
        for (const std::uint32_t input : std::span(node.inputs).subspan(1)) {
            pass(input, seconds);
        }
    }
}

// --- whole graphs -----------------------------------------------------------------------------------------------------

void GraphClock::pass(std::uint32_t index, double seconds) const noexcept
{
    const CompiledNode& node = graph_.nodes[index];
    if (std::holds_alternative<CompiledNode::Clip>(node.kind)) {
        moveClip(node, clipOf(node).phase + paceOf(index) * seconds);
    } else if (std::holds_alternative<CompiledNode::Machine>(node.kind)) {
        MachineClock& clock = machineOf(node);
        if (fadesInStep(node)) {
            passInStep(node, seconds);
        } else {
            pass(node.inputs[clock.state], seconds);
            if (clock.fadesFrom != noIndex) {
                pass(node.inputs[clock.fadesFrom], seconds);
            }
        }
        clock.elapsed += clock.transition != noIndex ? seconds : 0.;
    } else if (const auto* const space = std::get_if<CompiledNode::Space>(&node.kind); space != nullptr && space->isInStep) {
        passInStep(node, seconds);
    } else {
        for (const std::uint32_t input : node.inputs) {
            pass(input, seconds);
        }
    }
}

float GraphClock::stateWeight(const CompiledNode& node, Fade fade) const noexcept
{
    const MachineClock& clock = machineOf(node);
    if (clock.fadesFrom == noIndex) {
        return 1.f;
    }
    const CompiledNode::Transition& transition = std::get<CompiledNode::Machine>(node.kind).transitions[clock.transition];
    const double middle = (std::floor(clock.elapsed / cell + atMarker) + 0.5) * cell;
    return static_cast<float>(fadeAt(transition.curve, (fade == Fade::Cell ? middle : clock.elapsed) / transition.duration));
}

bool GraphClock::fadesInStep(const CompiledNode& node) const noexcept
{
    const MachineClock& clock = machineOf(node);
    return clock.fadesFrom != noIndex && std::get<CompiledNode::Machine>(node.kind).transitions[clock.transition].isInStep;
}

}  // namespace armature
