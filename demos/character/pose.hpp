#pragma once

#include <array>

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float3.hpp>

#include "rig.hpp"

namespace character {

enum class Side { Left, Right };

/// The joint on `side`, given the left one.
[[nodiscard]] constexpr Joint onSide(Side side, Joint left) noexcept
{
    return side == Side::Left ? left : mirrored(left);
}

/// A pose as rotations away from the bind pose. Each rotation is in the character's axes and carries the joint's descendants along, so that
/// the animator need not know the orientation of the bones' own axes.
struct Pose {
    std::array<glm::quat, jointCount> turns;
    glm::vec3 hipsOffset{0.f};  ///< The hips' offset from the bind pose, in metres.

    Pose() { turns.fill(glm::quat(1.f, 0.f, 0.f, 0.f)); }
    [[nodiscard]] glm::quat& turn(Joint joint) { return turns[indexOf(joint)]; }
    [[nodiscard]] const glm::quat& turn(Joint joint) const { return turns[indexOf(joint)]; }
};

/// A rotation by angles in degrees about the character's axes: first `roll` about Z, then `yaw` about Y, then `pitch` about X. Positive
/// pitch leans forward, positive yaw looks to the left, positive roll leans to the left.
[[nodiscard]] glm::quat degreesTurn(float pitch, float yaw, float roll);
[[nodiscard]] glm::quat yawTurn(float degrees);

/// A joint's position in a pose and its rotation from the bind pose, in the character's axes.
struct Placement {
    glm::vec3 position{0.f};
    glm::quat turn{1.f, 0.f, 0.f, 0.f};
};
[[nodiscard]] std::array<Placement, jointCount> place(const Rig& rig, const Pose& pose);

/// A joint's translation and rotation in its parent's axes, as a file holds them.
[[nodiscard]] glm::vec3 localTranslation(const Rig& rig, const Pose& pose, Joint joint);
[[nodiscard]] glm::quat localRotation(const Rig& rig, const Pose& pose, Joint joint);

/// Where a foot stands, in the character's axes; angles are in degrees.
struct Foot {
    glm::vec3 ankle{0.f};
    float pitch = 0.f;    ///< Toes up.
    float heading = 0.f;  ///< Toes to the left.
    float toeBend = 0.f;  ///< Toes up against the foot.
};

/// Turns thigh, shin, foot and toes so that the ankle gets its position and the knee points in the foot's direction. A leg that is too
/// short is straightened towards that position. Set the hips' final position first.
void standOn(const Rig& rig, Pose& pose, Side side, const Foot& foot);

/// The feet standing at ease: their distance apart relative to the hips, and how many degrees the toes point outwards.
inline constexpr float standingWidth = 1.15f;
inline constexpr float standingOutward = 9.f;

/// The pose standing at ease, which all motions but walk and run are built on.
[[nodiscard]] Pose standingPose(const Rig& rig);

/// The pose `amount` of the way from one pose to the other, joint by joint.
[[nodiscard]] Pose blended(const Pose& from, const Pose& to, float amount);

/// The pose mirrored at the plane x = 0: left and right sides swap.
[[nodiscard]] Pose mirrored(const Pose& pose);

/// Lets one arm hang, with degrees of swing to the front, of spread to the side, and of bend in the elbow.
void hangArm(Pose& pose, Side side, float swing, float spread, float bend);
/// Bends the four fingers by `curl` degrees, and the thumb by half as much.
void curlFingers(Pose& pose, Side side, float curl);

}  // namespace character
