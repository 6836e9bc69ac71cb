#pragma once

#include <cstdint>
#include <string>

#include "programs/import_worker/channel.hpp"

namespace armature::worker {

/// Keeps only the standard descriptors and the given one, and makes the process die with the library's thread.
void dropInheritance(int socket);

/// Gives up what reading a model does not need, for good: more memory and time, files to write, new processes, and every system call except
/// for memory, for open descriptors, and for exiting. Throws std::system_error if that fails.
void confine(std::uint64_t processorSeconds, std::uint64_t addressBytes);

/// Decodes what the library requests until there are no more requests. Never returns: the process ends when the library is gone.
[[noreturn]] void answerDecodeRequests(Channel& channel);

}  // namespace armature::worker
