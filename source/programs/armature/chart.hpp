#pragma once

#include <string>
#include <vector>

#include <glm/ext/vector_double2.hpp>

#include "drawing.hpp"

namespace armature::tools {

inline constexpr Ink textInk{40, 46, 54};

/// A range of numbers from `low` to `high`; empty if low > high.
struct Stretch {
    double low = 0.;
    double high = 0.;

    [[nodiscard]] double length() const noexcept { return high - low; }
    void include(double number) noexcept;
};

/// Returns an empty stretch, to which include() adds numbers.
[[nodiscard]] Stretch emptyStretch() noexcept;

/// Returns the stretch with `share` of its length added on each side. If the length is almost 0, adds a margin proportional to the values
/// instead. An empty stretch becomes -1 to 1.
[[nodiscard]] Stretch padded(const Stretch& stretch, double share);

/// Returns the tick step for a range of `length`: the smallest 1, 2 or 5 times a power of ten that divides it into at most `most` parts.
[[nodiscard]] double tickStep(double length, std::size_t most);

/// Returns the multiples of `step` within the stretch; an empty list if there are more than a thousand.
[[nodiscard]] std::vector<double> ticksOf(const Stretch& stretch, double step);

/// Formats a tick with as many decimals as the step needs: "0.25", "-3"; with four significant digits if the step is below 1e-4 or at least
/// 1e6. Never "-0".
[[nodiscard]] std::string tickLabel(double tick, double step);

/// Axes with ticks and a grid, and the data drawn between them. The points that the functions take are in data units.
class Chart {
public:
    /// The axes, and the box of the drawing, from `low` to `high`, that they enclose.
    struct Frame {
        glm::dvec2 low{0.};
        glm::dvec2 high{0.};
        Stretch x = {};
        Stretch y = {};  ///< Increases upwards, unless `isYDown`.
        bool isYDown = false;
        std::string title = {};
        std::string xUnit = {};  ///< Drawn below the last tick of the x axis, if not empty.
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
