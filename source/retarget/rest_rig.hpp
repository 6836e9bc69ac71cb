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

#include <armature/math/transform.hpp>
#include <armature/retarget/retarget_map.hpp>
#include <armature/skeleton/joint_view.hpp>
#include <armature/skeleton/pose.hpp>

#include "node/transform_hierarchy.hpp"
#include "skeleton/posed_joint.hpp"

namespace armature {

/// Mirroring scales turn things, too. With -1 taken out if `scale` mirrors, what is left of its signs is the identity or half a turn. -1
/// commutes with every rotation, so that nobody has to remember it.
[[nodiscard]] inline glm::dquat turnOfSigns(const glm::vec3& scale) noexcept
{
    std::array<bool, 3> isNegative{scale.x < 0.f, scale.y < 0.f, scale.z < 0.f};
    const int count = int{isNegative[0]} + int{isNegative[1]} + int{isNegative[2]};
    if (count == 0 || count == 3) [[likely]] {
        return {1., 0., 0., 0.};
    }
    const bool odd = count == 2;  // the one that differs from the two others
    return {0., isNegative[0] != odd ? 1. : 0., isNegative[1] != odd ? 1. : 0., isNegative[2] != odd ? 1. : 0.};
}

[[nodiscard]] inline bool isMirroring(const glm::vec3& scale) noexcept
{
    return (scale.x < 0.f) != ((scale.y < 0.f) != (scale.z < 0.f));
}

/// The place of a character now, seen from the world in which it was at rest: moved, turned and scaled as its host has been since.
struct RigPlace {
    Frame toNow;
    Frame fromNow;
    double scale = 1.;  ///< Scale of lengths; the mean if it is uneven.
};

/// A skeleton at rest, or in the pose that stands for it, in a world with +Y up, which stays its own wherever the character goes: heights
/// and lengths are those in there. By position in bones().
struct RestRig {
    /// `kind` is "source" or "target", for messages. Throws std::invalid_argument if `world` or a rest cannot be used.
    /// `stance`: another pose than its rest in which it stands.
    RestRig(const char* kind, const Skeleton& skeleton, const std::optional<glm::mat4>& world, const Pose* stance = nullptr);

    /// Turns the world about its origin.
    void turnWorld(const glm::dquat& turn) noexcept;
    /// Turns the rest about a point of its world and moves that elsewhere. What moves is seen in the world as before.
    void turnRest(const glm::dquat& turn, const glm::dvec3& point, const glm::dvec3& to) noexcept;
    /// No value while it has no size.
    [[nodiscard]] std::optional<RigPlace> placeOf(const JointView& joints) const noexcept;
    /// Throws std::invalid_argument, which begins with `what`, unless that is the number of its joints.
    void requireCount(std::string_view what, std::size_t count) const;

    [[nodiscard]] std::size_t size() const noexcept { return parents.size(); }
    /// The rotation of the axes above a joint: those of its parent, or of the world.
    [[nodiscard]] const glm::dquat& turnAbove(std::size_t joint) const noexcept;
    /// The frame from a joint's own axes to its parent's while the joint is turned and placed like that.
    [[nodiscard]] Frame local(std::size_t joint, const Transform& pose) const noexcept
    {
        return {glm::mat3_cast(glm::dquat(pose.rotation)) * shapes[joint], glm::dvec3(pose.translation)};
    }
    /// Whether a joint is somewhere below another one.
    [[nodiscard]] bool isBelow(std::size_t joint, std::size_t above) const noexcept;
    /// "source skeleton "person", bone "hips"".
    [[nodiscard]] std::string label(std::size_t joint) const;

    std::string kind;
    std::string skeletonName;
    std::vector<std::string> names;
    std::vector<std::uint32_t> parents;  ///< noSlot: a root.
    std::vector<std::uint32_t> order;    ///< Parents first.
    std::vector<bool> isLeaf;
    std::vector<Transform> rests;    ///< Without shear.
    std::vector<glm::dmat3> shapes;  ///< What each joint's rotation is applied to: scale, and shear if there is.
    std::vector<bool> isSheared;
    // These are in the world, as the rest stands there.
    std::vector<glm::dquat> turns;  ///< Down to each joint.
    std::vector<glm::dvec3> origins;
    std::vector<Frame> frames;     ///< From each joint's own axes.
    std::vector<bool> isMirrored;  ///< Whether what leads from a joint's axes to the world mirrors.
    Frame toWorld;                 ///< From skeleton space.
    Frame fromWorld;
    glm::dquat worldTurn{1., 0., 0., 0.};
    glm::dquat turned{1., 0., 0., 0.};  ///< What turnWorld() has done to the world as it was given.
    Frame host;                         ///< From skeleton space to the world at that time.
    bool isWorldMirrored = false;
};

/// Joints in an order in which each stands behind its parent. O(joints).
[[nodiscard]] std::vector<std::uint32_t> parentsFirst(std::span<const std::uint32_t> parents);

/// Throws what Retargeter's constructor promises.
void requireMap(const RetargetMap& map, const RestRig& source, const RestRig& target);

/// What of that concerns the target's bones in pairs and chains.
void requireTarget(const RetargetMap& map, const RestRig& target);

}  // namespace armature
