#pragma once

#include <string>
#include <vector>

#include "document.hpp"

namespace armature::tools {

/// Makes a file that was read again continue where it was: clip, time, layers, graph, tried springs, limits of joints, selection and
/// search, by their names. Returns a line for each thing that could not be kept.
[[nodiscard]] std::vector<std::string> continueFrom(const OpenModel& before, OpenModel& after);

}  // namespace armature::tools
