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

/// Returns the place in the window at which to click an item, by the item's name: "tree:arm_L", "view:arm_L", "turn:z". None if the item is
/// not shown.
using FindPlace = std::function<std::optional<glm::vec2>(std::string_view name)>;

/// A script of the viewer, one step per line. Each step is played no earlier than the frame after the previous one. Inputs of mouse and
/// keys are handled like the window's own events.
///
///     select arm_L                any command of the viewer; one that fails ends the script
///     try open broken.glb         a command that may fail
///     key Ctrl+Z                  presses and releases a key
///     type arm                    types letters
///     mouse PLACE                 moves the mouse: X Y in pixels, or the name of a place
///     click PLACE                 also "click right PLACE"
///     drag PLACE by X Y           presses, moves in eight steps, releases; X Y in pixels at panel scale 1
///     wheel 2
///     drop FILE
///     wait 10                     frames
///     expect clip Walk            ends the script unless the state is exactly this; "expect message ~ text": unless it contains the text
///     await reloads 1             waits for the state, a minute at most
class ViewerScript final {
public:
    /// Splits `text` into lines. Empty lines and lines that begin with # are skipped; the others are parsed only when they are played.
    explicit ViewerScript(std::string_view text);

    /// Plays the next frame: applies the current line to the document, and adds inputs of mouse and keys to `queue`. Throws CommandError if
    /// the line fails, for example "line 3: expect clip Run: it is Walk".
    void playFrame(ViewerDocument& document, InputQueue& queue, const FindPlace& findPlace, double seconds);
    [[nodiscard]] bool isOver() const noexcept { return next_ == lines_.size() && frames_.empty() && pause_ == 0; }

private:
    struct Line {
        std::size_t number;
        std::string text;
    };
    using Frame = std::vector<InputEvent>;

    void play(const Line& line, ViewerDocument& document, const FindPlace& findPlace);
    bool playInput(std::string_view word, std::string_view rest, const FindPlace& findPlace, float panelScale);
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
