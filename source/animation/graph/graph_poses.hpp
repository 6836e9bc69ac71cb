#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include <armature/skeleton/joint_view.hpp>
#include <armature/skeleton/pose.hpp>

#include "animation/graph/graph_clock.hpp"

namespace armature {

/// The functions of a graph's ModifierNodes, by CompiledNode::Modifier::slot. If empty, no modifier does anything.
using GraphModifiers = std::vector<std::function<void(JointView joints)>>;

/// Memory to evaluate a graph in. One scratch serves any number of runs of the same graph, one run at a time.
struct GraphScratch {
    explicit GraphScratch(const CompiledGraph& graph);

    std::vector<AlignedVector<TransformLanes>> poses;
    std::vector<BlendLayer> layers;
    AlignedVector<WeightLanes> baseWeights;
    AlignedVector<WeightLanes> overlayWeights;
    GraphClocks clocks;  // a run's clocks, moved to another moment whose pose is evaluated
    Pose shown, shownBefore, motion, motionBefore;
    AlignedVector<TransformLanes> blocks;  // scratch: one of these poses, in lanes
};

/// Evaluates the poses of a graph.
class GraphPoses final {
public:
    GraphPoses(const GraphClock& clock, const GraphModifiers& modifiers, GraphScratch& scratch) noexcept
        : clock_(clock), modifiers_(modifiers), scratch_(scratch)
    {}

    /// Evaluates the graph's pose, without inertia and without the modifiers that come last.
    void evaluate(std::span<TransformLanes> out)
    {
        scratch_.layers.clear();  // a modifier that threw may have left layers there
        evaluate(clock_.graph().motionRoot, 0, out);
    }
    /// Applies the modifiers that come last. They are applied after inertia, so that feet stay planted while inertia moves the pose that
    /// the modifiers start from.
    void modify(std::span<TransformLanes> pose) { modifyLast(clock_.graph().root, pose); }

private:
    void evaluate(std::uint32_t node, std::size_t scratch, std::span<TransformLanes> out);
    void sample(const CompiledNode& node, const CompiledNode::Clip& clip, std::span<TransformLanes> out) const;
    void blend(const CompiledNode& node, std::size_t scratch, std::span<TransformLanes> out);
    void add(const CompiledNode& node, const CompiledNode::Additive& additive, std::size_t scratch, std::span<TransformLanes> out);
    void overlay(const CompiledNode& node, const CompiledNode::Overlay& overlay, std::size_t scratch, std::span<TransformLanes> out);
    void mirror(const CompiledNode& node, const CompiledNode::Mirror& mirror, std::size_t scratch, std::span<TransformLanes> out);
    void modifyLast(std::uint32_t node, std::span<TransformLanes> pose);
    void modify(const CompiledNode::Modifier& modifier, std::size_t scratch, std::span<TransformLanes> pose);

    [[nodiscard]] std::span<TransformLanes> pose(std::size_t scratch) const noexcept { return scratch_.poses[scratch]; }
    [[nodiscard]] std::span<const TransformLanes> restOf(const CompiledNode& node) const noexcept
    {
        return node.isDifference ? clock_.graph().identity : clock_.graph().rest;
    }

    const GraphClock& clock_;
    const GraphModifiers& modifiers_;
    GraphScratch& scratch_;
};

/// A run of a graph at a moment.
struct GraphMoment {
    const CompiledGraph& graph;
    GraphRun& run;
    double ahead = 0.;  ///< Seconds from now to the moment, negative for an earlier one. State machines keep their states.
};

/// Evaluates the pose of a run as it is shown: with inertia and all modifiers.
void evaluateRun(const GraphMoment& moment, const GraphModifiers& modifiers, GraphScratch& scratch, std::span<TransformLanes> out);

/// Copies lanes to a pose that already has the right number of bones.
void toPose(std::span<const TransformLanes> blocks, Pose& outPose) noexcept;

}  // namespace armature
