#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace armature::test {

/// What a process left behind.
struct Outcome {
    int status = 0;  ///< Exit status; 128 + the signal's number if a signal ended it; -1 if it ran past the limit of a minute.
    std::string output;
    std::string errors;
};

/// The built `armature` program: the environment variable ARMATURE_PROGRAM, else the one in buildDirectory().
[[nodiscard]] std::filesystem::path programPath();

/// Runs the program with `arguments` and waits for it.
[[nodiscard]] Outcome runArmature(const std::vector<std::string>& arguments);

/// Runs a shell command in which "$ARMATURE" is the program.
[[nodiscard]] Outcome runShell(const std::string& command);

/// Runs the program with arguments in a shell's notation where no file can take a single byte, as if the disk were full.
[[nodiscard]] Outcome runOnFullDisk(const std::string& arguments);

/// The lines of a text, without their ends.
[[nodiscard]] std::vector<std::string> linesOf(std::string_view text);

}  // namespace armature::test
