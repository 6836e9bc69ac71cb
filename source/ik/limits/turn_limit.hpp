#pragma once

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

/// A checked JointLimit in double, with its axis normalised. It is prepared in advance, because solvers apply it thousands of times.
struct TurnLimit {
    enum class Kind { Ball, SwingTwist, Hinge, Slide, Fixed };

    Kind kind = Kind::Ball;
    glm::dvec3 axis{0., 1., 0.};  ///< Unit length.
    double maxSwing = 4.;
    AngleRange angles;  ///< Allowed angles of the twist or hinge.
    double minDistance = 0.;
    double maxDistance = 0.;

    /// Returns a limit checked and prepared. Throws std::invalid_argument if the limit cannot be used (see limitTurn()).
    [[nodiscard]] static TurnLimit of(const JointLimit& limit);

    [[nodiscard]] bool turns() const noexcept { return kind == Kind::Ball || kind == Kind::SwingTwist || kind == Kind::Hinge; }
    /// Returns whether every rotation is allowed.
    [[nodiscard]] bool isFree() const noexcept
    {
        return kind == Kind::Ball || (kind == Kind::SwingTwist && maxSwing >= 3.14159265 && angles.isWhole());
    }

    /// Returns the allowed rotation nearest to `turn`, which is a unit quaternion.
    [[nodiscard]] glm::dquat apply(const glm::dquat& turn) const noexcept;
    /// Returns the angle between `turn` and the nearest allowed rotation.
    [[nodiscard]] double violation(const glm::dquat& turn) const noexcept;
    /// Returns whether the rotation is within `slack` radians of an end of a range, or beyond that end.
    [[nodiscard]] bool isAtEnd(const glm::dquat& turn, double slack) const noexcept;
};

}  // namespace armature
