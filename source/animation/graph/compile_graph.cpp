#include <algorithm>
#include <iterator>
#include <set>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/root_motion.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/graph/compiled_graph.hpp"
#include "animation/graph/graph_checks.hpp"
#include "animation/graph/graph_work.hpp"
#include "node/transform_lanes.hpp"

namespace armature {

namespace {

/// Looks up names, and lays out nodes so that each comes after its inputs.
class Compiler {
public:
    Compiler(const GraphDescription& description, const Skeleton& rig, CompiledGraph& graph)
        : description_(description), rig_(rig), graph_(graph), checks_(description)
    {}

    void run()
    {
        checks_.run();
        for (const GraphParameter& parameter : description_.parameters) {
            graph_.isTrigger.push_back(parameter.kind == ParameterKind::Trigger);
            graph_.initialParameters.push_back(parameter.initial);
        }
        addClips();
        graph_.root = add(description_.root, {"", "root"});
        graph_.motionRoot = graph_.root;
        while (std::holds_alternative<CompiledNode::Modifier>(graph_.nodes[graph_.motionRoot].kind)) {
            graph_.motionRoot = graph_.nodes[graph_.motionRoot].inputs[0];
        }
        checks_.requireAllUsed(used_);
        for (CompiledNode& node : graph_.nodes) {
            if (std::holds_alternative<CompiledNode::Clip>(node.kind)) {
                node.clock = static_cast<std::uint32_t>(graph_.clipClocks++);
            } else if (std::holds_alternative<CompiledNode::Machine>(node.kind)) {
                node.clock = static_cast<std::uint32_t>(graph_.machineClocks++);
            }
        }
        graph_.scratchCount = scratchOf(graph_.root);
        checks_.requireMemory(graph_.scratchCount * graph_.rest.size() * sizeof(TransformLanes));
    }

private:
    void addClips()
    {
        for (std::size_t index = 0; index < description_.clips.size(); ++index) {
            checks_.requireClip(index, graph_.rig.names);
            const GraphClip& clip = description_.clips[index];
            CompiledClip& added = graph_.clips.emplace_back(CompiledClip{&clip, clip.clip->getDuration(), clip.events, clip.markers});
            std::ranges::stable_sort(added.events, {}, &GraphEvent::seconds);
            if (added.markers.empty()) {
                added.markers.push_back(0.);
            }
            added.markers.push_back(added.markers.front() + added.duration);
            if (clip.motion != nullptr) {
                checks_.requireUp(graph_.travels ? graph_.up : clip.motion->getUp(), index);
                graph_.up = clip.motion->getUp();
                graph_.travels = true;
            }
            for (const AnimationChannel& channel : clip.curves != nullptr ? clip.curves->channels() : std::span<const AnimationChannel>()) {
                const std::string_view name = channel.target.name;
                if (channel.target.kind == ChannelTarget::Kind::Curve && std::ranges::find(graph_.curves, name) == graph_.curves.end()) {
                    graph_.curves.push_back(name);
                }
            }
        }
    }

    /// Adds the node or clip that `user` names, and returns its index.
    std::uint32_t add(const std::string& name, const GraphPlace& user, bool isDifference = false)
    {
        const GraphNode* const node = checks_.findNode(name);
        checks_.requireDepth(++depth_, user);
        CompiledNode compiled;
        compiled.isDifference = isDifference;
        if (node == nullptr) {
            compiled.name = description_.clips[checks_.requireClipName(name, user)].name;
            compiled.kind = clipNode({.clip = name}, user, user, isDifference);
        } else {
            checks_.requireFirstUse(used_, *node, user);
            compiled.name = node->name;
            std::visit([&](const auto& kind) { compile(kind, compiled, GraphPlace{node->name}); }, node->kind);
        }
        --depth_;
        graph_.nodes.push_back(std::move(compiled));
        return static_cast<std::uint32_t>(graph_.nodes.size() - 1);
    }

    CompiledNode::Clip clipNode(const ClipNode& node, const GraphPlace& place, const GraphPlace& name, bool isDifference)
    {
        const std::size_t clip = checks_.requireClipName(node.clip, name);
        checks_.requireDifference(description_.clips[clip], isDifference, name);
        checks_.requireRange(node.start, 0., 1., place / "start");
        return {static_cast<std::uint32_t>(clip), value(node.speed, place / "speed"), node.loop, false, node.start};
    }

    ValueSource value(const GraphValue& given, const GraphPlace& place)
    {
        const bool isAlone = given.parameter.empty();
        checks_.requireRange(static_cast<double>(given.factor), -1e9, 1e9, isAlone ? place : place / "factor");
        return {given.factor, isAlone ? noIndex : checks_.requireParameter(given.parameter, place / "parameter")};
    }

    // --- one function for each kind of node -------------------------------------------------------------------------

    void compile(const ClipNode& node, CompiledNode& out, const GraphPlace& place)
    {
        out.kind = clipNode(node, place, place / "clip", out.isDifference);
    }

