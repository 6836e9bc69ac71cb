#pragma once

#include <cstddef>
#include <span>

/// Arcs between rotations, at many times at once. Plain functions over memory that the caller owns: no allocation, no state. All numbers
/// are double and no operations are fused: results have the same bits for any number of lanes, on any machine.
namespace armature {

inline constexpr std::size_t arcLanes = 8;

/// Rotations of unit length, as four rows of numbers: x, y, z, w. Behind each row is memory for arcLanes more numbers, which may be loaded.
struct TurnRows {
    const double* first = nullptr;
    std::size_t stride = 0;  ///< From one row to the next.
};

/// The shorter arc between two rotations of unit length, along which a curve turns from one time to another.
struct TimedArc {
    double from[4] = {0., 0., 0., 1.};  ///< x, y, z, w
    double to[4] = {0., 0., 0., 1.};    ///< With the sign that makes the arc the shorter one.
    double angle = 0.;                  ///< Between the two, as four-dimensional vectors; at most a quarter turn.
    double sine = 0.;                   ///< Of the angle.
    double begin = 0.;
    double length = 1.;  ///< In seconds; above 0.

    /// Computes the angle, its sine and the sign of `to`.
    void close() noexcept;
};

/// The element that is farthest from a curve.
struct FarthestPoint {
    double square = -1.;  ///< The squared distance; negative if there is no element.
    std::size_t index = 0;
};

/// Returns which of the rotations first, ..., end - 1 is farthest from the arc at its time; the first of several. Distances are chords: see
/// squaredChord(). Behind `times` is memory for arcLanes more numbers, which may be loaded.
[[nodiscard]] FarthestPoint farthestFromArc(const TimedArc& arc, const double* times, const TurnRows& turns, std::size_t first,
                                            std::size_t end) noexcept;

/// For each of `count` rotations and the one behind it, writes the rotations at a quarter, half and three quarters of the shorter arc: to
/// three times four rows, with the rows of the argument's stride.
void quarterTurns(const TurnRows& turns, std::size_t count, double* outTurns) noexcept;

}  // namespace armature
