#include <algorithm>
#include <array>
#include <string>

#include <imgui.h>

#include "panels.hpp"

namespace armature::tools {

namespace {

constexpr std::size_t deepestIndent = 20;

// Draws a triangle that points to the right if the rows below are folded, else down.
void drawFoldMark(const ImVec2& corner, float size, bool isFolded)
{
    const float part = 0.3f * size;
    const ImVec2 middle(corner.x + 0.5f * size, corner.y + 0.5f * size);
    const ImU32 color = ImGui::GetColorU32(ImGuiCol_TextDisabled);
    if (isFolded) {
        ImGui::GetWindowDrawList()->AddTriangleFilled(ImVec2(middle.x - part, middle.y - part), ImVec2(middle.x + part, middle.y),
                                                      ImVec2(middle.x - part, middle.y + part), color);
    } else {
        ImGui::GetWindowDrawList()->AddTriangleFilled(ImVec2(middle.x - part, middle.y - part), ImVec2(middle.x + part, middle.y - part),
                                                      ImVec2(middle.x, middle.y + part), color);
    }
}

void drawRow(ViewerDocument& document, Gui& gui, std::size_t index)
{
    OpenModel& model = *document.current();
    const OutlineRow& row = model.outline.rows()[index];
    const float size = ImGui::GetTextLineHeight();
    const bool isSearching = !model.outline.getSearch().empty();
    ImGui::PushID(static_cast<int>(index));
    ImGui::SetCursorPosX(ImGui::GetCursorPosX()
                         + (isSearching ? 0.f : 0.7f * size * static_cast<float>(std::min(row.depth, deepestIndent))));
    if (row.size > 1 && !isSearching) {
        const ImVec2 corner = ImGui::GetCursorScreenPos();
        if (ImGui::InvisibleButton("fold", ImVec2(size, size))) {
            model.outline.fold(index, !model.outline.isFolded(index));
        }
        gui.nameItem("fold:" + row.label);
        drawFoldMark(corner, size, model.outline.isFolded(index));
    } else {
        ImGui::Dummy(ImVec2(size, size));
    }
    ImGui::SameLine(0.f, 2.f);
    if (!row.isBone) {
        ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
    }
    if (ImGui::Selectable(row.label.c_str(), model.selected == row.node)) {
        document.select(row.node);
    }
    gui.nameItem("tree:" + row.label);
    if (!row.isBone) {
        ImGui::PopStyleColor();
    }
    if (row.meshes > 0) {
        ImGui::SameLine();
        ImGui::TextDisabled("mesh");
    }
    ImGui::PopID();
}

}  // namespace

void Panels::drawTree(ViewerDocument& document, Gui& gui, const Rectangle& place)
{
    beginPanel("tree", place);
    OpenModel* model = document.current();
    if (model == nullptr) {
        ImGui::TextWrapped("Drop a model here.");
        ImGui::End();
        return;
    }
    std::array<char, 128> search{};
    model->outline.getSearch().copy(search.data(), search.size() - 1);
    ImGui::SetNextItemWidth(-1.f);
    if (ImGui::InputTextWithHint("##search", "search bones and nodes", search.data(), search.size())) {
        model->outline.search(search.data());
    }
    gui.nameItem("search");
    ImGui::BeginChild("rows");
    const auto rows = model->outline.shownRows();
    const float height = ImGui::GetTextLineHeightWithSpacing();
    if (model->selected != lastSelected_ && model->selected != nullptr) {
        const auto shown = std::find(rows.begin(), rows.end(), model->outline.find(model->selected));
        const float top = height * static_cast<float>(shown - rows.begin());
        const bool isVisible = top >= ImGui::GetScrollY() && top + height <= ImGui::GetScrollY() + ImGui::GetWindowHeight();
        if (shown != rows.end() && !isVisible) {
            ImGui::SetScrollY(top - 0.4f * ImGui::GetWindowHeight());
        }
    }
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(rows.size()), height);
    while (clipper.Step()) {
        for (int row = clipper.DisplayStart; row < clipper.DisplayEnd && row < static_cast<int>(model->outline.shownRows().size()); ++row) {
            drawRow(document, gui, model->outline.shownRows()[static_cast<std::size_t>(row)]);
        }
    }
    ImGui::EndChild();
    ImGui::End();
}

}  // namespace armature::tools
