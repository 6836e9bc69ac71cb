#pragma once

#include <cctype>
#include <string>
#include <string_view>
#include <vector>

namespace armature {

[[nodiscard]] inline bool isLetter(char character) noexcept
{
    return std::isalpha(static_cast<unsigned char>(character)) != 0;
}

/// Returns the possible names of a bone's counterpart on the other side, by the rules of mirrorMapByName(); empty if the name has no side.
[[nodiscard]] std::vector<std::string> counterpartNames(std::string_view name);

}  // namespace armature
