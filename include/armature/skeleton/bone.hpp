#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/math/decompose.hpp>
#include <armature/math/space.hpp>
#include <armature/scene/node.hpp>

namespace armature {

/// What a new bind matrix does to the pose.
enum class BindUpdate {
    KeepPose,   ///< Nothing: the bone stays, the mesh is moved by the difference.
    ResetPose,  ///< The local matrix becomes the bind; a linked bone's node moves.
};

/// What writing a linked bone's own position, rotation or scaling does.
enum class LinkMode {
    NodeDrives,     ///< Nothing: the node alone drives the bone, as in Babylon.js.
    ForwardWrites,  ///< The write goes to the node.
};

/// One joint of a Skeleton: a place in its hierarchy, a pose, and where the mesh was bound to it.
///
/// A bone is created and owned by its Skeleton and keeps its address until it is removed. Its numbers live in the skeleton's arrays, so
/// reading one costs no more than reading an array. Every getter returns the current value and computes only what is stale. Use a
/// skeleton from one thread at a time; after Skeleton::update() any number of threads may read it.
/// Non-finite numbers and quaternions of zero length throw std::invalid_argument and change nothing; so do finite ones of which something
/// infinite would come where the write splits a matrix or goes to a node with a pivot.
///
/// Operations that take a Space see the bone from there. Space::World goes through the skeleton's host, or if `relativeTo` is given through
/// that node instead (Babylon.js's tNode), for root bones as for others; other spaces ignore `relativeTo`. Where a matrix above the bone is
/// singular, nothing can be placed in Skeleton or World space: setters throw std::invalid_argument that names the bone and the determinant
/// and change nothing, getters give no value; isInvertibleIn() tells beforehand.
class Bone final : public Node {
public:
    [[nodiscard]] Skeleton& getSkeleton() noexcept { return *skeleton_; }
    [[nodiscard]] const Skeleton& getSkeleton() const noexcept { return *skeleton_; }

    /// The parent bone, or null for a root.
    [[nodiscard]] Bone* getParentBone() noexcept;
    [[nodiscard]] const Bone* getParentBone() const noexcept;

    /// Moves this bone under `parent` (null makes it a root). Its bind stays where it was in parent space, or with Keep::World in skeleton
    /// space, like the pose; an inverse bind that was given stays as given. Throws std::invalid_argument, and changes nothing, if
    /// `parent` belongs to another skeleton, lies below this bone (the message names the path), or, with Keep::World, cannot be inverted.
    void setParent(Bone* parent, Keep keep = Keep::Local);

    /// Palette slot: which of Skeleton::getFinalMatrices() is this bone's, and what a mesh's joint indices mean. None: a helper bone
    /// that only moves others. Fixed for the bone's life. O(1).
    [[nodiscard]] std::optional<std::size_t> getIndex() const noexcept;

    /// Length along the bone's +Y, in skeleton units. Only needed where there is no child to measure to: IK and drawing use it on leaf
    /// bones. Not set: distance to the first child bone at bind, or nullopt on a leaf.
    [[nodiscard]] std::optional<float> getLength() const noexcept;
    /// Negative or non-finite throws std::invalid_argument; nullopt forgets it.
    void setLength(std::optional<float> length);

    // --- pose -------------------------------------------------------------------------------------------------------

    /// Pose in skeleton space: parent.absolute * local. O(stale ancestors), O(1) when nothing is stale.
    [[nodiscard]] glm::mat4 getAbsoluteMatrix() const noexcept;

    /// What moves a vertex from where it was bound to where it is now, in skeleton space: absolute * absoluteInverseBind.
    [[nodiscard]] glm::mat4 getFinalMatrix() const noexcept;
    /// Computes the absolute matrices of this bone and of all bones below, if they are stale. Never needed for correct results.
    void computeAbsoluteMatrices() const noexcept;

    /// The parts of the local pose. A matrix that was set is split (see decompose).
    [[nodiscard]] glm::vec3 getPosition() const noexcept { return getTransform().translation; }
    [[nodiscard]] glm::quat getRotationQuaternion() const noexcept { return getTransform().rotation; }
    /// Euler angles in radians, x = pitch, y = yaw, z = roll, about the parent's axes (see quaternionToEuler).
    [[nodiscard]] glm::vec3 getRotation() const noexcept { return quaternionToEuler(getTransform().rotation); }
    [[nodiscard]] glm::vec3 getScaling() const noexcept { return getTransform().scale; }
    [[nodiscard]] glm::vec3 getScale() const noexcept { return getScaling(); }

