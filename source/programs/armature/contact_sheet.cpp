#include "contact_sheet.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/words.hpp"
#include "stage.hpp"
#include "terminal.hpp"

namespace armature::tools {

namespace {

constexpr double wordsHeight = 16.;  // units of the drawing, below each picture
constexpr double baseline = 12.;     // units from the picture to the letters' baseline
constexpr PictureSize smallestPanel{48, 32};

/// Returns the beginning of a text that is not wider than `width`, in units of the drawing.
std::string fitting(const std::string& text, double width)
{
    std::size_t end = 0;
    for (std::size_t next = 0; next < text.size();) {
        next += std::max<std::size_t>(characterLength(std::string_view(text).substr(next)), 1);
        end = widthOf(text.substr(0, next)) <= width ? next : end;
    }
    return text.substr(0, end);
}

}  // namespace

double lettersFor(int width) noexcept
{
    return std::max(1., std::floor(width / 150.) / 2.);
}

ContactSheet::ContactSheet(const SheetGrid& grid, const PictureSize& size, const Style& style) : grid_(grid), size_(size), style_(style)
{
    const int columns = static_cast<int>(grid.columns);
    const int rows = static_cast<int>(grid.rows);
    panel_.width = (size.width - style.gap * (columns - 1)) / columns;
    scale_ = lettersFor(panel_.width);
    below_ = static_cast<int>(std::lround(scale_ * wordsHeight));
    const int height = (size.height - style.gap * (rows - 1)) / rows;
    panel_.height = height - below_;
    if (panel_.width < smallestPanel.width || panel_.height < smallestPanel.height) {
        if (!style.mayLackCaptions) {
            throw UsageError(fmt::format("--size: {}x{} is too small for a sheet of {}x{}, which needs {}x{}", size.width, size.height,
                                         columns, rows, columns * (smallestPanel.width + style.gap) - style.gap,
                                         rows * (smallestPanel.height + style.gap + static_cast<int>(wordsHeight)) - style.gap));
        }
        below_ = 0;
        panel_.height = std::max(1, height);
    }
    panel_.width = std::max(panel_.width, static_cast<int>(style.joinedPictures));
    size_.width = std::max(size_.width, columns * (panel_.width + style.gap) - style.gap);
    size_.height = std::max(size_.height, rows * (panel_.height + below_ + style.gap) - style.gap);
}

void ContactSheet::add(support::Picture panel, const std::string& words)
{
    std::vector<support::Picture> alone;
    alone.push_back(std::move(panel));
    add(std::move(alone), words);
}

void ContactSheet::add(std::vector<support::Picture> joined, const std::string& words)
{
    panels_.push_back(std::move(joined));
    words_.push_back(fitting(words, panel_.width / scale_));
}

support::Picture ContactSheet::draw(bool isTransparent) const
{
    const int across = panel_.width + style_.gap;
    const int down = panel_.height + style_.gap + below_;
    const auto leftOf = [&](std::size_t i) { return i % grid_.columns * static_cast<std::size_t>(across); };
    const auto topOf = [&](std::size_t i) { return i / grid_.columns * static_cast<std::size_t>(down); };
    Drawing drawing{.size = glm::dvec2(size_.width, size_.height) / scale_};
    for (std::size_t i = 0; below_ > 0 && i < words_.size(); ++i) {
        const glm::dvec2 corner(static_cast<double>(leftOf(i)) + 0.5 * panel_.width, static_cast<double>(topOf(i)) + panel_.height);
        drawing.shapes.push_back(DrawnText{.at = corner / scale_ + glm::dvec2(0., baseline), .text = words_[i], .anchor = Anchor::Middle});
    }
    support::Picture sheet = drawingAsPicture(drawing, scale_);
    for (std::size_t pixel = 0; isTransparent && pixel < sheet.pixels.size(); pixel += 4) {
        sheet.pixels[pixel + 3] = static_cast<std::uint8_t>(255 - sheet.pixels[pixel]);  // so far, only black captions are drawn
        std::fill_n(&sheet.pixels[pixel], 3, std::uint8_t{0});
    }
    for (std::size_t i = 0; i < panels_.size(); ++i) {
        std::size_t left = leftOf(i);
        for (const support::Picture& picture : panels_[i]) {
            copyInto(sheet, picture, left, topOf(i));
            left += picture.width;
        }
    }
    return sheet;
}

}  // namespace armature::tools
