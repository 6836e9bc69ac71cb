#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glm/ext/matrix_double4x4.hpp>
#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/fwd.hpp>
#include <armature/mesh/mesh.hpp>

namespace armature::tools {

/// The vertices of one primitive in the current pose, in world space.
struct PosedVertices {
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;  ///< Empty if the primitive has none.
    bool isMirrored = false;         ///< Whether the transform to world space reverses the winding of triangles.
};

/// Morphs and skins `primitive`, which belongs to the mesh of `instance`, on the CPU. O(vertices * (influences + morph targets)).
[[nodiscard]] PosedVertices poseVertices(const MeshInstance& instance, const Primitive& primitive);

/// Returns the transform from the scene's world (metres, +Y up) to the unit and axes of its file: the inverse of the conversion on the root
/// of an FBX scene (docs/importing.md). Returns the identity for formats in metres with +Y up, and for formats without a unit.
[[nodiscard]] glm::dmat4 worldToFile(const Scene& scene);

/// A scene in a pose, and where the pose is from.
struct PoseReport {
    std::string_view file;
    const Scene& scene;
    std::optional<std::size_t> clip;  ///< Index into Scene::animationGroups(); none: the file's own pose.
    double seconds = 0.;
};

/// Returns {"file", "animation", "time", "nodes": [{"index", "name", "parent", "world"}], "skins": [{"index", "name", "host", "joints",
/// "final", "world"}]}. Matrices are column by column; indices are those of the file's nodes, null where there is none.
[[nodiscard]] std::string poseAsJson(const PoseReport& report);

/// Returns the world positions of nodes and joints, for people to read.
[[nodiscard]] std::string poseAsTable(const PoseReport& report);

/// Writes the posed meshes of the report's scene, in world space, as Wavefront OBJ: positions, texture coordinates, normals; faces, lines
/// and points. Meshes of hidden nodes are left out. With `isInFileSpace`, uses the unit and axes of the report's file instead (see
/// worldToFile()). Throws Error if the OBJ file cannot be written.
void writeObj(const std::filesystem::path& file, const PoseReport& report, bool isInFileSpace = false);

}  // namespace armature::tools
