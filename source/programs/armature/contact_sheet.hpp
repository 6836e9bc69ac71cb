#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <armature/support/picture.hpp>

#include "command_line.hpp"
#include "drawing.hpp"

namespace armature::tools {

/// Pictures in rows and columns on white paper, each with a caption below it.
class ContactSheet final {
public:
    /// `size` is the size of the whole sheet. Throws UsageError that names the limit if the size leaves too little room for each picture.
    ContactSheet(const SheetGrid& grid, const PictureSize& size);

    [[nodiscard]] PictureSize getPanelSize() const noexcept { return panel_; }
    [[nodiscard]] std::size_t getPanelCount() const noexcept { return grid_.columns * grid_.rows; }

    /// Adds the next picture, from left to right and from top to bottom.
    void add(support::Picture panel, std::string words);
    /// Draws the whole sheet, on white or transparent paper. The letters are black on both.
    [[nodiscard]] support::Picture draw(bool isTransparent) const;

private:
    SheetGrid grid_;
    PictureSize size_;
    double scale_;  ///< Pixels per unit of the drawing.
    PictureSize panel_;
    std::vector<support::Picture> panels_;
    std::vector<std::string> words_;
};

}  // namespace armature::tools
