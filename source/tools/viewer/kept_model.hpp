#pragma once

#include "document.hpp"

namespace armature::tools {

/// Makes a file that was read again go on as it did before: clip, time, layers, graph, and what is selected and searched, by their names.
/// Returns what is wrong with the graph; empty: nothing.
[[nodiscard]] std::string continueFrom(const OpenModel& before, OpenModel& after);

}  // namespace armature::tools
