#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/base/export.hpp>
#include <armature/math/decompose.hpp>
#include <armature/math/space.hpp>
#include <armature/node/node.hpp>

namespace armature {

/// How a new bind matrix affects the pose.
enum class BindUpdate {
    KeepPose,   ///< The pose stays; the mesh moves by the difference between the binds.
    ResetPose,  ///< The local matrix becomes the bind matrix; a linked bone's node moves.
};

/// The effect of writing a linked bone's own position, rotation or scaling.
enum class LinkMode {
    NodeDrives,     ///< The write has no effect: only the node drives the bone, as in Babylon.js.
    ForwardWrites,  ///< The write goes to the node.
};

/// One joint of a Skeleton: a parent and children, a current pose, and a bind pose, in which the mesh was bound to the bone.
///
/// A bone is created and owned by its Skeleton and keeps its address until it is removed. Its data is stored in the skeleton's arrays, so
/// reading it costs no more than reading an array. Every getter returns the current value and computes only what is stale. Use a skeleton
/// from one thread at a time; after Skeleton::update() any number of threads may read it. Setters throw std::invalid_argument and change
/// nothing for non-finite numbers and quaternions of zero length. They do so too if the result would be infinite, which can happen if the
/// write splits a matrix or goes to a node with a pivot.
///
/// The functions for the pose are those of Node. While the bone is linked (see linkTransformNode), writing to the pose has no effect unless
/// the link forwards writes.
class ARMATURE_API Bone final : public Node {
public:
    [[nodiscard]] Skeleton& getSkeleton() noexcept { return *skeleton_; }  ///< The skeleton that owns this bone.
    [[nodiscard]] const Skeleton& getSkeleton() const noexcept { return *skeleton_; }

    /// The parent bone, or null for a root.
    [[nodiscard]] Bone* getParentBone() noexcept;
    [[nodiscard]] const Bone* getParentBone() const noexcept;

    /// Moves this bone under `parent` (null makes it a root). Pose and bind stay the same in parent space or, with Keep::World, in skeleton
    /// space; an inverse bind set by setAbsoluteInverseBindMatrix() does not change. Throws std::invalid_argument, and changes nothing, if
    /// `parent` belongs to another skeleton, lies below this bone (the message names the path), or, with Keep::World, has a matrix that
    /// cannot be inverted.
    void setParent(Bone* parent, Keep keep = Keep::Local);

    /// Palette slot: the bone's index into Skeleton::getFinalMatrices(), used by the joint indices of meshes. No value for a helper bone,
    /// which only moves other bones. The slot changes only if Skeleton::sortBones() renumbers the slots. O(1).
    [[nodiscard]] std::optional<std::size_t> getIndex() const noexcept
    {
        return paletteSlot_ != noPaletteSlot ? std::optional<std::size_t>(paletteSlot_) : std::nullopt;
    }

    /// Length along the bone's +Y, in skeleton units. Only leaf bones need a length to be set, for IK and drawing. If none was set, returns
    /// the distance to the first child bone in the bind pose, or nullopt for a leaf.
    [[nodiscard]] std::optional<float> getLength() const noexcept;
    /// Sets the length that getLength() returns, without moving anything; nullopt unsets it. To make a bone longer, see lengthen(). Throws
    /// std::invalid_argument if the length is negative or not finite.
    void setLength(std::optional<float> length);
    /// Makes the bone `factor` times as long: multiplies the positions, in this bone's axes, of its child bones and of nodes attached to
    /// it, in the current pose and in the rest pose, so that returnToRest() and clips that only turn bones keep the new length. The mesh
    /// stretches with the bone, because the bind stays. A length set by setLength() is multiplied too. Scale and rotation stay, so bones
    /// farther down do not grow. Clips that move the child bones overwrite their new positions. Throws std::invalid_argument, and changes
    /// nothing, if `factor` is not positive and finite, a position would not be finite, or a child bone is linked so that only its node
    /// drives it. O(children).
    void lengthen(float factor);

