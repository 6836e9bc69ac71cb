#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include <armature/import/foreign_model.hpp>
#include <armature/skeleton/bone.hpp>

namespace armature {

/// What a file may ask for. Every limit is checked before memory is taken; the error names the value and the limit.
struct ImportLimits {
    std::uint64_t fileBytes = 512ull << 20;  ///< The file itself, and each file it refers to.
    std::size_t jsonDepth = 64;              ///< Nested objects and arrays; of FBX, nested records.
    std::size_t nodes = 1'000'000;           ///< Also: the nodes at and above the joints of all skins together.
    std::size_t hierarchyDepth = 4096;
    std::size_t jointsPerSkin = 4096;
    std::size_t keys = 50'000'000;  ///< Key times and values of all animations together.
    /// What a file declares without bringing the bytes: sparse and zero-filled accessors, data used over and over, skins that share joints.
    /// An import may take 8 times the bytes that were read, 16 times those of text, 64 times those that are compressed, and beyond that
    /// this much.
    std::uint64_t unbackedBytes = 256ull << 20;
    /// Seconds of the processor that a worker process may take, rounded up. Default: 4, and 1 for each megabyte of the file.
    std::optional<double> workerSeconds = {};
    /// Seconds by the clock that it may take, whatever else the machine does. Default: a tenth more than workerSeconds are.
    std::optional<double> workerClockSeconds = {};
    std::uint64_t workerBytes = 1ull << 30;  ///< Memory that a worker process may take, and beyond that 16 times the bytes of the file.
};

/// What reads FBX files.
enum class FbxReader {
    Own,     ///< The reader of this library, in process.
    Assimp,  ///< As with formats that this library has no reader for; unit, axes and pivots are as Assimp makes them.
};

/// Where Draco and meshopt data are decoded.
enum class DecodePlace {
    InProcess,
    Worker,  ///< In a worker process that is locked in and has limits; the same values come out. It costs a process for each such file.
};

/// How to load.
struct ImportOptions {
    ImportLimits limits = {};
    std::optional<std::size_t> scene = {};  ///< Which of the file's scenes is shown. Default: the file's own choice.
    /// What writing to a joint's bone does, since its node drives it. By default the write goes to the node, so that a loaded model can be
    /// posed through its bones; NodeDrives leaves bones alone, as linkTransformNode() does.
    LinkMode linkMode = LinkMode::ForwardWrites;
    /// The type of the file's reference pose (see ReferencePose) that bones rest in: "TPose". Default, and where the file has none of that
    /// type: where its nodes are.
    std::string restPose = {};
    bool allowExternalFiles = true;  ///< Off: no other file is read; a buffer in one is refused, a picture is left out.
    bool allowWorker = true;         ///< Off: a format that only a worker process reads is refused, and none is started.
    /// The program armature-import-worker. Default: beside the running program or the library, or where armature is installed.
    std::filesystem::path worker = {};
    /// Reads in the worker's place, in this process and without its protection: readWithAssimp() of armature::import_assimp.
    ForeignReader foreignReader = {};
    FbxReader fbxReader = FbxReader::Own;
    DecodePlace decodeIn = DecodePlace::InProcess;
};

}  // namespace armature
