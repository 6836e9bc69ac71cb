#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

/// What a worker and the library say to each other over a socket that keeps the bounds of messages: a byte that says which, and what belongs
/// to it. The library begins with Start. If the task is a model, the worker may ask for files, and answers. If it is decoding, the library
/// asks any number of times, and the worker answers each. An answer is Parts and then Done, or a reason why not.
namespace armature::foreign {

enum class MessageKind : std::uint8_t {
    // From the library, Start for a model, File and those to decode with a read-only descriptor of the bytes.
    Start,   ///< What `StartMessage` says.
    File,    ///< Here is the file.
    NoFile,  ///< There is none, or it may not be read.
    // From the worker.
    WantsFile,  ///< A path, relative to the model.
    Part,       ///< The next bytes of the answer.
    Done,       ///< That was all.
    Refused,    ///< Assimp's words.
    OutOfMemory,
    NotConfined,  ///< What kept the worker from locking itself in.
    // From the library.
    DecodeDraco,    ///< What DracoRequest says (see exchange_decoding.hpp), and the memory that it may take.
    DecodeMeshopt,  ///< What MeshoptRequest says.
};

constexpr std::size_t longestMessage = 64u << 10u;
constexpr std::size_t longestPath = 4096;
/// Where the worker finds its end of the socket.
constexpr int socketOfWorker = 3;

enum class WorkerTask : std::uint8_t { Model, Decoding };

struct StartMessage {
    WorkerTask task = WorkerTask::Model;
    std::uint64_t version = 0;  ///< Worker and library must be of one make: `magicAndVersion`.
    std::uint64_t processorSeconds = 0;
    std::uint64_t addressBytes = 0;
    std::string extension = {};  ///< By which Assimp knows the format.
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
