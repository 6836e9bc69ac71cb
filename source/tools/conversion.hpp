#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <armature/import/import_options.hpp>

#include "scene_change.hpp"

namespace armature::tools {

/// How `armature convert` writes each model.
struct ConversionOptions {
    SceneChange change = {};
    bool quantize = false;  ///< See GltfOptions.
    bool quantizePositions = false;
    bool compress = false;
    ImportOptions reading = {};
};

/// One model to write: of one file, or with clips of others.
struct ConversionJob {
    std::vector<std::string> inputs;  ///< The first is the model.
    std::string output;
};

/// What became of it.
struct Conversion {
    std::size_t nodes = 0;
    std::size_t skins = 0;
    std::size_t meshes = 0;
    std::size_t vertices = 0;
    std::vector<std::string> clips;
    std::size_t poses = 0;           ///< How many were compared; 0: what was written cannot be read again (a pipe).
    double largestMillimetres = 0.;  ///< By which a posed vertex of what was written is off.
    std::vector<std::string> warnings;
};

/// Loads, merges, changes, writes, reads again and compares. Throws Error; then nothing has been written.
[[nodiscard]] Conversion convert(const ConversionJob& job, const ConversionOptions& options);

/// "out.glb: 4 nodes, 1 skin, ..., 2 clips" and, on a line of its own, how far off it is. Empty if it could not be compared.
[[nodiscard]] std::string describe(const ConversionJob& job, const Conversion& conversion);

}  // namespace armature::tools
