#pragma once

#include <optional>
#include <string>

#include <armature/support/offscreen.hpp>
#include <armature/support/window.hpp>

#include "interface.hpp"
#include "programs/armature/stage.hpp"

namespace armature::tools {

/// The viewer's window: passes the user's input to the interface, and draws the document.
class ViewerWindow final {
public:
    struct Options {
        std::optional<ViewerScript> script = {};
        std::optional<glm::ivec2> size = {};  ///< By default the size that the document requests, or 1280x720.
    };

    /// The document must outlive this object. Throws RenderError if no window can be opened.
    ViewerWindow(ViewerDocument& document, Options options);
    ~ViewerWindow();
    ViewerWindow(const ViewerWindow&) = delete;
    ViewerWindow& operator=(const ViewerWindow&) = delete;

    [[nodiscard]] bool isOpen() const { return window_.isOpen(); }
    /// Handles the input since the last frame, advances the animation and draws. Throws CommandError if the script fails.
    void showFrame();

    [[nodiscard]] const Stage& stage() const noexcept { return stage_; }

private:
    [[nodiscard]] glm::vec2 getWindowSize() const;
    void noteWindow();
    void drawPicture(const glm::ivec2& pixels);
    void drawView(const Rectangle& place, const glm::ivec2& pixels, const Scene& scene, const StageLooks& looks);
    void answerRequests(const glm::ivec2& pixels);
    void updateTitle();

    ViewerDocument& document_;
    support::Window window_;
    Stage stage_;
    ViewerInterface interface_;
    GuiRenderer guiRenderer_;
    std::optional<support::Framebuffer> framebuffer_;
    Scene nothing_;
    std::string title_;
};

}  // namespace armature::tools
