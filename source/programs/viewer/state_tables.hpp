#pragma once

#include <span>
#include <string>
#include <string_view>

#include <glm/ext/vector_float3.hpp>

#include "document.hpp"

// The states of the viewer that scripts can ask for, one table for each file of states, and helpers to write them.
namespace armature::tools {

struct ViewerState {
    std::string_view name;
    std::string (*describe)(const ViewerDocument& document);
};

[[nodiscard]] std::span<const ViewerState> fileStates();
[[nodiscard]] std::span<const ViewerState> compareStates();
[[nodiscard]] std::span<const ViewerState> timeStates();
[[nodiscard]] std::span<const ViewerState> animationStates();
[[nodiscard]] std::span<const ViewerState> retargetStates();
[[nodiscard]] std::span<const ViewerState> viewStates();
[[nodiscard]] std::span<const ViewerState> lookStates();
[[nodiscard]] std::span<const ViewerState> poseStates();
[[nodiscard]] std::span<const ViewerState> limitStates();
[[nodiscard]] std::span<const ViewerState> filmStates();
[[nodiscard]] std::span<const ViewerState> springStates();
[[nodiscard]] std::span<const ViewerState> windowStates();

[[nodiscard]] inline std::string onOrOff(bool isOn)
{
    return isOn ? "on" : "off";
}

/// Writes three numbers, rounded to thousandths, and never "-0.000".
[[nodiscard]] std::string threeNumbers(const glm::vec3& numbers);

/// Describes the shown model; "none" if nothing is open.
template <auto describe>
std::string ofModel(const ViewerDocument& document)
{
    return document.current() != nullptr ? describe(*document.current()) : "none";
}

/// Describes the selected node; "none" if nothing is selected.
template <auto describe>
std::string ofSelected(const ViewerDocument& document)
{
    return document.selected() != nullptr ? describe(*document.selected()) : "none";
}

template <bool ViewerSettings::*setting>
std::string ofSetting(const ViewerDocument& document)
{
    return onOrOff(document.settings.*setting);
}

}  // namespace armature::tools
