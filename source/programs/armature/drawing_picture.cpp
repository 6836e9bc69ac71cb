#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "base/words.hpp"
#include "drawing.hpp"

namespace armature::tools {

namespace {

/// Paints shapes over one another, in pixels. A shape's coverage of a pixel follows from the distance of its edge to the pixel's centre.
class Painter {
public:
    Painter(support::Picture& picture, double scale) : picture_(picture), scale_(scale) {}

    void operator()(const DrawnBox& box)
    {
        const glm::dvec2 low = scale_ * box.low;
        const glm::dvec2 high = scale_ * box.high;
        paint(low, high, box.ink, [&](const glm::dvec2& pixel) {
            const glm::dvec2 inside = glm::min(pixel - low, high - pixel) + 0.5;
            return glm::clamp(inside.x, 0., 1.) * glm::clamp(inside.y, 0., 1.);
        });
    }

    void operator()(const DrawnLine& line)
    {
        for (std::size_t i = 1; i < line.points.size(); ++i) {
            stroke(line.points[i - 1], line.points[i], line.width, line.ink);
        }
    }

    void operator()(const DrawnDot& dot) { stroke(dot.center, dot.center, 2. * dot.radius, dot.ink); }

    void operator()(const DrawnText& text)
    {
        const double width = widthOf(text.text);
        glm::dvec2 pen = text.at;
        pen.x -= text.anchor == Anchor::Start ? 0. : text.anchor == Anchor::Middle ? 0.5 * width : width;
        const std::string shownText = printable(text.text);
        for (std::size_t i = 0; i < shownText.size();) {
            const std::size_t length = std::max<std::size_t>(characterLength(std::string_view(shownText).substr(i)), 1);
            for (const std::vector<glm::dvec2>& points : strokesOf(length == 1 ? static_cast<unsigned char>(shownText[i]) : 0xff)) {
                for (std::size_t k = 1; k < points.size(); ++k) {
                    stroke(pen + points[k - 1], pen + points[k], strokeWidth, text.ink);
                }
            }
            pen.x += letterAdvance;
            i += length;
        }
    }

private:
    static constexpr double strokeWidth = 1.05;

    void stroke(const glm::dvec2& from, const glm::dvec2& to, double width, const Ink& ink)
    {
        const glm::dvec2 a = scale_ * from;
        const glm::dvec2 along = scale_ * to - a;
        const double square = glm::dot(along, along);
        const double radius = 0.5 * scale_ * width;
        paint(glm::min(a, a + along) - radius, glm::max(a, a + along) + radius, ink, [&](const glm::dvec2& pixel) {
            const double t = square > 0. ? glm::clamp(glm::dot(pixel - a, along) / square, 0., 1.) : 0.;
            return glm::clamp(radius + 0.5 - glm::distance(pixel, a + t * along), 0., 1.);
        });
    }

    template <class Coverage>
    void paint(const glm::dvec2& low, const glm::dvec2& high, const Ink& ink, const Coverage& coverage)
    {
        const auto within = [](double at, std::size_t side) {
            return static_cast<std::size_t>(glm::clamp(std::floor(at), 0., static_cast<double>(side)));
        };
        for (std::size_t y = within(low.y - 1., picture_.height); y < within(high.y + 2., picture_.height); ++y) {
            for (std::size_t x = within(low.x - 1., picture_.width); x < within(high.x + 2., picture_.width); ++x) {
                const double share = coverage(glm::dvec2(static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5));
                std::uint8_t* const pixel = &picture_.pixels[4 * (y * picture_.width + x)];
                const auto mix = [&](std::uint8_t below, std::uint8_t above) {
                    return static_cast<std::uint8_t>(std::lround(below + share * (above - below)));
                };
                pixel[0] = mix(pixel[0], ink.red);
                pixel[1] = mix(pixel[1], ink.green);
                pixel[2] = mix(pixel[2], ink.blue);
            }
        }
    }

    support::Picture& picture_;
    double scale_;
};

}  // namespace

double widthOf(std::string_view text)
{
    const std::string shownText = printable(text);
    std::size_t letters = 0;
    for (std::size_t i = 0; i < shownText.size(); ++letters) {
        i += std::max<std::size_t>(characterLength(std::string_view(shownText).substr(i)), 1);
    }
    return letterAdvance * static_cast<double>(letters);
}

support::Picture drawingAsPicture(const Drawing& drawing, double scale)
{
    support::Picture picture{.width = static_cast<std::size_t>(std::lround(scale * drawing.size.x)),
                             .height = static_cast<std::size_t>(std::lround(scale * drawing.size.y)),
                             .pixels = {}};
    picture.pixels.assign(4 * picture.width * picture.height, 0xff);
    Painter painter(picture, scale);
    for (const auto& shape : drawing.shapes) {
        std::visit(painter, shape);
    }
    return picture;
}

}  // namespace armature::tools
