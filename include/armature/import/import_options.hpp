#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include <armature/base/export.hpp>
#include <armature/import/foreign_model.hpp>
#include <armature/skeleton/bone.hpp>

namespace armature {

/// Limits on the resources that loading a file may take. Each is checked before memory is allocated; the error names the value and the
/// limit.
struct ARMATURE_API ImportLimits {
    /// Size of the file itself, and of each file to which it refers. For formats that Assimp reads, the other files that it requests may
    /// together have no more than this size.
    std::uint64_t fileBytes = 512ull << 20;
    std::size_t jsonDepth = 64;         ///< Nesting depth of objects and arrays; in FBX, of records.
    std::size_t nodes = 1'000'000;      ///< Number of nodes; also of nodes at and above joints, summed over all skins.
    std::size_t hierarchyDepth = 4096;  ///< Nodes from a root down to a leaf.
    std::size_t jointsPerSkin = 4096;   ///< Joints of one skin.
    std::size_t keys = 50'000'000;      ///< Key times and values, summed over all animations.
    /// Memory for data that a file declares without containing its bytes: sparse and zero-filled accessors, data used repeatedly, skins
    /// that share joints. An import may use this much memory on top of 8 times the bytes read (16 times for text, 64 times for compressed
    /// data).
    std::uint64_t unbackedBytes = 256ull << 20;
    /// Processor time that a worker process may use, in seconds, rounded up. Default: 4, plus 1 per megabyte of the file.
    std::optional<double> workerSeconds = {};
    /// Wall-clock time that a worker process may use, in seconds, however busy the machine is. Default: a tenth more than workerSeconds.
    std::optional<double> workerClockSeconds = {};
    std::uint64_t workerBytes = 1ull << 30;  ///< Memory that a worker process may use, on top of 16 times the file's bytes.
};

/// The reader for FBX files.
enum class FbxReader {
    Own,     ///< This library's reader, in process.
    Assimp,  ///< Assimp, as for formats that this library cannot read by itself. Assimp decides unit, axes and pivots.
};

/// When loadScene() makes a body skeleton: one skeleton with all joints, including joints of no skin or of several skins.
enum class BodySkeleton {
    Never,         ///< The file's skins are the only skeletons.
    WithoutSkins,  ///< For a file without skins, such as a motion or a robot of rigid parts.
    Always,        ///< Also for a file in which no skin has all joints, such as a body whose parts are skinned separately.
};

/// Where Draco and meshopt data is decoded.
enum class DecodePlace {
    InProcess,
    Worker,  ///< In a sandboxed worker process with limits, one process for each file with such data. The results are the same.
};

/// How to load a file.
struct ARMATURE_API ImportOptions {
    ImportLimits limits = {};               ///< Limits on the resources that loading may take.
    std::optional<std::size_t> scene = {};  ///< Index of the file's scene to show. Default: the file's own choice.
    /// The effect of writing to a bone of a loaded skeleton. Nodes drive these bones. By default a write goes to the node, so that a loaded
    /// model can be posed through its bones. With LinkMode::NodeDrives a write has no effect.
    LinkMode linkMode = LinkMode::ForwardWrites;
    /// The type of the reference pose (see ReferencePose) that becomes the rest pose, such as "TPose". If empty, or if the file has no
    /// reference pose of that type, the rest pose is the pose of the file's nodes.
    std::string restPose = {};
    /// When to make an additional skeleton from the nodes that the file marks as joints: bones of FBX, humanoid bones of VRM and of joint
    /// mappings, the joints of all skins. If the file marks no joints, the nodes that its clips move or turn are used; with WithoutSkins
    /// only if the file has no meshes either. This skeleton is the last one in the scene. Its bones are linked to the nodes like the bones
    /// of a skin, and their bind pose is their rest pose, but they have no palette slots: the skeleton poses nodes but deforms no mesh, and
    /// saveGltf() writes no skin for it.
    BodySkeleton bodySkeleton = BodySkeleton::WithoutSkins;
    bool allowExternalFiles = true;  ///< If false, no other file is read: external buffers are refused, external images are left out.
    bool allowWorker = true;         ///< If false, no worker process is started: formats that need the worker are refused.
    /// Path of armature-import-worker. By default, the worker is searched for beside the running program, beside the library, where
    /// armature is installed, and where the build recorded it.
    std::filesystem::path worker = {};
    /// If set, this function reads files in the worker's place, in this process and without the worker's protection. An example is
    /// readWithAssimp() of armature::import_assimp. Compressed data is not passed to it: see `decodeIn`.
    ForeignReader foreignReader = {};
    FbxReader fbxReader = FbxReader::Own;           ///< The reader for FBX files.
    DecodePlace decodeIn = DecodePlace::InProcess;  ///< Where compressed glTF data is decoded.
};

}  // namespace armature
