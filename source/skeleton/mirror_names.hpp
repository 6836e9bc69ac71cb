#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace armature {

/// The names that a name may have on the other side, by the rules of mirrorMapByName(); none if it has no side.
[[nodiscard]] std::vector<std::string> counterpartNames(std::string_view name);

}  // namespace armature
