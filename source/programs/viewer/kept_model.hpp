#pragma once

#include <string>
#include <vector>

#include "document.hpp"

namespace armature::tools {

/// Transfers the state of a model to the same file read again: clip, time, layers, graph, tried springs, limits of joints, selection and
/// search. Finds clips by name, and nodes and bones by path. Returns a line for each spring that could not be kept, and one if the graph's
/// file is no longer valid.
[[nodiscard]] std::vector<std::string> continueFrom(const OpenModel& before, OpenModel& after);

}  // namespace armature::tools
