#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/base/export.hpp>
#include <armature/math/transform.hpp>
#include <armature/retarget/retarget_map.hpp>
#include <armature/skeleton/joint_view.hpp>
#include <armature/skeleton/pose.hpp>

#include "node/transform_hierarchy.hpp"
#include "skeleton/joint_rig_data.hpp"
#include "skeleton/posed_joint.hpp"

namespace armature {

/// Returns the rotation, a half turn or the identity, whose matrix has the signs of `scale`. If an odd number of the signs is negative, the
/// matrix has the opposite signs. The factor of -1 between them commutes with every rotation and can be ignored.
[[nodiscard]] inline glm::dquat turnOfSigns(const glm::vec3& scale) noexcept
{
    std::array<bool, 3> isNegative{scale.x < 0.f, scale.y < 0.f, scale.z < 0.f};
    const int count = int{isNegative[0]} + int{isNegative[1]} + int{isNegative[2]};
    if (count == 0 || count == 3) [[likely]] {
        return {1., 0., 0., 0.};
    }
    const bool odd = count == 2;  // the sign that differs from the two others
    return {0., isNegative[0] != odd ? 1. : 0., isNegative[1] != odd ? 1. : 0., isNegative[2] != odd ? 1. : 0.};
}

[[nodiscard]] inline bool isMirroring(const glm::vec3& scale) noexcept
{
    return (scale.x < 0.f) != ((scale.y < 0.f) != (scale.z < 0.f));
}

/// The placement of a character: the transforms between its rest world (see RestRig) and its current world. They contain how its host has
/// moved, rotated and scaled since the RestRig was made.
struct RigPlace {
    Frame toNow;
    Frame fromNow;
    double scale = 1.;  ///< Factor of lengths from the rest world to the current world; the mean if the scale is non-uniform.
};

/// A skeleton at rest, or in a stance that replaces its rest, in its rest world, which has +Y up. The rest world does not move with the
/// character; heights and lengths are measured in it. Arrays are indexed by position in bones().
struct ARMATURE_PRIVATE_API RestRig {
    /// `kind` is "source" or "target", for messages. `world`: from skeleton space to the world; by default the skeleton's current world
    /// matrix. `stance`, if given, is a standing pose that replaces the rest. Throws std::invalid_argument if the world matrix is singular
    /// or not finite, if a rest is not finite, or if `stance` has another number of bones than the skeleton.
    RestRig(const char* kind, const Skeleton& skeleton, const std::optional<glm::mat4>& world, const Pose* stance = nullptr);

    /// Rotates the rest world about its origin.
    void turnWorld(const glm::dquat& turn) noexcept;
    /// Rotates the rest about `point`, which is in the rest world, and moves that point to `to`. Animated poses keep their positions in the
    /// world.
    void turnRest(const glm::dquat& turn, const glm::dvec3& point, const glm::dvec3& to) noexcept;
    /// Returns the character's current placement; no value while it is scaled to nothing.
    [[nodiscard]] std::optional<RigPlace> placeOf(const JointView& joints) const noexcept;
    /// Throws std::invalid_argument, with a message that begins with `what`, unless `count` is the number of joints.
    void requireCount(std::string_view what, std::size_t count) const;

    [[nodiscard]] std::size_t size() const noexcept { return parents.size(); }
    /// Returns the rotation of the axes above a joint: its parent's or, for a root, the world's.
    [[nodiscard]] const glm::dquat& turnAbove(std::size_t joint) const noexcept;
    /// Returns the transform from a joint's own axes to its parent's while the joint is in `pose`.
    [[nodiscard]] Frame local(std::size_t joint, const Transform& pose) const noexcept
    {
        return {glm::mat3_cast(glm::dquat(pose.rotation)) * shapes[joint], glm::dvec3(pose.translation)};
    }
    /// Returns whether `joint` is somewhere below `above`.
    [[nodiscard]] bool isBelow(std::size_t joint, std::size_t above) const noexcept;
    /// Returns a label for messages, such as: source skeleton "person", bone "hips".
    [[nodiscard]] std::string label(std::size_t joint) const;

    std::string kind;
    std::string skeletonName;
    std::vector<std::string> names;
    std::vector<std::uint32_t> parents;  ///< Index of the parent; noSlot for a root.
    std::vector<std::uint32_t> order;    ///< Indices of all joints, parents first.
    std::vector<bool> isLeaf;
    std::vector<Transform> rests;    ///< Rests as parts, without shear.
    std::vector<glm::dmat3> shapes;  ///< The linear part to which each joint's rotation applies: scale, and shear if there is any.
    std::vector<bool> isSheared;
    // The following describe the rest in the rest world.
    std::vector<glm::dquat> turns;  ///< The rotation of each joint.
    std::vector<glm::dvec3> origins;
    std::vector<Frame> frames;     ///< From each joint's own axes to the world.
    std::vector<bool> isMirrored;  ///< Whether the frame from the joint's axes to the world mirrors.
    Frame toWorld;                 ///< From skeleton space to the world.
    Frame fromWorld;
    glm::dquat worldTurn{1., 0., 0., 0.};
    glm::dquat turned{1., 0., 0., 0.};  ///< The total rotation that turnWorld() has applied to the world as given.
    Frame host;                         ///< From skeleton space to the skeleton's world at construction.
    bool isWorldMirrored = false;
};

/// Checks a map. Throws the exceptions that Retargeter's constructor documents.
ARMATURE_PRIVATE_API void requireMap(const RetargetMap& map, const RestRig& source, const RestRig& target);

/// Checks only the target's bones in pairs and chains: that they exist, that no role is given twice, and that chains lead downwards.
void requireTarget(const RetargetMap& map, const RestRig& target);

}  // namespace armature
