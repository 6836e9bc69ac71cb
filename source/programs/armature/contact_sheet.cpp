#include "contact_sheet.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "stage.hpp"
#include "terminal.hpp"

namespace armature::tools {

namespace {

constexpr int sheetGap = 4;          // pixels between two pictures
constexpr double wordsHeight = 16.;  // units of the drawing, below each picture
constexpr double baseline = 12.;     // units from the picture to the letters' baseline
constexpr PictureSize smallestPanel{48, 32};

}  // namespace

ContactSheet::ContactSheet(const SheetGrid& grid, const PictureSize& size) : grid_(grid), size_(size)
{
    const int columns = static_cast<int>(grid.columns);
    const int rows = static_cast<int>(grid.rows);
    panel_.width = (size.width - sheetGap * (columns - 1)) / columns;
    // Larger pictures have larger letters.
    scale_ = std::max(1., std::floor(panel_.width / 150.) / 2.);
    const int below = static_cast<int>(std::lround(scale_ * wordsHeight));
    panel_.height = (size.height - sheetGap * (rows - 1)) / rows - below;
    if (panel_.width < smallestPanel.width || panel_.height < smallestPanel.height) {
        throw UsageError(fmt::format("--size: {}x{} is too small for a sheet of {}x{}, which needs {}x{}", size.width, size.height, columns,
                                     rows, columns * (smallestPanel.width + sheetGap) - sheetGap,
                                     rows * (smallestPanel.height + sheetGap + static_cast<int>(wordsHeight)) - sheetGap));
    }
}

void ContactSheet::add(support::Picture panel, std::string words)
{
    panels_.push_back(std::move(panel));
    words_.push_back(std::move(words));
}

support::Picture ContactSheet::draw(bool isTransparent) const
{
    const int across = panel_.width + sheetGap;
    const int down = panel_.height + sheetGap + static_cast<int>(std::lround(scale_ * wordsHeight));
    const auto leftOf = [&](std::size_t i) { return i % grid_.columns * static_cast<std::size_t>(across); };
    const auto topOf = [&](std::size_t i) { return i / grid_.columns * static_cast<std::size_t>(down); };
    Drawing drawing{.size = glm::dvec2(size_.width, size_.height) / scale_};
    for (std::size_t i = 0; i < words_.size(); ++i) {
        const glm::dvec2 corner(static_cast<double>(leftOf(i)) + 0.5 * panel_.width, static_cast<double>(topOf(i)) + panel_.height);
        drawing.shapes.push_back(DrawnText{.at = corner / scale_ + glm::dvec2(0., baseline), .text = words_[i], .anchor = Anchor::Middle});
    }
    support::Picture sheet = drawingAsPicture(drawing, scale_);
    for (std::size_t pixel = 0; isTransparent && pixel < sheet.pixels.size(); pixel += 4) {
        sheet.pixels[pixel + 3] = static_cast<std::uint8_t>(255 - sheet.pixels[pixel]);  // so far, only black captions are drawn
        std::fill_n(&sheet.pixels[pixel], 3, std::uint8_t{0});
    }
    for (std::size_t i = 0; i < panels_.size(); ++i) {
        copyInto(sheet, panels_[i], leftOf(i), topOf(i));
    }
    return sheet;
}

}  // namespace armature::tools
