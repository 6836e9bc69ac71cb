#include "shortcuts.hpp"

#include <array>
#include <string>
#include <utility>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "small_letters.hpp"

namespace armature::tools {

namespace {

constexpr std::array allShortcuts{
    Shortcut{GLFW_KEY_SPACE, false, false, "Space", "play-or-pause"},
    Shortcut{GLFW_KEY_PERIOD, false, false, ".", "step 0.0333333"},
    Shortcut{GLFW_KEY_COMMA, false, false, ",", "step -0.0333333"},
    Shortcut{GLFW_KEY_N, false, false, "N", "clip next"},
    Shortcut{GLFW_KEY_P, false, false, "P", "clip previous"},
    Shortcut{GLFW_KEY_TAB, false, false, "Tab", "clip next"},
    Shortcut{GLFW_KEY_TAB, false, true, "Shift+Tab", "clip previous"},
    Shortcut{GLFW_KEY_HOME, false, false, "Home", "time 0"},
    Shortcut{GLFW_KEY_L, false, false, "L", "loop toggle"},
    Shortcut{GLFW_KEY_I, false, false, "I", "in-place toggle"},
    Shortcut{GLFW_KEY_F, false, false, "F", "frame"},
    Shortcut{GLFW_KEY_F, false, true, "Shift+F", "frame-selected"},
    Shortcut{GLFW_KEY_B, false, false, "B", "bones toggle"},
    Shortcut{GLFW_KEY_B, false, true, "Shift+B", "names toggle"},
    Shortcut{GLFW_KEY_V, false, false, "V", "bone-shape next"},
    Shortcut{GLFW_KEY_V, false, true, "Shift+V", "bind toggle"},
    Shortcut{GLFW_KEY_W, false, false, "W", "wireframe toggle"},
    Shortcut{GLFW_KEY_S, false, false, "S", "surface next"},
    Shortcut{GLFW_KEY_S, false, true, "Shift+S", "skinning next"},
    Shortcut{GLFW_KEY_J, false, false, "J", "springs toggle"},
    Shortcut{GLFW_KEY_J, false, true, "Shift+J", "spring"},
    Shortcut{GLFW_KEY_G, false, true, "Shift+G", "ground toggle"},
    Shortcut{GLFW_KEY_T, false, true, "Shift+T", "trail toggle"},
    Shortcut{GLFW_KEY_O, false, false, "O", "onion toggle"},
    Shortcut{GLFW_KEY_H, false, true, "Shift+H", "heat toggle"},
    Shortcut{GLFW_KEY_H, false, false, "H", "panels toggle"},
    Shortcut{GLFW_KEY_T, false, false, "T", "theme toggle"},
    Shortcut{GLFW_KEY_EQUAL, true, false, "Ctrl+=", "panel-scale larger"},
    Shortcut{GLFW_KEY_MINUS, true, false, "Ctrl+-", "panel-scale smaller"},
    Shortcut{GLFW_KEY_0, true, false, "Ctrl+0", "panel-scale display"},
    Shortcut{GLFW_KEY_F1, false, false, "F1", "help toggle"},
    Shortcut{GLFW_KEY_SLASH, false, false, "/", "commands on"},
    Shortcut{GLFW_KEY_DOWN, false, false, "Down", "select next"},
    Shortcut{GLFW_KEY_UP, false, false, "Up", "select previous"},
    Shortcut{GLFW_KEY_LEFT, false, false, "Left", "select parent"},
    Shortcut{GLFW_KEY_RIGHT, false, false, "Right", "fold toggle"},
    Shortcut{GLFW_KEY_1, false, false, "1", "space own"},
    Shortcut{GLFW_KEY_2, false, false, "2", "space local"},
    Shortcut{GLFW_KEY_3, false, false, "3", "space skeleton"},
    Shortcut{GLFW_KEY_4, false, false, "4", "space world"},
    Shortcut{GLFW_KEY_5, false, false, "5", "page bone"},
    Shortcut{GLFW_KEY_6, false, false, "6", "page curves"},
    Shortcut{GLFW_KEY_7, false, false, "7", "page palette"},
    Shortcut{GLFW_KEY_8, false, false, "8", "page warnings"},
    Shortcut{GLFW_KEY_9, false, false, "9", "page layers"},
    Shortcut{GLFW_KEY_0, false, false, "0", "page pad"},
    Shortcut{GLFW_KEY_G, false, false, "G", "page graph"},
    Shortcut{GLFW_KEY_R, false, false, "R", "reset"},
    Shortcut{GLFW_KEY_R, false, true, "Shift+R", "reset all"},
    Shortcut{GLFW_KEY_M, false, false, "M", "mirror"},
    Shortcut{GLFW_KEY_K, false, false, "K", "ik"},
    Shortcut{GLFW_KEY_K, false, true, "Shift+K", "look"},
    Shortcut{GLFW_KEY_Z, true, false, "Ctrl+Z", "undo"},
    Shortcut{GLFW_KEY_Z, true, true, "Ctrl+Shift+Z", "redo"},
    Shortcut{GLFW_KEY_Y, true, false, "Ctrl+Y", "redo"},
    Shortcut{GLFW_KEY_C, true, false, "Ctrl+C", "copy local"},
    Shortcut{GLFW_KEY_C, true, true, "Ctrl+Shift+C", "copy final"},
    Shortcut{GLFW_KEY_R, true, false, "Ctrl+R", "reload"},
    Shortcut{GLFW_KEY_D, false, false, "D", "compare toggle"},
    Shortcut{GLFW_KEY_D, false, true, "Shift+D", "go-to-worst"},
    Shortcut{GLFW_KEY_PAGE_DOWN, false, false, "PageDown", "file next"},
    Shortcut{GLFW_KEY_PAGE_UP, false, false, "PageUp", "file previous"},
    Shortcut{GLFW_KEY_F12, false, false, "F12", "screenshot"},
    Shortcut{GLFW_KEY_F12, false, true, "Shift+F12", "film"},
    Shortcut{GLFW_KEY_F12, true, false, "Ctrl+F12", "turntable"},
    Shortcut{GLFW_KEY_Q, true, false, "Ctrl+Q", "quit"},
    Shortcut{GLFW_KEY_ESCAPE, false, true, "Shift+Esc", "cancel"},
    Shortcut{GLFW_KEY_ESCAPE, false, false, "Esc", "escape"},
};

constexpr std::array<std::pair<std::string_view, int>, 7> otherKeys{{{"enter", GLFW_KEY_ENTER},
                                                                     {"escape", GLFW_KEY_ESCAPE},
                                                                     {"period", GLFW_KEY_PERIOD},
                                                                     {"comma", GLFW_KEY_COMMA},
                                                                     {"=", GLFW_KEY_EQUAL},
                                                                     {"-", GLFW_KEY_MINUS},
                                                                     {"backspace", GLFW_KEY_BACKSPACE}}};

}  // namespace

std::span<const Shortcut> shortcuts()
{
    return allShortcuts;
}

std::string_view lineOfKey(int key, bool control, bool shift)
{
    for (const bool wanted : {shift, false}) {
        for (const Shortcut& shortcut : allShortcuts) {
            if (shortcut.key == key && shortcut.control == control && shortcut.shift == wanted) {
                return shortcut.line;
            }
        }
    }
    return {};
}

std::string_view keyOfLine(std::string_view line)
{
    for (const Shortcut& shortcut : allShortcuts) {
        const bool toggles =
            shortcut.line.size() == line.size() + 7 && shortcut.line.ends_with(" toggle") && shortcut.line.starts_with(line);
        if (shortcut.line == line || toggles) {
            return shortcut.keyName;
        }
    }
    return {};
}

std::optional<NamedKey> findKey(std::string_view name)
{
    NamedKey found;
    std::string small = inSmallLetters(name);
    for (const auto& [prefix, flag] : {std::pair("ctrl+", &found.control), std::pair("shift+", &found.shift)}) {
        if (small.starts_with(prefix)) {
            *flag = true;
            small.erase(0, std::string_view(prefix).size());
        }
    }
    if (small.size() == 1 && ((small[0] >= 'a' && small[0] <= 'z') || (small[0] >= '0' && small[0] <= '9'))) {
        found.key = small[0] >= 'a' ? small[0] - 'a' + GLFW_KEY_A : small[0] - '0' + GLFW_KEY_0;
        return found;
    }
    for (const auto& [other, key] : otherKeys) {
        if (small == other) {
            found.key = key;
            return found;
        }
    }
    for (const Shortcut& shortcut : allShortcuts) {
        if (inSmallLetters(shortcut.keyName) == small) {
            found.key = shortcut.key;
            return found;
        }
    }
    return std::nullopt;
}

}  // namespace armature::tools
