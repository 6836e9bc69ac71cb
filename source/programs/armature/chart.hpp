#pragma once

#include <string>
#include <vector>

#include <glm/ext/vector_double2.hpp>

#include "drawing.hpp"

namespace armature::tools {

/// A range of numbers.
struct Stretch {
    double low = 0.;
    double high = 0.;

    [[nodiscard]] double length() const noexcept { return high - low; }
    void include(double number) noexcept;
};

/// Returns an empty stretch, to which numbers are added.
[[nodiscard]] Stretch emptyStretch() noexcept;

/// Adds some room on both sides; a stretch without length gets some around its number.
[[nodiscard]] Stretch padded(const Stretch& stretch, double share);

/// Returns 1, 2 or 5 times a power of ten: the step that gives a stretch at most `most` ticks.
[[nodiscard]] double tickStep(double length, std::size_t most);

/// Returns the multiples of `step` within the stretch; none if there are more than a thousand.
[[nodiscard]] std::vector<double> ticksOf(const Stretch& stretch, double step);

/// Formats a tick with as many decimals as the step needs: "0.25", "-3". Never "-0".
[[nodiscard]] std::string tickLabel(double tick, double step);

/// Axes with ticks and a grid, and the data drawn between them. Places are in data units.
class Chart {
public:
    /// The chart fills the box `low` to `high` of the drawing.
    struct Frame {
        glm::dvec2 low{0.};
        glm::dvec2 high{0.};
        Stretch x = {};
        Stretch y = {};  ///< Upwards.
        bool isYDown = false;
        std::string title = {};
        std::string xUnit = {};  ///< Below the last tick, if not empty.
    };

    Chart(Drawing& drawing, Frame frame);

    /// Draws a line, clipped to the axes.
    void line(const std::vector<glm::dvec2>& points, const Ink& ink, double width);
    void dot(const glm::dvec2& at, double radius, const Ink& ink);
    [[nodiscard]] glm::dvec2 place(const glm::dvec2& at) const;

private:
    void drawAxes();
    [[nodiscard]] bool isInside(const glm::dvec2& at) const;

    Drawing& drawing_;
    Frame frame_;
};

}  // namespace armature::tools
