#pragma once

#include <string>
#include <string_view>

#include <armature/base/export.hpp>
#include <armature/import/graph_json.hpp>
#include <armature/import/import_options.hpp>
#include <armature/import/save_gltf.hpp>
#include <armature/text.hpp>

/// Texts of the types for reading and writing files, as in `armature/text.hpp`.
namespace armature {

/// The enumerator's name.
template <OneOf<BodySkeleton, DecodePlace, FbxReader> Enumeration>
[[nodiscard]] std::string_view toString(Enumeration value) noexcept
{
    return enumeratorName(value);
}

/// The names and values of the members.
template <OneOf<GltfOptions, GraphClipSource, GraphDifference, ImportLimits, ImportOptions> Struct>
[[nodiscard]] std::string toString(const Struct& value)
{
    return membersText(value);
}

/// "robot.dae, 1024 bytes".
[[nodiscard]] ARMATURE_API std::string toString(const ForeignModel& model);
/// "1024 bytes", then the warnings, one per line.
[[nodiscard]] ARMATURE_API std::string toString(const GltfFile& file);
[[nodiscard]] ARMATURE_API std::string toString(const GraphMotion& motion);
/// "4 nodes, 3 clips, 2 parameters".
[[nodiscard]] ARMATURE_API std::string toString(const GraphFile& file);

}  // namespace armature
