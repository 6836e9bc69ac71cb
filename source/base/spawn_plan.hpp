#pragma once

#include <spawn.h>
#include <string>
#include <sys/types.h>
#include <vector>

namespace armature {

/// How to start a child process: which descriptors it gets, under which numbers. The program's other descriptors are not passed on if they
/// close on execution. Signals are as in a newly started program, and signals that a terminal sends to the program's group do not reach the
/// child.
class SpawnPlan final {
public:
    SpawnPlan();
    SpawnPlan(const SpawnPlan&) = delete;
    SpawnPlan& operator=(const SpawnPlan&) = delete;
    ~SpawnPlan();

    /// Gives a descriptor a number in the new process. Calls take effect in order: give a descriptor away before another takes its number.
    /// The number must differ from the descriptor's own.
    void give(int descriptor, int number);
    /// Connects the number to /dev/null: nothing can be read there, and output is lost.
    void giveNothing(int number);

    /// Starts the program at path `program`; `arguments` begin with its name. Returns 0, or the error; `outProcess` is then unchanged.
    [[nodiscard]] int spawn(const std::string& program, std::vector<std::string> arguments, pid_t& outProcess);

private:
    posix_spawn_file_actions_t actions_{};
    posix_spawnattr_t attributes_{};
};

}  // namespace armature
