#include "legend.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <armature/mesh/weight_colors.hpp>

#include "contact_sheet.hpp"
#include "drawing.hpp"
#include "stage.hpp"

namespace armature::tools {

namespace {

// In units of the drawing.
constexpr double cardMargin = 8.;
constexpr double leastBar = 120.;
constexpr double barTop = 20.;
constexpr double barHeight = 10.;
constexpr double cardHeight = 50.;

/// Returns a colour as a screen shows it.
Ink inkOf(const glm::vec4& linear)
{
    const auto encode = [](float number) {
        const double encoded = number <= 0.0031308f ? 12.92 * number : 1.055 * std::pow(number, 1. / 2.4) - 0.055;  // IEC 61966-2-1
        return static_cast<std::uint8_t>(std::lround(255. * std::clamp(encoded, 0., 1.)));
    };
    return {encode(linear.r), encode(linear.g), encode(linear.b)};
}

Drawing drawCard(const HeatLegend& legend)
{
    const double side = std::max(widthOf(legend.low), widthOf(legend.high)) + letterAdvance + 0.5 * widthOf(legend.middle);
    const double bar = std::max({leastBar, widthOf(legend.title), 2. * side});
    Drawing card{.size = {bar + 2. * cardMargin, cardHeight}};
    constexpr std::size_t steps = 64;
    const auto at = [&](double share) { return cardMargin + share * bar; };
    for (std::size_t i = 0; i < steps; ++i) {
        const auto share = [](std::size_t step) { return static_cast<double>(step) / static_cast<double>(steps); };
        const Ink ink = inkOf(heatColor(static_cast<float>(i) / static_cast<float>(steps - 1)));
        card.shapes.push_back(DrawnBox{.low = {at(share(i)), barTop}, .high = {at(share(i + 1)) + 0.5, barTop + barHeight}, .ink = ink});
    }
    const double wordsLine = barTop + barHeight + 13.;
    card.shapes.push_back(DrawnText{.at = {cardMargin, 14.}, .text = legend.title});
    card.shapes.push_back(DrawnText{.at = {at(0.), wordsLine}, .text = legend.low});
    card.shapes.push_back(DrawnText{.at = {at(0.5), wordsLine}, .text = legend.middle, .anchor = Anchor::Middle});
    card.shapes.push_back(DrawnText{.at = {at(1.), wordsLine}, .text = legend.high, .anchor = Anchor::End});
    return card;
}

}  // namespace

void addLegend(support::Picture& picture, const HeatLegend& legend)
{
    const Drawing drawing = drawCard(legend);
    const double scale = lettersFor(static_cast<int>(picture.width / 2));
    const auto pixels = [&](double units) { return static_cast<std::size_t>(std::lround(scale * units)); };
    const std::size_t margin = pixels(cardMargin);
    if (3 * (pixels(drawing.size.x) + margin) <= 2 * picture.width && 3 * (pixels(drawing.size.y) + margin) <= picture.height) {
        const support::Picture card = drawingAsPicture(drawing, scale);
        copyInto(picture, card, margin, margin);
    }
}

}  // namespace armature::tools
