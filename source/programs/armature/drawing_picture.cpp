#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numbers>

#include <cairo.h>
#include <fmt/format.h>

#include <armature/error.hpp>

#include "base/words.hpp"
#include "drawing.hpp"

namespace armature::tools {

namespace {

/// Paints shapes over one another on white, with cairo.
class Painter {
public:
    Painter(support::Picture& picture, double scale)
        : surface_(cairo_image_surface_create_for_data(picture.pixels.data(), CAIRO_FORMAT_RGB24, static_cast<int>(picture.width),
                                                       static_cast<int>(picture.height), static_cast<int>(4 * picture.width)))
        , context_(cairo_create(surface_))
    {
        cairo_scale(context_, scale, scale);
        cairo_set_line_cap(context_, CAIRO_LINE_CAP_ROUND);
        cairo_set_line_join(context_, CAIRO_LINE_JOIN_ROUND);
        cairo_select_font_face(context_, "monospace", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
        cairo_set_font_size(context_, letterSize);
        cairo_font_options_t* const letters = cairo_font_options_create();
        cairo_font_options_set_antialias(letters, CAIRO_ANTIALIAS_GRAY);  // no colour fringes for the display's subpixels
        cairo_font_options_set_hint_metrics(letters, CAIRO_HINT_METRICS_OFF);
        cairo_set_font_options(context_, letters);
        cairo_font_options_destroy(letters);
    }
    ~Painter()
    {
        cairo_destroy(context_);
        cairo_surface_destroy(surface_);
    }
    Painter(const Painter&) = delete;
    Painter& operator=(const Painter&) = delete;

    void operator()(const DrawnBox& box) const
    {
        begin(box.ink);
        cairo_rectangle(context_, box.low.x, box.low.y, box.high.x - box.low.x, box.high.y - box.low.y);
        cairo_fill(context_);
    }

    void operator()(const DrawnLine& line) const
    {
        begin(line.ink);
        cairo_set_line_width(context_, line.width);
        for (const glm::dvec2& point : line.points) {
            cairo_line_to(context_, point.x, point.y);
        }
        cairo_stroke(context_);
    }

    void operator()(const DrawnDot& dot) const
    {
        begin(dot.ink);
        cairo_arc(context_, dot.center.x, dot.center.y, dot.radius, 0., 2. * std::numbers::pi);
        cairo_fill(context_);
    }

    void operator()(const DrawnText& text) const
    {
        const std::string shownText = printable(text.text);
        cairo_text_extents_t extents{};
        cairo_text_extents(context_, shownText.c_str(), &extents);
        const double before = text.anchor == Anchor::Start ? 0. : text.anchor == Anchor::Middle ? 0.5 : 1.;
        begin(text.ink);
        cairo_move_to(context_, text.at.x - before * extents.x_advance, text.at.y);
        cairo_show_text(context_, shownText.c_str());
    }

    /// Completes the pixels. Throws Error if any drawing operation has failed.
    void finish() const
    {
        cairo_surface_flush(surface_);
        if (const cairo_status_t status = cairo_status(context_); status != CAIRO_STATUS_SUCCESS) {
            throw Error(fmt::format("cairo cannot draw the picture: {}", cairo_status_to_string(status)));
        }
    }

private:
    void begin(const Ink& ink) const
    {
        cairo_new_path(context_);  // drawing text leaves a current point, at which the path would begin
        cairo_set_source_rgb(context_, ink.red / 255., ink.green / 255., ink.blue / 255.);
    }

    cairo_surface_t* surface_;
    cairo_t* context_;
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
    const Painter painter(picture, scale);
    for (const auto& shape : drawing.shapes) {
        std::visit(painter, shape);
    }
    painter.finish();
    // A pixel of cairo is an integer with blue in the lowest byte, then green, then red. A pixel of a Picture is four bytes: red, green,
    // blue, alpha.
    for (std::size_t i = 0; i < picture.pixels.size(); i += 4) {
        std::uint32_t pixel = 0;
        std::memcpy(&pixel, &picture.pixels[i], sizeof pixel);
        const std::array<std::uint8_t, 4> bytes{static_cast<std::uint8_t>(pixel >> 16), static_cast<std::uint8_t>(pixel >> 8),
                                                static_cast<std::uint8_t>(pixel), 0xff};
        std::copy(bytes.begin(), bytes.end(), &picture.pixels[i]);
    }
    return picture;
}

}  // namespace armature::tools
