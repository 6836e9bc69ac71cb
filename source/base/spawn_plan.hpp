#pragma once

#include <spawn.h>
#include <string>
#include <sys/types.h>
#include <vector>

#include <armature/base/export.hpp>

namespace armature {

/// How to start a child process: which descriptors the child gets, under which numbers. The program's other descriptors are not passed on
/// if they are close-on-exec. The child's signal handling is that of a newly started program, and signals that a terminal sends to the
/// program's process group do not reach the child.
class ARMATURE_PRIVATE_API SpawnPlan final {
public:
    SpawnPlan();
    SpawnPlan(const SpawnPlan&) = delete;
    SpawnPlan& operator=(const SpawnPlan&) = delete;
    ~SpawnPlan();

    /// Gives the child a descriptor under another number. Calls take effect in order. A call replaces the descriptor that had `number`
    /// before it: if the child needs that descriptor too, give it first. `number` must differ from `descriptor`.
    void give(int descriptor, int number);
    /// Connects the child's descriptor `number` to /dev/null: reads find no data, and output is discarded.
    void giveNothing(int number);

    /// Starts the program at path `program`; the first of `arguments` is its name. Returns 0, or the error code; on error, `outProcess` is
    /// unchanged.
    [[nodiscard]] int spawn(const std::string& program, std::vector<std::string> arguments, pid_t& outProcess);

private:
    posix_spawn_file_actions_t actions_{};
    posix_spawnattr_t attributes_{};
};

}  // namespace armature
