#pragma once

#include <string>
#include <vector>

#include "bake_command.hpp"

namespace armature::tools {

struct CookOptions {
    std::vector<std::string> inputs;  ///< The first is the model; the clips of the others are put on it.
    std::string output;
    bool bakes = false;
    BakeChoice choice = {};
    bool quantize = false;
    bool makesCrowds = false;
    ImportOptions reading = {};
};

/// `armature cook`: writes a cooked file, reads it again and prints what is in it. Throws Error; then nothing has been written.
void runCook(const CookOptions& options);

}  // namespace armature::tools
