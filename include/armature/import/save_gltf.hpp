#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>

namespace armature {

/// Options for writing glTF.
struct ARMATURE_API GltfOptions {
    /// If true, writes 16-bit integers where the difference is hardly visible: for normals, tangents, colours, weights, texture coordinates
    /// between 0 and 1, and rotations in STEP and LINEAR channels (with errors up to 0.002 degrees). Everything else stays exact; for
    /// positions see quantizePositions. Files with normals then require KHR_mesh_quantization.
    bool quantize = false;
    /// If true, writes positions as 16-bit integers too; each coordinate is off by at most 1/131070 of the largest extent of its mesh, or
    /// of all meshes of its skin. The integers' scale is undone by changed inverse binds or, for a mesh without a skin, by an extra node in
    /// the file. Such a file requires KHR_mesh_quantization.
    bool quantizePositions = false;
    /// If true, data is compressed, without loss, if that makes it smaller; the file then requires EXT_meshopt_compression, and triangles
    /// may start at a different corner.
    bool compress = false;
    std::string copyright = {};          ///< Written to the file unless empty.
    std::string generator = "armature";  ///< The file's generator entry.
};

/// A file in memory.
struct ARMATURE_API GltfFile {
    std::vector<std::byte> bytes = {};       ///< The content of the file.
    std::vector<std::string> warnings = {};  ///< The parts of the scene that glTF cannot express, and how they were handled.
};

/// Writes the current state of a scene as glTF 2.0: a GLB or, if `file` ends in .gltf, a .gltf file with a .bin file of the same name
/// beside it. Returns warnings: the parts of the scene that glTF cannot express, and how they were handled.
///
/// Loading the file with loadScene() gives the same nodes, skins, meshes with all their influences and morph targets, materials, images and
/// clips, in the same order and with the same bits. Unlinked bones get nodes of their own. The current transforms become the file's pose:
/// for the rest pose, call Skeleton::returnToRest() first. Mixers and players are not written. The written clips are those of
/// Scene::animationGroups(), for the targets that they move in this scene. Equal data is written once; the same scene gives the same bytes.
///
/// The file appears whole or not at all: it is written under another name and then renamed, and an existing file stays until then. Throws
/// Error, "FILE: cannot be written: REASON", if writing fails. O(size).
ARMATURE_API std::vector<std::string> saveGltf(const Scene& scene, const std::filesystem::path& file, const GltfOptions& options = {});

/// Writes a GLB into memory.
[[nodiscard]] ARMATURE_API GltfFile writeGltf(const Scene& scene, const GltfOptions& options = {});

}  // namespace armature
