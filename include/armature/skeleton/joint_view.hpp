#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/math/glm_types.hpp>
#include <armature/math/transform.hpp>

namespace armature {

struct JointRig;
struct TransformLanes;

/// The joints of one character, whether its pose is in a Skeleton, a Pose or a member of a Crowd. Inverse kinematics reads and writes
/// joints only through a JointView, and your own modifiers can too. Such code works on all three and gives the same bits.
///
/// Joints are numbered as in Skeleton::bones(). Matrices are always current: after a joint is written, the matrices of everything below it
/// are up to date when read. In a skeleton, the joint of a linked bone stands for the node that drives the bone: reads and writes go to
/// that node.
///
/// A view refers to its pose and owns nothing, like std::span: pass it by value. It is valid as long as the object from which it was made;
/// adding or removing bones renumbers joints. A const view only reads. Views of different poses may be used from different threads at once,
/// even if they share a rig, as long as no thread changes the rig. No function allocates. All throw std::invalid_argument and change
/// nothing for joints that do not exist, numbers that are not finite and rotations of zero length.
class ARMATURE_API JointView final {
public:
    /// Makes a view of a skeleton, placed in the world by the skeleton's host. Implicit: a function that takes a JointView also takes a
    /// Skeleton.
    JointView(Skeleton& skeleton) noexcept;  // NOLINT(google-explicit-constructor): converts
    /// Makes a view of a pose of `rig`, which supplies the hierarchy and the rest pose. Throws std::invalid_argument if the pose and the
    /// rig differ in their numbers of bones.
    JointView(const Skeleton& rig, Pose& pose);

    /// Returns a view of the same joints with the character placed elsewhere: `toWorld` maps skeleton space to the world. If `toWorld` is
    /// singular, points of the world cannot be mapped to skeleton space, and solvers report that. Throws std::invalid_argument for a view
    /// of a skeleton, because a skeleton is placed by its host.
    [[nodiscard]] JointView placedAt(const glm::mat4& toWorld) const;

    // --- the rig ----------------------------------------------------------------------------------------------------

    [[nodiscard]] std::size_t size() const noexcept;                  ///< Number of joints.
    [[nodiscard]] std::string_view getName(std::size_t joint) const;  ///< The bone's name; valid until it is renamed.
    /// The first joint of that name; no value if there is none. O(joints).
    [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const;
    /// The joint's parent; no value for a root.
    [[nodiscard]] std::optional<std::size_t> getParent(std::size_t joint) const;
    /// The joint's first child; no value for a leaf.
    [[nodiscard]] std::optional<std::size_t> getFirstChild(std::size_t joint) const;
    /// The bone's length: see Bone::getLength().
    [[nodiscard]] std::optional<float> getLength(std::size_t joint) const;
    /// The rest pose in the parent's axes, from which limits are measured (see limitJoint()). A rest matrix is split so that the signs of
    /// its scale match those of the current pose.
    [[nodiscard]] Transform getRest(std::size_t joint) const;

    // --- the pose ---------------------------------------------------------------------------------------------------

    /// The local transform, in the parent's axes. For sheared bones and nodes with a pivot, this is the result of Node::getTransform().
    [[nodiscard]] Transform getTransform(std::size_t joint) const;
    [[nodiscard]] glm::mat4 getLocalMatrix(std::size_t joint) const;  ///< The local transform as a matrix, shear included.
    /// The matrix from the joint's own axes to skeleton space. Cached for a skeleton; O(depth) for a pose or a crowd member.
    [[nodiscard]] glm::mat4 getAbsoluteMatrix(std::size_t joint) const;
    /// The matrix from skeleton space to the world: the host's world matrix, or the matrix given to placedAt(); by default the identity.
    [[nodiscard]] glm::mat4 getWorldMatrix() const;

    /// Sets the local transform and normalises its rotation.
    void setTransform(std::size_t joint, const Transform& transform);
    /// Each sets one part of the local transform and keeps the other parts. A sheared matrix is split first, as by the setters of Bone.
    void setPosition(std::size_t joint, const glm::vec3& position);
    void setRotationQuaternion(std::size_t joint, const glm::quat& rotation);
    void setScaling(std::size_t joint, const glm::vec3& scaling);

private:
    friend class JointAccess;  // internal: source/skeleton/joint_access.hpp

    JointView(const JointRig& rig, TransformLanes* lanes) noexcept;

    const Skeleton* skeleton_ = nullptr;  // the skeleton, or the rig of a pose; if null, rig_ describes the joints
    const JointRig* rig_ = nullptr;
    Transform* transforms_ = nullptr;
    TransformLanes* lanes_ = nullptr;  // if transforms_ and lanes_ are null, the skeleton's bones hold the pose
    bool isPlaced_ = false;
    glm::mat4 toWorld_{1.f};
};

}  // namespace armature
