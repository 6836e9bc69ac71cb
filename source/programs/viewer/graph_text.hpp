#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <glm/ext/vector_float2.hpp>

#include "programs/armature/graph_playback.hpp"

namespace armature::tools {

/// A blend space of a graph, and its current place.
struct BlendReading {
    const std::string* name = nullptr;  ///< Null if the graph has no blend space.
    const BlendSpaceNode* space = nullptr;
    glm::vec2 place{0.f};             ///< The place that the graph's parameters select; y is 0 in a one-dimensional space.
    std::vector<float> weights = {};  ///< For each point of the space, its weight at `place`.
};

/// A state of a state machine: its weight in the machine's pose, and whether it is the state that plays or is being entered.
struct StateWeight {
    float weight = 0.f;
    bool isCurrent = false;
    float progress = 1.f;  ///< Progress of the transition into this state; 1 if none is under way.
};

/// Returns the weights of all states of a machine, in their order.
[[nodiscard]] std::vector<StateWeight> readStates(const GraphPlayback& graph, std::string_view name, const StateMachineNode& machine);
/// Describes the states of all machines: "legs: walk; arms: wave, 40 % from rest".
[[nodiscard]] std::string describeStates(const GraphPlayback& graph);

/// Reads the blend space named `name`; if there is none, the first one.
[[nodiscard]] BlendReading readBlend(const GraphPlayback& graph, std::string_view name);
[[nodiscard]] std::vector<std::string_view> blendSpacesOf(const GraphPlayback& graph);

/// Returns, for example, "idle 0.25, walk 0.75", without weights that round to 0.
[[nodiscard]] std::string describeBlend(const BlendReading& reading);
/// Returns, for example, "speed 1.00, jump 0.00".
[[nodiscard]] std::string describeParameters(const GraphPlayback& graph);

}  // namespace armature::tools
