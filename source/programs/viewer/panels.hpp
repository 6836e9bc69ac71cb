#pragma once

#include <memory>
#include <string>
#include <vector>

#include <glm/ext/vector_float2.hpp>

#include "document.hpp"
#include "gui.hpp"
#include "pages.hpp"

namespace armature::tools {

/// Colour, as ImU32, of the shadows behind letters and lines that are drawn over the picture.
inline constexpr unsigned shadowColor = 0xaa000000u;

/// A part of the window, in the window's coordinates.
struct Rectangle {
    glm::vec2 low{0.f};
    glm::vec2 size{0.f};

    [[nodiscard]] bool contains(const glm::vec2& place) const noexcept
    {
        return place.x >= low.x && place.y >= low.y && place.x < low.x + size.x && place.y < low.y + size.y;
    }
};

/// The places of all parts of the window.
struct PanelLayout {
    Rectangle tree;
    Rectangle inspector;
    Rectangle timeline;
    Rectangle status;
    Rectangle view;
    Rectangle otherView;  ///< View of the compared model: as large as `view`, or empty.
    float menuHeight = 0.f;
};

/// Lays out the window. Without panels, the view fills the window. With two views, they share the area of one.
[[nodiscard]] PanelLayout layOut(const glm::vec2& window, float scale, const PanelSizes& sizes, bool showsPanels, bool hasTwoViews = false);

/// The panels around the picture. Each is drawn by its own function from the document alone. State that only a panel needs, such as a text
/// being typed, is kept here.
class Panels final {
public:
    Panels();

    /// Draws all panels. Must be called between Gui::beginFrame() and endFrame().
    void draw(ViewerDocument& document, Gui& gui, const PanelLayout& layout);

private:
    void drawMenuBar(ViewerDocument& document, Gui& gui);
    void drawTree(ViewerDocument& document, Gui& gui, const Rectangle& place);
    void drawInspector(ViewerDocument& document, Gui& gui, const Rectangle& place);
    void drawTimeline(ViewerDocument& document, Gui& gui, const Rectangle& place);
    void drawStatus(ViewerDocument& document, Gui& gui, const Rectangle& place);
    static void drawSplitters(ViewerDocument& document, Gui& gui, const PanelLayout& layout);
    static void drawQuitQuestion(ViewerDocument& document, Gui& gui, const Rectangle& view);
    void drawCommandBox(ViewerDocument& document, Gui& gui, const Rectangle& view);
    void drawHelp(Gui& gui, const Rectangle& view);

    const Node* lastSelected_ = nullptr;                 // never dereferenced
    std::vector<std::unique_ptr<InspectorPage>> pages_;  // in the order of viewerPages()
    std::string command_;
    std::string helpSearch_;
    bool isCommandNew_ = false;
};

/// Begins an ImGui window that fills a part of the viewer's window. ImGui::End() must be called afterwards in any case.
void beginPanel(const char* name, const Rectangle& place);

/// Draws over the picture: names of bones, the selected bone, and the gizmo, with the handle that is under the mouse or being dragged.
void drawViewOverlay(ViewerDocument& document, Gui& gui, const Rectangle& view, const std::optional<GizmoHandle>& handle);

/// Draws over the two pictures of a comparison: the files' names, the places where the models differ most, and the scale of the colours.
void drawComparisonOverlay(const ViewerDocument& document, Gui& gui, const Rectangle& view, const Rectangle& otherView);

}  // namespace armature::tools
