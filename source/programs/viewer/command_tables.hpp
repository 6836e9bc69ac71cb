#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "commands.hpp"

// The commands of the viewer, a table in each file of commands, and what they are written with.
namespace armature::tools {

[[nodiscard]] std::span<const ViewerCommand> fileCommands();
[[nodiscard]] std::span<const ViewerCommand> compareCommands();
[[nodiscard]] std::span<const ViewerCommand> timeCommands();
[[nodiscard]] std::span<const ViewerCommand> layerCommands();
[[nodiscard]] std::span<const ViewerCommand> graphCommands();
[[nodiscard]] std::span<const ViewerCommand> blendCommands();
[[nodiscard]] std::span<const ViewerCommand> retargetCommands();
[[nodiscard]] std::span<const ViewerCommand> findingCommands();
[[nodiscard]] std::span<const ViewerCommand> viewCommands();
[[nodiscard]] std::span<const ViewerCommand> lookCommands();
[[nodiscard]] std::span<const ViewerCommand> targetCommands();
[[nodiscard]] std::span<const ViewerCommand> limitCommands();
[[nodiscard]] std::span<const ViewerCommand> filmCommands();
[[nodiscard]] std::span<const ViewerCommand> springCommands();
[[nodiscard]] std::span<const ViewerCommand> windowCommands();
[[nodiscard]] std::span<const ViewerCommand> poseCommands();

/// What follows the name of a command.
using Parameters = std::string_view;

/// Throws CommandError if nothing is open.
OpenModel& requireModel(ViewerDocument& document);

/// The number of a clip in its playback, by name or number. Throws CommandError if there is none.
[[nodiscard]] std::size_t requireClip(const OpenModel& model, std::string_view nameOrNumber);

/// The first open file of that name, or the one of that number, from 1, if it is not the shown one.
[[nodiscard]] std::optional<std::size_t> findOpen(const ViewerDocument& document, std::string_view which);
/// The same; throws CommandError if there is none.
[[nodiscard]] std::size_t findOther(const ViewerDocument& document, std::string_view which);

/// Throws CommandError if nothing is open, or it has no graph.
GraphPlayback& requireGraph(ViewerDocument& document);
/// Changes its graph, and writes the pose if it plays.
void changeGraph(ViewerDocument& document, const std::function<void(GraphPlayback&)>& change);

/// What a switch is after "on", "off", or "toggle" or nothing, which turn it over. Throws CommandError for another word.
[[nodiscard]] bool switched(bool isOn, std::string_view text);

template <bool ViewerSettings::*setting>
void switchSetting(ViewerDocument& document, Parameters text)
{
    document.settings.*setting = switched(document.settings.*setting, text);
}

/// The place of `text` among the names. Throws CommandError that lists them.
[[nodiscard]] std::size_t oneOf(std::string_view text, std::span<const std::string_view> names);

}  // namespace armature::tools