    void compile(const BlendNode& node, CompiledNode& out, const GraphPlace& place)
    {
        checks_.requireSome(node.inputs.size(), place / "inputs");
        CompiledNode::Blend blend;
        for (const BlendInput& input : node.inputs) {
            const GraphPlace at = place / "inputs" / out.inputs.size();
            blend.weights.push_back(value(input.weight, at / "weight"));
            out.inputs.push_back(add(input.node, at / "node", out.isDifference));
        }
        out.kind = std::move(blend);
    }

    void compile(const BlendSpaceNode& node, CompiledNode& out, const GraphPlace& place)
    {
        checks_.requirePoints(node, place);
        for (const BlendPoint& point : node.points) {
            out.inputs.push_back(add(point.node, place / "points" / out.inputs.size() / "node", out.isDifference));
        }
        const std::uint32_t x = checks_.requireParameter(node.x, place / "x");
        const std::uint32_t y = node.y.empty() ? noIndex : checks_.requireParameter(node.y, place / "y");
        if (node.sync != GraphSync::None) {
            putInStep(out.inputs, node.sync == GraphSync::Markers, place);
        }
        out.kind = CompiledNode::Space{BlendSpace::of(node), x, y, node.sync != GraphSync::None};
    }

    void compile(const AdditiveNode& node, CompiledNode& out, const GraphPlace& place)
    {
        checks_.requirePose(out.isDifference, place);
        out.inputs = {add(node.base, place / "base"), add(node.difference, place / "difference", true)};
        out.kind = CompiledNode::Additive{value(node.weight, place / "weight")};
    }

    void compile(const OverlayNode& node, CompiledNode& out, const GraphPlace& place)
    {
        out.inputs = {add(node.base, place / "base", out.isDifference), add(node.overlay, place / "overlay", out.isDifference)};
        CompiledNode::Overlay overlay{value(node.weight, place / "weight"), {}, 0.f};
        const std::vector<float> weights = checks_.requireMasks(node, graph_.rig.view(), place);
        overlay.masks.resize(graph_.rest.size(), WeightLanes{});
        for (std::size_t bone = 0; bone < weights.size(); ++bone) {
            for (auto& part : overlay.masks[bone / laneCount].part) {
                part[bone % laneCount] = weights[bone];
            }
        }
        overlay.rootMask =
            weights.empty() ? 0.f
                            : weights[static_cast<std::size_t>(std::ranges::find(graph_.rig.parents, noSlot) - graph_.rig.parents.begin())];
        out.kind = std::move(overlay);
    }

    void compile(const MirrorNode& node, CompiledNode& out, const GraphPlace& place)
    {
        checks_.requirePose(out.isDifference, place);
        graph_.mirror = MirrorLanes(rig_, mirrorMapByName(rig_));
        out.inputs = {add(node.input, place / "input")};
        out.kind = CompiledNode::Mirror{value(node.amount, place / "amount")};
    }

    void compile(const ModifierNode& node, CompiledNode& out, const GraphPlace& place)
    {
        out.inputs = {add(node.input, place / "input", out.isDifference)};
        out.kind = CompiledNode::Modifier{value(node.weight, place / "weight"), static_cast<std::uint32_t>(graph_.modifiers.size())};
        graph_.modifiers.push_back(place.node);
    }

    void compile(const StateMachineNode& node, CompiledNode& out, const GraphPlace& place)
    {
        checks_.requireStates(node, place);
        for (const GraphState& state : node.states) {
            out.inputs.push_back(add(state.node, place / "states" / out.inputs.size() / "node", out.isDifference));
        }
        CompiledNode::Machine machine;
        std::ranges::transform(node.states, std::back_inserter(machine.states), &GraphState::name);
        for (std::size_t i = 0; i < node.transitions.size(); ++i) {
            machine.transitions.push_back(transition(node, i, out, place));
        }
        out.kind = std::move(machine);
    }

    CompiledNode::Transition transition(const StateMachineNode& machine, std::size_t index, const CompiledNode& out,
                                        const GraphPlace& place)
    {
        const GraphTransition& given = machine.transitions[index];
        const GraphPlace at = place / "transitions" / index;
        checks_.requireTransition(given, at);
        CompiledNode::Transition compiled{.from = noIndex,
                                          .to = checks_.requireState(machine, given.to, at / "to"),
                                          .conditions = {},
                                          .exitPhase = given.exitPhase.value_or(-1.),
                                          .duration = given.duration,
                                          .blend = given.blend,
                                          .curve = given.curve,
                                          .isInStep = given.isInStep,
                                          .isInterruptible = given.isInterruptible};
        if (!given.from.empty()) {
            compiled.from = checks_.requireState(machine, given.from, at / "from");
        }
        for (const GraphCondition& condition : given.conditions) {
            const std::uint32_t parameter = checks_.requireCondition(condition, at / "conditions" / compiled.conditions.size());
            compiled.conditions.push_back({parameter, condition.comparison, condition.value});
        }
        for (std::size_t state = 0; state < out.inputs.size(); ++state) {
            const bool isLeft = state == compiled.from || (compiled.from == noIndex && state != compiled.to);
            const bool isInStep = given.isInStep && (isLeft || state == compiled.to);
            if ((isLeft && given.exitPhase) || isInStep) {
                const CompiledNode::Clip* const clip = leadingClip(out.inputs[state]);
                checks_.requirePhase(clip != nullptr, machine.states[state].name, at);
                checks_.requireLoop(!isInStep || clip->loop, machine.states[state].name, at);
            }
        }
        return compiled;
    }

