#pragma once

#include <vector>

#include "animation/graph/graph_stepper.hpp"
#include "math/work_pool.hpp"

namespace armature {

/// The memory in which a graph is advanced and evaluated. It holds nothing between two calls, so all players of a graph share a few sets:
/// a thousand players then touch the same set, which stays in the cache.
struct GraphWork {
    explicit GraphWork(const CompiledGraph& graph) : poses(graph), steps(graph) { applied.bones.resize(graph.boneCount()); }

    GraphScratch poses;
    GraphStepScratch steps;
    Pose applied;
    std::vector<float> morphWeights;
};

/// The sets of a graph: one for each thread that plays it at the same time.
using GraphWorkPool = WorkPool<GraphWork>;

}  // namespace armature
