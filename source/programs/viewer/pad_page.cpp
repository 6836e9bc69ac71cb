#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <imgui.h>

#include "base/words.hpp"
#include "blend_pad.hpp"
#include "command_button.hpp"
#include "commands.hpp"
#include "graph_text.hpp"
#include "input.hpp"
#include "pages.hpp"

namespace armature::tools {

namespace {

/// The shown part of a blend space.
struct PadBounds {
    glm::vec2 low{0.f};
    glm::vec2 high{0.f};

    [[nodiscard]] static PadBounds of(const BlendSpaceNode& space)
    {
        PadBounds bounds{space.points.front().position, space.points.front().position};
        for (const BlendPoint& point : space.points) {
            bounds.low = glm::min(bounds.low, point.position);
            bounds.high = glm::max(bounds.high, point.position);
        }
        if (space.y.empty()) {
            bounds.low.y = bounds.high.y = 0.f;
        }
        const glm::vec2 reach = bounds.high - bounds.low;
        const glm::vec2 margin(reach.x > 0.f ? 0.18f * reach.x : 1.f, reach.y > 0.f ? 0.18f * reach.y : 1.f);
        return {bounds.low - margin, bounds.high + margin};
    }
};

// Converts between places in a blend space and in the window; y points up in the blend space.
class PadArea final {
public:
    PadArea(const PadBounds& bounds, const glm::vec2& corner, const glm::vec2& size)
        : corner_(corner), size_(size), low_(bounds.low), high_(bounds.high)
    {}

