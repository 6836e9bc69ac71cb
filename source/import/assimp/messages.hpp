#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

/// The messages between the library and a worker, over a socket that preserves message boundaries. A message is a byte for the kind,
/// followed by the contents. The library begins with Start. If the task is to read a model, the worker may request files before it answers.
/// If the task is decoding, the library sends any number of requests, and the worker answers each. An answer consists of Part messages
/// followed by Done, or of a message that states why the worker failed.
namespace armature::foreign {

enum class MessageKind : std::uint8_t {
    // Messages from the library. Start for a model, File, and the decoding requests carry a read-only descriptor of the bytes.
    Start,   ///< Contains a StartMessage.
    File,    ///< The requested file exists; its bytes are in the descriptor.
    NoFile,  ///< The requested file does not exist, or reading it is not allowed.
    // Messages from the worker.
    WantsFile,  ///< Requests a file by its path, relative to the model.
    Part,       ///< Contains the next bytes of the answer.
    Done,       ///< The answer is complete.
    Refused,    ///< Contains the message of the exception that ended the task: Assimp's, or one of the worker's own.
    OutOfMemory,
    NotConfined,  ///< Contains the reason why the worker could not restrict itself.
    // More messages from the library.
    DecodeDraco,    ///< Contains a DracoRequest (see exchange_decoding.hpp) and its memory limit.
    DecodeMeshopt,  ///< Contains a MeshoptRequest.
};

constexpr std::size_t longestMessage = 64u << 10u;
constexpr std::size_t longestPath = 4096;
/// The descriptor number of the socket in the worker process.
constexpr int socketOfWorker = 3;

enum class WorkerTask : std::uint8_t { Model, Decoding };

struct StartMessage {
    WorkerTask task = WorkerTask::Model;
    std::uint64_t version = 0;  ///< Must be the worker's `magicAndVersion`: worker and library must encode values alike.
    std::uint64_t processorSeconds = 0;
    std::uint64_t addressBytes = 0;
    std::string extension = {};  ///< The extension that tells Assimp the format.
    std::string stem = {};       ///< The model's name without its extension.
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
