#include "graph_text.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/words.hpp"

namespace armature::tools {

std::vector<StateWeight> readStates(const GraphPlayback& graph, std::string_view name, const StateMachineNode& machine)
{
    const GraphPlayer& player = graph.getPlayer();
    std::vector<StateWeight> states(machine.states.size());
    const std::vector<GraphActivity> activity = player.getActivity();
    const auto top = std::ranges::find(activity, name, &GraphActivity::node);
    for (auto below = top; below != activity.end() && (below == top || below->depth > top->depth); ++below) {
        const auto state = std::ranges::find(machine.states, below->state, &GraphState::name);
        if (below->depth == top->depth + 1 && state != machine.states.end() && top->weight > 0.f) {
            states[static_cast<std::size_t>(state - machine.states.begin())].weight = below->weight / top->weight;
        }
    }
    const auto current = std::ranges::find(machine.states, player.getState(name), &GraphState::name);
    if (current != machine.states.end()) {
        StateWeight& state = states[static_cast<std::size_t>(current - machine.states.begin())];
        state.isCurrent = true;
        state.progress = player.getTransitionProgress(name);
    }
    return states;
}

std::string describeStates(const GraphPlayback& graph)
{
    std::string text;
    for (const GraphNode& node : graph.getDescription().nodes) {
        const auto* const machine = std::get_if<StateMachineNode>(&node.kind);
        if (machine == nullptr) {
            continue;
        }
        const std::vector<StateWeight> states = readStates(graph, node.name, *machine);
        const auto current = std::ranges::find(states, true, &StateWeight::isCurrent);
        text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", printable(node.name), printable(graph.getPlayer().getState(node.name)));
        if (current == states.end() || current->progress >= 1.f) {
            continue;
        }
        text += fmt::format(", {:.0f} %", 100.f * current->progress);
        for (std::size_t number = 0; number < states.size(); ++number) {
            if (states[number].weight > 0.f && !states[number].isCurrent) {
                text += fmt::format(" from {}", printable(machine->states[number].name));
            }
        }
    }
    return text.empty() ? "none" : text;
}

BlendReading readBlend(const GraphPlayback& graph, std::string_view name)
{
    BlendReading reading;
    for (const GraphNode& node : graph.getDescription().nodes) {
        const auto* space = std::get_if<BlendSpaceNode>(&node.kind);
        if (space != nullptr && (reading.space == nullptr || node.name == name)) {
            reading.name = &node.name;
            reading.space = space;
        }
    }
    if (reading.space != nullptr) {
        const GraphPlayer& player = graph.getPlayer();
        reading.place = {player.getParameter(reading.space->x), reading.space->y.empty() ? 0.f : player.getParameter(reading.space->y)};
        reading.weights = blendSpaceWeights(*reading.space, reading.place);
    }
    return reading;
}

std::vector<std::string_view> blendSpacesOf(const GraphPlayback& graph)
{
    std::vector<std::string_view> names;
    for (const GraphNode& node : graph.getDescription().nodes) {
        if (std::holds_alternative<BlendSpaceNode>(node.kind)) {
            names.emplace_back(node.name);
        }
    }
    return names;
}

std::string describeBlend(const BlendReading& reading)
{
    std::string text;
    for (std::size_t point = 0; point < reading.weights.size(); ++point) {
        if (reading.weights[point] >= 0.005f) {
            text +=
                fmt::format("{}{} {:.2f}", text.empty() ? "" : ", ", printable(reading.space->points[point].node), reading.weights[point]);
        }
    }
    return text.empty() ? "none" : text;
}

std::string describeParameters(const GraphPlayback& graph)
{
    std::string text;
    for (const GraphParameter& parameter : graph.getDescription().parameters) {
        text +=
            fmt::format("{}{} {:.2f}", text.empty() ? "" : ", ", printable(parameter.name), graph.getPlayer().getParameter(parameter.name));
    }
    return text.empty() ? "none" : text;
}

}  // namespace armature::tools
