#pragma once

#include <variant>

#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/math/glm_types.hpp>

namespace armature {

/// What a joint may do. Angles are in radians and count from a reference, for bones the rest pose: they limit
/// inverse(reference) * local rotation, a turn about the joint's own axes at rest. Axes are in those, and need not be of unit length.

/// Turns freely, like a ball in its socket.
struct BallJoint {
    friend bool operator==(const BallJoint&, const BallJoint&) = default;
};

/// Swings within a cone and twists within a range about the axis that swings: a shoulder, a neck. The turn is swing * twist: the twist
/// about `axis` comes first.
struct SwingTwistJoint {
    glm::vec3 axis{0.f, 1.f, 0.f};  ///< The axis that swings: for bones that lie along +Y, +Y.
    float maxSwing = 3.1415927f;    ///< Half the opening of the cone, in [0, pi].
    float minTwist = -3.1415927f;   ///< May lie beyond half a turn: the range [3, 4] is 1 radian wide about 3.5.
    float maxTwist = 3.1415927f;    ///< At least minTwist. A range of a whole turn or more limits nothing.

    friend bool operator==(const SwingTwistJoint&, const SwingTwistJoint&) = default;
};

/// Turns about one axis within a range: an elbow, a knee.
struct HingeJoint {
    glm::vec3 axis{1.f, 0.f, 0.f};
    float minAngle = -3.1415927f;  ///< May lie beyond half a turn, as minTwist may.
    float maxAngle = 3.1415927f;   ///< At least minAngle.

    friend bool operator==(const HingeJoint&, const HingeJoint&) = default;
};

/// Slides along one axis, from where it is at rest, and does not turn: a telescope. The axis is in the own axes at rest, unscaled;
/// distances are in the parent's units.
struct PrismaticJoint {
    glm::vec3 axis{0.f, 1.f, 0.f};
    float minDistance = 0.f;
    float maxDistance = 0.f;

    friend bool operator==(const PrismaticJoint&, const PrismaticJoint&) = default;
};

/// Does not move: the solver leaves it as the animation has it.
struct FixedJoint {
    friend bool operator==(const FixedJoint&, const FixedJoint&) = default;
};

using JointLimit = std::variant<BallJoint, SwingTwistJoint, HingeJoint, PrismaticJoint, FixedJoint>;

/// A turn taken apart: turn = swing * twist. The twist is about the axis asked for, in [-pi, pi]; the swing's axis is at right angles to
/// it.
struct SwingTwist {
    glm::quat swing{1.f, 0.f, 0.f, 0.f};
    glm::quat twist{1.f, 0.f, 0.f, 0.f};
    float twistAngle = 0.f;
};

/// Where the swing is half a turn, any twist would do, and the smallest is taken (0). `axis` must be of unit length.
[[nodiscard]] SwingTwist splitSwingTwist(const glm::quat& turn, const glm::vec3& axis) noexcept;

/// A turn made to obey a limit.
struct LimitedTurn {
    glm::quat turn{1.f, 0.f, 0.f, 0.f};
    bool isActive = false;  ///< The limit was exceeded, and holds the turn back.
};

/// The allowed turn next to `turn`, a rotation from the reference: the swing is held to the cone, the twist or the hinge's angle to the
/// nearer end of its range, what turns about other axes than the hinge's is dropped. A prismatic or fixed joint allows no turn. What
/// exceeds its limit by less than 1e-6 radians, as exact as floats hold turns, is returned unchanged.
/// Throws std::invalid_argument that says what is wrong: a zero axis, a range whose end lies before its beginning, a largest swing that is
/// not within [0, pi], a number that is not finite, a turn of no length.
[[nodiscard]] LimitedTurn limitTurn(const JointLimit& limit, const glm::quat& turn);

/// How far a turn lies beyond a limit: the angle in radians of the smallest turn that leads back to what is allowed; 0 within. For tests
/// and inspection. Throws as limitTurn() does.
[[nodiscard]] float limitViolation(const JointLimit& limit, const glm::quat& turn);

}  // namespace armature
