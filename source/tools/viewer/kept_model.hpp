#pragma once

#include "document.hpp"

namespace armature::tools {

/// Makes a file that was read again go on as it did before: clip, time, layers, and what is selected and searched, by their names.
void continueFrom(const OpenModel& before, OpenModel& after);

}  // namespace armature::tools
