#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <armature/support/picture.hpp>

#include "command_line.hpp"
#include "drawing.hpp"

namespace armature::tools {

/// Returns the pixels per unit of a Drawing beside or on a picture of this width in pixels: larger pictures have larger letters.
[[nodiscard]] double lettersFor(int width) noexcept;

/// Pictures in rows and columns on white paper, each with a caption below it.
class ContactSheet final {
public:
    struct Style {
        int gap = 4;                     ///< Pixels between two pictures.
        bool mayLackCaptions = false;    ///< If true, sheets without room for captions have none; otherwise they are refused.
        std::size_t joinedPictures = 1;  ///< How many pictures, side by side without a gap, stand above one caption.
    };

    /// `size` is the size of the whole sheet. Throws UsageError that names the limit if the size leaves too little room for each picture.
    ContactSheet(const SheetGrid& grid, const PictureSize& size) : ContactSheet(grid, size, Style()) {}
    ContactSheet(const SheetGrid& grid, const PictureSize& size, const Style& style);

    /// The size of each picture to add, in pixels.
    [[nodiscard]] PictureSize getPanelSize() const noexcept
    {
        return {panel_.width / static_cast<int>(style_.joinedPictures), panel_.height};
    }
    [[nodiscard]] std::size_t getPanelCount() const noexcept { return grid_.columns * grid_.rows; }

    /// Adds the next picture, from left to right and from top to bottom. The last letters of words that are too long are left out.
    void add(support::Picture panel, const std::string& words);
    /// Adds the next pictures above one caption, as many as Style::joinedPictures says.
    void add(std::vector<support::Picture> joined, const std::string& words);
    /// Draws the whole sheet, on white or transparent paper. The letters are black on both.
    [[nodiscard]] support::Picture draw(bool isTransparent = false) const;

private:
    SheetGrid grid_;
    PictureSize size_;
    Style style_;
    double scale_;       ///< Pixels per unit of the drawing.
    int below_;          ///< Height of a caption in pixels; 0 if there are none.
    PictureSize panel_;  ///< The size of the pictures above one caption.
    std::vector<std::vector<support::Picture>> panels_;
    std::vector<std::string> words_;
};

}  // namespace armature::tools
