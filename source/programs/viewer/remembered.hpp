#pragma once

#include <filesystem>
#include <optional>

#include "document.hpp"

// How the viewer was left, for the next time: the window and the settings, as commands, a line each.
namespace armature::tools {

/// $XDG_CONFIG_HOME/armature/viewer.txt, or .config/armature/viewer.txt in the home folder; none without either.
[[nodiscard]] std::optional<std::filesystem::path> findRememberedFile();

/// Runs the commands of the file, if there is one. Lines that fail are messages, and so is a file that cannot be read; what is no setting
/// is not run.
void recall(ViewerDocument& document, const std::filesystem::path& file);

/// Writes the file, and the folders above it. Throws Error that names it and the reason.
void remember(const ViewerDocument& document, const std::filesystem::path& file);

}  // namespace armature::tools
