#pragma once

#include <memory>
#include <utility>

#include <armature/animation/graph_player.hpp>

#include "animation/graph/graph_stepper.hpp"

namespace armature {

/// The internals of a GraphPlayer.
class GraphPlayer::State {
public:
    explicit State(std::shared_ptr<const AnimationGraph> played)
        : description(std::move(played))
        , graph(CompiledGraph::of(*description))
        , run(graph)
        , modifiers(graph.modifiers.size())
        , poses(graph)
        , steps(graph)
    {
        report.events.reserve(16);
        applied.bones.resize(graph.boneCount());
    }

    [[nodiscard]] GraphStepper stepper() noexcept { return {graph, run, modifiers, poses, steps, report}; }
    [[nodiscard]] GraphClock clock() noexcept { return {graph, run.parameters, run.clocks}; }

    std::shared_ptr<const AnimationGraph> description;  // never null
    const CompiledGraph& graph;                         // of the description
    GraphRun run;
    GraphModifiers modifiers;
    GraphScratch poses;
    GraphStepScratch steps;
    GraphReport report;
    Pose applied;
    std::vector<float> morphWeights;
};

// Functions that players and crowds share. Each throws what GraphPlayer's function throws.
[[nodiscard]] std::size_t requireParameter(const AnimationGraph& graph, std::string_view name);
void setGraphParameter(const AnimationGraph& graph, GraphRun& run, std::size_t index, float value);
void sampleGraphCurve(const GraphClock& clock, std::string_view name, std::vector<GraphLeaf>& leaves, std::span<float> outValue);
void sampleGraphWeights(const GraphClock& clock, std::string_view node, GraphStepScratch& scratch, std::span<float> inOutWeights);
void fireGraphTrigger(const AnimationGraph& graph, GraphRun& run, std::string_view name);

}  // namespace armature
