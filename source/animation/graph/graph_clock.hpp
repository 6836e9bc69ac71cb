#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "animation/graph/graph_run.hpp"

namespace armature {

/// Returns the progress of a fade, from 0 to 1, after `part` of its time.
[[nodiscard]] double fadeAt(TransitionCurve curve, double part) noexcept;

/// Returns the time in a clip, in seconds, at a phase; with markers, up to one round beyond the clip's end.
[[nodiscard]] double secondsAt(const CompiledClip& clip, bool usesMarkers, double phase) noexcept;
/// Returns secondsAt() plus the duration of all complete rounds since the clip began.
[[nodiscard]] double secondsSinceStart(const CompiledClip& clip, bool usesMarkers, const ClipClock& clock) noexcept;

/// Reads and moves the clocks of a graph between moments at which states change. All phases are fractions of a round.
class GraphClock final {
public:
    /// Duration in seconds of a cell of a cross-fade. Weights are constant within a cell, so that steps of any size give the same motion.
    static constexpr double cell = 1. / 128.;

    /// Whether a cross-fade has the weights of the current moment, or those of the cell of time that contains it.
    enum class Fade { Moment, Cell };

    GraphClock(const CompiledGraph& graph, std::span<const float> parameters, GraphClocks& clocks, Fade fade = Fade::Moment) noexcept
        : graph_(graph), parameters_(parameters), clocks_(clocks), fade_(fade)
    {}

    /// Starts the node and all nodes below it.
    void start(std::uint32_t node) const noexcept;
    /// Lets time pass for the node and all nodes below it, except states that are neither current nor fading out; backwards if `seconds` is
    /// negative.
    void pass(std::uint32_t node, double seconds) const noexcept;

    /// Returns the phase of the clip that leads the node: the node's own clip, or the clip that leads its first input. Precondition: the
    /// search meets no state machine.
    [[nodiscard]] double phaseOf(std::uint32_t node) const noexcept;
    /// Returns the duration in seconds of the clip that leads the node.
    [[nodiscard]] double durationOf(std::uint32_t node) const noexcept;
    void setPhase(std::uint32_t node, double phase) const noexcept;
    /// After start(), continues the node at `phase`, the phase of another node. Unless `isFresh`, the other node has already fired events
    /// there.
    void beginAt(std::uint32_t node, double phase, bool isFresh = false) const noexcept;
    /// Returns the node's current pace in rounds per second.
    [[nodiscard]] double paceOf(std::uint32_t node) const noexcept;
    [[nodiscard]] bool isLooping(std::uint32_t node) const noexcept;
    /// Returns the pace of a machine's current state or, while two states fade in step, their common pace.
    [[nodiscard]] double paceOfState(const CompiledNode& machine) const noexcept;
    /// Returns how far the node's phase can move at its current pace before it reaches a marker, where the pace changes.
    [[nodiscard]] double roomOf(std::uint32_t node, bool isBackwards) const noexcept;

    /// Calls visit(input, weight) for each input whose weight is not 0. For Additive, Overlay, Mirror and Modifier, it visits only the
    /// first input, with weight 1. Weights sum to at most 1.
    template <class Visit>
    void forEachInput(const CompiledNode& node, Visit&& visit) const;
    /// Returns the weight of a machine's current state, now or in the middle of the current cell.
    [[nodiscard]] float stateWeight(const CompiledNode& node, Fade fade) const noexcept;
    /// Whether a machine is fading from one state to another in step.
    [[nodiscard]] bool fadesInStep(const CompiledNode& node) const noexcept;

    [[nodiscard]] const CompiledNode& nodeAt(std::uint32_t node) const noexcept { return graph_.nodes[node]; }
    [[nodiscard]] MachineClock& machineOf(const CompiledNode& node) const noexcept { return clocks_.machines[node.clock]; }
    [[nodiscard]] ClipClock& clipOf(const CompiledNode& node) const noexcept { return clocks_.clips[node.clock]; }
    [[nodiscard]] std::span<const float> parameters() const noexcept { return parameters_; }
    [[nodiscard]] const CompiledGraph& graph() const noexcept { return graph_; }

private:
    struct Weighted {
        std::array<std::uint32_t, 3> input{};
        std::array<double, 3> weight{};
        std::size_t count = 0;
    };

    [[nodiscard]] const CompiledNode& leaderOf(std::uint32_t node) const noexcept;
    [[nodiscard]] Weighted inStep(const CompiledNode& node) const noexcept;
    [[nodiscard]] double paceOf(const Weighted& inputs) const noexcept;
    [[nodiscard]] double roomOf(const Weighted& inputs, bool isBackwards) const noexcept;
    void passInStep(const CompiledNode& node, double seconds) const noexcept;
    void passSides(std::uint32_t node, double seconds) const noexcept;
    void moveClip(const CompiledNode& node, double phase) const noexcept;

    const CompiledGraph& graph_;
    std::span<const float> parameters_;
    GraphClocks& clocks_;
    Fade fade_;
};

template <class Visit>
void GraphClock::forEachInput(const CompiledNode& node, Visit&& visit) const
{
    if (const auto* const blend = std::get_if<CompiledNode::Blend>(&node.kind)) {
        float sum = 0.f;
        for (const ValueSource& weight : blend->weights) {
            sum = sum + std::max(0.f, weight.in(parameters_));
        }
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            const float weight = std::max(0.f, blend->weights[i].in(parameters_)) / std::max(1.f, sum);
            if (weight > 0.f) {
                visit(node.inputs[i], weight);
            }
        }
    } else if (const auto* const space = std::get_if<CompiledNode::Space>(&node.kind)) {
        const SpaceWeights weights = space->space.weightsAt({parameters_[space->x], space->y == noIndex ? 0.f : parameters_[space->y]});
        for (std::size_t i = 0; i < weights.point.size(); ++i) {
            if (weights.weight[i] > 0.f) {
                visit(node.inputs[weights.point[i]], weights.weight[i]);
            }
        }
    } else if (std::holds_alternative<CompiledNode::Machine>(node.kind)) {
        const MachineClock& clock = machineOf(node);
        const float weight = stateWeight(node, fade_);
        if (weight < 1.f) {
            visit(node.inputs[clock.fadesFrom], 1.f - weight);
        }
        if (weight > 0.f) {
            visit(node.inputs[clock.state], weight);
        }
    } else if (!node.inputs.empty()) {
        visit(node.inputs.front(), 1.f);
    }
}

}  // namespace armature
