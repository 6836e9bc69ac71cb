#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include <armature/fwd.hpp>

namespace armature {

/// How to write glTF.
struct GltfOptions {
    /// Smaller numbers where they show little: normals, tangents, colours and weights as 16-bit integers, texture coordinates too where they
    /// lie between 0 and 1, and rotations of STEP and LINEAR clips (off by up to 0.002 degrees). Positions and all else stay as they are:
    /// see quantizePositions.
    /// Files with normals then require KHR_mesh_quantization.
    bool quantize = false;
    /// Positions as 16-bit integers, too, each coordinate off by at most 1/131070 of the largest extent of its mesh, or of all meshes that
    /// are skinned by one skin. Joints and nodes undo it: inverse binds are others then, a mesh without skin gets a node of its own, of
    /// which the file has more than the scene. Such a file requires KHR_mesh_quantization.
    bool quantizePositions = false;
    /// Compresses what gets smaller by it, and loses no bit; the file then requires EXT_meshopt_compression. A triangle may begin at another
    /// of its corners.
    bool compress = false;
    std::string copyright = {};          ///< Said in the file if it is not empty.
    std::string generator = "armature";  ///< What the file says that it was made by.
};

/// A file in memory.
struct GltfFile {
    std::vector<std::byte> bytes = {};
    std::vector<std::string> warnings = {};  ///< What glTF cannot say of the scene, each with what became of it.
};

/// Writes a scene as it is now as glTF 2.0: one .gltf file with its data in a .bin file of the same name beside it where `file` ends in
/// .gltf, and a GLB otherwise. Gives back what glTF cannot say of the scene, each with what became of it.
///
/// Nodes, skins, meshes with all their influences and morph targets, materials, images and clips are written so that loadScene() gives them
/// back in the same order and with the same bits. Unlinked bones get nodes of their own. What a node's transform is now becomes the pose of
/// the file: Skeleton::returnToRest() first, if the rest is meant. Mixers and players are not written; clips are those of
/// Scene::animationGroups(), for what they move here. Equal data are written once; the same scene gives the same bytes.
///
/// The file appears whole or not at all: it is written beside its name and then takes it, and what was there before stays until then.
/// Throws Error, "FILE: cannot be written: REASON". O(size).
std::vector<std::string> saveGltf(const Scene& scene, const std::filesystem::path& file, const GltfOptions& options = {});

/// The same as a GLB in memory.
[[nodiscard]] GltfFile writeGltf(const Scene& scene, const GltfOptions& options = {});

}  // namespace armature
