#include <array>
#include <string>

#include <imgui.h>

#include <armature/node/node.hpp>
#include <armature/skeleton/bone.hpp>

#include "panels.hpp"

namespace armature::tools {

namespace {

constexpr std::array<ImU32, 3> axisColors{IM_COL32(235, 80, 80, 255), IM_COL32(110, 205, 80, 255), IM_COL32(90, 140, 250, 255)};
constexpr ImU32 heldColor = IM_COL32(255, 225, 90, 255);
constexpr ImU32 selectedColor = IM_COL32(255, 170, 50, 255);
constexpr ImU32 targetColor = IM_COL32(120, 240, 230, 255);
constexpr ImU32 nameColor = IM_COL32(235, 235, 235, 255);
constexpr std::array axisNames{"x", "y", "z"};

class Overlay final {
public:
    Overlay(ViewerDocument& document, Gui& gui, const Rectangle& place)
        : document_(document), gui_(gui), place_(place), view_(document.getView()), list_(*ImGui::GetBackgroundDrawList())
    {}

    void drawNames()
    {
        for (const OutlineRow& row : document_.current()->outline.rows()) {
            if (row.isBone && (document_.settings.showsNames || row.node == document_.selected())) {
                write(*row.node, row.label);
            }
        }
    }

    // Names the places of all joints for scripts to click, even of joints that are hidden by something.
    void nameJoints()
    {
        for (const OutlineRow& row : document_.current()->outline.rows()) {
            if (const auto pixel = view_.project(glm::vec3(row.node->getWorldMatrix()[3]))) {
                gui_.namePlace("view:" + row.label, place_.low + *pixel);
            }
        }
    }

    void drawSelected(const Node& node)
    {
        const auto from = view_.project(glm::vec3(node.getWorldMatrix()[3]));
        if (!from) {
            return;
        }
        for (const Node& child : node.getChildren()) {
            if (const auto to = view_.project(glm::vec3(child.getWorldMatrix()[3]))) {
                list_.AddLine(at(*from), at(*to), selectedColor, 2.5f * gui_.getScale());
            }
        }
        list_.AddCircleFilled(at(*from), 4.f * gui_.getScale(), selectedColor);
    }

    void drawTarget(const PoseTarget& target)
    {
        const auto place = view_.project(target.getPlace());
        if (!place) {
            return;
        }
        const float scale = gui_.getScale();
        if (target.looks()) {
            if (const auto eye = view_.project(glm::vec3(target.getTip().getWorldMatrix()[3]))) {
                list_.AddLine(at(*eye), at(*place), targetColor, 1.5f * scale);
            }
        }
        list_.AddCircleFilled(at(*place), 8.f * scale, shadowColor);
        list_.AddCircle(at(*place), 8.f * scale, targetColor, 0, 2.5f * scale);
        list_.AddCircleFilled(at(*place), 3.f * scale, targetColor);
        gui_.namePlace("target", place_.low + *place);
    }

    void drawGizmo(const Node& node, const std::optional<GizmoHandle>& held)
    {
        const Gizmo gizmo(node, document_.settings.gizmoSpace, view_);
        for (const bool turns : {true, false}) {
            for (int axis = 0; axis < 3; ++axis) {
                drawHandle(gizmo, {turns, axis}, held);
            }
        }
    }

private:
    [[nodiscard]] ImVec2 at(const glm::vec2& pixel) const { return {place_.low.x + pixel.x, place_.low.y + pixel.y}; }

    void write(const Node& node, const std::string& text)
    {
        if (const auto pixel = view_.project(glm::vec3(node.getWorldMatrix()[3]))) {
            const ImVec2 corner(place_.low.x + pixel->x + 7.f, place_.low.y + pixel->y - 7.f);
            list_.AddText(ImVec2(corner.x + 1.f, corner.y + 1.f), shadowColor, text.c_str());
            list_.AddText(corner, nameColor, text.c_str());
        }
    }

    void drawHandle(const Gizmo& gizmo, const GizmoHandle& handle, const std::optional<GizmoHandle>& held)
    {
        const std::vector<glm::vec2> outline = gizmo.outlineOf(handle, view_);
        if (outline.empty()) {
            return;
        }
        std::vector<ImVec2> points;
        points.reserve(outline.size());
        for (const glm::vec2& pixel : outline) {
            points.push_back(at(pixel));
        }
        const ImU32 color = held == handle ? heldColor : axisColors[static_cast<std::size_t>(handle.axis)];
        const float width = (held == handle ? 3.5f : 2.f) * gui_.getScale();
        list_.AddPolyline(points.data(), static_cast<int>(points.size()), color, 0, width);
        const std::string name = axisNames[static_cast<std::size_t>(handle.axis)];
        if (handle.turns) {
            gui_.namePlace("turn:" + name, place_.low + outline[outline.size() / 2]);
        } else {
            list_.AddCircleFilled(points.back(), 5.f * gui_.getScale(), color);
            gui_.namePlace("move:" + name, place_.low + outline.back());
        }
    }

    ViewerDocument& document_;
    Gui& gui_;
    Rectangle place_;
    PictureView view_;
    ImDrawList& list_;
};

}  // namespace

void drawViewOverlay(ViewerDocument& document, Gui& gui, const Rectangle& view, const std::optional<GizmoHandle>& handle)
{
    if (document.current() == nullptr) {
        return;
    }
    ImGui::GetBackgroundDrawList()->PushClipRect(ImVec2(view.low.x, view.low.y),
                                                 ImVec2(view.low.x + view.size.x, view.low.y + view.size.y));
    Overlay overlay(document, gui, view);
    overlay.nameJoints();
    overlay.drawNames();
    if (const Node* node = document.selected()) {
        overlay.drawSelected(*node);
        overlay.drawGizmo(*node, handle);
    }
    if (document.current()->target) {
        overlay.drawTarget(*document.current()->target);
    }
    ImGui::GetBackgroundDrawList()->PopClipRect();
}

}  // namespace armature::tools
