#pragma once

#include <string>

namespace armature::tools {

struct ConvertOptions {
    std::string file;
    std::string output;
    bool quantize = false;  ///< See GltfOptions.
    bool compress = false;
};

/// `armature convert`: writes a model as glTF, reads it again, and prints how far the posed vertices of what was read are from the model's.
void runConvert(const ConvertOptions& options);

}  // namespace armature::tools
