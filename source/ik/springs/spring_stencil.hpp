#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace armature {

/// Where something is between its last frame and this one, as a sum over where it was at frames: weights that are the same for everything
/// that moves. They are exact for whatever stands still, moves evenly, or swings at one of two frequencies; those are chosen such that
/// what swings at up to 4 times a second is off by at most 0.2 % of its swing, at 24 frames a second as at 240. Of frames that take longer
/// than 1/24 s, both frequencies are lower in proportion.
///
/// All of it is sums, products and quotients: the same bits on every machine.
class SpringStencil {
public:
    static constexpr std::size_t mostEarlier = 4;  ///< Number of frames that are kept before the last one.
    static constexpr std::size_t points = 1 + mostEarlier;

    /// All times in steps. `gaps`: from the last frame to the one before, and so on; 0: no more are known. This frame took `length` > 0.
    SpringStencil(std::span<const double, mostEarlier> gaps, double length) noexcept;

    /// What to add up: positions at this frame and at the earlier ones, all relative to the last.
    struct Weights {
        std::array<double, points> bend{};  ///< Weights of the deviation from the straight line.
        double done = 1.;                   ///< The part of the straight line from the last frame to this one.
        double most = 0.;                   ///< Limits the deviation to this times SpringStencil::bend().
    };
    /// `time` steps after the last frame, in (0, length].
    [[nodiscard]] Weights at(double time) const noexcept;

    [[nodiscard]] std::size_t earlierCount() const noexcept { return count_ - 1; }

    /// The sharpest bend that was seen: the largest second difference at the last frame and at two before. `relative`: positions as in
    /// Weights. What stopped between two frames would otherwise seem to have swung back by a third of its last move.
    template <class Vector, class Length>
    [[nodiscard]] double bend(std::span<const Vector, points> relative, const Length& length) const noexcept
    {
        double most = 0.;
        Vector before = relative[0] * perGap_[0];
        Vector from(0.);
        for (std::size_t i = 1; i < count_ && i < 4; ++i) {
            const Vector slope = (from - relative[i]) * perGap_[i];
            const double bend = length((before - slope) * perBend_[i]);
            most = bend > most ? bend : most;
            before = slope;
            from = relative[i];
        }
        return most;
    }

private:
    std::array<double, points> times_{};  // this frame, then the earlier ones
    std::array<double, points> perGap_{};
    std::array<double, points> perBend_{};
    std::array<std::array<double, points>, points> basis_{};  // by function, then by point
    std::size_t count_ = 1;
    double length_;
    double scale_;
};

}  // namespace armature
