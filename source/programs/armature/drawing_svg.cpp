#include <array>
#include <iterator>

#include <fmt/format.h>

#include "base/words.hpp"
#include "drawing.hpp"

namespace armature::tools {

namespace {

constexpr std::array<std::string_view, 3> anchorNames{"start", "middle", "end"};

std::string hexOf(const Ink& ink)
{
    return fmt::format("#{:02x}{:02x}{:02x}", ink.red, ink.green, ink.blue);
}

std::string escaped(std::string_view text)
{
    std::string result;
    for (const char letter : printable(text)) {
        switch (letter) {
        case '&': result += "&amp;"; break;
        case '<': result += "&lt;"; break;
        case '>': result += "&gt;"; break;
        default: result += letter;
        }
    }
    return result;
}

struct SvgWriter {
    std::string& svg;

    void operator()(const DrawnBox& box) const
    {
        fmt::format_to(std::back_inserter(svg), "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"{}\"/>\n",
                       box.low.x, box.low.y, box.high.x - box.low.x, box.high.y - box.low.y, hexOf(box.ink));
    }

    void operator()(const DrawnLine& line) const
    {
        fmt::format_to(std::back_inserter(svg), "<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"{:.2f}\" points=\"", hexOf(line.ink),
                       line.width);
        for (const glm::dvec2& point : line.points) {
            fmt::format_to(std::back_inserter(svg), "{}{:.2f},{:.2f}", &point == line.points.data() ? "" : " ", point.x, point.y);
        }
        svg += "\"/>\n";
    }

    void operator()(const DrawnDot& dot) const
    {
        fmt::format_to(std::back_inserter(svg), "<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{:.2f}\" fill=\"{}\"/>\n", dot.center.x,
                       dot.center.y, dot.radius, hexOf(dot.ink));
    }

    void operator()(const DrawnText& text) const
    {
        fmt::format_to(std::back_inserter(svg),
                       "<text x=\"{:.2f}\" y=\"{:.2f}\" fill=\"{}\" text-anchor=\"{}\" textLength=\"{:.2f}\">{}</text>\n", text.at.x,
                       text.at.y, hexOf(text.ink), anchorNames[static_cast<std::size_t>(text.anchor)], widthOf(text.text),
                       escaped(text.text));
    }
};

}  // namespace

std::string drawingAsSvg(const Drawing& drawing, double scale)
{
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{:.0f}\" height=\"{:.0f}\" viewBox=\"0 0 {:.2f} {:.2f}\" "
        "font-family=\"monospace\" font-size=\"{:.2f}\" stroke-linecap=\"round\" stroke-linejoin=\"round\" xml:space=\"preserve\">\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
        drawing.size.x * scale, drawing.size.y * scale, drawing.size.x, drawing.size.y, letterSize);
    for (const auto& shape : drawing.shapes) {
        std::visit(SvgWriter{svg}, shape);
    }
    return svg + "</svg>\n";
}

}  // namespace armature::tools
