#pragma once

#include <string>

#include "described_program.hpp"

namespace armature::tools {

/// Returns the program's manual page, as roff with the macros of man(7).
[[nodiscard]] std::string manualPage(const DescribedProgram& program);

}  // namespace armature::tools
