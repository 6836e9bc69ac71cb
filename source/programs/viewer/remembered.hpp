#pragma once

#include <filesystem>
#include <optional>

#include "document.hpp"

// Keeps the viewer's state for its next start: the window and the settings, as commands, one per line.
namespace armature::tools {

/// Returns $XDG_CONFIG_HOME/armature/viewer.txt, or .config/armature/viewer.txt in the home folder; none if neither folder is known.
[[nodiscard]] std::optional<std::filesystem::path> findRememberedFile();

/// Runs the commands of the file, if it exists. Lines that fail become messages, and so does a file that cannot be read. Commands that do
/// not set a remembered value are not run.
void recall(ViewerDocument& document, const std::filesystem::path& file);

/// Writes the file, and creates the folders above it. Throws Error if that fails; the message names the file or folder and the reason.
void remember(const ViewerDocument& document, const std::filesystem::path& file);

}  // namespace armature::tools
