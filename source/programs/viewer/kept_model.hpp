#pragma once

#include <string>
#include <vector>

#include "document.hpp"

namespace armature::tools {

/// Makes a file that was read again go on as it did before: clip, time, layers, graph, tried springs, limits of joints, and what is
/// selected and searched, by their names. Returns what could not be kept, a line each.
[[nodiscard]] std::vector<std::string> continueFrom(const OpenModel& before, OpenModel& after);

}  // namespace armature::tools
