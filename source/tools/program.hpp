#pragma once

namespace armature::tools {

/// The `armature` program: reads the command line, runs the subcommand, turns what is thrown into one line on standard error.
/// Returns the exit status: 0 done, 1 a file or the machine failed, 2 wrong usage. Does not throw.
[[nodiscard]] int runProgram(int argumentCount, const char* const* arguments) noexcept;

}  // namespace armature::tools
