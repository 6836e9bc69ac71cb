#include "chart.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/vector_relational.hpp>

namespace armature::tools {

namespace {

constexpr Ink gridInk{226, 230, 235};
constexpr Ink zeroInk{170, 178, 188};
constexpr Ink axisInk{90, 98, 108};
constexpr double tickGap = 5.;  // distance from an axis to its labels

// Returns the part of a straight line within a box, by Liang and Barsky's algorithm.
std::optional<std::pair<glm::dvec2, glm::dvec2>> clipped(const glm::dvec2& from, const glm::dvec2& to, const Stretch& x, const Stretch& y)
{
    double begin = 0.;
    double end = 1.;
    const auto cut = [&](double start, double way, double low, double high) {
        for (const double sign : {-1., 1.}) {
            const double room = sign < 0. ? start - low : high - start;
            const double step = sign * way;
            if (step == 0. && room < 0.) {
                return false;
            }
            if (step > 0.) {
                end = std::min(end, room / step);
            } else if (step < 0.) {
                begin = std::max(begin, room / step);
            }
        }
        return begin <= end;
    };
    if (!cut(from.x, to.x - from.x, x.low, x.high) || !cut(from.y, to.y - from.y, y.low, y.high)) {
        return std::nullopt;
    }
    return std::pair(glm::mix(from, to, begin), glm::mix(from, to, end));
}

}  // namespace

void Stretch::include(double number) noexcept
{
    low = std::min(low, number);
    high = std::max(high, number);
}

Stretch emptyStretch() noexcept
{
    return {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
}

Stretch padded(const Stretch& stretch, double share)
{
    if (stretch.low > stretch.high) {
        return {-1., 1.};
    }
    const double size = std::max(std::abs(stretch.low), std::abs(stretch.high));
    const double least = size > 0. ? 1e-4 * size : 1.;  // tolerance: a shorter length is only float rounding
    const double more = stretch.length() < least ? std::max(0.5 * least, 0.1 * size) : share * stretch.length();
    return {stretch.low - more, stretch.high + more};
}

double tickStep(double length, std::size_t most)
{
    const double least = length / static_cast<double>(std::max<std::size_t>(most, 1));
    const double power = std::pow(10., std::floor(std::log10(least)));
    for (const double factor : {1., 2., 5.}) {
        if (factor * power >= least * (1. - 1e-9)) {
            return factor * power;
        }
    }
    return 10. * power;
}

std::vector<double> ticksOf(const Stretch& stretch, double step)
{
    constexpr double most = 1000.;
    std::vector<double> ticks;
    const double first = std::ceil(stretch.low / step - 1e-9);
    const double steps = std::floor(stretch.high / step + 1e-9) - first;
    for (double i = 0.; i <= steps && steps < most; ++i) {
        ticks.push_back((first + i) * step);
    }
    return ticks;
}

std::string tickLabel(double tick, double step)
{
    if (step < 1e-4 || step >= 1e6) {
        return fmt::format("{:.4g}", std::abs(tick) < 0.5 * step ? 0. : tick);
    }
    const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step) + 1e-9)));
    return fmt::format("{:.{}f}", std::abs(tick) < 0.5 * step ? 0. : tick, decimals);
}

Chart::Chart(Drawing& drawing, Frame frame) : drawing_(drawing), frame_(std::move(frame))
{
    for (Stretch* stretch : {&frame_.x, &frame_.y}) {
        if (!(std::isfinite(stretch->length()) && stretch->length() > 0.)) {
            *stretch = {-1., 1.};  // an arbitrary range, because there is nothing to show
        }
    }
    drawAxes();
}

glm::dvec2 Chart::place(const glm::dvec2& at) const
{
    const glm::dvec2 share((at.x - frame_.x.low) / frame_.x.length(), (at.y - frame_.y.low) / frame_.y.length());
    return {glm::mix(frame_.low.x, frame_.high.x, share.x), glm::mix(frame_.low.y, frame_.high.y, frame_.isYDown ? share.y : 1. - share.y)};
}

void Chart::drawAxes()
{
    const glm::dvec2 size = frame_.high - frame_.low;
    const double stepX = tickStep(frame_.x.length(), static_cast<std::size_t>(size.x / 55.));
    const double stepY = tickStep(frame_.y.length(), std::min<std::size_t>(static_cast<std::size_t>(size.y / 22.), 10));
    const auto straight = [&](const glm::dvec2& from, const glm::dvec2& to, const Ink& ink) {
        drawing_.shapes.emplace_back(DrawnLine{{place(from), place(to)}, ink, 0.8});
    };
    for (const double tick : ticksOf(frame_.x, stepX)) {
        straight({tick, frame_.y.low}, {tick, frame_.y.high}, gridInk);
        const double x = place({tick, 0.}).x;
        drawing_.shapes.emplace_back(
            DrawnText{{x, frame_.high.y + tickGap + letterHeight}, tickLabel(tick, stepX), Anchor::Middle, textInk});
    }
    for (const double tick : ticksOf(frame_.y, stepY)) {
        straight({frame_.x.low, tick}, {frame_.x.high, tick}, std::abs(tick) < 0.5 * stepY ? zeroInk : gridInk);
        const double y = place({0., tick}).y;
        drawing_.shapes.emplace_back(
            DrawnText{{frame_.low.x - tickGap, y + 0.5 * letterHeight}, tickLabel(tick, stepY), Anchor::End, textInk});
    }
    const glm::dvec2& low = frame_.low;
    const glm::dvec2& high = frame_.high;
    drawing_.shapes.emplace_back(DrawnLine{{low, {high.x, low.y}, high, {low.x, high.y}, low}, axisInk, 1.});
    drawing_.shapes.emplace_back(DrawnText{{low.x, low.y - tickGap}, frame_.title, Anchor::Start, textInk});
    if (!frame_.xUnit.empty()) {
        drawing_.shapes.emplace_back(
            DrawnText{{0.5 * (low.x + high.x), high.y + 2. * tickGap + 2. * letterHeight}, frame_.xUnit, Anchor::Middle, textInk});
    }
}

bool Chart::isInside(const glm::dvec2& at) const
{
    return at.x >= frame_.x.low && at.x <= frame_.x.high && at.y >= frame_.y.low && at.y <= frame_.y.high;
}

void Chart::line(const std::vector<glm::dvec2>& points, const Ink& ink, double width)
{
    DrawnLine drawn{{}, ink, width};
    const auto finish = [&] {
        if (drawn.points.size() > 1) {
            drawing_.shapes.emplace_back(drawn);
        }
        drawn.points.clear();
    };
    for (std::size_t i = 1; i < points.size(); ++i) {
        const bool isSane = !glm::any(glm::isinf(points[i - 1] - points[i])) && !glm::any(glm::isnan(points[i - 1] - points[i]));
        const auto part = isSane ? clipped(points[i - 1], points[i], frame_.x, frame_.y) : std::nullopt;
        if (!part) {
            finish();
            continue;
        }
        if (drawn.points.empty()) {
            drawn.points.push_back(place(part->first));
        }
        drawn.points.push_back(place(part->second));
        if (!isInside(points[i])) {
            finish();
        }
    }
    finish();
}

void Chart::dot(const glm::dvec2& at, double radius, const Ink& ink)
{
    if (isInside(at)) {
        drawing_.shapes.emplace_back(DrawnDot{place(at), radius, ink});
    }
}

}  // namespace armature::tools
