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

// What a drawing consists of. Lengths are in its own units, x to the right, y downwards.
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

/// Letters of one width. `at` is on the line they stand on, at their beginning, middle or end.
struct DrawnText {
    glm::dvec2 at{0.};
    std::string text;
    Anchor anchor = Anchor::Start;
    Ink ink = {};
};

inline constexpr double letterAdvance = 6.9;  ///< From one letter of a DrawnText to the next.
inline constexpr double letterHeight = 8.;    ///< Height of a capital letter.

/// A picture as shapes, later ones over earlier ones, on white: the same for every format.
struct Drawing {
    glm::dvec2 size{0.};
    std::vector<std::variant<DrawnBox, DrawnLine, DrawnDot, DrawnText>> shapes = {};
};

/// How wide a text is: one letter per character.
[[nodiscard]] double widthOf(std::string_view text);

/// A document of SVG 1.1, `scale` pixels to a unit.
[[nodiscard]] std::string drawingAsSvg(const Drawing& drawing, double scale);

/// Draws a picture with smooth edges, `scale` pixels to a unit.
[[nodiscard]] support::Picture drawingAsPicture(const Drawing& drawing, double scale);

/// The strokes of a letter, from its lower left corner, in units; a box for what is not ASCII.
[[nodiscard]] std::vector<std::vector<glm::dvec2>> strokesOf(unsigned char letter);

}  // namespace armature::tools
