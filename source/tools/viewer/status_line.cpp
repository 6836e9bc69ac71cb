#include <fmt/format.h>
#include <imgui.h>

#include "panels.hpp"

namespace armature::tools {

void Panels::drawStatus(const ViewerDocument& document, Gui& gui, const Rectangle& place)
{
    beginPanel("status", place);
    const std::string facts =
        fmt::format("{:.1f} ms a frame, {:.2f} ms for panels, {} draw calls, {} palettes sent", document.facts.frameMilliseconds,
                    document.facts.panelMilliseconds, document.facts.drawCalls, document.facts.uploads);
    const float left = ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize(facts.c_str()).x;
    if (!document.messages().empty()) {
        const Message& last = document.messages().back();
        if (last.isError) {
            ImGui::PushStyleColor(ImGuiCol_Text, ImVec4(0.95f, 0.35f, 0.3f, 1.f));
        }
        ImGui::PushClipRect(ImVec2(place.low.x, place.low.y), ImVec2(place.low.x + left - 20.f, place.low.y + place.size.y), true);
        ImGui::TextUnformatted(last.text.c_str());
        ImGui::PopClipRect();
        if (last.isError) {
            ImGui::PopStyleColor();
        }
        gui.nameItem("message");
        if (ImGui::IsItemHovered()) {
            ImGui::BeginTooltip();
            const std::size_t first = document.messages().size() > 20 ? document.messages().size() - 20 : 0;
            for (std::size_t message = first; message < document.messages().size(); ++message) {
                ImGui::TextUnformatted(document.messages()[message].text.c_str());
            }
            ImGui::EndTooltip();
        }
    }
    ImGui::SameLine(left);
    ImGui::TextDisabled("%s", facts.c_str());
    ImGui::End();
}

}  // namespace armature::tools
