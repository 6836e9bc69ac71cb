#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <armature/skeleton/joint_view.hpp>

#include "node/transform_hierarchy.hpp"
#include "skeleton/joint_parts.hpp"
#include "skeleton/posed_joint.hpp"

namespace armature {

/// The hierarchy and rest pose of the joints of a rig that is not a Skeleton. All spans are indexed by joint.
struct JointRig {
    std::span<const std::string> names;
    std::span<const std::uint32_t> parents;        ///< The parent of each joint; noSlot for a root.
    std::span<const std::uint32_t> firstChildren;  ///< The first child of each joint; noSlot for a leaf.
    std::span<const LocalPose> rests;
    std::span<const float> lengths;  ///< The length of each joint; negative if it has none.
};

/// Access to the joints of a JointView, for the library's own code: in double precision, and without checking that the joint exists.
class JointAccess {
public:
    /// Returns a view of a pose with one joint per lane, block after block.
    [[nodiscard]] static JointView ofLanes(const JointRig& rig, TransformLanes* blocks) noexcept { return {rig, blocks}; }

    // --- the rig ----------------------------------------------------------------------------------------------------

    /// Returns the skeleton that the view or its pose belongs to; null for a member of a crowd.
    [[nodiscard]] static const Skeleton* skeleton(const JointView& joints) noexcept { return joints.skeleton_; }
    /// Returns the bone that holds the joint's pose; null if the pose is stored as plain transforms.
    [[nodiscard]] static Bone* bone(const JointView& joints, std::size_t joint) noexcept
    {
        return isBones(joints) ? boneOf(joints, joint) : nullptr;
    }
    [[nodiscard]] static bool isBones(const JointView& joints) noexcept
    {
        return joints.transforms_ == nullptr && joints.lanes_ == nullptr;
    }
    /// Returns the index of the joint's parent; noSlot for a root.
    [[nodiscard]] static std::uint32_t parent(const JointView& joints, std::size_t joint) noexcept;
    [[nodiscard]] static std::uint32_t firstChild(const JointView& joints, std::size_t joint) noexcept;
    [[nodiscard]] static const LocalPose& rest(const JointView& joints, std::size_t joint) noexcept;
    [[nodiscard]] static std::string_view name(const JointView& joints, std::size_t joint) noexcept;
    [[nodiscard]] static std::optional<float> length(const JointView& joints, std::size_t joint) noexcept;
    /// Each returns a text for messages: owner() describes the owner of the joints; label() describes one joint, by its path if it is a
    /// bone, otherwise by its name.
    [[nodiscard]] static std::string owner(const JointView& joints);
    [[nodiscard]] static std::string label(const JointView& joints, std::size_t joint);

    // --- the pose ---------------------------------------------------------------------------------------------------

    /// Returns the origin of the joint's local axes, in its parent's axes.
    [[nodiscard]] static glm::dvec3 origin(const JointView& joints, std::size_t joint) noexcept;
    /// Returns the pose of the node that drives the joint. If that pose is stored as parts, returns the exact bits of the parts.
    [[nodiscard]] static Transform transform(const JointView& joints, std::size_t joint) noexcept
    {
        return joints.transforms_ != nullptr ? joints.transforms_[joint] : transformElsewhere(joints, joint);
    }
    /// Stores a transform unchanged. Precondition: the view is of plain transforms.
    static void store(JointView& joints, std::size_t joint, const Transform& transform) noexcept;
    /// Returns the numbers of the joint's local pose. Precondition: the view is of plain transforms.
    [[nodiscard]] static JointParts parts(const JointView& joints, std::size_t joint) noexcept
    {
        static_assert(sizeof(Transform) == 10 * sizeof(float));
        return joints.transforms_ != nullptr ? JointParts{reinterpret_cast<const float*>(joints.transforms_ + joint), 1}
                                             : JointParts{&joints.lanes_[joint / laneCount].component[0][joint % laneCount], laneCount};
    }
    /// Stores a rotation unchanged. Precondition: the view is of plain transforms.
    static void storeRotation(JointView& joints, std::size_t joint, const glm::quat& rotation) noexcept;
    [[nodiscard]] static Affine local(const JointView& joints, std::size_t joint) noexcept;
    [[nodiscard]] static Affine absolute(const JointView& joints, std::size_t joint) noexcept;
    /// Returns the frame from the joint's parent axes to skeleton space.
    [[nodiscard]] static Frame above(const JointView& joints, std::size_t joint) noexcept;
    [[nodiscard]] static Frame frameOf(const Affine& affine) noexcept
    {
        const glm::vec4& x = affine[0];
        const glm::vec4& y = affine[1];
        const glm::vec4& z = affine[2];
        return {{x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z}, {x.w, y.w, z.w}};
    }

    /// Whether the joints are placed in the world, by the skeleton's host or by JointView::placedAt(). If not, skeleton space is the world.
    [[nodiscard]] static bool hasWorld(const JointView& joints) noexcept;
    [[nodiscard]] static Frame toWorld(const JointView& joints) noexcept;
    /// Returns the frame from world to skeleton space. No value if the skeleton's world transform is singular: world points then cannot be
    /// mapped to skeleton space.
    [[nodiscard]] static std::optional<Frame> fromWorld(const JointView& joints) noexcept;

    [[nodiscard]] static PosedJoint read(const JointView& joints, std::size_t joint) noexcept;
    /// Reads the joint's pose and the scale of its parts.
    [[nodiscard]] static PosedJoint read(const JointView& joints, std::size_t joint, glm::vec3& outScale) noexcept;
    /// Returns whether the joint's pose is stored as plain parts, and reads them. Defined in skeleton/joint_access_inline.hpp.
    [[nodiscard]] static inline bool readParts(const JointView& joints, std::size_t joint, Transform& outParts) noexcept;
    /// Writes a rotation of unit length. Precondition: readParts() returns true. Defined in skeleton/joint_access_inline.hpp.
    static inline void writeRotation(JointView& joints, std::size_t joint, const glm::quat& rotation) noexcept;
    /// See PosedJoint::isWritableTo().
    [[nodiscard]] static bool isWritable(const JointView& joints, std::size_t joint, const PosedJoint& posed);
    /// Writes the joint's pose. Precondition: isWritable().
    static void write(JointView& joints, std::size_t joint, const PosedJoint& posed);

    /// Throws std::invalid_argument if there is no such joint.
    static void require(const JointView& joints, std::size_t joint);

private:
    /// Returns the bone of a joint. Precondition: isBones().
    [[nodiscard]] static Bone* boneOf(const JointView& joints, std::size_t joint) noexcept;
    /// Returns the transform of a joint in a view of bones or lanes.
    [[nodiscard]] static Transform transformElsewhere(const JointView& joints, std::size_t joint) noexcept;
};

}  // namespace armature
