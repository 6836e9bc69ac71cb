#include "animation/playing/root_motion/root_motion_path.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <glm/geometric.hpp>

namespace armature {

// --- motions --------------------------------------------------------------------------------------------------------

glm::dvec2 turned(const glm::dvec2& v, double angle) noexcept
{
    if (angle == 0.) {
        return v;
    }
    const double cosine = std::cos(angle);
    const double sine = std::sin(angle);
    return {cosine * v.x - sine * v.y, sine * v.x + cosine * v.y};
}

GroundMotion GroundMotion::then(const GroundMotion& next) const noexcept
{
    return {offset + turned(next.offset, turn), turn + next.turn, rise + next.rise};
}

GroundMotion GroundMotion::inverse() const noexcept
{
    return {turned(-offset, -turn), -turn, -rise};
}

// Sums the offsets, each turned once more than the one before. Laid end to end, they follow the arc of a circle, and the sum is the arc's
// chord.
GroundMotion GroundMotion::repeated(double count) const noexcept
{
    const double half = turn / 2.;
    const double sine = std::sin(half);
    const bool isStraight = std::abs(sine) < 1e-12;  // also for whole turns
    const double chord = isStraight ? count : std::sin(count * half) / sine;
    return {turned(offset * chord, isStraight ? 0. : (count - 1.) * half), count * turn, count * rise};
}

GroundAxes::GroundAxes(const glm::dvec3& unitUp) noexcept : up(unitUp)
{
    const glm::dvec3 aside = std::abs(up.x) < 0.9 ? glm::dvec3(1., 0., 0.) : glm::dvec3(0., 0., 1.);
    first = glm::normalize(aside - up * glm::dot(aside, up));
    second = glm::cross(up, first);
}

// --- path -----------------------------------------------------------------------------------------------------------

RootMotion::Path::Path(const GroundAxes& groundAxes, const std::vector<CubicPiece<4>>& pieces) : axes(groundAxes)
{
    begins_.reserve(pieces.size());
    pieces_.reserve(pieces.size());
    for (const CubicPiece<4>& piece : pieces) {
        begins_.push_back(piece.begin);
        pieces_.push_back({piece.end > piece.begin ? 1. / (piece.end - piece.begin) : 0., piece.coefficients});
    }
}

GroundMotion RootMotion::Path::at(double seconds) const noexcept
{
    const auto after = std::upper_bound(begins_.begin() + 1, begins_.end(), seconds);
    const auto index = static_cast<std::size_t>(after - begins_.begin()) - 1;
    const Piece& piece = pieces_[index];
    const double fraction = std::clamp((seconds - begins_[index]) * piece.frequency, 0., 1.);
    const auto number = [&](std::size_t i) {
        const CubicNumbers<4>& c = piece.coefficients[i];
        return ((c[3] * fraction + c[2]) * fraction + c[1]) * fraction + c[0];
    };
    return {{number(0), number(1)}, number(2), number(3)};
}

GroundMotion RootMotion::Path::difference(const GroundMotion& from, const GroundMotion& to) noexcept
{
    return {turned(to.offset - from.offset, -from.turn), to.turn - from.turn, to.rise - from.rise};
}

// Rounds before both times do not enter the result, so that precision does not decrease in a long game.
GroundMotion RootMotion::Path::overRounds(double from, double to, double rangeBegin, double rangeEnd) const noexcept
{
    if (to < from) {
        return overRounds(to, from, rangeBegin, rangeEnd).inverse();
    }
    const double length = rangeEnd - rangeBegin;
    const double fromRound = std::floor((from - rangeBegin) / length);
    const double toRound = std::floor((to - rangeBegin) / length);
    const GroundMotion begin = at(std::min(from - fromRound * length, rangeEnd));
    const GroundMotion end = at(std::min(to - toRound * length, rangeEnd));
    if (fromRound == toRound) {
        return difference(begin, end);
    }
    const GroundMotion first = at(rangeBegin);
    const GroundMotion last = at(rangeEnd);
    GroundMotion result = difference(begin, last);
    if (toRound - fromRound > 1.) {
        result = result.then(difference(first, last).repeated(toRound - fromRound - 1.));
    }
    return result.then(difference(first, end));
}

}  // namespace armature
