#pragma once

#include <optional>
#include <string>

#include <armature/import/import_options.hpp>

#include "arguments.hpp"

namespace armature::tools {

struct PoseOptions {
    std::string file;
    PoseChoice pose;
    bool isJson = false;
    std::optional<std::string> obj;  ///< Where to write the posed meshes.
    bool isInFileSpace = false;      ///< These in the file's own unit and axes.
    ImportOptions reading = {};
};

/// `armature pose`: prints the matrices of one pose, and writes the posed meshes if asked to.
void runPose(const PoseOptions& options);

}  // namespace armature::tools
