#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "conversion.hpp"

namespace armature::tools {

/// What became of a job: nothing where it was not begun, or why it failed.
using ConversionOutcome = std::variant<std::monostate, std::string, Conversion>;

/// docs/armature_program.md describes the members.
[[nodiscard]] std::string reportAsJson(std::span<const ConversionJob> jobs, std::span<const ConversionOutcome> outcomes);

/// "38 of 40 files written, 2 failed; posed vertices are at most 0.1 mm off, in fox.glb".
[[nodiscard]] std::string summaryOf(std::span<const ConversionJob> jobs, std::span<const ConversionOutcome> outcomes);

}  // namespace armature::tools
