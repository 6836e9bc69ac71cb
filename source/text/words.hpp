#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace armature {

/// "1 bone", "2 bones". `plural` where an s does not make it.
[[nodiscard]] inline std::string counted(std::size_t count, std::string_view noun, std::string_view plural = {})
{
    std::string text = std::to_string(count) + ' ';
    text += count == 1 || plural.empty() ? noun : plural;
    if (count != 1 && plural.empty()) {
        text += 's';
    }
    return text;
}

/// "there is 1 bone", "there are 2 bones".
[[nodiscard]] inline std::string thereAre(std::size_t count, std::string_view noun, std::string_view plural = {})
{
    return (count == 1 ? "there is " : "there are ") + counted(count, noun, plural);
}

/// The name, or "(no name)": no text begins with the colon after a name that is empty.
[[nodiscard]] inline std::string_view shown(std::string_view name) noexcept
{
    return name.empty() ? std::string_view("(no name)") : name;
}

}  // namespace armature
