#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <imgui.h>

#include <armature/mesh/weight_colors.hpp>

#include "base/words.hpp"
#include "command_button.hpp"
#include "pages.hpp"
#include "panels.hpp"

// The differences between two files that are shown side by side: a page with the numbers, and an overlay on the pictures.
namespace armature::tools {

namespace {

constexpr ImU32 textColor = IM_COL32(235, 235, 235, 255);
constexpr ImU32 worstColor = IM_COL32(255, 235, 60, 255);

std::string inMetres(float metres)
{
    return fmt::format("{:.6f} m", metres);
}

class ComparePage final : public InspectorPage {
public:
    void draw(ViewerDocument& document, Gui& gui) override;

private:
    static void drawWorst(ViewerDocument& document, Gui& gui, const SideBySide& comparison);
    static void drawMeshes(const SideBySide& comparison);
    void drawBones(ViewerDocument& document, Gui& gui, const SideBySide& comparison);

    std::vector<SideBySide::BonePair> worstFirst_;
};

void ComparePage::draw(ViewerDocument& document, Gui& gui)
{
    const SideBySide* comparison = document.comparison();
    if (comparison == nullptr) {
        ImGui::TextWrapped("Nothing is compared. With two files open, D shows the next one beside this one.");
        return;
    }
    ImGui::TextWrapped("%s", fmt::format("{} (left) and {} (right)", comparison->first().name, comparison->second().name).c_str());
    switch (comparison->getBy()) {
    case SideBySide::By::Vertices: break;
    case SideBySide::By::Bones:
        ImGui::TextWrapped("Their bones of the same names are compared: no mesh has a counterpart with as many vertices.");
        break;
    case SideBySide::By::Nothing:
        ImGui::TextWrapped("Neither meshes with as many vertices nor bones of the same names: there is nothing to compare.");
        break;
    }
    for (const std::string& reason : comparison->reasons()) {
        ImGui::TextWrapped("%s", printable(reason).c_str());
    }
    ImGui::Separator();
    if (comparison->getBy() != SideBySide::By::Nothing) {
        drawWorst(document, gui, *comparison);
        drawMeshes(*comparison);
        drawBones(document, gui, *comparison);
    }
}

void ComparePage::drawWorst(ViewerDocument& document, Gui& gui, const SideBySide& comparison)
{
    const SideBySide::Worst& worst = comparison.worst();
    ImGui::TextWrapped("%s", fmt::format("at most {}: {}", inMetres(worst.metres), worst.what).c_str());
    drawCommandButton(document, gui, "go there", "go-to-worst", "compare:worst", ButtonSize::Small);
    ImGui::SameLine();
    ImGui::Checkbox("colours", &document.settings.showsDifference);
    gui.nameItem("compare:colors");
}

void ComparePage::drawMeshes(const SideBySide& comparison)
{
    if (comparison.meshes().empty() || !ImGui::BeginTable("meshes", 4, ImGuiTableFlags_RowBg)) {
        return;
    }
    for (const char* title : {"mesh", "vertices", "mean", "largest, m"}) {
        ImGui::TableSetupColumn(title);
    }
    ImGui::TableHeadersRow();
    for (const SideBySide::MeshPair& mesh : comparison.meshes()) {
        const std::array<std::string, 4> cells{printable(shown(mesh.second->getNode().getName())), std::to_string(mesh.vertices),
                                               fmt::format("{:.6f}", mesh.mean), fmt::format("{:.6f}", mesh.largest)};
        ImGui::TableNextRow();
        for (const std::string& cell : cells) {
            ImGui::TableNextColumn();
            ImGui::TextUnformatted(cell.c_str());
        }
    }
    ImGui::EndTable();
}

void ComparePage::drawBones(ViewerDocument& document, Gui& gui, const SideBySide& comparison)
{
    worstFirst_.assign(comparison.bones().begin(), comparison.bones().end());
    std::stable_sort(worstFirst_.begin(), worstFirst_.end(),
                     [](const SideBySide::BonePair& a, const SideBySide::BonePair& b) { return a.metres > b.metres; });
    ImGui::TextDisabled("%s", fmt::format("{} of the same names", counted(worstFirst_.size(), "bone")).c_str());
    if (worstFirst_.empty() || !ImGui::BeginTable("bones", 2, ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg)) {
        return;
    }
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn("bone, the farthest first");
    ImGui::TableSetupColumn("metres", ImGuiTableColumnFlags_WidthFixed);
    ImGui::TableHeadersRow();
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(worstFirst_.size()));
    while (clipper.Step()) {
        for (auto row = static_cast<std::size_t>(clipper.DisplayStart); row < static_cast<std::size_t>(clipper.DisplayEnd); ++row) {
            const SideBySide::BonePair& pair = worstFirst_[row];
            const std::string name = printable(shown(pair.first->getName()));
            ImGui::TableNextRow();
            ImGui::TableNextColumn();
            ImGui::PushID(pair.first);
            if (ImGui::Selectable(name.c_str(), pair.first == document.selected(), ImGuiSelectableFlags_SpanAllColumns)) {
                document.select(pair.first);
            }
            ImGui::PopID();
            gui.nameItem("compare:" + name);
            ImGui::TableNextColumn();
            ImGui::Text("%s", fmt::format("{:.6f}", pair.metres).c_str());
        }
    }
    ImGui::EndTable();
}

void write(ImDrawList& list, const glm::vec2& place, const std::string& text)
{
    list.AddText(ImVec2(place.x + 1.f, place.y + 1.f), shadowColor, text.c_str());
    list.AddText(ImVec2(place.x, place.y), textColor, text.c_str());
}

// Converts a colour of linear light to sRGB, as the picture shows it.
ImU32 shownColor(const glm::vec4& linear)
{
    const auto encoded = [](float light) { return light <= 0.0031308f ? 12.92f * light : 1.055f * std::pow(light, 1.f / 2.4f) - 0.055f; };
    return ImGui::ColorConvertFloat4ToU32(ImVec4(encoded(linear.r), encoded(linear.g), encoded(linear.b), 1.f));
}

void drawLegend(ImDrawList& list, const Gui& gui, const Rectangle& view, float scale)
{
    constexpr int steps = 32;
    const float size = gui.getScale();
    const glm::vec2 extent(std::min(180.f * size, 0.6f * view.size.x), 10.f * size);
    const glm::vec2 low = view.low + glm::vec2(12.f * size, view.size.y - 2.4f * Gui::letterSize * size);
    for (int step = 0; step < steps; ++step) {
        const float from = static_cast<float>(step) / steps;
        const float to = static_cast<float>(step + 1) / steps;
        list.AddRectFilled(ImVec2(low.x + from * extent.x, low.y), ImVec2(low.x + to * extent.x, low.y + extent.y),
                           shownColor(heatColor(0.5f * (from + to))));
    }
    write(list, low + glm::vec2(0.f, extent.y), "0");
    const std::string end = scale < 0.01f ? fmt::format("{:.6g} mm", 1000. * static_cast<double>(scale)) : fmt::format("{:.6g} m", scale);
    write(list, low + glm::vec2(extent.x - ImGui::CalcTextSize(end.c_str()).x, extent.y), end);
}

}  // namespace

