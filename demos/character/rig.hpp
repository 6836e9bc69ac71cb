#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float3.hpp>

/// The character of the demos: a rig, a mesh around it and its motions, all made by the code in this folder.
/// Metres, +Y up; it faces +Z, so its left is +X. Right-hand joints follow the left-hand ones in the same order.
namespace character {

/// Antenna, scarf and strap are chains of three joints; clips move at most the first two of a chain, springs move all (demos/springs).
enum class Joint : std::uint8_t {
    Root,
    Hips,
    Spine,
    Chest,
    Neck,
    Head,
    Antenna,
    Antenna2,
    Antenna3,
    Scarf,
    Scarf2,
    Scarf3,
    Strap,
    Strap2,
    Strap3,
    ClavicleLeft,
    UpperArmLeft,
    ForearmLeft,
    HandLeft,
    FingersLeft,
    ThumbLeft,
    ThighLeft,
    ShinLeft,
    FootLeft,
    ToesLeft,
    ClavicleRight,
    UpperArmRight,
    ForearmRight,
    HandRight,
    FingersRight,
    ThumbRight,
    ThighRight,
    ShinRight,
    FootRight,
    ToesRight,
};

inline constexpr std::size_t jointCount = 35;
inline constexpr std::size_t centreJointCount = 15;
inline constexpr std::size_t jointsPerSide = 10;

[[nodiscard]] constexpr std::size_t indexOf(Joint joint) noexcept
{
    return static_cast<std::size_t>(joint);
}

/// The same joint on the other side; joints in the middle are their own counterpart.
[[nodiscard]] constexpr Joint mirrored(Joint joint) noexcept
{
    const std::size_t index = indexOf(joint);
    if (index < centreJointCount) {
        return joint;
    }
    return static_cast<Joint>(index < centreJointCount + jointsPerSide ? index + jointsPerSide : index - jointsPerSide);
}

/// Mirrors a point, or a direction, at the plane x = 0.
[[nodiscard]] inline glm::vec3 mirrored(const glm::vec3& point) noexcept
{
    return {-point.x, point.y, point.z};
}

/// Mirrors a rotation at the plane x = 0.
[[nodiscard]] inline glm::quat mirrored(const glm::quat& turn) noexcept
{
    return {turn.w, turn.x, -turn.y, -turn.z};
}

/// A joint of the rig in its bind pose, in the character's axes.
struct JointRest {
    std::string_view name;
    Joint parent = Joint::Root;                 ///< The root is its own parent.
    glm::vec3 head{0.f};                        ///< The point that it turns about.
    glm::vec3 tail{0.f};                        ///< Where its bone ends.
    glm::quat orientation{1.f, 0.f, 0.f, 0.f};  ///< The bone's axes: +Y from head to tail.
};

using Rig = std::array<JointRest, jointCount>;

/// The rig in its bind pose: standing straight, arms hanging 40 degrees out.
[[nodiscard]] Rig makeRig();

/// The rotation that takes +Y to `direction` and +Z as near to `forward` as possible.
[[nodiscard]] glm::quat orientationAlong(const glm::vec3& direction, const glm::vec3& forward);

/// The direction of the left arm in the bind pose, and the direction that its palm faces.
[[nodiscard]] glm::vec3 leftArmDirection();
[[nodiscard]] glm::vec3 leftPalmDirection();

}  // namespace character
