#pragma once

#include <string>
#include <vector>

#include "conversion.hpp"

namespace armature::tools {

/// What is to be converted into what. A file alone goes into the file `output`, unless that is a folder; several, and all models below
/// folders, go into the folder `output`, which is made, as GLBs of their names, folders within folders as they were. (Models of one name
/// and different endings keep them: walk.fbx.glb.) Throws UsageError: `output` is a file, but several are to be written; no model is in
/// the folders.
struct ConversionPlan {
    std::vector<ConversionJob> jobs;
    bool isBatch = false;  ///< Into a folder.
};
[[nodiscard]] ConversionPlan planConversions(const std::vector<std::string>& inputs, const std::string& output);

/// One job with all of them, folders taken apart in the order of names: the first is the character.
[[nodiscard]] ConversionPlan planMerge(const std::vector<std::string>& inputs, const std::string& output);

}  // namespace armature::tools
