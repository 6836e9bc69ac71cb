#pragma once

#include <string>
#include <string_view>

#include <armature/cooked/cooked_file.hpp>

namespace armature::tools {

/// Whether a file begins as a cooked one does. False also where it cannot be read: who loads it says why.
[[nodiscard]] bool isCooked(const std::string& file);

/// What a cooked file holds, for people. Takes all of it out, and so checks it: ImportError.
[[nodiscard]] std::string inspectCookedAsText(std::string_view file, const CookedFile& cooked);

/// The same for programs; docs/armature_program.md describes the members.
[[nodiscard]] std::string inspectCookedAsJson(std::string_view file, const CookedFile& cooked);

}  // namespace armature::tools
