#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_double3.hpp>

#include <armature/animation/root_motion.hpp>

#include "animation/playing/root_motion/cubic_pieces.hpp"

namespace armature {

/// A motion on the ground: an offset in the plane, then a turn, and the rise along the up axis.
struct GroundMotion {
    glm::dvec2 offset{0.};
    double turn = 0.;
    double rise = 0.;

    [[nodiscard]] GroundMotion then(const GroundMotion& next) const noexcept;
    [[nodiscard]] GroundMotion inverse() const noexcept;
    /// Returns this motion repeated `count` times, where `count` is a whole number from 0. O(1).
    [[nodiscard]] GroundMotion repeated(double count) const noexcept;
};

/// Returns v, turned by `angle` from the first axis towards the second.
[[nodiscard]] glm::dvec2 turned(const glm::dvec2& v, double angle) noexcept;

/// Axes of the ground: seen from above, the first one turns into the second counterclockwise.
struct GroundAxes {
    GroundAxes() noexcept : GroundAxes({0., 1., 0.}) {}
    explicit GroundAxes(const glm::dvec3& unitUp) noexcept;

    [[nodiscard]] glm::dvec2 flat(const glm::dvec3& v) const noexcept { return {glm::dot(v, first), glm::dot(v, second)}; }
    [[nodiscard]] glm::dvec3 spatial(const glm::dvec2& v) const noexcept { return first * v.x + second * v.y; }

    glm::dvec3 up;
    glm::dvec3 first;
    glm::dvec3 second;
};

/// The character's motion since the beginning of a clip, as a function of the clip's time. The functions that players call in every frame
/// are inline, so that motions stay in registers.
class RootMotion::Path {
public:
    Path(const GroundAxes& groundAxes, const std::vector<CubicPiece<4>>& pieces);

    /// Returns the motion from the clip's beginning to a time, which is clamped to the clip.
    [[nodiscard]] GroundMotion at(double seconds) const noexcept
    {
        const std::size_t index = pieceAt(seconds);
        const Piece& piece = pieces_[index];
        const double fraction = std::clamp((seconds - begins_[index]) * piece.frequency, 0., 1.);
        CubicNumbers<4> numbers;
        for (std::size_t i = 0; i < 4; ++i) {
            const auto power = [&](std::size_t exponent) { return piece.powers[exponent][i]; };
            numbers[i] = ((power(3) * fraction + power(2)) * fraction + power(1)) * fraction + power(0);
        }
        return {{numbers[0], numbers[1]}, numbers[2], numbers[3]};
    }
    /// Returns the motion while time runs from `from` to `to` in rounds of a range inside the clip.
    [[nodiscard]] GroundMotion overRounds(double from, double to, double rangeBegin, double rangeEnd) const noexcept
    {
        const bool isFirstRound = rangeBegin <= from && from <= to && to < rangeEnd;
        return isFirstRound ? directly(from, to) : overAnyRounds(from, to, rangeBegin, rangeEnd);
    }
    [[nodiscard]] GroundMotion directly(double from, double to) const noexcept { return difference(at(from), at(to)); }
    [[nodiscard]] RootMotionDelta spatial(const GroundMotion& motion) const noexcept
    {
        return {axes.spatial(motion.offset) + axes.up * motion.rise, motion.turn, axes.up};
    }
    [[nodiscard]] double end() const noexcept { return end_; }

    GroundAxes axes;

private:
    struct Piece {
        double frequency = 0.;
        std::array<CubicNumbers<4>, 4> powers{};  ///< For each power of the fraction, from 0, the coefficients of the four numbers.
    };

    [[nodiscard]] static GroundMotion difference(const GroundMotion& from, const GroundMotion& to) noexcept
    {
        const glm::dvec2 way = to.offset - from.offset;
        return {from.turn == 0. ? way : turned(way, -from.turn), to.turn - from.turn, to.rise - from.rise};
    }
    [[nodiscard]] GroundMotion overAnyRounds(double from, double to, double rangeBegin, double rangeEnd) const noexcept;

    /// Cuts the clip's time into as many equal stretches as there are pieces. Returns the index of the stretch that contains a time; the
    /// index never decreases as time increases.
    [[nodiscard]] std::size_t stretchOf(double seconds) const noexcept
    {
        const double place = seconds * stretchesPerSecond_;
        return place > 0. ? static_cast<std::size_t>(std::min(place, lastStretch_)) : 0;  // 0 also for NaN
    }
    /// Returns the index of the last piece that begins at or before a time, or 0. Takes the same number of steps for every time, so that
    /// the processor can predict the branches.
    [[nodiscard]] std::size_t pieceAt(double seconds) const noexcept
    {
        std::size_t index = lastBefore_[stretchOf(seconds)];
        for (std::size_t step = firstStep_; step != 0; step /= 2) {
            index += begins_[index + step] <= seconds ? step : 0;
        }
        return index;
    }

    std::vector<double> begins_;  // when the pieces begin; then infinities, for searches that look too far
    std::vector<Piece> pieces_;
    double end_ = 0.;
    double stretchesPerSecond_ = 0.;
    double lastStretch_ = 0.;
    std::vector<std::uint32_t> lastBefore_;  // by stretch: the last piece that begins in an earlier stretch, or 0
    std::size_t firstStep_ = 0;
};

}  // namespace armature
