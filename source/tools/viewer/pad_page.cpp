#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <imgui.h>

#include "animation/graph/blend_space.hpp"
#include "commands.hpp"
#include "graph_text.hpp"
#include "pages.hpp"
#include "tools/blend_graph.hpp"
#include "words/words.hpp"

namespace armature::tools {

namespace {

// Between the places of a blend space and those of the window; y goes up.
class PadArea final {
public:
    PadArea(const BlendSpaceNode& space, const glm::vec2& corner, const glm::vec2& size) : corner_(corner), size_(size)
    {
        low_ = high_ = space.points.front().position;
        for (const BlendPoint& point : space.points) {
            low_ = glm::min(low_, point.position);
            high_ = glm::max(high_, point.position);
        }
        if (space.y.empty()) {
            low_.y = high_.y = 0.f;
        }
        const glm::vec2 reach = high_ - low_;
        const glm::vec2 margin(reach.x > 0.f ? 0.18f * reach.x : 1.f, reach.y > 0.f ? 0.18f * reach.y : 1.f);
        low_ -= margin;
        high_ += margin;
    }

    [[nodiscard]] ImVec2 toWindow(const glm::vec2& place) const
    {
        const glm::vec2 part = glm::clamp((place - low_) / (high_ - low_), 0.f, 1.f);
        return {corner_.x + part.x * size_.x, corner_.y + (1.f - part.y) * size_.y};
    }
    [[nodiscard]] glm::vec2 toPlace(const ImVec2& mouse) const
    {
        const glm::vec2 part = glm::clamp((glm::vec2(mouse.x, mouse.y) - corner_) / size_, 0.f, 1.f);
        return low_ + glm::vec2(part.x, 1.f - part.y) * (high_ - low_);
    }

private:
    glm::vec2 corner_;
    glm::vec2 size_;
    glm::vec2 low_;
    glm::vec2 high_;
};

glm::vec2 placeOf(const BlendSpaceNode& space, std::size_t point)
{
    return space.y.empty() ? glm::vec2(space.points[point].position.x, 0.f) : space.points[point].position;
}

void drawTriangles(ImDrawList& list, const PadArea& area, const BlendSpaceNode& space, std::span<const float> weights)
{
    std::vector<glm::vec2> points;
    for (std::size_t point = 0; point < space.points.size(); ++point) {
        points.push_back(placeOf(space, point));
    }
    const BlendSpace triangulated = space.y.empty() ? BlendSpace::line(points) : BlendSpace::plane(points);
    for (const auto& [a, b, c] : triangulated.triangles()) {
        const std::array corners{area.toWindow(points[a]), area.toWindow(points[b]), area.toWindow(points[c])};
        if (weights[a] > 0.f && weights[b] > 0.f && weights[c] > 0.f) {
            list.AddTriangleFilled(corners[0], corners[1], corners[2], ImGui::GetColorU32(ImGuiCol_PlotHistogram, 0.2f));
        }
        list.AddTriangle(corners[0], corners[1], corners[2], ImGui::GetColorU32(ImGuiCol_TextDisabled, 0.7f), 1.f);
    }
    if (triangulated.triangles().empty()) {  // on a line
        std::ranges::sort(
            points, [](const glm::vec2& one, const glm::vec2& other) { return one.x != other.x ? one.x < other.x : one.y < other.y; });
        list.AddLine(area.toWindow(points.front()), area.toWindow(points.back()), ImGui::GetColorU32(ImGuiCol_TextDisabled, 0.7f), 1.f);
    }
}

void drawPoints(Gui& gui, ImDrawList& list, const PadArea& area, const BlendReading& reading)
{
    const float line = ImGui::GetTextLineHeight();
    const ImVec2 now = area.toWindow(reading.place);
    for (std::size_t point = 0; point < reading.space->points.size(); ++point) {
        const std::string& node = reading.space->points[point].node;
        const ImVec2 at = area.toWindow(placeOf(*reading.space, point));
        const float weight = reading.weights[point];
        if (weight > 0.f) {
            list.AddLine(at, now, ImGui::GetColorU32(ImGuiCol_PlotHistogram, 0.3f + 0.7f * weight), 1.f + 2.f * weight);
        }
        list.AddCircleFilled(at, line * (0.25f + 0.35f * weight),
                             ImGui::GetColorU32(weight > 0.f ? ImGuiCol_PlotHistogram : ImGuiCol_TextDisabled));
        const std::string label = weight > 0.f ? fmt::format("{} {:.0f} %", printable(node), 100.f * weight) : printable(node);
        const ImVec2 size = ImGui::CalcTextSize(label.c_str());
        const ImVec2 low = list.GetClipRectMin();
        const float room = list.GetClipRectMax().x - size.x;
        list.AddText(ImVec2(std::max(std::min(at.x - 0.5f * size.x, room), low.x), at.y + 0.6f * line),
                     ImGui::GetColorU32(weight > 0.f ? ImGuiCol_Text : ImGuiCol_TextDisabled), label.c_str());
        gui.namePlace("pad:" + printable(node), {at.x, at.y});
    }
    list.AddCircleFilled(now, 0.45f * line, ImGui::GetColorU32(ImGuiCol_Text));
    list.AddCircle(now, 0.6f * line, ImGui::GetColorU32(ImGuiCol_WindowBg), 0, 2.f);
    gui.namePlace("pad:", {now.x, now.y});
}

void drawPad(ViewerDocument& document, Gui& gui, const BlendReading& reading)
{
    const BlendSpaceNode& space = *reading.space;
    const bool isLine = space.y.empty();
    const float width = std::max(ImGui::GetContentRegionAvail().x, 1.f);
    const ImVec2 size(width, isLine ? 4.f * ImGui::GetTextLineHeight() : 0.9f * width);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const PadArea area(space, {corner.x, corner.y}, {size.x, size.y});
    ImGui::InvisibleButton("pad", size);
    if (ImGui::IsItemActive()) {
        const glm::vec2 to = area.toPlace(ImGui::GetIO().MousePos);
        tryCommand(document, isLine ? fmt::format("blend-to {:.4f}", to.x) : fmt::format("blend-to {:.4f} {:.4f}", to.x, to.y));
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(corner, ImVec2(corner.x + size.x, corner.y + size.y), true);
    list.AddRectFilled(corner, ImVec2(corner.x + size.x, corner.y + size.y), ImGui::GetColorU32(ImGuiCol_FrameBg), 3.f);
    drawTriangles(list, area, space, reading.weights);
    drawPoints(gui, list, area, reading);
    list.PopClipRect();
    ImGui::TextUnformatted(
        isLine ? fmt::format("{} {:.2f}", printable(space.x), reading.place.x).c_str()
               : fmt::format("{} {:.2f} (right), {} {:.2f} (up)", printable(space.x), reading.place.x, printable(space.y), reading.place.y)
                     .c_str());
}

void drawSpaceChoice(ViewerDocument& document, Gui& gui, const GraphPlayback& graph, const std::string& shown)
{
    const auto names = blendSpacesOf(graph);
    ImGui::SetNextItemWidth(-1.f);
    if (names.size() > 1 && ImGui::BeginCombo("##space", printable(shown).c_str())) {
        for (const std::string_view name : names) {
            if (ImGui::Selectable(printable(name).c_str(), name == shown)) {
                tryCommand(document, fmt::format("blend-space {}", name));
            }
            gui.nameItem(fmt::format("space:{}", printable(name)));
        }
        ImGui::EndCombo();
    }
    if (names.size() > 1) {
        gui.nameItem("pad:spaces");
    }
}

// Which clips are on a pad that was made here, or would be.
void drawClips(ViewerDocument& document, Gui& gui)
{
    const Playback& playback = document.current()->playback;
    const GraphPlayback* graph = playback.graph();
    std::vector<BlendPlace> places =
        graph != nullptr && isMadeBlend(*graph) ? placesOf(*graph, playback.clips()) : std::vector<BlendPlace>();
    for (std::size_t clip = 0; clip < playback.clips().size(); ++clip) {
        const auto place = std::ranges::find(places, clip, &BlendPlace::clip);
        bool isThere = place != places.end();
        ImGui::PushID(static_cast<int>(clip));
        if (ImGui::Checkbox(playback.nameOf(clip).c_str(), &isThere)) {
            if (!isThere) {
                places.erase(place);
            } else {
                places.push_back({clip});
            }
            std::string line = "blend-pad";
            for (const BlendPlace& one : places) {
                line += ' ' + playback.clips()[one.clip]->getName();
            }
            tryCommand(document, places.size() == 1 && isThere ? fmt::format("blend {} 0 0", playback.clips()[clip]->getName()) : line);
            ImGui::PopID();
            return;
        }
        gui.nameItem("pad:use " + playback.nameOf(clip));
        ImGui::PopID();
    }
}

class PadPage final : public InspectorPage {
public:
    void draw(ViewerDocument& document, Gui& gui) override;
};

void PadPage::draw(ViewerDocument& document, Gui& gui)
{
    const OpenModel* model = document.current();
    if (model == nullptr) {
        ImGui::TextWrapped("Nothing is open.");
        return;
    }
    ImGui::BeginChild("pad page");
    const GraphPlayback* graph = model->playback.graph();
    const BlendReading reading = graph != nullptr ? readBlend(*graph, model->blendSpace) : BlendReading();
    if (reading.space != nullptr) {
        ImGui::TextWrapped(
            "%s", fmt::format("{}, a blend space of {}. Drag the point.", printable(*reading.name), graph->getSource().name).c_str());
        if (!model->playback.isGraphPlayed() && ImGui::SmallButton("play it")) {
            tryCommand(document, "graph on");
        }
        drawSpaceChoice(document, gui, *graph, *reading.name);
        drawPad(document, gui, reading);
        ImGui::Separator();
    } else {
        ImGui::TextWrapped("%s", graph != nullptr ? "The graph has no blend space." : "Choose clips to blend.");
    }
    if (ImGui::SmallButton("blend all clips")) {
        tryCommand(document, "blend-pad");
    }
    gui.nameItem("pad:all");
    drawClips(document, gui);
    ImGui::EndChild();
}

}  // namespace

std::unique_ptr<InspectorPage> createPadPage()
{
    return std::make_unique<PadPage>();
}

}  // namespace armature::tools
