#pragma once

namespace armature {

/// A range of angles on the circle; it may extend beyond half a turn.
struct AngleRange {
    double middle = 0.;
    double half = 4.;  ///< Half the range's width; pi or more means no limit.

    /// Precondition: from <= to, both finite.
    [[nodiscard]] static AngleRange between(double from, double to) noexcept;

    [[nodiscard]] bool isWhole() const noexcept { return half >= 3.14159265; }
    /// The signed distance of an angle from the middle, along the shorter arc: in [-pi, pi].
    [[nodiscard]] double fromMiddle(double angle) const noexcept;
    /// Returns the angle itself if it lies within the range, otherwise the nearer end.
    [[nodiscard]] double clamp(double angle) const noexcept;
    /// Returns how far an angle lies beyond the nearer end; 0 or less inside the range.
    [[nodiscard]] double beyond(double angle) const noexcept;
    /// Returns +1 near the upper end or beyond it, -1 near the lower end or beyond it, 0 in between. `slack` radians count as near.
    [[nodiscard]] int endNear(double angle, double slack) const noexcept;
};

}  // namespace armature
