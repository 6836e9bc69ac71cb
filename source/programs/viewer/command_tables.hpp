#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "commands.hpp"

// The viewer's commands, one table for each file of commands, and helpers to write them.
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

/// The rest of a command's line, after the command's name.
using Parameters = std::string_view;

/// Returns the shown model. Throws CommandError if nothing is open.
OpenModel& requireModel(ViewerDocument& document);

/// Returns the index, in the model's playback, of the clip that has that name or number. Throws CommandError if there is none.
[[nodiscard]] std::size_t requireClip(const OpenModel& model, std::string_view nameOrNumber);

/// Returns the index of the first open file, other than the shown one, that is named `which` or has that number, counted from 1.
[[nodiscard]] std::optional<std::size_t> findOpen(const ViewerDocument& document, std::string_view which);
/// Like findOpen(), but throws CommandError if there is no such file.
[[nodiscard]] std::size_t findOther(const ViewerDocument& document, std::string_view which);

/// Returns the shown model's graph. Throws CommandError if nothing is open, or if the model has no graph.
GraphPlayback& requireGraph(ViewerDocument& document);
/// Changes the shown model's graph. If the graph plays, also writes its pose.
void changeGraph(ViewerDocument& document, const std::function<void(GraphPlayback&)>& change);

/// Returns the new state of a switch: true for "on", false for "off", `!isOn` for "toggle" or an empty text. Throws CommandError for any
/// other text.
[[nodiscard]] bool switched(bool isOn, std::string_view text);

template <bool ViewerSettings::*setting>
void switchSetting(ViewerDocument& document, Parameters text)
{
    document.settings.*setting = switched(document.settings.*setting, text);
}

/// Returns the index of `text` in `names`. Throws CommandError if it is not in there; the message lists the names.
[[nodiscard]] std::size_t oneOf(std::string_view text, std::span<const std::string_view> names);

}  // namespace armature::tools
