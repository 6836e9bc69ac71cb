#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace armature {

/// Returns the names that a bone's counterpart on the other side may have, by the rules of mirrorMapByName(); empty if the name has no
/// side.
[[nodiscard]] std::vector<std::string> counterpartNames(std::string_view name);

}  // namespace armature
