#pragma once

#include <variant>

#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/base/export.hpp>
#include <armature/math/glm_types.hpp>

namespace armature {

/// Joint limits. Angles are in radians and relative to a reference rotation, which for bones is the rest rotation: limits apply to
/// inverse(reference) * local rotation. All axes are in the joint's own axes at rest, and need not be normalised.

/// Turns freely, like a ball in a socket.
struct ARMATURE_API BallJoint {
    friend bool operator==(const BallJoint&, const BallJoint&) = default;
};

/// Swings an axis within a cone and twists about that axis within a range: a shoulder, a neck. The rotation is swing * twist, so the twist
/// about `axis` comes first.
struct ARMATURE_API SwingTwistJoint {
    glm::vec3 axis{0.f, 1.f, 0.f};  ///< The axis that swings; +Y suits bones along +Y.
    float maxSwing = 3.1415927f;    ///< Half the opening of the cone, in [0, pi].
    float minTwist = -3.1415927f;   ///< May be beyond half a turn: the range [3, 4] is 1 radian wide, with its middle at 3.5.
    float maxTwist = 3.1415927f;    ///< At least minTwist. A range of a whole turn or more limits nothing.

    friend bool operator==(const SwingTwistJoint&, const SwingTwistJoint&) = default;
};

/// Turns about one axis within a range: an elbow, a knee.
struct ARMATURE_API HingeJoint {
    glm::vec3 axis{1.f, 0.f, 0.f};  ///< The axis about which the joint turns.
    float minAngle = -3.1415927f;   ///< May be beyond half a turn, like SwingTwistJoint::minTwist.
    float maxAngle = 3.1415927f;    ///< At least minAngle.

    friend bool operator==(const HingeJoint&, const HingeJoint&) = default;
};

/// Slides from its rest position along one axis and does not turn: a telescope. The axis is in the joint's own axes at rest, unscaled;
/// distances are in the parent's units.
struct ARMATURE_API PrismaticJoint {
    glm::vec3 axis{0.f, 1.f, 0.f};  ///< The axis along which the joint slides.
    float minDistance = 0.f;        ///< Distance from the rest position, in the parent's units; may be negative.
    float maxDistance = 0.f;        ///< At least minDistance.

    friend bool operator==(const PrismaticJoint&, const PrismaticJoint&) = default;
};

/// Does not move: solvers keep the animation's pose.
struct ARMATURE_API FixedJoint {
    friend bool operator==(const FixedJoint&, const FixedJoint&) = default;
};

/// The limit of one joint.
using JointLimit = std::variant<BallJoint, SwingTwistJoint, HingeJoint, PrismaticJoint, FixedJoint>;

/// A rotation split into swing * twist. The twist is about a given axis, by an angle in [-pi, pi]; the swing's axis is perpendicular to the
/// given axis.
struct ARMATURE_API SwingTwist {
    glm::quat swing{1.f, 0.f, 0.f, 0.f};  ///< About an axis perpendicular to the given axis.
    glm::quat twist{1.f, 0.f, 0.f, 0.f};  ///< About the given axis.
    float twistAngle = 0.f;               ///< The angle of the twist, in radians.
};

/// Splits a rotation into a swing and a twist about `axis`, which must be normalised. If the swing is half a turn, the twist is arbitrary,
/// and 0 is chosen.
[[nodiscard]] ARMATURE_API SwingTwist splitSwingTwist(const glm::quat& turn, const glm::vec3& axis) noexcept;

/// A rotation clamped to a limit.
struct ARMATURE_API LimitedTurn {
    glm::quat turn{1.f, 0.f, 0.f, 0.f};  ///< The clamped rotation, within the limit.
    bool isActive = false;               ///< True if the rotation exceeded the limit and was clamped.
};

/// Clamps `turn`, a rotation relative to the reference, to a limit: the swing to the cone, the twist or the hinge's angle to the nearer end
/// of its range. For a hinge, rotation about other axes is dropped. A prismatic or fixed joint allows no rotation. A rotation that exceeds
/// its limit by less than 1e-6 radians, the precision of floats, is returned unchanged. Throws std::invalid_argument, with the reason, for
/// a zero axis, a range that ends before it begins, a maxSwing outside [0, pi], a number that is not finite, or a zero quaternion.
[[nodiscard]] ARMATURE_API LimitedTurn limitTurn(const JointLimit& limit, const glm::quat& turn);

/// Returns how far a rotation exceeds a limit: the angle in radians of the smallest rotation back into the allowed range; 0 within the
/// range. Meant for tests and inspection. Throws as limitTurn() does.
[[nodiscard]] ARMATURE_API float limitViolation(const JointLimit& limit, const glm::quat& turn);

}  // namespace armature
