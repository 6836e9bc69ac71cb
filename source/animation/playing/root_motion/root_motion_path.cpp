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
        Piece& stored = pieces_.emplace_back();
        stored.frequency = piece.end > piece.begin ? 1. / (piece.end - piece.begin) : 0.;
        for (std::size_t number = 0; number < 4; ++number) {
            for (std::size_t power = 0; power < 4; ++power) {
                stored.powers[power][number] = piece.coefficients[number][power];
            }
        }
    }
    const double perSecond = static_cast<double>(begins_.size()) / end();
    stretchesPerSecond_ = std::isfinite(perSecond) ? perSecond : 0.;
    lastBefore_.assign(begins_.size() + 1, 0);
    for (std::uint32_t index = 0; index < begins_.size(); ++index) {
        lastBefore_[stretchOf(begins_[index]) + 1] = index;
    }
    for (std::size_t stretch = 1; stretch < lastBefore_.size(); ++stretch) {  // stretches in which no piece begins
        lastBefore_[stretch] = std::max(lastBefore_[stretch], lastBefore_[stretch - 1]);
    }
}

std::size_t RootMotion::Path::stretchOf(double seconds) const noexcept
{
    const double place = seconds * stretchesPerSecond_;
    return place > 0. ? static_cast<std::size_t>(std::min(place, static_cast<double>(begins_.size() - 1))) : 0;  // 0 also for NaN
}

// A player asks for two times in every frame, so a piece is found among the few that its stretch of time allows.
GroundMotion RootMotion::Path::at(double seconds) const noexcept
{
    const std::size_t stretch = stretchOf(seconds);
    const double* const begins = begins_.data();
    const double* const after = std::upper_bound(begins + lastBefore_[stretch] + 1, begins + lastBefore_[stretch + 1] + 1, seconds);
    const auto index = static_cast<std::size_t>(after - begins) - 1;
    const Piece& piece = pieces_[index];
    const double fraction = std::clamp((seconds - begins[index]) * piece.frequency, 0., 1.);
    CubicNumbers<4> numbers;
    for (std::size_t i = 0; i < 4; ++i) {
        numbers[i] = ((piece.powers[3][i] * fraction + piece.powers[2][i]) * fraction + piece.powers[1][i]) * fraction + piece.powers[0][i];
    }
    return {{numbers[0], numbers[1]}, numbers[2], numbers[3]};
}

GroundMotion RootMotion::Path::difference(const GroundMotion& from, const GroundMotion& to) noexcept
{
    return {turned(to.offset - from.offset, -from.turn), to.turn - from.turn, to.rise - from.rise};
}

// Rounds before both times do not enter the result, so that a long game loses no digits.
GroundMotion RootMotion::Path::overRounds(double from, double to, double rangeBegin, double rangeEnd) const noexcept
{
    if (to < from) {
        return overRounds(to, from, rangeBegin, rangeEnd).inverse();
    }
    const double length = rangeEnd - rangeBegin;
    const auto roundOf = [&](double seconds) {
        const double way = seconds - rangeBegin;
        return way >= 0. && way < length ? 0. : std::floor(way / length);  // most times are in the first round
    };
    const double fromRound = roundOf(from);
    const double toRound = roundOf(to);
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
