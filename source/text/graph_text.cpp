#include <string>

#include <fmt/format.h>

#include <armature/animation/animation_graph.hpp>
#include <armature/animation/graph_player.hpp>
#include <armature/animation/root_motion.hpp>
#include <armature/text.hpp>

#include "base/words.hpp"
#include "text/fields.hpp"

namespace armature {

// --- parts of nodes ---------------------------------------------------------------------------------------------------

std::string toString(const GraphValue& value)
{
    return value.parameter.empty() ? numberText(static_cast<double>(value.factor))
                                   : fmt::format("{} * {}", numberText(static_cast<double>(value.factor)), fieldText(value.parameter));
}

std::string toString(const GraphClip& clip)
{
    return fmt::format("{}: {}, {}{}", fieldText(clip.name), counted(clip.events.size(), "event"), counted(clip.markers.size(), "marker"),
                       clip.isDifference ? ", differences" : "");
}

// --- nodes ------------------------------------------------------------------------------------------------------------

std::string toString(const ClipNode& node)
{
    return "clip: " + membersText(node);
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
    return "additive: " + membersText(node);
}

std::string toString(const OverlayNode& node)
{
    return "overlay: " + membersText(node);
}

std::string toString(const MirrorNode& node)
{
    return "mirror: " + membersText(node);
}

std::string toString(const ModifierNode& node)
{
    return "modifier: " + membersText(node);
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

std::string toString(const GraphPlayer& player)
{
    return "player of " + toString(*player.getGraph());
}

// --- structs whose members are named ----------------------------------------------------------------------------------

template ARMATURE_API std::string membersText(const BlendInput&);
template ARMATURE_API std::string membersText(const BlendPoint&);
template ARMATURE_API std::string membersText(const FiredEvent&);
template ARMATURE_API std::string membersText(const GraphActivity&);
template ARMATURE_API std::string membersText(const GraphClipOptions&);
template ARMATURE_API std::string membersText(const GraphCondition&);
template ARMATURE_API std::string membersText(const GraphEvent&);
template ARMATURE_API std::string membersText(const GraphParameter&);
template ARMATURE_API std::string membersText(const GraphState&);
template ARMATURE_API std::string membersText(const GraphTransition&);
template ARMATURE_API std::string membersText(const OverlayMask&);

}  // namespace armature
