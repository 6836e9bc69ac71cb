#pragma once

#include <cstdint>
#include <string>

#include "programs/import_worker/channel.hpp"

namespace armature::worker {

/// Closes all descriptors but the standard ones and the given one, and makes the process end when the library's thread ends.
void dropInheritance(int socket);

/// Permanently gives up everything that reading a model does not need: more memory and time, files to write, new processes, and every
/// system call except those for memory, for open descriptors, and for exiting. Throws std::system_error if that fails.
void confine(std::uint64_t processorSeconds, std::uint64_t addressBytes);

/// Decodes the data that the library sends. Never returns: the process ends when the library is gone.
[[noreturn]] void answerDecodeRequests(Channel& channel);

}  // namespace armature::worker
