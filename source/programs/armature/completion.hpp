#pragma once

#include <string>

#include "described_program.hpp"

namespace armature::tools {

// Each of these functions returns a script that completes the words of a command line in a shell: commands, options, values from lists, and
// files, those with the usual endings if there are any.

/// For bash 4 and later, with or without the package bash-completion.
[[nodiscard]] std::string bashCompletion(const DescribedProgram& program);

/// For zsh 5 and later: a file `_armature` in a folder of fpath, or to be sourced after compinit.
[[nodiscard]] std::string zshCompletion(const DescribedProgram& program);

/// For fish 3 and later.
[[nodiscard]] std::string fishCompletion(const DescribedProgram& program);

}  // namespace armature::tools
