#pragma once

#include <functional>
#include <string>

namespace armature::tools {

/// What the command line asks for.
struct Request {
    std::function<int()> run;  ///< Carries it out, and gives the exit status.
    std::string file;          ///< The model it is about; empty for --help and --version.
};

/// Reads the command line. Throws UsageError if it is wrong; the numbers in it are checked, files are not touched.
[[nodiscard]] Request parseCommandLine(int argumentCount, const char* const* arguments);

}  // namespace armature::tools
