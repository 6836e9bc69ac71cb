#pragma once

#include <string>
#include <string_view>

#include <armature/import/graph_json.hpp>
#include <armature/import/import_options.hpp>
#include <armature/import/save_gltf.hpp>

/// Texts of the types for reading and writing files, as in `armature/text.hpp`.
namespace armature {

[[nodiscard]] std::string_view toString(FbxReader reader) noexcept;
[[nodiscard]] std::string_view toString(BodySkeleton when) noexcept;
[[nodiscard]] std::string_view toString(DecodePlace place) noexcept;
/// "robot.dae, 1024 bytes".
[[nodiscard]] std::string toString(const ForeignModel& model);
[[nodiscard]] std::string toString(const ImportLimits& limits);
[[nodiscard]] std::string toString(const ImportOptions& options);
[[nodiscard]] std::string toString(const GltfOptions& options);
/// "1024 bytes", then the warnings, one per line.
[[nodiscard]] std::string toString(const GltfFile& file);
[[nodiscard]] std::string toString(const GraphDifference& difference);
[[nodiscard]] std::string toString(const GraphMotion& motion);
[[nodiscard]] std::string toString(const GraphClipSource& source);
/// "4 nodes, 3 clips, 2 parameters".
[[nodiscard]] std::string toString(const GraphFile& file);

}  // namespace armature
