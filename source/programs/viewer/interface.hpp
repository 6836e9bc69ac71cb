#pragma once

#include <optional>
#include <vector>

#include "document.hpp"
#include "gui.hpp"
#include "input.hpp"
#include "panels.hpp"
#include "script.hpp"
#include "view_controls.hpp"

namespace armature::tools {

/// Connects a window with the document: takes input from the user or a script, advances time, and draws the panels. Needs neither a window
/// nor OpenGL, so tests play scripts without either.
class ViewerInterface final {
public:
    struct Options {
        float scale = 1.f;  ///< Scale of the panels that suits the display.
        GuiClipboard clipboard = {};
        std::optional<ViewerScript> script = {};  ///< While it plays, each frame counts as a sixtieth of a second, however long it takes.
    };

    /// The document must outlive this object.
    ViewerInterface(ViewerDocument& document, const glm::vec2& windowSize, Options options);

    /// Plays one frame. `pixelsPerUnit`: pixels per unit of the window's coordinates. `now`: the time of a clock, in seconds. Throws
    /// CommandError if the script fails.
    void playFrame(const glm::vec2& windowSize, const glm::vec2& pixelsPerUnit, double now);

    /// Sets the scale that suits the window's current display. Must be called between frames.
    void setDisplayScale(float scale) noexcept { displayScale_ = scale; }
    /// The queue for the user's input.
    [[nodiscard]] InputQueue& queue() noexcept { return queue_; }
    /// The rectangle of the model's picture.
    [[nodiscard]] const Rectangle& getView() const noexcept { return layout_.view; }
    /// The rectangle of the compared model's picture; empty if nothing is compared.
    [[nodiscard]] const Rectangle& getOtherView() const noexcept { return layout_.otherView; }
    [[nodiscard]] const Gui& gui() const noexcept { return gui_; }
    /// Returns whether there is no script, or it has ended.
    [[nodiscard]] bool isScriptOver() const noexcept { return !script_ || script_->isOver(); }

private:
    void arrange(const glm::vec2& windowSize);
    void takeInput(double now);
    void drawPanels(const glm::vec2& windowSize, const glm::vec2& pixelsPerUnit, double seconds);

    ViewerDocument& document_;
    float displayScale_;
    Gui gui_;
    Panels panels_;
    ViewControls controls_;
    PanelLayout layout_;
    InputQueue queue_;
    std::vector<InputEvent> events_;  // of this frame
    std::optional<ViewerScript> script_;
    std::optional<double> lastTime_;
    double lastWatch_ = 0.;
};

}  // namespace armature::tools
