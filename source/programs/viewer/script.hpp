#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "document.hpp"
#include "input.hpp"

namespace armature::tools {

/// Finds the place in the window of something that can be clicked, by its name: "tree:arm_L", "view:arm_L", "turn:z". None if it is not
/// shown.
using FindPlace = std::function<std::optional<glm::vec2>(std::string_view name)>;

/// A script of the viewer: a line a step, each at the earliest in the frame after that of the line before. What the mouse and the keys do
/// goes the way that the window's own events go.
///
///     select arm_L                any command of the viewer; one that fails ends the script
///     try open broken.glb         a command that may fail
///     key Ctrl+Z                  presses and releases a key
///     type arm                    types letters
///     mouse PLACE                 moves the mouse: X Y in pixels, or the name of a place
///     click PLACE                 also "click right PLACE"
///     drag PLACE by X Y           presses, moves in eight steps, releases
///     wheel 2
///     drop FILE
///     wait 10                     frames
///     expect clip Walk            ends the script unless the state is exactly this; "expect message ~ text": unless it has the text in it
///     await reloads 1             waits for it, a minute at most
class ViewerScript final {
public:
    /// Splits `text` into lines. Empty lines and those that begin with # say nothing. The rest are looked at when their turn comes.
    explicit ViewerScript(std::string_view text);

    /// The next frame: does what its line says to the document and adds what the user would do to `queue`. Throws CommandError: "line 3:
    /// expect clip Run: it is Walk".
    void playFrame(ViewerDocument& document, InputQueue& queue, const FindPlace& findPlace, double seconds);
    [[nodiscard]] bool isOver() const noexcept { return next_ == lines_.size() && frames_.empty() && pause_ == 0; }

private:
    struct Line {
        std::size_t number;
        std::string text;
    };
    using Frame = std::vector<InputEvent>;

    void play(const Line& line, ViewerDocument& document, const FindPlace& findPlace);
    bool playInput(std::string_view word, std::string_view rest, const FindPlace& findPlace);
    void expect(std::string_view condition, const ViewerDocument& document, bool waits);
    void press(int button, const glm::vec2& place, const glm::vec2& drag);

    std::vector<Line> lines_;
    std::size_t next_ = 0;
    std::deque<Frame> frames_;  // the remaining frames of the last line
    std::size_t pause_ = 0;
    std::optional<double> waitsSince_;
    double now_ = 0.;
};

}  // namespace armature::tools
