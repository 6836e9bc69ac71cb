#include "base/letters.hpp"
#include "drawing.hpp"

namespace armature::tools {

namespace {

constexpr int dotColumns = letterColumns;
constexpr int dotRows = letterRows;
constexpr double pitch = letterHeight / 7.;  // distance between dots

glm::dvec2 placeOfDot(int column, int row)
{
    return {(column + 0.5) * pitch, (row + 0.5) * pitch - letterHeight};
}

}  // namespace

// Joins neighbouring dots by strokes: dots side by side or one above the other always, diagonal ones only if no other dot joins them.
std::vector<std::vector<glm::dvec2>> strokesOf(unsigned char letter)
{
    const auto* const dots = findLetter(letter);
    if (dots == nullptr) {
        return {{placeOfDot(0, 0), placeOfDot(4, 0), placeOfDot(4, 6), placeOfDot(0, 6), placeOfDot(0, 0)}};
    }
    const auto isSet = [&](int column, int row) {
        return column >= 0 && column < dotColumns && row >= 0 && row < dotRows
               && (((*dots)[static_cast<std::size_t>(column)] >> row) & 1) != 0;
    };
    std::vector<std::vector<glm::dvec2>> strokes;
    for (int column = 0; column < dotColumns; ++column) {
        for (int row = 0; row < dotRows; ++row) {
            if (!isSet(column, row)) {
                continue;
            }
            const glm::dvec2 here = placeOfDot(column, row);
            bool isJoined = isSet(column - 1, row) || isSet(column, row - 1);
            const auto join = [&](int otherColumn, int otherRow) {
                strokes.push_back({here, placeOfDot(otherColumn, otherRow)});
                isJoined = true;
            };
            if (isSet(column + 1, row)) {
                join(column + 1, row);
            }
            if (isSet(column, row + 1)) {
                join(column, row + 1);
            }
            for (const int down : {-1, 1}) {
                if (isSet(column + 1, row + down) && !isSet(column + 1, row) && !isSet(column, row + down)) {
                    join(column + 1, row + down);
                }
            }
            if (!isJoined) {
                strokes.push_back({here, here});
            }
        }
    }
    return strokes;
}

}  // namespace armature::tools
