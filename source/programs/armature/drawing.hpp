#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <glm/ext/vector_double2.hpp>

#include <armature/support/picture.hpp>

namespace armature::tools {

struct Ink {
    std::uint8_t red = 0;
    std::uint8_t green = 0;
    std::uint8_t blue = 0;
};

// The shapes of a drawing. Lengths are in the drawing's own units, x to the right, y downwards.
struct DrawnLine {
    std::vector<glm::dvec2> points;
    Ink ink = {};
    double width = 1.;
};

struct DrawnDot {
    glm::dvec2 center{0.};
    double radius = 2.;
    Ink ink = {};
};

struct DrawnBox {
    glm::dvec2 low{0.};
    glm::dvec2 high{0.};
    Ink ink = {};
};

enum class Anchor { Start, Middle, End };

/// Fixed-width letters. `at` is on the baseline, at the text's beginning, middle or end, as `anchor` says.
struct DrawnText {
    glm::dvec2 at{0.};
    std::string text;
    Anchor anchor = Anchor::Start;
    Ink ink = {};
};

inline constexpr double letterAdvance = 6.9;               ///< Distance from one letter of a DrawnText to the next.
inline constexpr double letterHeight = 8.;                 ///< Height of a capital letter.
inline constexpr double letterSize = letterAdvance / 0.6;  ///< Font size: the letters of fixed-width fonts are 0.6 times as wide.

/// A picture as shapes on white, independent of the file format. Later shapes are drawn over earlier ones.
struct Drawing {
    glm::dvec2 size{0.};
    std::vector<std::variant<DrawnBox, DrawnLine, DrawnDot, DrawnText>> shapes = {};
};

/// Returns the width of a text, in which each character is one letter wide.
[[nodiscard]] double widthOf(std::string_view text);

/// Returns an SVG 1.1 document with `scale` pixels per unit.
[[nodiscard]] std::string drawingAsSvg(const Drawing& drawing, double scale);

/// Draws an antialiased picture with `scale` pixels per unit.
[[nodiscard]] support::Picture drawingAsPicture(const Drawing& drawing, double scale);

}  // namespace armature::tools
