#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/fwd.hpp>
#include <armature/math/glm_types.hpp>
#include <armature/math/transform.hpp>

namespace armature {

struct JointRig;
struct TransformLanes;

/// The joints of one character, whether its pose is in a Skeleton, a Pose or a member of a Crowd. All of inverse kinematics reads and
/// writes joints through a JointView, and your own modifiers can too: code written for it works on all three and gives the same bits.
///
/// Joints are numbered as in Skeleton::bones(). Matrices are always current: writing a joint moves everything below it at the next read. In
/// a skeleton, the joint of a linked bone is the node that drives it.
///
/// A view refers to its pose and owns nothing, like std::span: pass it by value. It is valid as long as the object it was made from; adding
/// or removing bones renumbers joints. A const view only reads. Views of different poses may be used from different threads at once, even
/// if they share a rig, as long as no thread changes the rig. Nothing allocates. Joints that do not exist and numbers that are not finite
/// throw std::invalid_argument and change nothing.
class JointView final {
public:
    /// Views a skeleton and its host. Implicit: a function that takes a JointView also takes a Skeleton.
    JointView(Skeleton& skeleton) noexcept;  // NOLINT(google-explicit-constructor): a Skeleton is joints
    /// Views a pose of `rig`, which supplies the hierarchy and the rest. Throws std::invalid_argument if their numbers of bones differ.
    JointView(const Skeleton& rig, Pose& pose);

    /// Returns a view of the same joints with the character placed elsewhere: `toWorld` maps skeleton space to the world. If it is
    /// singular, points of the world have no place in skeleton space, and solvers report that. Throws std::invalid_argument for joints of a
    /// skeleton, which its host places.
    [[nodiscard]] JointView placedAt(const glm::mat4& toWorld) const;

    // --- the rig ----------------------------------------------------------------------------------------------------

    [[nodiscard]] std::size_t size() const noexcept;                  ///< Number of joints.
    [[nodiscard]] std::string_view getName(std::size_t joint) const;  ///< The bone's name; valid until it is renamed.
    /// The first joint of that name. O(joints).
    [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const;
    /// The joint's parent; none for a root.
    [[nodiscard]] std::optional<std::size_t> getParent(std::size_t joint) const;
    /// The joint's first child; none for a leaf.
    [[nodiscard]] std::optional<std::size_t> getFirstChild(std::size_t joint) const;
    /// The bone's length: see Bone::getLength().
    [[nodiscard]] std::optional<float> getLength(std::size_t joint) const;
    /// The rest pose in the parent's axes, from which limits are measured (see limitJoint()). A rest matrix is split so that the signs of
    /// its scale match the current pose.
    [[nodiscard]] Transform getRest(std::size_t joint) const;

    // --- the pose ---------------------------------------------------------------------------------------------------

    /// The local transform, in the parent's axes. Sheared bones and nodes with a pivot are read as by Node::getTransform().
    [[nodiscard]] Transform getTransform(std::size_t joint) const;
    [[nodiscard]] glm::mat4 getLocalMatrix(std::size_t joint) const;  ///< The local transform as a matrix, shear included.
    /// Maps the joint's own axes to skeleton space. Cached in a skeleton; O(depth) in a pose or a crowd member.
    [[nodiscard]] glm::mat4 getAbsoluteMatrix(std::size_t joint) const;
    /// Maps skeleton space to the world: the host's matrix, or that of placedAt(); by default the identity.
    [[nodiscard]] glm::mat4 getWorldMatrix() const;

    /// Sets the local transform, with the rotation normalised. A sheared matrix is split first, as by the setters of Bone.
    void setTransform(std::size_t joint, const Transform& transform);
    /// Sets one part as setTransform() does, and keeps the others.
    void setPosition(std::size_t joint, const glm::vec3& position);
    void setRotationQuaternion(std::size_t joint, const glm::quat& rotation);
    void setScaling(std::size_t joint, const glm::vec3& scaling);

private:
    friend class JointAccess;  // internal: source/skeleton/joint_access.hpp

    JointView(const JointRig& rig, TransformLanes* lanes) noexcept;

    const Skeleton* skeleton_ = nullptr;  // the skeleton, or the rig of a pose; null: rig_
    const JointRig* rig_ = nullptr;
    Transform* transforms_ = nullptr;
    TransformLanes* lanes_ = nullptr;  // both null: the bones themselves
    bool isPlaced_ = false;
    glm::mat4 toWorld_{1.f};
};

}  // namespace armature
