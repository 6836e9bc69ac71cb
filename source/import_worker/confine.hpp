#pragma once

#include <cstdint>
#include <string>

namespace armature::worker {

/// Leaves only the standard descriptors and the one named, and dies with the library's thread.
void dropInheritance(int socket);

/// Takes away what reading a model does not need, for good: memory, time, files to write, new processes, and every system call but those of
/// memory, of the descriptors that are open, and of ending. Throws std::system_error if that cannot be done.
void confine(std::uint64_t processorSeconds, std::uint64_t addressBytes);

}  // namespace armature::worker