    // --- pose -------------------------------------------------------------------------------------------------------

    /// The pose in skeleton space: parent.absolute * local. O(stale ancestors), O(1) when nothing is stale.
    [[nodiscard]] glm::mat4 getAbsoluteMatrix() const noexcept;

    /// The matrix that moves a vertex from its bind position to its current position in skeleton space: absolute * absoluteInverseBind.
    [[nodiscard]] glm::mat4 getFinalMatrix() const noexcept;
    /// Computes the absolute matrices of this bone and of all bones below that are stale. Never needed for correct results.
    void computeAbsoluteMatrices() const noexcept;

    // --- bind and rest ----------------------------------------------------------------------------------------------

    /// The bone's matrix in parent space when the mesh was bound to the bone.
    [[nodiscard]] glm::mat4 getBindMatrix() const noexcept;
    /// The bind matrix in skeleton space: parent.absoluteBind * bind.
    [[nodiscard]] glm::mat4 getAbsoluteBindMatrix() const noexcept;
    /// The inverse of the absolute bind matrix, or the matrix given to setAbsoluteInverseBindMatrix().
    [[nodiscard]] glm::mat4 getAbsoluteInverseBindMatrix() const noexcept;

    /// Sets the bind matrix of this bone; the absolute binds of the bones below move along. With BindUpdate::ResetPose, the bone's pose
    /// becomes the bind too (as always in Babylon.js). Throws std::invalid_argument naming the bone if `bind` is singular or not affine. An
    /// inverse bind that was set on this bone is dropped.
    void setBindMatrix(const glm::mat4& bind, BindUpdate update = BindUpdate::KeepPose);
    /// Sets the inverse bind directly, as glTF does. The matrix is used bit for bit; if it can be inverted, the bind matrices are derived
    /// from it. Throws std::invalid_argument naming the bone if `inverseBind` is not affine.
    void setAbsoluteInverseBindMatrix(const glm::mat4& inverseBind);

    /// The matrix that returnToRest() restores, in parent space. Initially the bind matrix.
    [[nodiscard]] glm::mat4 getRestMatrix() const noexcept;
    void setRestMatrix(const glm::mat4& rest);
    /// Restores the rest pose of this bone; if it is linked, its node moves.
    void returnToRest();
    /// Restores the rest pose of this bone and of all bones below it.
    void returnSubtreeToRest();
    void setCurrentPoseAsRest();  ///< Makes the local pose the rest pose.

    // --- links ------------------------------------------------------------------------------------------------------

    /// Makes `node` drive this bone: the bone's local transform always equals the node's, without a frame of lag, as glTF requires. The
    /// node's own parents have no effect. Null unlinks the bone, which keeps its pose. A node may drive several bones; removing the node
    /// unlinks them.
    void linkTransformNode(TransformNode* node, LinkMode mode = LinkMode::NodeDrives);
    [[nodiscard]] TransformNode* getTransformNode() const noexcept { return linkedNode_; }  ///< The linked node, or null.
    [[nodiscard]] LinkMode getLinkMode() const noexcept { return linkMode_; }               ///< The mode given to linkTransformNode().

private:
    friend class Skeleton;
    friend class NodeAccess;
    friend class SkeletonAccess;  // internal: source/skeleton/skeleton_access.hpp

    Bone(Skeleton& skeleton, TransformHierarchy& hierarchy, std::shared_ptr<const std::string> name) noexcept;
    ~Bone() = default;
    friend std::default_delete<Bone>;

    void listState(StateArchive& state);

    static constexpr std::uint32_t noPaletteSlot = ~std::uint32_t{0};

    Skeleton* skeleton_;
    std::uint32_t paletteSlot_ = noPaletteSlot;
    TransformNode* linkedNode_ = nullptr;
    LinkMode linkMode_ = LinkMode::NodeDrives;
    mutable std::atomic<std::uint32_t> place_{0};  // position in bones() at the last look-up; several threads may look it up
};

}  // namespace armature