    // --- nodes in step ----------------------------------------------------------------------------------------------

    /// Returns the clip whose phase is the node's phase: the node's own clip, or the leading clip of its first input. Null if the search
    /// meets a state machine.
    CompiledNode::Clip* leadingClip(std::uint32_t node)
    {
        CompiledNode& compiled = graph_.nodes[node];
        if (std::holds_alternative<CompiledNode::Machine>(compiled.kind)) {
            return nullptr;
        }
        auto* const clip = std::get_if<CompiledNode::Clip>(&compiled.kind);
        return clip != nullptr ? clip : leadingClip(compiled.inputs.front());
    }

    void putInStep(std::span<const std::uint32_t> inputs, bool usesMarkers, const GraphPlace& place)
    {
        const CompiledNode::Clip* first = nullptr;
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            const std::uint32_t input = inputs[i];
            const GraphPlace at = place / "points" / i / "node";
            CompiledNode::Clip* const clip = leadingClip(input);
            checks_.requireLeader(clip != nullptr, graph_.nodes[input].name, at);
            first = first == nullptr ? clip : first;
            checks_.requireAlike(clip->loop == first->loop, graph_.nodes[input].name, at);
            if (usesMarkers) {
                checks_.requireMarkers(graph_.clips[first->clip].markers.size(), graph_.clips[clip->clip].markers.size(), clip->loop,
                                       graph_.nodes[input].name, at);
                useMarkers(input);
            }
        }
    }

    /// Makes all clips that move with the node's phase use their markers.
    void useMarkers(std::uint32_t node)
    {
        CompiledNode& compiled = graph_.nodes[node];
        if (auto* const clip = std::get_if<CompiledNode::Clip>(&compiled.kind)) {
            clip->usesMarkers = true;
        } else {
            const auto* const space = std::get_if<CompiledNode::Space>(&compiled.kind);
            const std::size_t count = space != nullptr && space->isInStep ? compiled.inputs.size() : 1;
            std::ranges::for_each(std::span(compiled.inputs).first(count), [&](std::uint32_t input) { useMarkers(input); });
        }
    }

    /// Returns how many poses must be held at once besides the result: while an input is evaluated, the poses of the inputs before it are
    /// held.
    std::size_t scratchOf(std::uint32_t node)
    {
        const CompiledNode& compiled = graph_.nodes[node];
        const bool isMirror = std::holds_alternative<CompiledNode::Mirror>(compiled.kind);
        std::size_t most = compiled.inputs.size();  // limit on the inputs that have weight at once
        most = std::holds_alternative<CompiledNode::Machine>(compiled.kind) ? 2 : most;
        most = std::holds_alternative<CompiledNode::Space>(compiled.kind) ? 3 : most;
        std::size_t count = isMirror || std::holds_alternative<CompiledNode::Modifier>(compiled.kind) ? 1 : 0;
        for (std::size_t i = 0; i < compiled.inputs.size(); ++i) {
            const std::size_t held = isMirror ? 1 : std::min(most, compiled.inputs.size()) - 1;
            count = std::max(count, held + scratchOf(compiled.inputs[i]));
        }
        return count;
    }

    const GraphDescription& description_;
    const Skeleton& rig_;
    CompiledGraph& graph_;
    GraphChecks checks_;
    std::set<const GraphNode*> used_;
    std::size_t depth_ = 0;  // nesting depth of the node that is being added
};

}  // namespace

CompiledGraph::CompiledGraph(const GraphDescription& description, const Skeleton& skeleton) : rig(skeleton)
{
    const Pose pose = captureRestPose(skeleton);
    rest.resize((pose.bones.size() + laneCount - 1) / laneCount);
    identity.resize(rest.size());
    for (std::size_t i = 0; i < rest.size() * laneCount; ++i) {
        storeLane(i < pose.bones.size() ? pose.bones[i] : Transform{}, i % laneCount, rest[i / laneCount]);
        storeLane(Transform{}, i % laneCount, identity[i / laneCount]);
    }
    Compiler(description, skeleton, *this).run();
    works = std::make_unique<GraphWorkPool>(GraphWork(*this));
    inertias = std::make_unique<WorkPool<Inertialization>>(Inertialization(boneCount()));
}

CompiledGraph::~CompiledGraph() = default;

}  // namespace armature
