#include <string>

#include <fmt/format.h>
#include <imgui.h>

#include <armature/skeleton/bone.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"
#include "panels.hpp"

namespace armature::tools {

namespace {

void drawHeading(const Node& node)
{
    ImGui::TextUnformatted(printable(shown(node.getName())).c_str());
    if (const Bone* bone = node.asBone()) {
        const std::string slot = bone->getIndex() ? fmt::format("palette slot {}", *bone->getIndex()) : "no palette slot";
        ImGui::TextDisabled("%s", fmt::format("bone of {}, {}", printable(shown(bone->getSkeleton().getName())), slot).c_str());
    } else {
        ImGui::TextDisabled("node");
    }
    ImGui::PushTextWrapPos(0.f);
    ImGui::TextDisabled("%s", printable(node.getPath()).c_str());
    ImGui::PopTextWrapPos();
}

// Draws the buttons of the pages, as many per line as fit.
void drawPageButtons(ViewerDocument& document, Gui& gui)
{
    const ImGuiStyle& style = ImGui::GetStyle();
    const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
    for (const PageKind& page : viewerPages()) {
        const std::string name(page.name);
        const float width = ImGui::CalcTextSize(name.c_str()).x + 2.f * style.FramePadding.x;
        if (page.name != viewerPages().front().name && ImGui::GetItemRectMax().x + style.ItemSpacing.x + width <= right) {
            ImGui::SameLine();
        }
        const bool isShown = document.settings.page == page.name;
        ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(isShown ? ImGuiCol_ButtonActive : ImGuiCol_FrameBg));
        if (ImGui::Button(name.c_str())) {
            document.settings.page = page.name;
        }
        ImGui::PopStyleColor();
        gui.nameItem(fmt::format("page:{}", name));
    }
}

}  // namespace

void Panels::drawInspector(ViewerDocument& document, Gui& gui, const Rectangle& place)
{
    beginPanel("inspector", place);
    drawPageButtons(document, gui);
    for (std::size_t number = 0; number < pages_.size(); ++number) {
        const PageKind& kind = viewerPages()[number];
        if (kind.name != document.settings.page) {
            continue;
        }
        if (kind.isOfSelected && document.selected() == nullptr) {
            ImGui::TextWrapped("Nothing is selected. Click a bone in the tree or in the picture.");
            break;
        }
        if (kind.isOfSelected) {
            drawHeading(*document.selected());
            ImGui::Separator();
        }
        pages_[number]->draw(document, gui);
        break;
    }
    ImGui::End();
}

}  // namespace armature::tools
