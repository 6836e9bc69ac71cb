#include "panels.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <imgui.h>

namespace armature::tools {

namespace {

void splitView(PanelLayout& layout)
{
    layout.view.size.x = std::max(std::floor(0.5f * layout.view.size.x), 1.f);
    layout.otherView = {layout.view.low + glm::vec2(layout.view.size.x, 0.f), layout.view.size};
}

// Returns a panel's size in the window's coordinates. A panel of its usual size takes at most the share `usualShare` of the window; one
// that was made larger takes more, up to a little less than a half.
float fitPanel(float size, float usual, float usualShare, float scale, float window)
{
    const float share = std::min(usualShare * std::max(size / usual, 1.f), 0.45f);
    return std::min(size * scale, share * window);
}

PanelLayout withOneView(const glm::vec2& window, float scale, const PanelSizes& sizes, bool showsPanels)
{
    PanelLayout layout;
    if (!showsPanels) {
        layout.view = {glm::vec2(0.f), window};
        return layout;
    }
    const float line = Gui::letterSize * scale;
    layout.menuHeight = line + 8.f * scale;
    const float status = line + 10.f * scale;
    constexpr PanelSizes usual;
    const float timeline = fitPanel(sizes.timeline, usual.timeline, 0.25f, scale, window.y);
    const float left = fitPanel(sizes.tree, usual.tree, 0.25f, scale, window.x);
    const float right = fitPanel(sizes.inspector, usual.inspector, 0.4f, scale, window.x);
    const float bottom = window.y - status;
    layout.status = {{0.f, bottom}, {window.x, status}};
    layout.timeline = {{0.f, bottom - timeline}, {window.x - right, timeline}};
    const float middle = std::max(bottom - timeline - layout.menuHeight, 1.f);
    layout.tree = {{0.f, layout.menuHeight}, {left, middle}};
    layout.inspector = {{window.x - right, layout.menuHeight}, {right, middle + timeline}};
    layout.view = {{left, layout.menuHeight}, {std::max(window.x - left - right, 1.f), middle}};
    return layout;
}

// Draws the bar between two panels. Returns how far it is dragged in this frame, in the window's coordinates.
glm::vec2 dragSplitter(Gui& gui, const char* name, const Rectangle& place)
{
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1.f, 1.f));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0.f, 0.f));
    ImGui::SetNextWindowPos(ImVec2(place.low.x, place.low.y));
    ImGui::SetNextWindowSize(ImVec2(place.size.x, place.size.y));
    ImGui::Begin(name, nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings
                     | ImGuiWindowFlags_NoBackground);
    ImGui::InvisibleButton(name, ImVec2(place.size.x, place.size.y));
    gui.nameItem(name);
    const bool isDragged = ImGui::IsItemActive();
    if (isDragged || ImGui::IsItemHovered()) {
        ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(place.low.x, place.low.y),
                                                  ImVec2(place.low.x + place.size.x, place.low.y + place.size.y),
                                                  ImGui::GetColorU32(isDragged ? ImGuiCol_SeparatorActive : ImGuiCol_SeparatorHovered));
    }
    ImGui::End();
    ImGui::PopStyleVar(2);
    const ImVec2 moved = isDragged ? ImGui::GetIO().MouseDelta : ImVec2(0.f, 0.f);
    return {moved.x, moved.y};
}

}  // namespace

PanelLayout layOut(const glm::vec2& window, float scale, const PanelSizes& sizes, bool showsPanels, bool hasTwoViews)
{
    PanelLayout layout = withOneView(window, scale, sizes, showsPanels);
    if (hasTwoViews) {
        splitView(layout);
    }
    return layout;
}

void beginPanel(const char* name, const Rectangle& place)
{
    ImGui::SetNextWindowPos(ImVec2(place.low.x, place.low.y));
    ImGui::SetNextWindowSize(ImVec2(place.size.x, place.size.y));
    ImGui::Begin(name, nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings
                     | ImGuiWindowFlags_NoBringToFrontOnFocus);
}

Panels::Panels()
{
    pages_.reserve(viewerPages().size());
    for (const PageKind& page : viewerPages()) {
        pages_.push_back(page.create());
    }
}

void Panels::drawSplitters(ViewerDocument& document, Gui& gui, const PanelLayout& layout)
{
    PanelSizes& sizes = document.settings.panelSizes;
    const float width = 5.f * gui.getScale();
    const glm::vec2 right = layout.tree.low + layout.tree.size;
    const auto drag = [&](const char* name, const Rectangle& place, float& size, float shown, const glm::vec2& outward) {
        const float moved = glm::dot(dragSplitter(gui, name, place), outward);
        if (moved != 0.f) {
            size = std::clamp((shown + moved) / gui.getScale(), leastPanelSize, largestPanelSize);
        }
    };
    drag("splitter:tree", {{right.x - 0.5f * width, layout.tree.low.y}, {width, layout.tree.size.y}}, sizes.tree, layout.tree.size.x,
         {1.f, 0.f});
    drag("splitter:inspector", {{layout.inspector.low.x - 0.5f * width, layout.inspector.low.y}, {width, layout.inspector.size.y}},
         sizes.inspector, layout.inspector.size.x, {-1.f, 0.f});
    drag("splitter:timeline", {{layout.timeline.low.x, layout.timeline.low.y - 0.5f * width}, {layout.timeline.size.x, width}},
         sizes.timeline, layout.timeline.size.y, {0.f, -1.f});
}

void Panels::draw(ViewerDocument& document, Gui& gui, const PanelLayout& layout)
{
    if (document.settings.showsPanels) {
        // Fills the background of the menu bar, between the menus and the panels.
        ImGui::GetBackgroundDrawList()->AddRectFilled(ImVec2(0.f, 0.f), ImVec2(ImGui::GetIO().DisplaySize.x, layout.menuHeight),
                                                      ImGui::GetColorU32(ImGuiCol_MenuBarBg));
        drawMenuBar(document, gui);
        drawTree(document, gui, layout.tree);
        drawInspector(document, gui, layout.inspector);
        drawTimeline(document, gui, layout.timeline);
        drawStatus(document, gui, layout.status);
        drawSplitters(document, gui, layout);
    }
    if (document.settings.showsCommands) {
        drawCommandBox(document, gui, layout.view);
    }
    if (document.settings.showsHelp) {
        drawHelp(gui, layout.view);
    }
    if (document.settings.asksToQuit) {
        drawQuitQuestion(document, gui, layout.view);
    }
    lastSelected_ = document.selected();
}

}  // namespace armature::tools
