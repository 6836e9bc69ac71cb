#pragma once

#include <optional>
#include <span>

#include "document.hpp"
#include "input.hpp"
#include "panels.hpp"

namespace armature::tools {

/// Handles the mouse in the picture, and the keys that no text field takes.
class ViewControls final {
public:
    /// Handles events in their order. `isBlocked`: whether the mouse is over something that covers the picture. `isTyping`: whether letters
    /// go into a text field, so that keys run no commands. In `otherView`, which shows the compared model, the mouse only turns and moves
    /// the camera.
    void handle(ViewerDocument& document, const Rectangle& view, const Rectangle& otherView, bool isBlocked, bool isTyping,
                std::span<const InputEvent> events);

    /// The handle that is being dragged, or the one under the mouse.
    [[nodiscard]] std::optional<GizmoHandle> getHandle() const noexcept;

private:
    void moveTo(ViewerDocument& document, const Rectangle& view, const glm::vec2& place);
    void press(ViewerDocument& document, const Rectangle& view, const InputEvent& event);
    void release(ViewerDocument& document, const Rectangle& view, int button);
    [[nodiscard]] bool isOverTarget(const ViewerDocument& document, const Rectangle& view) const;
    [[nodiscard]] std::optional<GizmoHandle> findHandle(ViewerDocument& document, const Rectangle& view) const;

    glm::vec2 mouse_{0.f};
    std::optional<int> button_;  ///< The button that was pressed in the picture.
    glm::vec2 pressedAt_{0.f};
    bool hasMoved_ = false;
    bool inSteps_ = false;
    std::optional<GizmoHandle> hovered_;
    std::optional<Gizmo::Drag> drag_;
};

}  // namespace armature::tools
