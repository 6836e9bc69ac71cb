#pragma once

#include <optional>
#include <string>
#include <vector>

#include <armature/support/offscreen.hpp>
#include <armature/support/window.hpp>
#include <glm/ext/vector_float2.hpp>

#include "framing.hpp"
#include "playback.hpp"
#include "stage.hpp"

namespace armature::tools {

/// A window that shows one scene, with an orbit camera, playback keys and a title that says what is playing.
class Viewer final {
public:
    /// `name` is what the title calls the scene, which must outlive the viewer. Throws RenderError if no window can be opened.
    Viewer(Scene& scene, std::string name);
    ~Viewer();
    Viewer(const Viewer&) = delete;
    Viewer& operator=(const Viewer&) = delete;

    [[nodiscard]] bool isOpen() const { return window_.isOpen(); }
    /// Handles what the user did since the last frame, moves the animation on and draws.
    void showFrame();

    [[nodiscard]] const Stage& stage() const noexcept { return stage_; }

private:
    /// Filled by GLFW's callbacks, through which no exception may pass; emptied by showFrame().
    struct Input {
        std::vector<int> keys;
        glm::vec2 turned{0.f};  ///< Drags, in picture heights.
        glm::vec2 moved{0.f};
        float clicks = 0.f;
        glm::vec2 mouse{0.f};
    };

    void listen();
    void handleInput();
    void handleKey(int key);
    void frameModel();
    void updateTitle();
    [[nodiscard]] float getAspect() const;

    Scene& scene_;
    std::string name_;
    support::Window window_;
    Stage stage_;
    std::optional<support::Framebuffer> framebuffer_;
    Playback playback_;
    OrbitCamera camera_;
    Input input_;
    std::string title_;
    bool showBones_ = false;
    double lastTime_;
};

}  // namespace armature::tools
