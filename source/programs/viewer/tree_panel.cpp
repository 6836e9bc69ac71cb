#include <algorithm>
#include <array>
#include <string>

#include <imgui.h>

#include "cut_text.hpp"
#include "panels.hpp"

namespace armature::tools {

namespace {

constexpr std::size_t deepestIndent = 20;

void drawRow(ViewerDocument& document, Gui& gui, std::size_t index)
{
    OpenModel& model = *document.current();
    const OutlineRow& row = model.outline.rows()[index];
    const float size = ImGui::GetTextLineHeight();
    const bool isSearching = !model.outline.getSearch().empty();
    const bool canFold = row.size > 1 && !isSearching;
    ImGui::PushID(static_cast<int>(index));
    ImGui::SetCursorPosX(ImGui::GetCursorPosX()
                         + (isSearching ? 0.f : 0.7f * size * static_cast<float>(std::min(row.depth, deepestIndent))));
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(row.isBone ? ImGuiCol_Text : ImGuiCol_TextDisabled));
    ImGui::SetNextItemOpen(!model.outline.isFolded(index));
    const float arrow = size + 3.f * ImGui::GetStyle().FramePadding.x;
    const float mesh = row.meshes > 0 ? ImGui::CalcTextSize("mesh").x + ImGui::GetStyle().ItemSpacing.x : 0.f;
    const std::string label = cutMiddle(row.label, ImGui::GetContentRegionAvail().x - arrow - mesh);
    ImGui::TreeNodeEx("row",
                      ImGuiTreeNodeFlags_OpenOnArrow | ImGuiTreeNodeFlags_NoTreePushOnOpen | ImGuiTreeNodeFlags_SpanAvailWidth
                          | (canFold ? ImGuiTreeNodeFlags_None : ImGuiTreeNodeFlags_Leaf)
                          | (model.selected == row.node ? ImGuiTreeNodeFlags_Selected : ImGuiTreeNodeFlags_None),
                      "%s", label.c_str());
    ImGui::PopStyleColor();
    if (label != row.label && ImGui::IsItemHovered()) {
        ImGui::SetTooltip("%s", row.label.c_str());
    }
    gui.nameItem("tree:" + row.label);
    if (canFold && ImGui::IsItemVisible()) {
        gui.namePlace("fold:" + row.label, {corner.x + ImGui::GetStyle().FramePadding.x + 0.5f * size, corner.y + 0.5f * size});
    }
    if (ImGui::IsItemToggledOpen()) {
        model.outline.fold(index, !model.outline.isFolded(index));
    } else if (ImGui::IsItemClicked()) {
        document.select(row.node);
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
