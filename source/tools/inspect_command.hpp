#pragma once

#include <string>

#include <armature/import/import_options.hpp>

namespace armature::tools {

struct InspectOptions {
    std::string file;
    bool isJson = false;
    ImportOptions reading = {};
};

/// `armature inspect`: prints what a file holds.
void runInspect(const InspectOptions& options);

}  // namespace armature::tools