    [[nodiscard]] ImVec2 toWindow(const glm::vec2& place) const
    {
        const glm::vec2 part = glm::clamp((place - low_) / (high_ - low_), 0.f, 1.f);
        return {corner_.x + part.x * size_.x, corner_.y + (1.f - part.y) * size_.y};
    }
    [[nodiscard]] glm::vec2 toPlace(const glm::vec2& inWindow) const
    {
        const glm::vec2 part = glm::clamp((inWindow - corner_) / size_, 0.f, 1.f);
        return low_ + glm::vec2(part.x, 1.f - part.y) * (high_ - low_);
    }

private:
    glm::vec2 corner_;
    glm::vec2 size_;
    glm::vec2 low_;
    glm::vec2 high_;
};

glm::vec2 placeOfPoint(const BlendSpaceNode& space, std::size_t point)
{
    return space.y.empty() ? glm::vec2(space.points[point].position.x, 0.f) : space.points[point].position;
}

void drawTriangles(ImDrawList& list, const PadArea& area, const BlendSpaceNode& space, std::span<const float> weights)
{
    std::vector<glm::vec2> points;
    for (std::size_t point = 0; point < space.points.size(); ++point) {
        points.push_back(placeOfPoint(space, point));
    }
    const auto triangles = blendSpaceTriangles(space);
    for (const auto& [a, b, c] : triangles) {
        const std::array corners{area.toWindow(points[a]), area.toWindow(points[b]), area.toWindow(points[c])};
        if (weights[a] > 0.f && weights[b] > 0.f && weights[c] > 0.f) {
            list.AddTriangleFilled(corners[0], corners[1], corners[2], ImGui::GetColorU32(ImGuiCol_PlotHistogram, 0.2f));
        }
        list.AddTriangle(corners[0], corners[1], corners[2], ImGui::GetColorU32(ImGuiCol_TextDisabled, 0.7f), 1.f);
    }
    if (triangles.empty()) {  // the points are on a line
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
        const ImVec2 at = area.toWindow(placeOfPoint(*reading.space, point));
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

// Lists all clips, each with a check box that says whether it is on the model's pad.
void drawPadClips(ViewerDocument& document, Gui& gui)
{
    const Playback& playback = document.current()->playback;
    std::vector<BlendPlace> places = padOf(*document.current()).places;
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

private:
    /// A clip that is being dragged.
    struct Held {
        PadDrag drag;
        PadBounds bounds;   ///< The shown part. Fixed during the drag; otherwise it would run away from the mouse.
        glm::vec2 toMouse;  ///< Vector from the clip to the mouse, in the window.
        glm::vec2 mouse;    ///< The last place of the mouse.
        bool hasMoved = false;
    };

    void drawPad(ViewerDocument& document, Gui& gui, const BlendReading& reading);
    void grab(OpenModel& model, const BlendReading& reading, const PadArea& area, const PadBounds& bounds);
    void handle(ViewerDocument& document, const BlendReading& reading, const PadArea& area, bool isReleased);

    std::optional<Held> held_;
};

glm::vec2 mousePlace()
{
    return {ImGui::GetIO().MousePos.x, ImGui::GetIO().MousePos.y};
}

// Grabs the clip under the mouse, unless the blend space's current place is under the mouse.
void PadPage::grab(OpenModel& model, const BlendReading& reading, const PadArea& area, const PadBounds& bounds)
{
    const float reach = 0.6f * ImGui::GetTextLineHeight();
    const auto inWindow = [&](const glm::vec2& place) {
        const ImVec2 at = area.toWindow(place);
        return glm::vec2(at.x, at.y);
    };
    const glm::vec2 mouse = mousePlace();
    if (padOf(model).places.empty() || glm::distance(mouse, inWindow(reading.place)) <= reach) {
        return;
    }
    float least = reach;
    for (std::size_t point = 0; point < reading.space->points.size(); ++point) {
        const glm::vec2 toMouse = mouse - inWindow(placeOfPoint(*reading.space, point));
        if (glm::length(toMouse) <= least) {
            least = glm::length(toMouse);
            held_.emplace(Held{PadDrag(model, point), bounds, toMouse, mouse});
        }
    }
}

// Moves the held clip with the mouse. If no clip is held, or if a held clip has not been moved, moves the blend space's current place to
// the mouse instead.
void PadPage::handle(ViewerDocument& document, const BlendReading& reading, const PadArea& area, bool isReleased)
{
    const glm::vec2 mouse = mousePlace();
    if (held_ && !isReleased) {
        held_->hasMoved = held_->hasMoved || glm::distance(mouse, held_->mouse) > clickPixels;
        if (held_->hasMoved && mouse != held_->mouse) {
            held_->mouse = mouse;
            held_->drag.to(area.toPlace(mouse - held_->toMouse));
        }
    } else if (!held_ || !held_->hasMoved) {
        const glm::vec2 to = area.toPlace(held_ ? mouse - held_->toMouse : mouse);
        tryCommand(document,
                   reading.space->y.empty() ? fmt::format("blend-to {:.4f}", to.x) : fmt::format("blend-to {:.4f} {:.4f}", to.x, to.y));
    }
}

void PadPage::drawPad(ViewerDocument& document, Gui& gui, const BlendReading& before)
{
    OpenModel& model = *document.current();
    held_ = held_ && held_->drag.fits(model) ? held_ : std::nullopt;
    const bool isLine = before.space->y.empty();
    const float width = std::max(ImGui::GetContentRegionAvail().x, 1.f);
    const ImVec2 size(width, isLine ? 4.f * ImGui::GetTextLineHeight() : 0.9f * width);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const PadBounds bounds = held_ ? held_->bounds : PadBounds::of(*before.space);
    const PadArea area(bounds, {corner.x, corner.y}, {size.x, size.y});
    ImGui::InvisibleButton("pad", size);
    if (ImGui::IsItemActivated()) {
        grab(model, before, area, bounds);
    }
    if (ImGui::IsItemActive()) {
        handle(document, before, area, false);
    } else if (held_) {
        handle(document, before, area, true);
        held_.reset();
        model.history.commit();
    }
    const BlendReading reading = readBlend(*model.playback.graph(), model.blendSpace);  // read again, because a drag has changed it
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(corner, ImVec2(corner.x + size.x, corner.y + size.y), true);
    list.AddRectFilled(corner, ImVec2(corner.x + size.x, corner.y + size.y), ImGui::GetColorU32(ImGuiCol_FrameBg), 3.f);
    drawTriangles(list, area, *reading.space, reading.weights);
    drawPoints(gui, list, area, reading);
    list.PopClipRect();
    const std::string x = fmt::format("{} {:.2f}", printable(reading.space->x), reading.place.x);
    ImGui::TextUnformatted(isLine ? x.c_str()
                                  : fmt::format("{} (right), {} {:.2f} (up)", x, printable(reading.space->y), reading.place.y).c_str());
}

void PadPage::draw(ViewerDocument& document, Gui& gui)
{
    OpenModel* const model = document.current();
    if (model == nullptr) {
        held_.reset();
        ImGui::TextWrapped("Nothing is open.");
        return;
    }
    ImGui::BeginChild("pad page");
    const GraphPlayback* graph = model->playback.graph();
    const BlendReading reading = graph != nullptr ? readBlend(*graph, model->blendSpace) : BlendReading();
    if (reading.space != nullptr) {
        ImGui::TextWrapped("%s", fmt::format("{}, a blend space of {}. Drag the point{}.", printable(*reading.name),
                                             graph->getSource().name, isMadeBlend(*graph) ? ", or a clip to another place" : "")
                                     .c_str());
        if (!model->playback.isGraphPlayed()) {
            drawCommandButton(document, gui, "play it", "graph on", "pad:play", ButtonSize::Small);
        }
        drawSpaceChoice(document, gui, *graph, *reading.name);
        drawPad(document, gui, reading);
        ImGui::Separator();
    } else {
        ImGui::TextWrapped("%s", graph != nullptr ? "The graph has no blend space." : "Choose clips to blend.");
    }
    drawCommandButton(document, gui, "blend all clips", "blend-pad", "pad:all", ButtonSize::Small);
    drawPadClips(document, gui);
    ImGui::EndChild();
}

}  // namespace

std::unique_ptr<InspectorPage> createPadPage()
{
    return std::make_unique<PadPage>();
}

}  // namespace armature::tools
