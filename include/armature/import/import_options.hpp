#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include <armature/import/foreign_model.hpp>
#include <armature/skeleton/bone.hpp>

namespace armature {

/// Limits on what a file may demand. Each is checked before memory is allocated; the error names the value and the limit.
struct ImportLimits {
    std::uint64_t fileBytes = 512ull << 20;  ///< The file itself, and each file it refers to.
    std::size_t jsonDepth = 64;              ///< Nesting of objects and arrays; in FBX, of records.
    std::size_t nodes = 1'000'000;           ///< Also limits the nodes at and above joints, summed over all skins.
    std::size_t hierarchyDepth = 4096;       ///< Nodes from a root down to a leaf.
    std::size_t jointsPerSkin = 4096;        ///< Joints of one skin.
    std::size_t keys = 50'000'000;           ///< Key times and values, summed over all animations.
    /// Memory for what a file declares without containing the bytes: sparse and zero-filled accessors, data used repeatedly, skins that
    /// share joints. An import may take this much on top of 8 times the bytes read (16 times for text, 64 times for compressed data).
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
    Assimp,  ///< Assimp, as for formats without a reader of our own; it decides unit, axes and pivots.
};

/// When loadScene() makes a skeleton of joints that belong to no skin, or to several.
enum class BodySkeleton {
    Never,         ///< Skeletons are the file's skins.
    WithoutSkins,  ///< For a file without skins, such as a motion or a robot of rigid parts.
    Always,        ///< For a file in which no skin has all joints too, such as a body whose parts are skinned apart.
};

/// Where Draco and meshopt data are decoded.
enum class DecodePlace {
    InProcess,
    Worker,  ///< In a sandboxed worker process with limits, one process for each such file. The results are the same.
};

/// How to load.
struct ImportOptions {
    ImportLimits limits = {};               ///< What a file may demand.
    std::optional<std::size_t> scene = {};  ///< Index of the scene in the file to show. Default: the file's choice.
    /// What happens when the bone of a joint, which a node drives, is written to. By default the write goes to the node, so that a loaded
    /// model can be posed through its bones. With NodeDrives it has no effect, as with linkTransformNode().
    LinkMode linkMode = LinkMode::ForwardWrites;
    /// The type of the file's reference pose (see ReferencePose) in which bones rest: "TPose". If empty, or if the file has none of that
    /// type, bones rest in the pose of its nodes.
    std::string restPose = {};
    /// When to make one more skeleton, of the nodes that the file marks as joints: bones of FBX, humanoid bones of VRM and of joint
    /// mappings, the joints of all skins. If it marks none, the joints are the nodes that its clips move or turn; with WithoutSkins only if
    /// the file has no meshes either. The skeleton is the last of the scene. Its bones are linked to the nodes as those of a skin are and
    /// bound where they rest, but have no palette slots: it poses the nodes, deforms no mesh, and saveGltf() writes no skin for it.
    BodySkeleton bodySkeleton = BodySkeleton::WithoutSkins;
    bool allowExternalFiles = true;  ///< If false, no other file is read: external buffers are refused, external images left out.
    bool allowWorker = true;         ///< If false, no worker process is started: formats that need one are refused.
    /// Path of armature-import-worker. Default: beside the running program or the library, or where armature is installed.
    std::filesystem::path worker = {};
    /// If set, it reads instead of the worker, in this process and without its protection: readWithAssimp() of armature::import_assimp.
    ForeignReader foreignReader = {};
    FbxReader fbxReader = FbxReader::Own;           ///< The reader for FBX files.
    DecodePlace decodeIn = DecodePlace::InProcess;  ///< Where compressed glTF data is decoded.
};

}  // namespace armature
