#pragma once

#include <string>
#include <string_view>

#include <armature/import/import_options.hpp>
#include <armature/import/save_gltf.hpp>

/// Texts for reading and writing files, as in `armature/text.hpp`.
namespace armature {

[[nodiscard]] std::string_view toString(FbxReader reader) noexcept;
[[nodiscard]] std::string_view toString(DecodePlace place) noexcept;
/// "robot.dae, 1024 bytes".
[[nodiscard]] std::string toString(const ForeignModel& model);
[[nodiscard]] std::string toString(const ImportLimits& limits);
[[nodiscard]] std::string toString(const ImportOptions& options);
[[nodiscard]] std::string toString(const GltfOptions& options);
/// "1024 bytes", then the warnings, one per line.
[[nodiscard]] std::string toString(const GltfFile& file);

}  // namespace armature
