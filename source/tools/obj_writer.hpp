#pragma once

#include <filesystem>

#include "pose_report.hpp"

namespace armature::tools {

/// Writes the meshes of the report's scene as they are posed, in world space, as Wavefront OBJ: positions, texture coordinates, normals;
/// faces, lines and points. Meshes of nodes that are not shown are left out. `isInFileSpace`: in the unit and axes of the report's file
/// instead (see worldToFile()). Throws Error.
void writeObj(const std::filesystem::path& file, const PoseReport& report, bool isInFileSpace = false);

}  // namespace armature::tools
