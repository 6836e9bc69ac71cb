#pragma once

#include <spawn.h>
#include <string>
#include <sys/types.h>
#include <vector>

namespace armature {

/// How a child process is to be started: which descriptors it gets, under which numbers. All others of the program stay with it if they
/// close on execution. Signals are as in a newly started program, and those that a terminal sends to the program's group do not reach it.
class SpawnPlan final {
public:
    SpawnPlan();
    SpawnPlan(const SpawnPlan&) = delete;
    SpawnPlan& operator=(const SpawnPlan&) = delete;
    ~SpawnPlan();

    /// Gives a descriptor a number in the new process, in this order: a descriptor whose own number is given away must come before that.
    /// Numbers must differ from the descriptor's own.
    void give(int descriptor, int number);
    /// Reads nothing there, and what is written is lost.
    void giveNothing(int number);

    /// Starts a program, whose path this is; `arguments` begin with its name. Returns 0, or the error; `outProcess` is then unchanged.
    [[nodiscard]] int spawn(const std::string& program, std::vector<std::string> arguments, pid_t& outProcess);

private:
    posix_spawn_file_actions_t actions_{};
    posix_spawnattr_t attributes_{};
};

}  // namespace armature
