#include "animation/playing/root_motion/root_motion_path.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
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
    pieces_.reserve(pieces.size());
    for (const CubicPiece<4>& piece : pieces) {
        begins_.push_back(piece.begin);
        Piece& stored = pieces_.emplace_back();
        stored.frequency = piece.end > piece.begin ? 1. / (piece.end - piece.begin) : 0.;
        for (std::size_t number = 0; number < 4; ++number) {
            for (std::size_t power = 0; power < 4; ++power) {
                stored.powers[power][number] = piece.coefficients[number][power];
            }
        }
    }
    end_ = begins_.back();
    const double perSecond = static_cast<double>(begins_.size()) / end_;
    stretchesPerSecond_ = std::isfinite(perSecond) ? perSecond : 0.;
    lastStretch_ = static_cast<double>(begins_.size() - 1);
    std::vector<std::uint32_t> lastIn(begins_.size());  // by stretch: the last piece that begins in this stretch or an earlier one
    for (std::uint32_t index = 0; index < begins_.size(); ++index) {
        lastIn[stretchOf(begins_[index])] = index;
    }
    std::uint32_t last = 0;
    std::size_t most = 0;
    for (const std::uint32_t next : lastIn) {
        lastBefore_.push_back(last);
        most = std::max<std::size_t>(most, std::max(next, last) - last);
        last = std::max(next, last);
    }
    firstStep_ = std::bit_floor(most);
    begins_.insert(begins_.end(), 2 * firstStep_, std::numeric_limits<double>::infinity());
}

// Rounds before both times do not enter the result, so that precision does not decrease in a long game.
GroundMotion RootMotion::Path::overAnyRounds(double from, double to, double rangeBegin, double rangeEnd) const noexcept
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
