#pragma once

#include <cmath>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>

#include <armature/ik/joint_limits.hpp>

#include "ik/limits/angle_range.hpp"

namespace armature {

/// A rotation split into swing and twist, in double: turn = swing * twist.
struct TurnParts {
    glm::dquat swing{1., 0., 0., 0.};
    glm::dquat twist{1., 0., 0., 0.};
    double twistAngle = 0.;  ///< In [-pi, pi].
};

/// Splits a rotation into swing and twist about `axis`, which must be of unit length.
[[nodiscard]] TurnParts splitTurn(const glm::dquat& turn, const glm::dvec3& axis) noexcept;

/// The angle of a swing in [0, pi] and its unit axis; if there is no swing, any axis perpendicular to the twist axis.
struct SwingAngle {
    double angle = 0.;
    glm::dvec3 axis{0.};
};

[[nodiscard]] SwingAngle swingAngle(const glm::dquat& swing, const glm::dvec3& twistAxis) noexcept;

/// The sine and cosine of half an angle. Angles are compared by them without trigonometric functions.
struct HalfAngle {
    double sine = 0.;
    double cosine = 1.;

    [[nodiscard]] static HalfAngle of(double angle) noexcept { return {std::sin(0.5 * angle), std::cos(0.5 * angle)}; }
    /// Returns the sine of half the difference between this angle and another.
    [[nodiscard]] double beyond(const HalfAngle& other) const noexcept { return sine * other.cosine - cosine * other.sine; }
};

/// How far a rotation lies beyond the ends of a limit's ranges. Both distances are sines of half an angle, negative within the range.
struct TurnPlace {
    double beyondSwing = -1.;
    double beyondTwist = -1.;
    int twistSide = 1;  ///< +1 if the upper end of the range is nearer to the twist, -1 if the lower end is.

    [[nodiscard]] bool isWithin() const noexcept { return beyondSwing <= 0. && beyondTwist <= 0.; }
    /// Each returns whether the rotation is within `slack` radians of an end, or beyond it. Precondition: `slack` is small.
    [[nodiscard]] bool isSwingNear(double slack) const noexcept { return beyondSwing >= -0.5 * slack; }
    [[nodiscard]] bool isTwistNear(double slack) const noexcept { return beyondTwist >= -0.5 * slack; }
};

/// A checked JointLimit in double, with its axis normalised. It is prepared in advance, because solvers apply it thousands of times.
struct TurnLimit {
    enum class Kind { Ball, SwingTwist, Hinge, Slide, Fixed };

    Kind kind = Kind::Ball;
    glm::dvec3 axis{0., 1., 0.};  ///< Unit length.
    double maxSwing = 4.;
    AngleRange angles;           ///< Allowed angles of the twist or hinge.
    HalfAngle swingEnd = {};     ///< Half of maxSwing.
    HalfAngle twistMiddle = {};  ///< Half of angles.middle.
    HalfAngle twistEnd = {};     ///< Half of angles.half.
    double minDistance = 0.;
    double maxDistance = 0.;

    /// Returns a limit checked and prepared. Throws std::invalid_argument if an axis is zero or not finite, a range is not finite or ends
    /// before it begins, or the largest swing is not within [0, pi].
    [[nodiscard]] static TurnLimit of(const JointLimit& limit);

    [[nodiscard]] bool turns() const noexcept { return kind == Kind::Ball || kind == Kind::SwingTwist || kind == Kind::Hinge; }
    /// Returns whether every rotation is allowed.
    [[nodiscard]] bool isFree() const noexcept
    {
        return kind == Kind::Ball || (kind == Kind::SwingTwist && maxSwing >= 3.14159265 && angles.isWhole());
    }

    [[nodiscard]] bool limitsSwing() const noexcept { return kind == Kind::SwingTwist && maxSwing < 3.14159265; }

    /// Returns where `turn`, a unit quaternion, lies in the ranges of swing and twist. Cheap: a few square roots.
    [[nodiscard]] TurnPlace place(const glm::dquat& turn) const noexcept;
    /// Returns `turn`, a unit quaternion, clamped to the limit as limitTurn() does. Swing and twist are clamped separately, so that another
    /// allowed rotation may be a little nearer.
    [[nodiscard]] glm::dquat apply(const glm::dquat& turn) const noexcept;
    /// Returns the angle between `turn` and the nearest allowed rotation.
    [[nodiscard]] double violation(const glm::dquat& turn) const noexcept;
    /// Returns whether the rotation is within `slack` radians of an end of a range, or beyond that end.
    [[nodiscard]] bool isAtEnd(const glm::dquat& turn, double slack) const noexcept;
};

}  // namespace armature
