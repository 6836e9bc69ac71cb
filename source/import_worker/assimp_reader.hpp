#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "import_worker/model_files.hpp"

namespace armature::worker {

/// Reads a model with Assimp into the bytes that a library takes over, in a worker process or in the library's own. `extension` is what
/// Assimp knows the format by, `stem` the model's name without it. Throws std::bad_alloc, or std::runtime_error with Assimp's words.
[[nodiscard]] std::vector<std::byte> readModel(std::span<const std::byte> model, const std::string& extension, const std::string& stem,
                                               FileFinder find);

}  // namespace armature::worker
