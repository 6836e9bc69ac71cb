#include <string>

#include <fmt/format.h>
#include <imgui.h>

#include "commands.hpp"
#include "panels.hpp"
#include "words/words.hpp"

namespace armature::tools {

namespace {

// Stands where the latest message does otherwise.
bool drawReading(ViewerDocument& document, Gui& gui)
{
    const auto& tasks = document.reading().tasks();
    if (tasks.empty()) {
        return false;
    }
    const std::string others = tasks.size() > 1 ? fmt::format(" and {} more", tasks.size() - 1) : "";
    const std::string name = printable(tasks.front().file.filename().string());
    if (ImGui::SmallButton("cancel")) {
        tryCommand(document, "cancel");
    }
    gui.nameItem("cancel");
    ImGui::SameLine();
    ImGui::TextUnformatted(fmt::format("reading {}{}, {:.1f} s", name, others, document.reading().getSeconds()).c_str());
    return true;
}

}  // namespace

void Panels::drawStatus(ViewerDocument& document, Gui& gui, const Rectangle& place)
{
    beginPanel("status", place);
    const std::string facts =
        fmt::format("{:.1f} ms a frame, {:.2f} ms for panels, {} draw calls, {} palettes sent", document.facts.frameMilliseconds,
                    document.facts.panelMilliseconds, document.facts.drawCalls, document.facts.uploads);
    const bool isReading = drawReading(document, gui);
    const float left = ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize(facts.c_str()).x;
    if (!isReading && !document.messages().empty()) {
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
