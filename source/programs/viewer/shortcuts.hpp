#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace armature::tools {

/// A key, by GLFW's number, and the command that it runs.
struct Shortcut {
    int key = 0;
    bool control = false;
    bool shift = false;
    std::string_view keyName;  ///< For example "Ctrl+Z", for users and scripts.
    std::string_view line;     ///< The command that the key runs.
};

[[nodiscard]] std::span<const Shortcut> shortcuts();

/// Returns the command of a key; empty if it has none. Shift is ignored if the key has no shortcut with Shift.
[[nodiscard]] std::string_view lineOfKey(int key, bool control, bool shift);

/// Returns the key of a command, such as "Ctrl+Z" for "undo"; empty if no key runs it.
[[nodiscard]] std::string_view keyOfLine(std::string_view line);

/// A key, and the modifier keys held with it.
struct NamedKey {
    int key = 0;
    bool control = false;
    bool shift = false;
};
/// Finds a key by its name, ignoring case: "Ctrl+Z", "space", "Shift+Tab", and every letter and digit.
[[nodiscard]] std::optional<NamedKey> findKey(std::string_view name);

}  // namespace armature::tools
