#pragma once

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>

#include <armature/ik/joint_limits.hpp>

namespace armature {

/// A swing and a twist in double: turn = swing * twist.
struct TurnParts {
    glm::dquat swing{1., 0., 0., 0.};
    glm::dquat twist{1., 0., 0., 0.};
    double twistAngle = 0.;  ///< In [-pi, pi].
};

/// `axis` must be of unit length.
[[nodiscard]] TurnParts splitTurn(const glm::dquat& turn, const glm::dvec3& axis) noexcept;

/// The angle of a swing in [0, pi] and the axis that it turns about, unit length; any one at right angles to `twistAxis` for no swing.
struct SwingAngle {
    double angle = 0.;
    glm::dvec3 axis{0.};
};

[[nodiscard]] SwingAngle swingAngle(const glm::dquat& swing, const glm::dvec3& twistAxis) noexcept;

/// A range of angles on the circle, also beyond half a turn.
struct AngleRange {
    double middle = 0.;
    double half = 4.;  ///< Half its width; pi or more limits nothing.

    [[nodiscard]] bool isWhole() const noexcept { return half >= 3.14159265; }
    /// How far an angle lies from the middle, the short way: in [-pi, pi].
    [[nodiscard]] double fromMiddle(double angle) const noexcept;
    /// Within the range, or the nearer end.
    [[nodiscard]] double clamp(double angle) const noexcept;
    /// How far an angle lies beyond the nearer end; 0 or less within.
    [[nodiscard]] double beyond(double angle) const noexcept;
    /// +1 near the upper end or beyond it, -1 near the lower one, 0 in between. `slack` radians count as near.
    [[nodiscard]] int endNear(double angle, double slack) const noexcept;
};

/// A JointLimit checked once, in double, its axis at unit length: what solvers apply thousands of times.
struct TurnLimit {
    enum class Kind { Ball, SwingTwist, Hinge, Slide, Fixed };

    Kind kind = Kind::Ball;
    glm::dvec3 axis{0., 1., 0.};  ///< Unit length.
    double maxSwing = 4.;
    AngleRange angles;  ///< Of twist or hinge.
    double minDistance = 0.;
    double maxDistance = 0.;

    /// Throws std::invalid_argument (see limitTurn()).
    [[nodiscard]] static TurnLimit of(const JointLimit& limit);

    [[nodiscard]] bool turns() const noexcept { return kind == Kind::Ball || kind == Kind::SwingTwist || kind == Kind::Hinge; }
    /// Any turn is allowed.
    [[nodiscard]] bool isFree() const noexcept
    {
        return kind == Kind::Ball || (kind == Kind::SwingTwist && maxSwing >= 3.14159265 && angles.isWhole());
    }

    /// The allowed turn next to a turn of unit length.
    [[nodiscard]] glm::dquat apply(const glm::dquat& turn) const noexcept;
    /// The angle of the smallest turn that leads from `turn` back to what is allowed.
    [[nodiscard]] double violation(const glm::dquat& turn) const noexcept;
    /// An end of a range is within `slack` radians, or passed.
    [[nodiscard]] bool isAtEnd(const glm::dquat& turn, double slack) const noexcept;
};

}  // namespace armature
