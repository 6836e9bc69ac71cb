#pragma once

#include <vector>

#include "animation/graph/graph_stepper.hpp"
#include "math/work_pool.hpp"

namespace armature {

/// The memory in which a graph is advanced and evaluated. It holds nothing between two calls, so all players of a graph share a few
/// instances: a thousand players on one thread then touch the same instance, which stays in the cache.
struct GraphWork {
    explicit GraphWork(const CompiledGraph& graph) : poses(graph), steps(graph) { applied.bones.resize(graph.boneCount()); }

    GraphScratch poses;
    GraphStepScratch steps;
    Pose applied;
    std::vector<float> morphWeights;
};

/// The working memory of a graph: one GraphWork for each thread that plays the graph at the same time.
using GraphWorkPool = WorkPool<GraphWork>;

}  // namespace armature
