#include <algorithm>

#include <fmt/format.h>

#include "animation/graph/graph_player_state.hpp"
#include "base/words.hpp"

/// Lists the active nodes of a graph (see GraphPlayer::getActivity()), and writes graphs in DOT.
namespace armature {

namespace {

class ActivityList {
public:
    ActivityList(const GraphClock& clock, std::vector<GraphActivity>& out) : clock_(clock), out_(out) {}

    void add(std::uint32_t index, std::size_t depth, float weight, std::string_view state = {})
    {
        const CompiledNode& node = clock_.nodeAt(index);
        GraphActivity& activity = out_.emplace_back(GraphActivity{node.name, state, depth, weight, 0.});
        if (const auto* const clip = std::get_if<CompiledNode::Clip>(&node.kind)) {
            activity.seconds = secondsAt(clock_.graph().clips[clip->clip], clip->usesMarkers, clock_.clipOf(node).phase);
        } else if (const auto* const additive = std::get_if<CompiledNode::Additive>(&node.kind)) {
            add(node.inputs[0], depth + 1, weight);
            addPart(node.inputs[1], depth + 1, weight * additive->weight.in(clock_.parameters()));
        } else if (const auto* const overlay = std::get_if<CompiledNode::Overlay>(&node.kind)) {
            add(node.inputs[0], depth + 1, weight);
            addPart(node.inputs[1], depth + 1, weight * std::clamp(overlay->weight.in(clock_.parameters()), 0.f, 1.f));
        } else {
            const auto* const machine = std::get_if<CompiledNode::Machine>(&node.kind);
            clock_.forEachInput(node, [&](std::uint32_t input, float part) {
                const auto place = std::ranges::find(node.inputs, input) - node.inputs.begin();
                add(input, depth + 1, weight * part,
                    machine != nullptr ? machine->states[static_cast<std::size_t>(place)] : std::string_view());
            });
        }
    }

private:
    void addPart(std::uint32_t input, std::size_t depth, float weight)
    {
        if (weight != 0.f) {
            add(input, depth, weight);
        }
    }

    const GraphClock& clock_;
    std::vector<GraphActivity>& out_;
};

std::string quotedForDot(std::string_view text)
{
    std::string quoted = "\"";
    for (const char letter : toValidUtf8(text)) {
        quoted += letter == '"' || letter == '\\' ? fmt::format("\\{}", letter) : letter == '\n' ? "\\n" : std::string(1, letter);
    }
    return quoted + '"';
}

/// Returns a node's line in DOT. If `activity` is not null, the node's label and colour show its weight.
std::string dotNode(std::string_view id, std::string_view label, std::string_view shape, const GraphActivity* activity)
{
    if (activity == nullptr) {
        return fmt::format("  {} [label={}, shape={}];\n", quotedForDot(id), quotedForDot(label), shape);
    }
    const std::string withWeight = fmt::format("{}\n{:.0f} %", label, static_cast<double>(activity->weight) * 100.);
    return fmt::format("  {} [label={}, shape={}, style=filled, fillcolor=\"0.33 {:.2f} 1.0\"];\n", quotedForDot(id),
                       quotedForDot(withWeight), shape, 0.15 + 0.5 * std::clamp(static_cast<double>(activity->weight), 0., 1.));
}

/// Draws a description. A clip that is an input of several nodes is drawn once for each of these nodes.
class DotText {
public:
    DotText(const GraphDescription& description, std::span<const GraphActivity> activity) : description_(description), activity_(activity)
    {}

    std::string write()
    {
        text_ = "digraph animation {\n  rankdir=LR;\n  node [fontname=\"sans-serif\"];\n";
        add(description_.root, "");
        return text_ + "}\n";
    }

private:
    /// Returns the activity of a node or clip as an input of `user`: a clip may be active as the input of one node and not of another.
    const GraphActivity* activityOf(std::string_view name, std::string_view user, std::string_view state = {}) const
    {
        for (std::size_t i = 0; i < activity_.size(); ++i) {
            std::size_t above = i;  // index of the user: the last entry before this one that is less deep
            while (above > 0 && activity_[above].depth >= activity_[i].depth) {
                --above;
            }
            if (activity_[i].node == name && (user.empty() || activity_[above].node == user)
                && (state.empty() || activity_[i].state == state)) {
                return &activity_[i];
            }
        }
        return nullptr;
    }

    /// Draws the node or clip and everything below it. Returns its identifier in DOT.
    std::string add(const std::string& name, const std::string& user)
    {
        const auto node = std::ranges::find(description_.nodes, name, &GraphNode::name);
        const GraphActivity* const activity = activityOf(name, user);
        if (node == description_.nodes.end()) {
            std::string id = user + "/" + name;
            text_ += dotNode(id, name, "box", activity);
            return id;
        }
        text_ += dotNode(name, name, std::holds_alternative<StateMachineNode>(node->kind) ? "ellipse" : "box", activity);
        std::visit([&](const auto& kind) { addInputs(kind, name); }, node->kind);
        return name;
    }

