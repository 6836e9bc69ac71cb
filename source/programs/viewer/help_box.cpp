#include <algorithm>
#include <string>

#include <imgui.h>
#include <imgui_stdlib.h>

#include "commands.hpp"
#include "panels.hpp"
#include "shortcuts.hpp"

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

void Panels::drawHelp(Gui& gui, const Rectangle& view)
{
    beginBox("help", view, 0.9f * view.size.y);
    ImGui::TextWrapped("Left drag turns, right or middle drag moves, the wheel comes nearer, a click selects. Arrows of the selected bone "
                       "move it, rings turn it; with Shift in steps of 15 degrees or a centimetre.");
    if (ImGui::BeginTable("commands", 3, ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingFixedFit)) {
        for (const Shortcut& shortcut : shortcuts()) {
            ImGui::TableNextColumn();
            drawText(shortcut.keyName);
            ImGui::TableNextColumn();
            drawText(shortcut.line);
            ImGui::TableNextColumn();
        }
        for (const ViewerCommand& command : viewerCommands()) {
            ImGui::TableNextColumn();
            ImGui::TableNextColumn();
            drawText(std::string(command.name) + ' ' + std::string(command.parameters));
            ImGui::TableNextColumn();
            drawText(command.help);
        }
        ImGui::EndTable();
    }
    gui.nameItem("help");
    ImGui::End();
}

}  // namespace armature::tools
