#pragma once

#include <string>

namespace armature::tools {

struct InspectOptions {
    std::string file;
    bool isJson = false;
};

/// `armature inspect`: prints what a file holds.
void runInspect(const InspectOptions& options);

}  // namespace armature::tools
