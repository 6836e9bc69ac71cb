#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace armature::tools {

/// Returns the message about a command line that `program` could not parse: `armature render has no option --sise; did you mean "--size"?`
/// and where to find help. A misspelt command or option comes before what CLI11 found to be missing because of it.
[[nodiscard]] std::string explainWrongUsage(const CLI::App& program, const CLI::ParseError& error);

/// Returns the message about a command line without a command.
[[nodiscard]] std::string explainMissingCommand(const CLI::App& program);

}  // namespace armature::tools
