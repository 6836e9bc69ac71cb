#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include "command_button.hpp"
#include "commands.hpp"
#include "panels.hpp"
#include "shortcuts.hpp"
#include "small_letters.hpp"

namespace armature::tools {

namespace {

void beginBox(const char* name, const Rectangle& view, float height)
{
    const float border = 0.04f * view.size.x;
    ImGui::SetNextWindowPos(ImVec2(view.low.x + border, view.low.y + border));
    ImGui::SetNextWindowSize(ImVec2(std::max(view.size.x - 2.f * border, 1.f), height));
    ImGui::Begin(name, nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
}

// Puts the cursor at the end of the text. ImGui would select all text of a field that gets the keyboard, so that the first letter would
// replace "open ".
int putCursorAtEnd(ImGuiInputTextCallbackData* data)
{
    bool& isNew = *static_cast<bool*>(data->UserData);
    if (isNew) {
        isNew = false;
        data->CursorPos = data->BufTextLen;
        data->ClearSelection();
    }
    return 0;
}

void drawText(std::string_view text)
{
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
}

// A row of the help: a command, or a key that runs one.
struct HelpRow {
    std::string key;
    std::string line;
    std::string help;
};

// Returns the rows of a group in which the searched text occurs: each command, and below it its keys.
std::vector<HelpRow> helpRowsOf(const CommandGroup& group, std::string_view searched)
{
    std::vector<HelpRow> rows;
    const auto add = [&](HelpRow row) {
        if (inSmallLetters(row.key + ' ' + row.line + ' ' + row.help).find(searched) != std::string::npos) {
            rows.push_back(std::move(row));
        }
    };
    for (const ViewerCommand& command : group.commands) {
        add({"", fmt::format("{} {}", command.name, command.parameters), std::string(command.help)});
        for (const Shortcut& shortcut : shortcuts()) {
            if (splitLine(shortcut.line).first == command.name) {
                add({std::string(shortcut.keyName), std::string(shortcut.line), ""});
            }
        }
    }
    return rows;
}

void drawGroup(Gui& gui, const CommandGroup& group, std::string_view searched)
{
    const std::vector<HelpRow> rows = helpRowsOf(group, searched);
    if (rows.empty()) {
        return;
    }
    drawText(group.heading);
    ImGui::Separator();
    if (ImGui::BeginTable(std::string(group.heading).c_str(), 3, ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingFixedFit)) {
        for (const HelpRow& row : rows) {
            for (const std::string& text : {row.key, row.line, row.help}) {
                ImGui::TableNextColumn();
                drawText(text);
            }
            gui.nameItem(fmt::format("help:{}", row.help));
        }
        ImGui::EndTable();
    }
    ImGui::Spacing();
}

}  // namespace

// Draws a line to type into, and below it the commands that begin with the typed word.
void Panels::drawCommandBox(ViewerDocument& document, Gui& gui, const Rectangle& view)
{
    beginBox("command", view, 0.f);
    if (ImGui::IsWindowAppearing()) {
        ImGui::SetKeyboardFocusHere();
        isCommandNew_ = true;
    }
    ImGui::SetNextItemWidth(-1.f);
    const bool isEntered = ImGui::InputText(
        "##command", &command_, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackAlways, putCursorAtEnd, &isCommandNew_);
    gui.nameItem("command");
    const bool isLeft = ImGui::IsItemDeactivated() && !isEntered;
    const std::string_view word = splitLine(command_).first;
    int listed = 0;
    for (const ViewerCommand& command : viewerCommands()) {
        if (command.name.starts_with(word) && listed < 6) {
            ++listed;
            drawText(command.name);
            ImGui::SameLine();
            ImGui::TextDisabled("%s  %s", std::string(command.parameters).c_str(), std::string(command.help).c_str());
        }
    }
    ImGui::End();
    if (isEntered || isLeft) {
        document.settings.showsCommands = false;
        if (isEntered && !splitLine(command_).first.empty()) {
            tryCommand(document, command_);
        }
        command_.clear();
    }
}

void Panels::drawQuitQuestion(ViewerDocument& document, Gui& gui, const Rectangle& view)
{
    beginBox("quit", view, 0.f);
    ImGui::TextWrapped(
        "%s",
        fmt::format("Not saved: the pose of {}. The command save-pose writes it.", fmt::join(document.unsavedModels(), ", ")).c_str());
    drawCommandButton(document, gui, "Quit all the same", "quit now", "button:quit now");
    ImGui::SameLine();
    drawCommandButton(document, gui, "Stay", "escape", "button:escape");
    ImGui::End();
}

void Panels::drawHelp(Gui& gui, const Rectangle& view)
{
    beginBox("help", view, 0.9f * view.size.y);
    ImGui::TextWrapped("Left drag turns, right or middle drag moves, the wheel comes nearer, a click selects. Arrows of the selected bone "
                       "move it, rings turn it; with Shift in steps of 15 degrees or a centimetre.");
    ImGui::SetNextItemWidth(-1.f);
    ImGui::InputTextWithHint("##search", "search keys and commands", &helpSearch_);
    gui.nameItem("help:search");
    ImGui::BeginChild("groups");
    const std::string searched = inSmallLetters(helpSearch_);
    for (const CommandGroup& group : viewerCommandGroups()) {
        drawGroup(gui, group, searched);
    }
    ImGui::EndChild();
    gui.nameItem("help");
    ImGui::End();
}

}  // namespace armature::tools
