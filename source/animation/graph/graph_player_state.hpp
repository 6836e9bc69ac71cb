#pragma once

#include <memory>
#include <utility>

#include <armature/animation/graph_player.hpp>

#include "animation/graph/graph_work.hpp"

namespace armature {

/// The internals of a GraphPlayer.
class GraphPlayer::State {
public:
    explicit State(std::shared_ptr<const AnimationGraph> played)
        : description(std::move(played)), graph(CompiledGraph::of(*description)), run(graph), modifiers(graph.modifiers.size())
    {
        report.events.reserve(GraphReport::usualEvents);
    }

    [[nodiscard]] GraphStepper stepper(GraphWork& work) noexcept { return {graph, run, modifiers, work.poses, work.steps, report}; }
    /// Evaluates the pose. Precondition: `outPose` has the right number of bones.
    void evaluate(GraphScratch& scratch, Pose& outPose)
    {
        evaluateRun({graph, run}, modifiers, scratch, scratch.blocks);
        toPose(scratch.blocks, outPose);
    }
    [[nodiscard]] GraphClock clock() noexcept { return {graph, run.parameters, run.clocks}; }

    std::shared_ptr<const AnimationGraph> description;  // never null
    const CompiledGraph& graph;                         // the compiled form of `description`
    GraphRun run;
    GraphModifiers modifiers;
    GraphReport report;
};

// Functions that players and crowds share. Each throws what the corresponding function of GraphPlayer throws.
[[nodiscard]] std::size_t requireParameter(const AnimationGraph& graph, std::string_view name);
void setGraphParameter(const AnimationGraph& graph, GraphRun& run, std::size_t index, float value);
void sampleGraphCurve(const GraphClock& clock, std::string_view name, std::vector<GraphLeaf>& leaves, std::span<float> outValue);
void sampleGraphWeights(const GraphClock& clock, std::string_view node, GraphStepScratch& scratch, std::span<float> inOutWeights);
void fireGraphTrigger(const AnimationGraph& graph, GraphRun& run, std::string_view name);

}  // namespace armature
