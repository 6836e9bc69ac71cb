#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

/// The messages between a worker and the library, over a socket that preserves message boundaries: a byte for the kind, then the contents.
/// The library begins with Start. If the task is a model, the worker may request files before it answers. If it is decoding, the library
/// makes any number of requests, and the worker answers each. An answer is Parts and then Done, or a reason for failure.
namespace armature::foreign {

enum class MessageKind : std::uint8_t {
    // Messages of the library. Start for a model, File and the decoding requests carry a read-only descriptor of the bytes.
    Start,   ///< A StartMessage.
    File,    ///< The requested file.
    NoFile,  ///< The file does not exist, or may not be read.
    // Messages of the worker.
    WantsFile,  ///< A path, relative to the model.
    Part,       ///< The next bytes of the answer.
    Done,       ///< The answer is complete.
    Refused,    ///< Assimp's error message.
    OutOfMemory,
    NotConfined,  ///< Why the worker could not restrict itself.
    // More messages of the library.
    DecodeDraco,    ///< A DracoRequest (see exchange_decoding.hpp), and the memory that it may take.
    DecodeMeshopt,  ///< A MeshoptRequest.
};

constexpr std::size_t longestMessage = 64u << 10u;
constexpr std::size_t longestPath = 4096;
/// The descriptor of the worker's end of the socket.
constexpr int socketOfWorker = 3;

enum class WorkerTask : std::uint8_t { Model, Decoding };

struct StartMessage {
    WorkerTask task = WorkerTask::Model;
    std::uint64_t version = 0;  ///< Worker and library must be of the same build: `magicAndVersion`.
    std::uint64_t processorSeconds = 0;
    std::uint64_t addressBytes = 0;
    std::string extension = {};  ///< The extension by which Assimp knows the format.
    std::string stem = {};       ///< The model's name without extension.
};

constexpr auto exchangeStart = [](auto& archive, auto& start) {
    archive.value(start.version);
    archive.choice(start.task, WorkerTask::Decoding);
    archive.value(start.processorSeconds);
    archive.value(start.addressBytes);
    archive.text(start.extension);
    archive.text(start.stem);
};

}  // namespace armature::foreign