    /// These set one part of the local pose, in the parent's axes; the others stay. O(1) amortised: they mark and compute nothing.
    /// Shear in a matrix that was set survives a new position, and is lost with a new rotation or scaling.
    /// @note While linked (see linkTransformNode) they change nothing, unless the link forwards writes. So do all operations below.
    void setPosition(const glm::vec3& position);
    /// Need not be of unit length.
    void setRotationQuaternion(const glm::quat& rotation);
    void setRotation(const glm::vec3& euler);
    void setScaling(const glm::vec3& scaling);
    void setScale(const glm::vec3& scaling) { setScaling(scaling); }
    void setTransform(const Transform& transform);
    /// Sets the local matrix as it is, shear included. Its fourth row must be (0 0 0 1).
    void setLocalMatrix(const glm::mat4& matrix);

    // --- pose in any space ------------------------------------------------------------------------------------------

    /// From the bone's own axes to a space: frame * local.
    [[nodiscard]] glm::mat4 getMatrix(Space space, const TransformNode* relativeTo = nullptr) const noexcept;
    /// That matrix as parts, and what they cannot express. The rotation is the one of getRotationQuaternion(space), scales have the signs
    /// that fit it.
    [[nodiscard]] Decomposition getDecomposition(Space space, const TransformNode* relativeTo = nullptr) const noexcept;
    /// Whether positions and rotations can be set in that space: no matrix above the bone is singular.
    [[nodiscard]] bool isInvertibleIn(Space space, const TransformNode* relativeTo = nullptr) const noexcept;

    [[nodiscard]] glm::vec3 getPosition(Space space, const TransformNode* relativeTo = nullptr) const noexcept;
    /// In the world.
    [[nodiscard]] glm::vec3 getAbsolutePosition(const TransformNode* relativeTo = nullptr) const noexcept;
    /// The rotation of getMatrix(space), also where that is sheared: own +Y points exactly where the matrix takes it, own +Z as close to
    /// that as it can (see decompose()). Axes of negative scale count the other way, +Y once more if a parent mirrors. Does not depend on
    /// the lengths of the bone's own scale.
    [[nodiscard]] glm::quat getRotationQuaternion(Space space, const TransformNode* relativeTo = nullptr) const noexcept;
    /// The same as Euler angles, and as a matrix that is a rotation always.
    [[nodiscard]] glm::vec3 getRotation(Space space, const TransformNode* relativeTo = nullptr) const noexcept;
    [[nodiscard]] glm::mat3 getRotationMatrix(Space space = Space::Local, const TransformNode* relativeTo = nullptr) const noexcept;
    /// Where a direction in the bone's own axes points, unit length; zero if the matrix flattens it.
    [[nodiscard]] glm::vec3 getDirection(const glm::vec3& ownAxis, Space space = Space::World,
                                         const TransformNode* relativeTo = nullptr) const noexcept;
    /// Where a point of the bone's own axes is.
    [[nodiscard]] glm::vec3 getAbsolutePositionFromLocal(const glm::vec3& ownPoint, Space space = Space::World,
                                                         const TransformNode* relativeTo = nullptr) const noexcept;
    /// The inverse. No value if getMatrix(space) is singular.
    [[nodiscard]] std::optional<glm::vec3> getLocalPositionFromAbsolute(const glm::vec3& point, Space space = Space::World,
                                                                        const TransformNode* relativeTo = nullptr) const noexcept;

    /// Moves the bone by `offset`, along the axes of the space and in its units.
    void translate(const glm::vec3& offset, Space space = Space::Local, const TransformNode* relativeTo = nullptr);
    void setPosition(const glm::vec3& position, Space space, const TransformNode* relativeTo = nullptr);
    /// In the world.
    void setAbsolutePosition(const glm::vec3& position, const TransformNode* relativeTo = nullptr);

    /// Turns the bone about an axis of the space through its own origin; the axis need not be of unit length. Exact: uneven scale above the
    /// bone makes the local matrix sheared, so that the turn in the space is a rotation all the same.
    void rotate(const glm::vec3& axis, float angle, Space space = Space::Local, const TransformNode* relativeTo = nullptr);

