#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include <armature/crowd/crowd.hpp>

#include "animation/graph/graph_player_state.hpp"
#include "base/words.hpp"
#include "crowd/crowd_state.hpp"

/// Members that play graphs.
namespace armature {

std::size_t Crowd::addGraph(std::shared_ptr<const AnimationGraph> graph)
{
    if (graph == nullptr) {
        throw std::invalid_argument("crowd: the graph is null");
    }
    if (CompiledGraph::of(*graph).rig.names != state_->rig.joints.names) {
        throw std::invalid_argument(fmt::format("crowd: the graph is made for another rig: {}, the crowd's has {}",
                                                counted(graph->boneCount(), "bone"), state_->rig.boneCount()));
    }
    state_->graphs.push_back(std::move(graph));
    return state_->graphs.size() - 1;
}

void Crowd::playGraph(CrowdInstance instance, std::size_t graph)
{
    State::Member& member = state_->at(instance);
    if (graph >= state_->graphs.size()) {
        throw std::invalid_argument(fmt::format("crowd: there is no graph {}, only {} were added", graph, state_->graphs.size()));
    }
    member.graph = std::make_unique<State::GraphPlayback>(static_cast<std::uint32_t>(graph), *state_->graphs[graph]);
    member.isKept = false;
    member.wasSeen = false;
}

Crowd::State::GraphPlayback& Crowd::State::requireGraph(CrowdInstance instance)
{
    const Member& member = at(instance);
    if (member.graph == nullptr) {
        throw std::invalid_argument(fmt::format("crowd: member {} plays no graph", instance.index));
    }
    return *member.graph;
}

void Crowd::State::requireStep(double seconds) const
{
    const auto playsGraph = [](const Member& member) { return member.isUsed && member.graph != nullptr; };
    if (!std::isfinite(seconds) || (seconds < 0. && std::ranges::any_of(members, playsGraph))) {
        throw std::invalid_argument(fmt::format("crowd: {} seconds are not finite, or negative with a graph", seconds));
    }
}

void Crowd::setParameter(CrowdInstance instance, std::size_t parameter, float value)
{
    State::GraphPlayback& playback = state_->requireGraph(instance);
    setGraphParameter(*state_->graphs[playback.index], playback.run, parameter, value);
    state_->at(instance).isKept = false;
}

void Crowd::setParameter(CrowdInstance instance, std::string_view parameter, float value)
{
    State::GraphPlayback& playback = state_->requireGraph(instance);
    const AnimationGraph& graph = *state_->graphs[playback.index];
    setGraphParameter(graph, playback.run, requireParameter(graph, parameter), value);
    state_->at(instance).isKept = false;
}

void Crowd::fire(CrowdInstance instance, std::string_view trigger)
{
    State::GraphPlayback& playback = state_->requireGraph(instance);
    fireGraphTrigger(*state_->graphs[playback.index], playback.run, trigger);
}

std::string_view Crowd::getState(CrowdInstance instance, std::string_view machine) const
{
    const State::GraphPlayback& playback = state_->requireGraph(instance);
    const CompiledNode& node = CompiledGraph::of(*state_->graphs[playback.index]).requireMachine(machine);
    return std::get<CompiledNode::Machine>(node.kind).states[playback.run.clocks.machines[node.clock].state];
}

void Crowd::setModifier(CrowdInstance instance, std::string_view node, CrowdModifier modifier)
{
    State::GraphPlayback& playback = state_->requireGraph(instance);
    const CompiledGraph& graph = CompiledGraph::of(*state_->graphs[playback.index]);
    const std::size_t slot = graph.requireModifier(node);
    playback.modifiers.resize(graph.modifiers.size());
    playback.modifiers[slot] = std::move(modifier);
    state_->at(instance).isKept = false;
    state_->at(instance).wasSeen = false;
}

const RootMotionDelta& Crowd::getTravel(CrowdInstance instance) const
{
    return state_->requireGraph(instance).report.travel;
}

std::span<const FiredEvent> Crowd::firedEvents(CrowdInstance instance) const
{
    return state_->requireGraph(instance).report.events;
}

}  // namespace armature
