#include "animation/graph/graph_poses.hpp"

#include <algorithm>
#include <array>

#include "animation/graph/graph_checks.hpp"
#include "animation/playing/inertialization_access.hpp"
#include "node/transform_lanes.hpp"
#include "skeleton/joint_access.hpp"

namespace armature {

GraphScratch::GraphScratch(const CompiledGraph& graph)
    : poses(graph.scratchCount, graph.rest), baseWeights(graph.rest.size()), overlayWeights(graph.rest.size()), blocks(graph.rest)
{
    // Layers of nested nodes are stacked, and a node has one more layer than scratch poses.
    layers.reserve(graph.scratchCount + GraphChecks::maxDepth + 1);
    clocks.clips.resize(graph.clipClocks);
    clocks.machines.resize(graph.machineClocks);
    for (Pose* const kept : {&shown, &shownBefore, &motion, &motionBefore}) {
        kept->bones.resize(graph.boneCount());
    }
}

void GraphPoses::evaluate(std::uint32_t index, std::size_t scratch, std::span<TransformLanes> out)
{
    const CompiledNode& node = clock_.nodeAt(index);
    if (const auto* const clip = std::get_if<CompiledNode::Clip>(&node.kind)) {
        sample(node, *clip, out);
    } else if (const auto* const additive = std::get_if<CompiledNode::Additive>(&node.kind)) {
        add(node, *additive, scratch, out);
    } else if (const auto* const layer = std::get_if<CompiledNode::Overlay>(&node.kind)) {
        overlay(node, *layer, scratch, out);
    } else if (const auto* const mirrored = std::get_if<CompiledNode::Mirror>(&node.kind)) {
        mirror(node, *mirrored, scratch, out);
    } else if (const auto* const modifier = std::get_if<CompiledNode::Modifier>(&node.kind)) {
        evaluate(node.inputs[0], scratch, out);
        modify(*modifier, scratch, out);
    } else {
        blend(node, scratch, out);
    }
}

void GraphPoses::sample(const CompiledNode& node, const CompiledNode::Clip& clip, std::span<TransformLanes> out) const
{
    const CompiledClip& compiled = clock_.graph().clips[clip.clip];
    double seconds = secondsAt(compiled, clip.usesMarkers, clock_.clipOf(node).phase);
    seconds = seconds > compiled.duration ? seconds - compiled.duration : seconds;
    compiled.source->clip->sample(seconds, out);
}

/// Blends the inputs that have weight. The first of them is evaluated into `out`, each other one into a scratch pose of its own.
void GraphPoses::blend(const CompiledNode& node, std::size_t scratch, std::span<TransformLanes> out)
{
    const std::size_t first = scratch_.layers.size();
    clock_.forEachInput(node, [&](std::uint32_t input, float weight) {
        const std::size_t place = scratch_.layers.size() - first;
        const std::span<TransformLanes> target = place == 0 ? out : pose(scratch + place - 1);
        scratch_.layers.push_back({target, weight, {}});
        const std::size_t index = scratch_.layers.size() - 1;
        evaluate(input, scratch + place, target);
        scratch_.layers.resize(index + 1);
    });
    const std::span<const BlendLayer> layers = std::span(scratch_.layers).subspan(first);
    if (layers.empty()) {
        std::ranges::copy(restOf(node), out.begin());
    } else if (layers.size() != 1 || layers.front().weight != 1.f) {
        blendLayers(layers, restOf(node), out);
    }
    scratch_.layers.resize(first);
}

void GraphPoses::add(const CompiledNode& node, const CompiledNode::Additive& additive, std::size_t scratch, std::span<TransformLanes> out)
{
    evaluate(node.inputs[0], scratch, out);
    if (const float weight = additive.weight.in(clock_.parameters()); weight != 0.f) {
        evaluate(node.inputs[1], scratch + 1, pose(scratch));
        addLayer({pose(scratch), weight, {}}, out);
    }
}

void GraphPoses::overlay(const CompiledNode& node, const CompiledNode::Overlay& overlay, std::size_t scratch, std::span<TransformLanes> out)
{
    evaluate(node.inputs[0], scratch, out);
    const float weight = std::clamp(overlay.weight.in(clock_.parameters()), 0.f, 1.f);
    if (weight == 0.f) {
        return;
    }
    evaluate(node.inputs[1], scratch + 1, pose(scratch));
    for (std::size_t block = 0; block < overlay.masks.size(); ++block) {
        for (std::size_t part = 0; part < WeightLanes::partCount; ++part) {
            for (std::size_t lane = 0; lane < laneCount; ++lane) {
                const float own = overlay.masks[block].part[part][lane] * weight;
                scratch_.overlayWeights[block].part[part][lane] = own;
                scratch_.baseWeights[block].part[part][lane] = 1.f - own;
            }
        }
    }
    const std::array layers{BlendLayer{out, 1.f, scratch_.baseWeights}, BlendLayer{pose(scratch), 1.f, scratch_.overlayWeights}};
    blendLayers(layers, restOf(node), out);
}

void GraphPoses::mirror(const CompiledNode& node, const CompiledNode::Mirror& mirror, std::size_t scratch, std::span<TransformLanes> out)
{
    if (mirror.amount.in(clock_.parameters()) >= 0.5f) {
        evaluate(node.inputs[0], scratch + 1, pose(scratch));
        clock_.graph().mirror.apply(pose(scratch), out);
    } else {
        evaluate(node.inputs[0], scratch, out);
    }
}

void GraphPoses::modifyLast(std::uint32_t index, std::span<TransformLanes> pose)
{
    if (index != clock_.graph().motionRoot) {
        const CompiledNode& node = clock_.nodeAt(index);
        modifyLast(node.inputs[0], pose);
        modify(std::get<CompiledNode::Modifier>(node.kind), 0, pose);
    }
}

void GraphPoses::modify(const CompiledNode::Modifier& modifier, std::size_t scratch, std::span<TransformLanes> out)
{
    const float weight = std::clamp(modifier.weight.in(clock_.parameters()), 0.f, 1.f);
    if (modifier.slot >= modifiers_.size() || !modifiers_[modifier.slot] || weight == 0.f) {
        return;
    }
    if (weight < 1.f) {
        std::ranges::copy(out, pose(scratch).begin());
    }
    const JointRig rig = clock_.graph().rig.view();
    modifiers_[modifier.slot](JointAccess::ofLanes(rig, out.data()));
    if (weight < 1.f) {
        blendLanes(pose(scratch), out, weight, out);
    }
}

// --- whole runs -------------------------------------------------------------------------------------------------------

void toPose(std::span<const TransformLanes> blocks, Pose& outPose) noexcept
{
    for (std::size_t i = 0; i < outPose.bones.size(); ++i) {
        outPose.bones[i] = loadLane(blocks[i / laneCount], i % laneCount);
    }
}

void evaluateRun(const GraphMoment& moment, const GraphModifiers& modifiers, GraphScratch& scratch, std::span<TransformLanes> out)
{
    GraphClocks* clocks = &moment.run.clocks;
    if (moment.ahead != 0.) {
        scratch.clocks = *clocks;  // of equal size: nothing is allocated
        clocks = &scratch.clocks;
        GraphClock(moment.graph, moment.run.parameters, *clocks).pass(moment.graph.root, moment.ahead);
    }
    const GraphClock clock(moment.graph, moment.run.parameters, *clocks);
    GraphPoses poses(clock, modifiers, scratch);
    poses.evaluate(out);
    if (moment.run.inertia) {
        const Inertialization& inertia = **moment.run.inertia;
        const double earlier = std::min(-moment.ahead, inertia.getElapsed());  // not before inertia began
        InertializationAccess::applyEarlier(inertia, earlier, out);
    }
    poses.modify(out);
}

}  // namespace armature
