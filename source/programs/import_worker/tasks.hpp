#pragma once

#include <cstdint>
#include <string>

#include "programs/import_worker/channel.hpp"

namespace armature::worker {

/// Closes all descriptors but the standard ones and the given one, and makes the process end when the library's thread ends.
void dropInheritance(int socket);

/// Permanently limits the process to what reading a model needs: this processor time and address space, no file to write and, if built with
/// seccomp, no system calls but those for memory, open descriptors, clocks, locks, signals and exiting. Throws std::system_error if that
/// fails.
void confine(std::uint64_t processorSeconds, std::uint64_t addressBytes);

/// Decodes the data that the library sends. Never returns: the process ends when the library is gone.
[[noreturn]] void answerDecodeRequests(Channel& channel);

}  // namespace armature::worker
