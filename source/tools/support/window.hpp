#pragma once

#include <memory>
#include <string>

#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_int2.hpp>

struct GLFWwindow;

namespace armature::support {

/// A window with an OpenGL 3.3 core context (GLFW), current on the thread that made it: the main thread.
///
/// Keys, mouse and the rest are GLFW's: see handle().
class Window final {
public:
    struct Options {
        std::string title = "armature";
        glm::ivec2 size{1280, 720};  ///< In screen coordinates.
        bool visible = true;
        bool verticalSync = true;
        bool debug = false;  ///< Asks for a debug context.
    };

    /// Throws RenderError with GLFW's own words if there is no display or no such context.
    explicit Window(const Options& options);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    /// False once the user asked to close it.
    [[nodiscard]] bool isOpen() const;
    void close();
    void pollEvents();
    void swapBuffers();
    void setTitle(const std::string& title);

    /// Size of the framebuffer in pixels; zero while minimised.
    [[nodiscard]] glm::ivec2 getFramebufferSize() const;
    /// Where the mouse is in the window: x from -1 at the left to 1 at the right, y from -1 at the bottom to 1 at the top, beyond if
    /// outside.
    [[nodiscard]] glm::vec2 getCursor() const;
    /// Seconds since GLFW started.
    [[nodiscard]] double getTime() const;
    [[nodiscard]] GLFWwindow* handle() const noexcept;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// True if the environment names a display that a window could open on. (It may still fail.)
[[nodiscard]] bool hasDisplay();

}  // namespace armature::support
