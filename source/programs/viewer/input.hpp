#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include <glm/ext/vector_float2.hpp>

struct GLFWwindow;

namespace armature::tools {

/// How far the mouse may move between press and release in a click; farther is a drag.
inline constexpr float clickPixels = 4.f;

/// An input to the window, from the user or a script.
struct InputEvent {
    enum class Kind {
        Move,    ///< The mouse moved to `place`.
        Button,  ///< `code` 0, 1, 2: left, right, middle.
        Wheel,   ///< `amount` clicks, positive away from the user.
        Key,     ///< `code`: GLFW's key number. `control`, `shift`: whether these were held.
        Letter,  ///< `code`: the Unicode character typed.
        Drop,    ///< `text`: the dropped file.
    };
    Kind kind = Kind::Move;
    int code = 0;
    bool isDown = false;    ///< For buttons and keys: pressed, not released.
    bool isRepeat = false;  ///< For keys: repeated, because the key is held.
    bool control = false;
    bool shift = false;
    glm::vec2 place{0.f};  ///< In the window's own coordinates.
    float amount = 0.f;
    std::string text = {};
};

/// The inputs since the last frame, in order. If a button or key is pressed and released within one frame, the queue spreads this over two
/// frames, so that code that reads states once per frame misses nothing.
class InputQueue final {
public:
    void push(InputEvent event);
    /// Takes the inputs of one frame. After a press or release, the frame ends before the next press, release or movement of the mouse.
    [[nodiscard]] std::vector<InputEvent> takeFrame();
    [[nodiscard]] bool empty() const noexcept { return events_.empty(); }

private:
    std::deque<InputEvent> events_;
};

/// Fills the queue from GLFW's callbacks. The queue must outlive the window.
void listenTo(GLFWwindow* window, InputQueue& queue);

}  // namespace armature::tools