    void connect(const std::string& input, const std::string& user, std::string_view label)
    {
        const std::string id = add(input, user);
        text_ += fmt::format("  {} -> {} [label={}];\n", quotedForDot(id), quotedForDot(user), quotedForDot(label));
    }

    void addInputs(const ClipNode& node, const std::string& name)
    {
        text_ += fmt::format("  {} [tooltip={}];\n", quotedForDot(name), quotedForDot("plays " + node.clip));
    }
    void addInputs(const BlendNode& node, const std::string& name)
    {
        for (const BlendInput& input : node.inputs) {
            connect(input.node, name, input.weight.parameter);
        }
    }
    void addInputs(const BlendSpaceNode& node, const std::string& name)
    {
        for (const BlendPoint& point : node.points) {
            connect(point.node, name,
                    node.y.empty() ? fmt::format("{} = {}", node.x, point.position.x)
                                   : fmt::format("{}, {} = {}, {}", node.x, node.y, point.position.x, point.position.y));
        }
    }
    void addInputs(const AdditiveNode& node, const std::string& name)
    {
        connect(node.base, name, "base");
        connect(node.difference, name, "difference");
    }
    void addInputs(const OverlayNode& node, const std::string& name)
    {
        connect(node.base, name, "base");
        connect(node.overlay, name, "overlay");
    }
    void addInputs(const MirrorNode& node, const std::string& name) { connect(node.input, name, "mirrored"); }
    void addInputs(const ModifierNode& node, const std::string& name) { connect(node.input, name, "modified"); }

    void addInputs(const StateMachineNode& node, const std::string& name)
    {
        const auto stateId = [&](std::string_view state) { return fmt::format("{}:{}", name, state); };
        for (const GraphState& state : node.states) {
            const GraphActivity* const active = activityOf(state.node, name, state.name);
            text_ += dotNode(stateId(state.name), state.name, "ellipse", active);
            const std::string id = add(state.node, name);
            text_ += fmt::format("  {} -> {};\n  {} -> {} [style=dotted];\n", quotedForDot(id), quotedForDot(stateId(state.name)),
                                 quotedForDot(stateId(state.name)), quotedForDot(name));
        }
        for (const GraphTransition& transition : node.transitions) {
            for (const GraphState& state : node.states) {
                if (state.name == transition.from || (transition.from.empty() && state.name != transition.to)) {
                    text_ += fmt::format("  {} -> {} [style=dashed, label={}];\n", quotedForDot(stateId(state.name)),
                                         quotedForDot(stateId(transition.to)), quotedForDot(describe(transition)));
                }
            }
        }
    }

    static std::string describe(const GraphTransition& transition)
    {
        std::string text;
        for (const GraphCondition& condition : transition.conditions) {
            const bool isGreater = condition.comparison == Comparison::Greater;
            text += text.empty() ? "" : ", ";
            text += isGreater || condition.comparison == Comparison::Less
                        ? fmt::format("{} {} {}", condition.parameter, isGreater ? ">" : "<", condition.value)
                        : (condition.comparison == Comparison::IsSet ? "" : "not ") + condition.parameter;
        }
        if (transition.exitPhase) {
            text += fmt::format("{}at {:.0f} %", text.empty() ? "" : ", ", *transition.exitPhase * 100.);
        }
        return text;
    }

    const GraphDescription& description_;
    std::span<const GraphActivity> activity_;
    std::string text_;
};

}  // namespace

std::vector<GraphActivity> GraphPlayer::getActivity() const
{
    std::vector<GraphActivity> activity;
    State& state = this->state();
    const GraphClock clock = state.clock();
    ActivityList(clock, activity).add(state.graph.root, 0, 1.f);
    return activity;
}

std::string describeActivity(const GraphPlayer& player)
{
    std::string text;
    for (const GraphActivity& activity : player.getActivity()) {
        text += std::string(2 * activity.depth, ' ');
        text += activity.state.empty() ? std::string() : fmt::format("{}: ", printable(activity.state));
        text += fmt::format("{} {:.0f} %", printable(activity.node), static_cast<double>(activity.weight) * 100.);
        text += activity.seconds > 0. ? fmt::format(" at {:.2f} s\n", activity.seconds) : "\n";
    }
    return text;
}

std::string toDot(const AnimationGraph& graph)
{
    return DotText(graph.getDescription(), {}).write();
}

std::string toDot(const GraphPlayer& player)
{
    return DotText(player.getGraph()->getDescription(), player.getActivity()).write();
}

}  // namespace armature
