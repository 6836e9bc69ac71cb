#include "command_button.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <imgui.h>

#include "commands.hpp"
#include "shortcuts.hpp"

namespace armature::tools {

void explainCommand(std::string_view line)
{
    if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
        return;
    }
    const std::span<const ViewerCommand> commands = viewerCommands();
    const auto command = std::ranges::find(commands, splitLine(line).first, &ViewerCommand::name);
    if (command != commands.end()) {
        const std::string_view key = keyOfLine(line);
        ImGui::SetTooltip("%s", fmt::format("{}{}", command->help, key.empty() ? "" : fmt::format(" ({})", key)).c_str());
    }
}

bool drawCommandButton(ViewerDocument& document, Gui& gui, const std::string& label, std::string_view line, const std::string& name,
                       ButtonSize size)
{
    const bool isPressed = size == ButtonSize::Small ? ImGui::SmallButton(label.c_str()) : ImGui::Button(label.c_str());
    explainCommand(line);
    gui.nameItem(name);
    if (isPressed) {
        tryCommand(document, line);
    }
    return isPressed;
}

}  // namespace armature::tools
