#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "conversion.hpp"

namespace armature::tools {

struct ConvertOptions {
    std::vector<std::string> inputs;
    std::string output;
    ConversionOptions conversion;
    bool isMerging = false;                ///< All into one: the first is the character, the others bring clips.
    bool isJson = false;                   ///< A report for programs.
    std::optional<std::size_t> jobs = {};  ///< How many at a time; as many as there are processors if not given.
};

/// `armature convert`: writes models as glTF, reads them again, and prints how far the posed vertices of what was read are from the models'.
/// Of several one that fails does not stop the others. Gives the program's exit status.
[[nodiscard]] int runConvert(const ConvertOptions& options);

}  // namespace armature::tools
