#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "animation/graph/graph_run.hpp"

namespace armature {

/// A part of a fade at this part of its time.
[[nodiscard]] double fadeAt(TransitionCurve curve, double part) noexcept;

/// Seconds of a clip at a phase; with markers, up to one round beyond its end.
[[nodiscard]] double secondsAt(const CompiledClip& clip, bool usesMarkers, double phase) noexcept;
/// The same, of all rounds since it began.
[[nodiscard]] double secondsSinceStart(const CompiledClip& clip, bool usesMarkers, const ClipClock& clock) noexcept;

/// Reads and moves the clocks of a graph, between moments at which states change. All phases are parts of a round.
class GraphClock final {
public:
    /// Cross-fades count as of this many seconds: weights are constant within a cell, so that steps of any size give the same motion.
    static constexpr double cell = 1. / 128.;

    /// What the weights of a cross-fade are for.
    enum class Fade { Moment, Cell };

    GraphClock(const CompiledGraph& graph, std::span<const float> parameters, GraphClocks& clocks, Fade fade = Fade::Moment) noexcept
        : graph_(graph), parameters_(parameters), clocks_(clocks), fade_(fade)
    {}

    /// The node and all below it begin.
    void start(std::uint32_t node) const noexcept;
    /// Time passes for the node and all below it; backwards if negative.
    void pass(std::uint32_t node, double seconds) const noexcept;

    /// How far the clip that leads the node has gone through its round. Precondition: it has one.
    [[nodiscard]] double phaseOf(std::uint32_t node) const noexcept;
    /// Seconds of that clip.
    [[nodiscard]] double durationOf(std::uint32_t node) const noexcept;
    void setPhase(std::uint32_t node, double phase) const noexcept;
    /// After start(), goes on where another node is. That node has fired an event there, unless this one is fresh.
    void beginAt(std::uint32_t node, double phase, bool isFresh = false) const noexcept;
    /// Rounds per second now.
    [[nodiscard]] double paceOf(std::uint32_t node) const noexcept;
    [[nodiscard]] bool isLooping(std::uint32_t node) const noexcept;
    /// The pace of a machine's state, in step with the one before if that is still fading.
    [[nodiscard]] double paceOfState(const CompiledNode& machine) const noexcept;
    /// How far the node moves at its pace before that changes, because it comes to a marker.
    [[nodiscard]] double roomOf(std::uint32_t node, bool isBackwards) const noexcept;

    /// Calls visit(input, weight) for each input whose weight is not 0, except of Additive, Overlay, Mirror and Modifier: their first input
    /// with 1. Weights sum to at most 1.
    template <class Visit>
    void forEachInput(const CompiledNode& node, Visit&& visit) const;
    /// The weight of a machine's state, now or in the middle of this cell.
    [[nodiscard]] float stateWeight(const CompiledNode& node, Fade fade) const noexcept;
    /// Whether a machine fades from one state to another in step.
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
