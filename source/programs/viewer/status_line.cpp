#include <string>

#include <fmt/format.h>
#include <imgui.h>

#include "base/words.hpp"
#include "command_button.hpp"
#include "commands.hpp"
#include "cut_text.hpp"
#include "panels.hpp"

namespace armature::tools {

namespace {

// Describes the work that can be cancelled; empty if there is none.
std::string describeWork(const ViewerDocument& document)
{
    if (const Filming* const filming = document.filming()) {
        return fmt::format("filming {}, {}", printable(filming->options().file.filename().string()), filming->describe());
    }
    if (const auto baked = document.baking().tasks(); !baked.empty()) {
        const std::string others = baked.size() > 1 ? fmt::format(" and {} more", baked.size() - 1) : "";
        return fmt::format("baking {}{}, {:.0f} %", baked.front()->name, others, 100. * document.baking().getPart());
    }
    const auto& tasks = document.reading().tasks();
    if (tasks.empty()) {
        return {};
    }
    const std::string others = tasks.size() > 1 ? fmt::format(" and {} more", tasks.size() - 1) : "";
    return fmt::format("reading {}{}, {:.1f} s", printable(tasks.front().file.filename().string()), others,
                       document.reading().getSeconds());
}

// Draws the work in progress, which is shown instead of the latest message. Returns false if there is none.
bool drawWork(ViewerDocument& document, Gui& gui)
{
    const std::string work = describeWork(document);
    if (work.empty()) {
        return false;
    }
    drawCommandButton(document, gui, "cancel", "cancel", "cancel", ButtonSize::Small);
    ImGui::SameLine();
    ImGui::TextUnformatted(work.c_str());
    return true;
}

}  // namespace

void Panels::drawStatus(ViewerDocument& document, Gui& gui, const Rectangle& place)
{
    beginPanel("status", place);
    std::string facts =
        fmt::format("{}, {} sent", counted(document.facts.drawCalls, "draw call"), counted(document.facts.uploads, "palette"));
    if (document.settings.showsTimes) {
        facts = fmt::format("{:.1f} ms a frame, {:.2f} ms for panels, {}", document.facts.frameMilliseconds,
                            document.facts.panelMilliseconds, facts);
    }
    const bool isWorking = drawWork(document, gui);
    const float left = ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize(facts.c_str()).x;
    if (!isWorking && !document.messages().empty()) {
        const Message& last = document.messages().back();
        if (last.isError) {
            ImGui::PushStyleColor(ImGuiCol_Text, gui.getErrorColor());
        }
        ImGui::TextUnformatted(cutMiddle(last.text.substr(0, last.text.find('\n')), left - 30.f).c_str());
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
        if (ImGui::IsItemClicked()) {
            tryCommand(document, "page messages");
        }
    }
    ImGui::SameLine(left);
    ImGui::TextDisabled("%s", facts.c_str());
    ImGui::End();
}

}  // namespace armature::tools
