#include <string>

#include <fmt/format.h>
#include <imgui.h>

#include "base/words.hpp"
#include "command_button.hpp"
#include "pages.hpp"

// The page of messages: all that the viewer has said, in full, newest first.
namespace armature::tools {

namespace {

class MessagesPage final : public InspectorPage {
public:
    void draw(ViewerDocument& document, Gui& gui) override;
};

void MessagesPage::draw(ViewerDocument& document, Gui& gui)
{
    const std::size_t count = document.messages().size();
    ImGui::TextDisabled("%s", counted(count, "message").c_str());
    ImGui::BeginChild("messages");
    for (std::size_t number = 1; number <= count && number <= document.messages().size(); ++number) {
        ImGui::PushID(static_cast<int>(number));
        drawCommandButton(document, gui, "copy", fmt::format("copy-message {}", number), fmt::format("copy-message:{}", number),
                          ButtonSize::Small);
        const Message& message = document.messages()[document.messages().size() - number];
        ImGui::PushStyleColor(ImGuiCol_Text, message.isError ? gui.getErrorColor() : ImGui::GetColorU32(ImGuiCol_Text));
        ImGui::TextWrapped("%s", message.text.c_str());
        ImGui::PopStyleColor();
        ImGui::Spacing();
        ImGui::PopID();
    }
    ImGui::EndChild();
}

}  // namespace

std::unique_ptr<InspectorPage> createMessagesPage()
{
    return std::make_unique<MessagesPage>();
}

}  // namespace armature::tools
