#pragma once

#include <string>

#include <armature/import/import_options.hpp>
#include <armature/import/save_gltf.hpp>

/// Texts of what belongs to reading and writing files, as in `armature/text.hpp`.
namespace armature {

[[nodiscard]] std::string toString(const ImportLimits& limits);
[[nodiscard]] std::string toString(const ImportOptions& options);
[[nodiscard]] std::string toString(const GltfOptions& options);
/// "1024 bytes", and the warnings, a line each.
[[nodiscard]] std::string toString(const GltfFile& file);

}  // namespace armature
