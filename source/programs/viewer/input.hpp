#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include <glm/ext/vector_float2.hpp>

struct GLFWwindow;

namespace armature::tools {

/// Something that the user, or a script, did to the window.
struct InputEvent {
    enum class Kind {
        Move,    ///< The mouse is at `place`.
        Button,  ///< `code` 0, 1, 2: left, right, middle.
        Wheel,   ///< `amount` clicks, positive away from the user.
        Key,     ///< `code` as GLFW numbers it, `control` and `shift` held with it.
        Letter,  ///< `code` is the Unicode character that was typed.
        Drop,    ///< `text` is a file.
    };
    Kind kind = Kind::Move;
    int code = 0;
    bool isDown = false;    ///< Buttons and keys.
    bool isRepeat = false;  ///< A key that is held.
    bool control = false;
    bool shift = false;
    glm::vec2 place{0.f};  ///< In the window, in pixels of its own coordinates.
    float amount = 0.f;
    std::string text = {};
};

/// What happened since the last frame, in order. Where a button or key goes down and up within one frame, that is two frames here: what
/// looks at states once a frame misses nothing.
class InputQueue final {
public:
    void push(InputEvent event);
    /// All up to the second press or release.
    [[nodiscard]] std::vector<InputEvent> takeFrame();
    [[nodiscard]] bool empty() const noexcept { return events_.empty(); }

private:
    std::deque<InputEvent> events_;
};

/// Fills the queue from GLFW's callbacks; it must outlive the window.
void listenTo(GLFWwindow* window, InputQueue& queue);

}  // namespace armature::tools