void drawComparisonOverlay(const ViewerDocument& document, Gui& gui, const Rectangle& view, const Rectangle& otherView)
{
    const SideBySide* comparison = document.comparison();
    if (comparison == nullptr) {
        return;
    }
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const float size = gui.getScale();
    const PictureView picture = document.getView();
    const SideBySide::Worst& worst = comparison->worst();
    for (const bool isFirst : {true, false}) {
        const Rectangle& place = isFirst ? view : otherView;
        list.PushClipRect(ImVec2(place.low.x, place.low.y), ImVec2(place.low.x + place.size.x, place.low.y + place.size.y));
        write(list, place.low + 8.f * size, isFirst ? comparison->first().name : comparison->second().name);
        const auto pixel = picture.project(isFirst ? worst.place : worst.otherPlace);
        if (pixel && worst.metres > 0.f) {
            list.AddCircle(ImVec2(place.low.x + pixel->x, place.low.y + pixel->y), 9.f * size, worstColor, 24, 2.f * size);
            gui.namePlace(isFirst ? "worst" : "worst:other", place.low + *pixel);
        }
        list.PopClipRect();
    }
    list.AddLine(ImVec2(otherView.low.x, otherView.low.y), ImVec2(otherView.low.x, otherView.low.y + otherView.size.y), shadowColor,
                 2.f * size);
    if (document.settings.showsDifference && comparison->getBy() != SideBySide::By::Nothing) {
        drawLegend(list, gui, otherView, comparison->getScale());
    }
}

std::unique_ptr<InspectorPage> createComparePage()
{
    return std::make_unique<ComparePage>();
}

}  // namespace armature::tools
