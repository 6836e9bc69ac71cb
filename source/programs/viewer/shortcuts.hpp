#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace armature::tools {

/// A key, as GLFW numbers it, that says a command.
struct Shortcut {
    int key = 0;
    bool control = false;
    bool shift = false;
    std::string_view keyName;  ///< "Ctrl+Z", for people and scripts.
    std::string_view line;     ///< The command that the key runs.
};

[[nodiscard]] std::span<const Shortcut> shortcuts();

/// The line that a key says; empty if none. Shift does not matter where no shortcut has it.
[[nodiscard]] std::string_view lineOfKey(int key, bool control, bool shift);

/// "Ctrl+Z" for "undo"; empty if no key says it.
[[nodiscard]] std::string_view keyOfLine(std::string_view line);

/// A key and what is held with it.
struct NamedKey {
    int key = 0;
    bool control = false;
    bool shift = false;
};
/// The key of that name, in small letters or capitals: "Ctrl+Z", "space", "Shift+Tab", and every letter and digit.
[[nodiscard]] std::optional<NamedKey> findKey(std::string_view name);

}  // namespace armature::tools
