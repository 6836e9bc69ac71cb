#include "panels.hpp"

#include <algorithm>
#include <cmath>

#include <imgui.h>

namespace armature::tools {

namespace {

void splitView(PanelLayout& layout)
{
    layout.view.size.x = std::max(std::floor(0.5f * layout.view.size.x), 1.f);
    layout.otherView = {layout.view.low + glm::vec2(layout.view.size.x, 0.f), layout.view.size};
}

PanelLayout withOneView(const glm::vec2& window, float scale, bool showsPanels)
{
    PanelLayout layout;
    if (!showsPanels) {
        layout.view = {glm::vec2(0.f), window};
        return layout;
    }
    const float line = Gui::letterSize * scale;
    layout.menuHeight = line + 8.f * scale;
    const float status = line + 10.f * scale;
    const float timeline = std::min(72.f * scale, 0.25f * window.y);
    const float left = std::min(240.f * scale, 0.25f * window.x);
    const float right = std::min(370.f * scale, 0.4f * window.x);
    const float bottom = window.y - status;
    layout.status = {{0.f, bottom}, {window.x, status}};
    layout.timeline = {{0.f, bottom - timeline}, {window.x - right, timeline}};
    const float middle = std::max(bottom - timeline - layout.menuHeight, 1.f);
    layout.tree = {{0.f, layout.menuHeight}, {left, middle}};
    layout.inspector = {{window.x - right, layout.menuHeight}, {right, middle + timeline}};
    layout.view = {{left, layout.menuHeight}, {std::max(window.x - left - right, 1.f), middle}};
    return layout;
}

}  // namespace

PanelLayout layOut(const glm::vec2& window, float scale, bool showsPanels, bool hasTwoViews)
{
    PanelLayout layout = withOneView(window, scale, showsPanels);
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
    }
    if (document.settings.showsCommands) {
        drawCommandBox(document, gui, layout.view);
    }
    if (document.settings.showsHelp) {
        drawHelp(gui, layout.view);
    }
    lastSelected_ = document.selected();
}

}  // namespace armature::tools