    /// These turn the bone so that getRotationQuaternion(space) is as given. Position and scale stay: only the local rotation changes.
    /// Exact under every invertible matrix, uneven, sheared or mirroring.
    void setRotationQuaternion(const glm::quat& rotation, Space space, const TransformNode* relativeTo = nullptr);
    void setRotation(const glm::vec3& euler, Space space, const TransformNode* relativeTo = nullptr);
    void setYawPitchRoll(float yaw, float pitch, float roll, Space space = Space::Local, const TransformNode* relativeTo = nullptr);
    void setAxisAngle(const glm::vec3& axis, float angle, Space space = Space::Local, const TransformNode* relativeTo = nullptr);
    /// Throws std::invalid_argument if the columns are not orthogonal and of unit length to 1e-3, or mirror.
    void setRotationMatrix(const glm::mat3& rotation, Space space = Space::Local, const TransformNode* relativeTo = nullptr);

    /// Turns the bone so that its axis options.forward points at `target` and options.upAxis as far as that allows along options.up, both
    /// exactly, whatever scale lies above. The scale stays. A target at the bone's own position changes nothing.
    void lookAt(const glm::vec3& target, Space space = Space::World, const LookOptions& options = {},
                const TransformNode* relativeTo = nullptr);

    /// Scales the bone along its own axes, on top of the scale it has. Throws std::invalid_argument if children are to make up for a factor
    /// of 0.
    void scale(const glm::vec3& factors, ChildScaling children);

    // --- bind and rest ----------------------------------------------------------------------------------------------

    /// Where the mesh was attached, in parent space.
    [[nodiscard]] glm::mat4 getBindMatrix() const noexcept;
    /// The same in skeleton space: parent.absoluteBind * bind.
    [[nodiscard]] glm::mat4 getAbsoluteBindMatrix() const noexcept;
    /// Its inverse, or what setAbsoluteInverseBindMatrix was given.
    [[nodiscard]] glm::mat4 getAbsoluteInverseBindMatrix() const noexcept;

    /// Moves the bind, and that of the bones below; with BindUpdate::ResetPose the bone goes there too (Babylon.js always does that).
    /// Throws std::invalid_argument naming the bone if `bind` is singular or not affine. A given inverse bind of this bone is forgotten.
    void setBindMatrix(const glm::mat4& bind, BindUpdate update = BindUpdate::KeepPose);
    /// Gives the inverse bind itself, as glTF does; it is used bit for bit, and the bind matrices follow from it where it can be
    /// inverted. Throws std::invalid_argument naming the bone if it is not affine.
    void setAbsoluteInverseBindMatrix(const glm::mat4& inverseBind);

    /// What returnToRest() restores, in parent space. Starts as bind.
    [[nodiscard]] glm::mat4 getRestMatrix() const noexcept;
    void setRestMatrix(const glm::mat4& rest);
    /// Restores the rest pose of this bone; a linked bone's node is what moves.
    void returnToRest();
    /// The same for this bone and all below it.
    void returnSubtreeToRest();
    void setCurrentPoseAsRest();

    // --- links ------------------------------------------------------------------------------------------------------

    /// From now on `node`'s local transform is this bone's, at once and without lag, as glTF needs; the node's own parents do not matter.
    /// Null unlinks and keeps the pose. A node may drive several bones; when it is removed they are unlinked.
    void linkTransformNode(TransformNode* node, LinkMode mode = LinkMode::NodeDrives);
    [[nodiscard]] TransformNode* getTransformNode() const noexcept { return linkedNode_; }
    [[nodiscard]] LinkMode getLinkMode() const noexcept { return linkMode_; }

private:
    friend class Skeleton;
    friend class NodeAccess;

    Bone(Skeleton& skeleton, TransformHierarchy& hierarchy, std::shared_ptr<const std::string> name) noexcept;
    ~Bone() = default;
    friend std::default_delete<Bone>;

    void listState(StateArchive& state);

    Skeleton* skeleton_;
    TransformNode* linkedNode_ = nullptr;
    LinkMode linkMode_ = LinkMode::NodeDrives;
};

}  // namespace armature
