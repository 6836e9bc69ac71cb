#pragma once

#include <string>

#include <armature/import/import_options.hpp>

/// Texts of what belongs to importing, as in `armature/text.hpp`.
namespace armature {

[[nodiscard]] std::string toString(const ImportLimits& limits);
[[nodiscard]] std::string toString(const ImportOptions& options);

}  // namespace armature
