#include <array>
#include <string>

#include <fmt/format.h>
#include <imgui.h>

#include "base/words.hpp"
#include "command_button.hpp"
#include "commands.hpp"
#include "cut_text.hpp"
#include "panels.hpp"
#include "shortcuts.hpp"

namespace armature::tools {

namespace {

struct MenuItem {
    const char* label;
    std::string_view line;  // the command; if it ends with a blank, it is put into the command box to be completed
    bool (*isChecked)(const ViewerDocument& document) = nullptr;
};

struct Menu {
    const char* label;
    std::span<const MenuItem> items;
};

template <bool ViewerSettings::*setting>
bool isSet(const ViewerDocument& document)
{
    return document.settings.*setting;
}

template <bool (Playback::*question)() const noexcept>
bool isSo(const ViewerDocument& document)
{
    return document.current() != nullptr && (document.current()->playback.*question)();
}

bool isComparing(const ViewerDocument& document)
{
    return document.getCompared().has_value();
}

bool hasOnion(const ViewerDocument& document)
{
    return document.settings.onion.has_value();
}

constexpr std::array fileItems{
    MenuItem{"Open...", "open "},
    MenuItem{"Read again", "reload"},
    MenuItem{"Cancel what is under way", "cancel"},
    MenuItem{"Read again on changes", "watch toggle", isSet<&ViewerSettings::watches>},
    MenuItem{"Next file", "file next"},
    MenuItem{"Compare with the next file", "compare toggle", isComparing},
    MenuItem{"Close", "close"},
    MenuItem{"Screenshot", "screenshot"},
    MenuItem{"Film of the clip...", "film "},
    MenuItem{"Film of a turn...", "turntable "},
    MenuItem{"Quit", "quit"},
};
constexpr std::array playItems{
    MenuItem{"Play or pause", "play-or-pause"},
    MenuItem{"Next clip", "clip next"},
    MenuItem{"Previous clip", "clip previous"},
    MenuItem{"Graph...", "graph "},
    MenuItem{"Blend all clips", "blend-pad"},
    MenuItem{"Loop", "loop toggle", isSo<&Playback::isLooping>},
    MenuItem{"In place", "in-place toggle", isSo<&Playback::isInPlace>},
    MenuItem{"Springs", "springs toggle", isSet<&ViewerSettings::swings>},
    MenuItem{"Spring at the selected bone", "spring"},
    MenuItem{"Draw springs", "spring-lines toggle", isSet<&ViewerSettings::showsSprings>},
};
constexpr std::array viewItems{
    MenuItem{"Frame the model", "frame"},
    MenuItem{"Frame the selected bone", "frame-selected"},
    MenuItem{"Follow the character", "follow toggle", isSet<&ViewerSettings::follows>},
    MenuItem{"Bones", "bones toggle", isSet<&ViewerSettings::showsBones>},
    MenuItem{"Another shape of bones", "bone-shape next"},
    MenuItem{"Names of bones", "names toggle", isSet<&ViewerSettings::showsNames>},
    MenuItem{"Bind pose beside the model", "bind toggle", isSet<&ViewerSettings::showsBind>},
    MenuItem{"Ground with a shadow", "ground toggle", isSet<&ViewerSettings::showsGround>},
    MenuItem{"Trail of the selected bone", "trail toggle", isSet<&ViewerSettings::showsTrail>},
    MenuItem{"Weights of the selected bone", "heat toggle", isSet<&ViewerSettings::showsHeat>},
    MenuItem{"Onion skins", "onion toggle", hasOnion},
    MenuItem{"Limits of joints", "limit-lines toggle", isSet<&ViewerSettings::showsLimits>},
    MenuItem{"Another view of the surface", "surface next"},
    MenuItem{"Another skinning", "skinning next"},
    MenuItem{"Wireframe", "wireframe toggle", isSet<&ViewerSettings::isWireframe>},
    MenuItem{"Panels", "panels toggle", isSet<&ViewerSettings::showsPanels>},
    MenuItem{"Dark", "theme toggle", isSet<&ViewerSettings::isDark>},
    MenuItem{"Larger panels", "panel-scale larger"},
    MenuItem{"Smaller panels", "panel-scale smaller"},
    MenuItem{"Times of frames", "frame-times toggle", isSet<&ViewerSettings::showsTimes>},
};
constexpr std::array poseItems{
    MenuItem{"Undo", "undo"},
    MenuItem{"Redo", "redo"},
    MenuItem{"Mirror", "mirror"},
    MenuItem{"IK at the selected bone", "ik"},
    MenuItem{"Look from the selected bone", "look"},
    MenuItem{"Reset the selected bone", "reset"},
    MenuItem{"Reset all", "reset all"},
    MenuItem{"Save...", "save-pose "},
    MenuItem{"Load...", "load-pose "},
};
constexpr std::array helpItems{
    MenuItem{"Keys and commands", "help toggle", isSet<&ViewerSettings::showsHelp>},
    MenuItem{"Type a command", "commands on"},
};
const std::array menus{Menu{"File", fileItems}, Menu{"Play", playItems}, Menu{"View", viewItems}, Menu{"Pose", poseItems},
                       Menu{"Help", helpItems}};

// Draws a tab for each open file, if there are several.
void drawFileTabs(ViewerDocument& document, Gui& gui)
{
    if (document.modelCount() < 2) {
        return;
    }
    ImGui::Separator();
    for (std::size_t number = 0; number < document.modelCount(); ++number) {
        const std::string name = printable(document.model(number).name);
        const bool isShown = number == document.getShown();
        ImGui::PushID(static_cast<int>(number));
        ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(isShown ? ImGuiCol_ButtonActive : ImGuiCol_MenuBarBg));
        const std::string label = cutMiddle(name, 10.f * ImGui::GetFontSize());
        drawCommandButton(document, gui, label, fmt::format("file {}", number + 1), "tab:" + name, ButtonSize::Small);
        if (label != name && ImGui::IsItemHovered()) {
            ImGui::SetTooltip("%s", name.c_str());
        }
        ImGui::PopStyleColor();
        ImGui::PopID();
    }
}

}  // namespace

void Panels::drawMenuBar(ViewerDocument& document, Gui& gui)
{
    if (!ImGui::BeginMainMenuBar()) {
        return;
    }
    for (const Menu& menu : menus) {
        const bool isOpen = ImGui::BeginMenu(menu.label);
        gui.nameItem(std::string("menu:") + menu.label);
        if (!isOpen) {
            continue;
        }
        for (const MenuItem& item : menu.items) {
            const std::string key(keyOfLine(item.line));
            if (ImGui::MenuItem(item.label, key.c_str(), item.isChecked != nullptr && item.isChecked(document))) {
                if (item.line.ends_with(' ')) {
                    command_ = item.line;
                    document.settings.showsCommands = true;
                } else {
                    tryCommand(document, item.line);
                }
            }
            gui.nameItem(std::string("menu:") + item.label);
        }
        ImGui::EndMenu();
    }
    drawFileTabs(document, gui);
    ImGui::EndMainMenuBar();
}

}  // namespace armature::tools
