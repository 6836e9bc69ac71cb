#pragma once

#include <filesystem>
#include <optional>

#include "document.hpp"

// The state in which the viewer was left, for the next time: the window and the settings, as commands, one per line.
namespace armature::tools {

/// Returns $XDG_CONFIG_HOME/armature/viewer.txt, or .config/armature/viewer.txt in the home folder; none without either.
[[nodiscard]] std::optional<std::filesystem::path> findRememberedFile();

/// Runs the commands of the file, if it exists. Lines that fail become messages, as does a file that cannot be read. Commands that set
/// nothing that is remembered are not run.
void recall(ViewerDocument& document, const std::filesystem::path& file);

/// Writes the file, and the folders above it. Throws Error that names it and the reason.
void remember(const ViewerDocument& document, const std::filesystem::path& file);

}  // namespace armature::tools
