#include "view_controls.hpp"

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <armature/node/node.hpp>

#include "base/words.hpp"
#include "commands.hpp"
#include "input.hpp"
#include "shortcuts.hpp"

namespace armature::tools {

namespace {

constexpr int leftButton = 0;
constexpr float targetPixels = 9.f;
constexpr float turnStep = 0.2617994f;  // 15 degrees
constexpr float moveStep = 0.01f;

}  // namespace

void ViewControls::handle(ViewerDocument& document, const Rectangle& view, const Rectangle& otherView, bool isBlocked, bool isTyping,
                          std::span<const InputEvent> events)
{
    const auto isInPicture = [&] { return !isBlocked && (view.contains(mouse_) || otherView.contains(mouse_)); };
    for (const InputEvent& event : events) {
        switch (event.kind) {
        case InputEvent::Kind::Move: moveTo(document, view, event.place); break;
        case InputEvent::Kind::Button:
            if (!event.isDown) {
                release(document, view, event.code);
            } else if (!button_ && isInPicture()) {
                press(document, view, event);
            }
            break;
        case InputEvent::Kind::Wheel:
            if (isInPicture()) {
                document.camera.approach(event.amount);
            }
            break;
        case InputEvent::Kind::Key: {
            const std::string_view line =
                event.isDown && !isTyping ? lineOfKey(event.code, event.control, event.shift) : std::string_view();
            if (!line.empty() && !(event.isRepeat && line.ends_with("toggle"))) {
                tryCommand(document, line);
            }
            break;
        }
        case InputEvent::Kind::Drop:
            // A .gltf file is JSON too, but is never named .json. A .json file is a graph or a pose.
            tryCommand(document, (!event.text.ends_with(".json") ? "open "
                                  : looksLikeGraph(event.text)   ? "graph "
                                                                 : "load-pose ")
                                     + event.text);
            break;
        case InputEvent::Kind::Letter: break;
        }
    }
    hovered_ = !isBlocked && !button_ && view.contains(mouse_) ? findHandle(document, view) : std::nullopt;
}

std::optional<GizmoHandle> ViewControls::getHandle() const noexcept
{
    return drag_ ? std::optional(drag_->getHandle()) : hovered_;
}

void ViewControls::moveTo(ViewerDocument& document, const Rectangle& view, const glm::vec2& place)
{
    const glm::vec2 drag = (place - mouse_) / view.size.y;
    mouse_ = place;
    if (!button_) {
        return;
    }
    hasMoved_ = hasMoved_ || glm::distance(place, pressedAt_) > clickPixels;
    const bool dragsTarget = document.current() != nullptr && document.current()->targetDrag;
    if (drag_ || dragsTarget) {
        try {
            if (dragsTarget) {
                document.current()->targetDrag->to(place - view.low, document.getView());
            } else {
                drag_->to(place - view.low, !inSteps_ ? 0.f : drag_->getHandle().turns ? turnStep : moveStep);
            }
        } catch (const std::exception& error) {
            document.tellError(error.what());
        }
    } else if (*button_ == leftButton) {
        document.camera.turn(drag);
    } else {
        document.camera.move(drag);
    }
}

void ViewControls::press(ViewerDocument& document, const Rectangle& view, const InputEvent& event)
{
    button_ = event.code;
    pressedAt_ = mouse_;
    hasMoved_ = false;
    inSteps_ = event.shift;
    if (event.code == leftButton && isOverTarget(document, view)) {
        document.beginTargetEdit();
        document.current()->targetDrag.emplace(*document.current()->target, mouse_ - view.low, document.getView());
        return;
    }
    const auto handle = event.code == leftButton && view.contains(mouse_) ? findHandle(document, view) : std::nullopt;
    if (handle) {
        Node& node = *document.selected();
        const PictureView picture = document.getView();
        document.beginEdit(fmt::format("{} {}", handle->turns ? "turn" : "move", printable(shown(node.getName()))));
        drag_.emplace(posedBy(node), Gizmo(node, document.settings.gizmoSpace, picture), *handle, mouse_ - view.low, picture);
    }
}

void ViewControls::release(ViewerDocument& document, const Rectangle& view, int button)
{
    if (button_ != button) {
        return;
    }
    button_.reset();
    OpenModel* model = document.current();
    if (drag_ || (model != nullptr && model->targetDrag)) {
        drag_.reset();
        if (model != nullptr) {
            model->targetDrag.reset();
            model->history.commit();
        }
    } else if (button == leftButton && !hasMoved_ && view.contains(mouse_)) {
        document.select(document.pick(mouse_ - view.low));
    }
}

bool ViewControls::isOverTarget(const ViewerDocument& document, const Rectangle& view) const
{
    const OpenModel* model = document.current();
    if (model == nullptr || !model->target || !document.settings.showsPanels || !view.contains(mouse_)) {
        return false;
    }
    const auto place = document.getView().project(model->target->getPlace());
    return place && glm::distance(*place, mouse_ - view.low) < targetPixels;
}

std::optional<GizmoHandle> ViewControls::findHandle(ViewerDocument& document, const Rectangle& view) const
{
    if (document.selected() == nullptr || !document.settings.showsPanels) {
        return std::nullopt;
    }
    const PictureView picture = document.getView();
    return Gizmo(*document.selected(), document.settings.gizmoSpace, picture).find(mouse_ - view.low, picture);
}

}  // namespace armature::tools
