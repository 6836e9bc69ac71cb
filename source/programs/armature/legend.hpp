#pragma once

#include <string>

#include <armature/support/picture.hpp>

namespace armature::tools {

/// The meaning of the colours of heatColor(): a title, and the numbers of the lowest, the middle and the highest colour, with their unit.
struct HeatLegend {
    std::string title;
    std::string low;
    std::string middle;
    std::string high;
};

/// Draws the legend into the upper left corner of a picture, on a card of its own. Larger pictures have larger letters. A picture that is
/// too small for a card, which may take two thirds of its width and a third of its height, stays as it is.
void addLegend(support::Picture& picture, const HeatLegend& legend);

}  // namespace armature::tools
