#include "base/spawn_plan.hpp"

#include <csignal>

#include <fcntl.h>
#include <unistd.h>

namespace armature {

SpawnPlan::SpawnPlan()
{
    posix_spawn_file_actions_init(&actions_);
    posix_spawnattr_init(&attributes_);
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes_, &signals);
    sigfillset(&signals);
    posix_spawnattr_setsigdefault(&attributes_, &signals);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
}

SpawnPlan::~SpawnPlan()
{
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
}

void SpawnPlan::give(int descriptor, int number)
{
    posix_spawn_file_actions_adddup2(&actions_, descriptor, number);
}

void SpawnPlan::giveNothing(int number)
{
    posix_spawn_file_actions_addopen(&actions_, number, "/dev/null", O_RDWR, 0);
}

int SpawnPlan::spawn(const std::string& program, std::vector<std::string> arguments, pid_t& outProcess)
{
    std::vector<char*> pointers;
    pointers.reserve(arguments.size() + 1);
    for (std::string& argument : arguments) {
        pointers.push_back(argument.data());
    }
    pointers.push_back(nullptr);
    pid_t process = -1;
    const int error = posix_spawn(&process, program.c_str(), &actions_, &attributes_, pointers.data(), environ);
    if (error == 0) {
        outProcess = process;
    }
    return error;
}

}  // namespace armature
