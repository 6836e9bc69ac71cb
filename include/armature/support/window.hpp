#pragma once

#include <functional>
#include <memory>
#include <string>

#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_int2.hpp>

#include <armature/base/export.hpp>
#include <armature/math/glm_types.hpp>
#include <armature/render/gl_context.hpp>

#include <armature/support/offscreen.hpp>

struct GLFWwindow;

namespace armature::support {

/// A window with an OpenGL 3.3 core context (GLFW), current on the thread that created it, which must be the main thread.
///
/// For keys, mouse and everything else, use GLFW with getHandle().
class ARMATURE_API Window final {
public:
    /// Options of the constructor.
    struct Options {
        std::string title = "armature";  ///< UTF-8.
        glm::ivec2 size{1280, 720};      ///< Width and height in screen coordinates.
        bool visible = true;             ///< If false, the window is open but hidden.
        bool verticalSync = true;        ///< If true, swaps wait for the display.
        bool debug = false;              ///< If true, requests a debug context, for which drivers report more messages.
    };

    /// Opens the window. Throws RenderError with GLFW's message if there is no display, or if the driver does not offer an OpenGL 3.3 core
    /// context.
    explicit Window(const Options& options);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    /// False once the user has asked to close the window.
    [[nodiscard]] bool isOpen() const;
    void close();                             ///< Makes isOpen() false.
    void pollEvents();                        ///< Calls GLFW's callbacks for all events since the last call.
    void swapBuffers();                       ///< Shows the drawn picture.
    void setTitle(const std::string& title);  ///< UTF-8.

    /// Size of the framebuffer in pixels; zero while minimised.
    [[nodiscard]] glm::ivec2 getFramebufferSize() const;
    /// The mouse position in the window: x from -1 at the left to 1 at the right, y from -1 at the bottom to 1 at the top. Outside the
    /// window, the values are outside [-1, 1].
    [[nodiscard]] glm::vec2 getCursor() const;
    /// True while a key is held: a letter from 'A' to 'Z' (by its position on a US keyboard), a digit, or ' '. False for other characters.
    [[nodiscard]] bool isKeyDown(char key) const;
    [[nodiscard]] bool isShiftDown() const;  ///< True while either Shift key is held.
    /// Seconds since GLFW started.
    [[nodiscard]] double getTime() const;
    [[nodiscard]] GLFWwindow* getHandle() const noexcept;  ///< For calls to GLFW itself. Valid as long as this object.

private:
    struct ARMATURE_LOCAL State;
    std::unique_ptr<State> state_;
};

/// True if the environment names a display for a window. (Opening a window may still fail.)
[[nodiscard]] ARMATURE_API bool hasDisplay();

/// Draws frames until the window is closed: calls `draw` with a framebuffer of the window's size and the seconds since the previous frame,
/// then shows the result. `context` is the GlContext of the window.
ARMATURE_API void showFrames(Window& window, const GlContext& context,
                             const std::function<void(Framebuffer& framebuffer, double seconds)>& draw);

}  // namespace armature::support
