#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace armature::test {

/// The result of a process.
struct Outcome {
    int status = 0;  ///< Exit status; 128 + the signal's number if a signal ended the process; -1 if it exceeded the limit of ten minutes.
    std::string output;
    std::string errors;
};

/// Returns the path of the built `armature` program: the environment variable ARMATURE_PROGRAM, else the one in buildDirectory().
[[nodiscard]] std::filesystem::path programPath();

/// Runs the program with `arguments` and waits until it ends.
[[nodiscard]] Outcome runArmature(const std::vector<std::string>& arguments);

/// Runs a shell command in which "$ARMATURE" is the program.
[[nodiscard]] Outcome runShell(const std::string& command);

/// Runs the program, with arguments in shell notation, where no file can grow by a single byte, as if the disk were full.
[[nodiscard]] Outcome runOnFullDisk(const std::string& arguments);

/// Returns the lines of a text, without line ends.
[[nodiscard]] std::vector<std::string> linesOf(std::string_view text);

}  // namespace armature::test
