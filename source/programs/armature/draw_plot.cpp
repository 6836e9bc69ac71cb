#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <glm/common.hpp>

#include <armature/animation/gltf_names.hpp>

#include "base/words.hpp"
#include "bone_plot.hpp"
#include "chart.hpp"

namespace armature::tools {

namespace {

constexpr Ink quietInk{110, 118, 128};
constexpr std::array<Ink, 4> componentInks{Ink{209, 53, 43}, Ink{38, 142, 60}, Ink{42, 98, 201}, Ink{142, 79, 176}};
constexpr std::array<std::string_view, 4> componentNames{"x", "y", "z", "w"};
constexpr Ink beginInk{20, 150, 160};
constexpr Ink endInk{232, 119, 34};

constexpr double margin = 14.;
constexpr double titleRoom = 22.;  // above a chart
constexpr double tickRoom = 46.;   // to the left of a chart
constexpr double lowRoom = 20.;    // below a chart
constexpr double unitRoom = 14.;   // extra room below the last chart

Ink mixed(const Ink& from, const Ink& to, double share)
{
    const auto mix = [&](std::uint8_t a, std::uint8_t b) { return static_cast<std::uint8_t>(a + share * (b - a)); };
    return {mix(from.red, to.red), mix(from.green, to.green), mix(from.blue, to.blue)};
}

std::string titleOf(const PlottedChannel& channel)
{
    const std::string_view unit = channel.path == ChannelPath::Translation ? " in m"
                                  : channel.path == ChannelPath::Rotation  ? ", quaternion"
                                                                           : "";
    return fmt::format("{}{}: {}, {}", gltfName(channel.path), unit, gltfName(channel.interpolation),
                       counted(channel.keyTimes.size(), "key"));
}

// Draws the handles of the Bezier curve: at each key, lines along its tangents, over a third of the time to the neighbouring key.
void drawTangents(Chart& chart, const PlottedChannel& channel, std::size_t component, const Ink& ink)
{
    const std::size_t keys = channel.keyTimes.size();
    const auto handle = [&](const glm::dvec2& from, const glm::dvec2& to) {
        chart.line({from, to}, ink, 0.7);
        chart.dot(to, 1., ink);
    };
    for (std::size_t key = 0; key < keys && !channel.inTangents.empty(); ++key) {
        const std::size_t index = key * channel.components + component;
        const glm::dvec2 at(channel.keyTimes[key], channel.keys[index]);
        if (key > 0) {
            const double back = (channel.keyTimes[key - 1] - at.x) / 3.;
            handle(at, at + glm::dvec2(back, back * channel.inTangents[index]));
        }
        if (key + 1 < keys) {
            const double on = (channel.keyTimes[key + 1] - at.x) / 3.;
            handle(at, at + glm::dvec2(on, on * channel.outTangents[index]));
        }
    }
}

void drawChannel(Drawing& drawing, const PlottedChannel& channel, Chart::Frame frame)
{
    frame.title = titleOf(channel);
    frame.y = emptyStretch();
    for (const std::vector<double>* numbers : {&channel.values, &channel.keys}) {
        for (const double number : *numbers) {
            frame.y.include(number);
        }
    }
    frame.y = padded(frame.y, 0.08);
    const double spacing = (frame.high.x - frame.low.x) / static_cast<double>(std::max<std::size_t>(channel.keyTimes.size(), 1));
    const double radius = glm::clamp(0.3 * spacing, 0.9, 2.2);
    Chart chart(drawing, frame);
    double legend = frame.high.x;
    for (std::size_t i = channel.components; i-- > 0;) {
        const Ink& ink = componentInks[i % componentInks.size()];
        std::vector<glm::dvec2> points;
        for (std::size_t k = 0; k < channel.times.size(); ++k) {
            points.emplace_back(channel.times[k], channel.values[k * channel.components + i]);
        }
        chart.line(points, ink, 1.2);
        if (spacing > 4.) {
            drawTangents(chart, channel, i, mixed(ink, {0, 0, 0}, 0.45));
        }
        for (std::size_t key = 0; key < channel.keyTimes.size() && spacing > 0.7; ++key) {
            chart.dot({channel.keyTimes[key], channel.keys[key * channel.components + i]}, radius, ink);
        }
        const std::string name = channel.components <= 4 ? std::string(componentNames[i]) : fmt::format("{}", i);
        drawing.shapes.emplace_back(DrawnText{{legend, frame.low.y - 5.}, name, Anchor::End, ink});
        legend -= widthOf(name) + letterAdvance;
    }
}

void drawChannels(Drawing& drawing, const BonePlot& plot, const glm::dvec2& low, const glm::dvec2& high)
{
    const std::size_t count = plot.channels.size();
    if (count == 0) {
        drawing.shapes.emplace_back(
            DrawnText{{low.x, low.y + titleRoom}, "the clip has no channels of this bone", Anchor::Start, quietInk});
        return;
    }
    const double height = (high.y - low.y - unitRoom) / static_cast<double>(count);
    for (std::size_t i = 0; i < count; ++i) {
        const double top = low.y + static_cast<double>(i) * height;
        drawChannel(drawing, plot.channels[i],
                    {.low = {low.x + tickRoom, top + titleRoom},
                     .high = {high.x, top + height - lowRoom},
                     .x = plot.duration > 0. ? Stretch{0., plot.duration} : Stretch{0., 1.},
                     .xUnit = i + 1 == count ? "seconds" : ""});
    }
}

/// A view of the path: the world axes that point to the right, and up or down.
struct View {
    std::string_view title;
    glm::length_t right;
    glm::length_t up;
    bool isDown;
};

void drawPath(Drawing& drawing, const BonePlot& plot, const View& view, const glm::dvec2& low, const glm::dvec2& high)
{
    const auto seen = [&](const glm::dvec3& at) { return glm::dvec2(at[view.right], at[view.up]); };
    Chart::Frame frame{
        .low = low, .high = high, .x = emptyStretch(), .y = emptyStretch(), .isYDown = view.isDown, .title = std::string(view.title)};
    double farthest = 0.;
    for (const glm::dvec3& at : plot.path) {
        frame.x.include(seen(at).x);
        frame.y.include(seen(at).y);
        farthest = std::max({farthest, std::abs(seen(at).x), std::abs(seen(at).y)});
    }
    // Both axes have the same scale, which has a lower limit: a path of a millimetre, or of mere rounding errors, must not fill the chart.
    const glm::dvec2 size = high - low;
    const double unit = std::max(
        {1.16 * frame.x.length() / size.x, 1.16 * frame.y.length() / size.y, std::max(0.02, 1e-5 * farthest) / std::min(size.x, size.y)});
    const auto widened = [&](const Stretch& stretch, double side) {
        const double middle = 0.5 * (stretch.low + stretch.high);
        return Stretch{middle - 0.5 * unit * side, middle + 0.5 * unit * side};
    };
    frame.x = widened(frame.x, size.x);
    frame.y = widened(frame.y, size.y);
    Chart chart(drawing, frame);
    for (std::size_t i = 1; i < plot.path.size(); ++i) {
        const double share = static_cast<double>(i) / static_cast<double>(plot.path.size());
        chart.line({seen(plot.path[i - 1]), seen(plot.path[i])}, mixed(beginInk, endInk, share), 1.5);
    }
    for (const glm::dvec3& key : plot.pathKeys) {
        chart.dot(seen(key), 1.4, quietInk);
    }
    chart.dot(seen(plot.path.back()), 3.4, endInk);
    chart.dot(seen(plot.path.front()), 2.4, beginInk);
}

}  // namespace

Drawing drawPlot(const BonePlot& plot, const glm::dvec2& size)
{
    Drawing drawing{.size = size};
    const double baseline = margin + letterHeight;
    drawing.shapes.emplace_back(
        DrawnText{{margin, baseline},
                  fmt::format("bone {} in clip {}, {:.4g} s", inQuotes(plot.bone), inQuotes(plot.clip), plot.duration),
                  Anchor::Start,
                  textInk});
    drawing.shapes.emplace_back(DrawnText{{size.x - margin, baseline}, plot.file, Anchor::End, quietInk});

    const double top = baseline + 8.;
    const double middle = 0.57 * size.x;
    drawChannels(drawing, plot, {margin, top}, {middle - margin, size.y - margin});

    const double left = middle + tickRoom;
    const double right = size.x - margin;
    const double height = 0.5 * (size.y - margin - top - unitRoom);
    drawPath(drawing, plot, {"path from above: x to the right, z down, in m", 0, 2, true}, {left, top + titleRoom},
             {right, top + height - lowRoom});
    drawPath(drawing, plot, {"path from the side: z to the right, y up, in m", 2, 1, false}, {left, top + height + titleRoom},
             {right, top + 2. * height - lowRoom});
    const double last = size.y - margin;
    drawing.shapes.emplace_back(DrawnDot{{left + 4., last - 0.5 * letterHeight}, 2.4, beginInk});
    drawing.shapes.emplace_back(DrawnText{{left + 11., last}, "begins", Anchor::Start, beginInk});
    drawing.shapes.emplace_back(DrawnDot{{left + 64., last - 0.5 * letterHeight}, 3.4, endInk});
    drawing.shapes.emplace_back(DrawnText{{left + 71., last}, "ends", Anchor::Start, endInk});
    drawing.shapes.emplace_back(DrawnDot{{left + 112., last - 0.5 * letterHeight}, 1.4, quietInk});
    drawing.shapes.emplace_back(DrawnText{{left + 119., last}, "at its keys", Anchor::Start, quietInk});
    return drawing;
}

}  // namespace armature::tools
