#include <array>
#include <string>

#include <fmt/format.h>

#include <armature/animation/animation_graph.hpp>
#include <armature/animation/graph_player.hpp>
#include <armature/animation/root_motion.hpp>
#include <armature/text.hpp>

#include "base/words.hpp"
#include "text/fields.hpp"

namespace armature {

std::string_view toString(ParameterKind kind) noexcept
{
    return nameAt(kind, std::array<std::string_view, 3>{"Number", "Switch", "Trigger"});
}

std::string_view toString(GraphSync sync) noexcept
{
    return nameAt(sync, std::array<std::string_view, 3>{"None", "Phase", "Markers"});
}

std::string_view toString(Comparison comparison) noexcept
{
    return nameAt(comparison, std::array<std::string_view, 4>{"IsSet", "IsNotSet", "Greater", "Less"});
}

std::string_view toString(TransitionBlend blend) noexcept
{
    return nameAt(blend, std::array<std::string_view, 2>{"CrossFade", "Inertialise"});
}

std::string_view toString(TransitionCurve curve) noexcept
{
    return nameAt(curve, std::array<std::string_view, 2>{"Linear", "Smooth"});
}

// --- parts of nodes ---------------------------------------------------------------------------------------------------

std::string toString(const GraphParameter& parameter)
{
    return fieldsText("name", parameter.name, "kind", parameter.kind, "initial", parameter.initial, "minimum", parameter.minimum, "maximum",
                      parameter.maximum);
}

std::string toString(const GraphValue& value)
{
    return value.parameter.empty() ? numberText(static_cast<double>(value.factor))
                                   : fmt::format("{} * {}", numberText(static_cast<double>(value.factor)), fieldText(value.parameter));
}

std::string toString(const GraphEvent& event)
{
    return fieldsText("name", event.name, "seconds", event.seconds);
}

std::string toString(const GraphClip& clip)
{
    return fmt::format("{}: {}, {}{}", fieldText(clip.name), counted(clip.events.size(), "event"), counted(clip.markers.size(), "marker"),
                       clip.isDifference ? ", differences" : "");
}

std::string toString(const GraphClipOptions& options)
{
    return fmt::format("motion {}, {}", options.motion == nullptr ? "none" : toString(*options.motion),
                       fieldsText("isDifference", options.isDifference, "bake", options.bake));
}

std::string toString(const BlendPoint& point)
{
    return fieldsText("node", point.node, "position", point.position);
}

std::string toString(const BlendInput& input)
{
    return fieldsText("node", input.node, "weight", input.weight);
}

std::string toString(const OverlayMask& mask)
{
    return fieldsText("bone", mask.bone, "weight", mask.weight, "withDescendants", mask.withDescendants);
}

std::string toString(const GraphCondition& condition)
{
    return fieldsText("parameter", condition.parameter, "comparison", condition.comparison, "value", condition.value);
}

std::string toString(const GraphState& state)
{
    return fieldsText("name", state.name, "node", state.node);
}

std::string toString(const GraphTransition& transition)
{
    return fieldsText("from", transition.from, "to", transition.to, "conditions", transition.conditions.size(), "exitPhase",
                      transition.exitPhase, "duration", transition.duration, "blend", transition.blend, "curve", transition.curve,
                      "isInStep", transition.isInStep, "isInterruptible", transition.isInterruptible);
}

// --- nodes ------------------------------------------------------------------------------------------------------------

std::string toString(const ClipNode& node)
{
    return "clip: " + fieldsText("clip", node.clip, "speed", node.speed, "loop", node.loop, "start", node.start);
}

std::string toString(const BlendNode& node)
{
    return fmt::format("blend of {}", counted(node.inputs.size(), "input"));
}

std::string toString(const BlendSpaceNode& node)
{
    return fmt::format("blend space of {}: {}", counted(node.points.size(), "point"),
                       fieldsText("x", node.x, "y", node.y, "sync", node.sync));
}

std::string toString(const AdditiveNode& node)
{
    return "additive: " + fieldsText("base", node.base, "difference", node.difference, "weight", node.weight);
}

std::string toString(const OverlayNode& node)
{
    return "overlay: " + fieldsText("base", node.base, "overlay", node.overlay, "masks", node.masks.size(), "weight", node.weight);
}

std::string toString(const MirrorNode& node)
{
    return "mirror: " + fieldsText("input", node.input, "amount", node.amount);
}

std::string toString(const ModifierNode& node)
{
    return "modifier: " + fieldsText("input", node.input, "weight", node.weight);
}

std::string toString(const StateMachineNode& node)
{
    return fmt::format("state machine of {} and {}", counted(node.states.size(), "state"), counted(node.transitions.size(), "transition"));
}

std::string toString(const GraphNode& node)
{
    return fmt::format("{}: {}", fieldText(node.name), std::visit([](const auto& kind) { return toString(kind); }, node.kind));
}

// --- graphs -----------------------------------------------------------------------------------------------------------

std::string toString(const GraphDescription& graph)
{
    return fmt::format("{}, {}, {}, root {}", counted(graph.parameters.size(), "parameter"), counted(graph.clips.size(), "clip"),
                       counted(graph.nodes.size(), "node"), fieldText(graph.root));
}

std::string toString(const AnimationGraph& graph)
{
    return fmt::format("{} for {}", toString(graph.getDescription()), counted(graph.boneCount(), "bone"));
}

std::string toString(const FiredEvent& event)
{
    return fieldsText("name", event.name, "clip", event.clip, "node", event.node, "moment", event.moment, "weight", event.weight);
}

std::string toString(const GraphActivity& activity)
{
    return fieldsText("node", activity.node, "state", activity.state, "depth", activity.depth, "weight", activity.weight, "seconds",
                      activity.seconds);
}

std::string toString(const GraphPlayer& player)
{
    return "player of " + toString(*player.getGraph());
}

}  // namespace armature
