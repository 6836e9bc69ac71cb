#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glm/ext/matrix_float3x4.hpp>
#include <glm/ext/matrix_float4x4.hpp>

#include <armature/base/export.hpp>
#include <armature/math/transform.hpp>
#include <armature/skeleton/bone.hpp>

namespace armature {

/// Initial values of a new bone. Matrices are in parent space and must be affine.
struct ARMATURE_API BoneOptions {
    Bone* parent = nullptr;               ///< Null: a root. Must belong to the same skeleton.
    std::optional<glm::mat4> bind = {};   ///< The bind pose; must be invertible. Default: `local` if given, else the identity.
    std::optional<glm::mat4> local = {};  ///< The current pose. Default: `bind`.
    std::optional<glm::mat4> rest = {};   ///< The rest pose. Default: `bind`.
    std::optional<glm::mat4> absoluteInverseBind = {};  ///< In skeleton space; used as given, as in glTF. Default: from `bind`.
    std::optional<float> length = {};                   ///< From joint to tip, along +Y. Not set: see Bone::getLength().
    std::optional<std::size_t> index = {};  ///< Palette slot; must be free and below 65536. Default: one above the highest in use.
    bool isHelper = false;                  ///< If true, the bone has no palette slot and only moves other bones.
};

/// How Skeleton::sortBones() affects palette slots.
enum class PaletteOrder {
    Keep,         ///< Slots stay, so the joint indices of meshes stay valid.
    FollowBones,  ///< Bones with a slot get slots 0, 1, 2, ... in their new order; free slots come last.
};

/// A hierarchy of bones with their bind and rest poses, one current pose, and the palette for skinning.
///
/// Everything is evaluated lazily and cached: see Bone. A skeleton and its clones share names, hierarchy, bind and rest poses until one of
/// them changes these. Use a skeleton from one thread at a time; different skeletons, clones included, may be used from several threads at
/// once. After update() nothing is stale, and any number of threads may read the skeleton.
class ARMATURE_API Skeleton {
public:
    explicit Skeleton(std::string_view name = {});  ///< Makes a skeleton without bones.
    ~Skeleton();
    Skeleton(const Skeleton&) = delete;
    Skeleton& operator=(const Skeleton&) = delete;

    [[nodiscard]] const std::string& getName() const noexcept;  ///< Need not be unique.
    void setName(std::string_view name);

    // --- bones ------------------------------------------------------------------------------------------------------

    /// Adds a bone. Throws std::invalid_argument that names the bone if the parent belongs to another skeleton, a matrix is not affine, the
    /// bind is singular, the length is negative or not finite, or the palette slot is taken, too large, or given for a helper bone. Bones
    /// never need sorting: the skeleton keeps its own order of evaluation.
    Bone& createBone(std::string_view name, const BoneOptions& options = {});

    /// Removes a bone and, with Removal::Subtree, the bones below it. Nodes attached to a removed bone move to its parent, or to the root
    /// of their scene, and keep their place in the world. Throws std::invalid_argument if the bone belongs to another skeleton.
    void removeBone(Bone& bone, Removal removal = Removal::Subtree);

    /// All bones, in order of creation, or in the order that the last sortBones() gave them.
    [[nodiscard]] std::span<Bone* const> bones() noexcept;
    [[nodiscard]] std::span<const Bone* const> bones() const noexcept;
    /// Bones without a parent, in the order of bones().
    [[nodiscard]] std::vector<Bone*> getRoots();
    [[nodiscard]] std::vector<const Bone*> getRoots() const;

    /// The first bone of that name in bones(), or null. O(1).
    [[nodiscard]] Bone* findBone(std::string_view name) noexcept;
    [[nodiscard]] const Bone* findBone(std::string_view name) const noexcept;
    /// The first bone of that name in bones(). If there is none, throws std::invalid_argument, listing the most similar names.
    [[nodiscard]] Bone& getBone(std::string_view name);
    [[nodiscard]] const Bone& getBone(std::string_view name) const;
    /// All bones of that name, in the order of bones().
    [[nodiscard]] std::vector<Bone*> findBones(std::string_view name);
    [[nodiscard]] std::vector<const Bone*> findBones(std::string_view name) const;
    /// The bone in a palette slot, or null. O(1).
    [[nodiscard]] Bone* getBoneByIndex(std::size_t index) noexcept;
    [[nodiscard]] const Bone* getBoneByIndex(std::size_t index) const noexcept;
    /// The first bone linked to that node, or null. O(links of the node).
    [[nodiscard]] Bone* findBoneFromLinkedTransformNode(const TransformNode& node) noexcept;
    [[nodiscard]] const Bone* findBoneFromLinkedTransformNode(const TransformNode& node) const noexcept;
    /// The first bone in bones() linked to a node of that name, or null. O(bones).
    [[nodiscard]] Bone* findBoneFromLinkedTransformNodeName(std::string_view name) noexcept;
    [[nodiscard]] const Bone* findBoneFromLinkedTransformNodeName(std::string_view name) const noexcept;

    /// Reorders bones() so that each bone comes after its parent; apart from that, the order stays. Never needed for correct results. With
    /// PaletteOrder::FollowBones, returns the new numbers of the palette slots, a permutation: the caller must replace joint index j of
    /// every mesh that the skeleton moves by result[j]. With PaletteOrder::Keep, returns an empty list. O(bones).
    std::vector<std::uint16_t> sortBones(PaletteOrder palette = PaletteOrder::Keep);

    // --- pose -------------------------------------------------------------------------------------------------------

    /// Sets the local poses of all bones, in the order of bones(), as Bone::setTransform() does for one bone. Throws std::invalid_argument,
    /// and changes nothing, if the numbers of transforms and bones differ or setTransform() would refuse one of them. Does not allocate.
    /// O(bones).
    void setLocalTransforms(std::span<const Transform> transforms);
    /// Sets the local poses of the bones in a list, one transform for each, in the same way. Also throws std::invalid_argument if a bone is
    /// null or of another skeleton. If a bone occurs twice, its last transform counts. O(length of the list).
    void setLocalTransforms(std::span<Bone* const> bones, std::span<const Transform> transforms);

    /// Returns every bone to its rest pose; if a bone is linked, its node moves.
    void returnToRest();
    /// Makes the current pose of every bone its rest pose.
    void setCurrentPoseAsRest();
    /// Width, height and depth, in skeleton units, of the bounding box of the skeleton at rest. The box encloses the origins of all bones,
    /// and the tips of bones whose length was set.
    [[nodiscard]] glm::vec3 getDimensionsAtRest() const;

    /// Marks everything as stale, as if each part of each local pose had been written. Never needed for correct results; use it to measure
    /// the cost of a full evaluation.
    void markAsDirty() noexcept;

    /// Computes everything that is stale: absolute and final matrices, bind matrices, look-up tables. Afterwards getters only read. O(stale
    /// values), in one batch if there are many. Never needed for correct results.
    void update() const noexcept;
    /// Each is Babylon.js's name for update() or a part of it.
    void prepare() const noexcept { update(); }
    void computeAbsoluteMatrices() const noexcept;

    /// The palette: final matrices indexed by palette slot (Bone::getIndex()), three rows of four floats each, as std140 lays out a
    /// `mat3x4`. Slots without a bone hold the identity. The palette is always current. The view stays valid until bones are added or
    /// removed, and its contents until the pose changes.
    [[nodiscard]] std::span<const glm::mat3x4> getFinalMatrices() const noexcept;

    /// Adds a set of inverse binds to the bones' own, for a mesh that was bound to the same bones in another pose: clothes made for another
    /// size, a mount's saddle. `inverseBinds` is indexed by palette slot and has one matrix for each of getFinalMatrices(); a bone added
    /// later uses its own inverse bind. Returns the set's number, 1 for the first. Throws std::invalid_argument if the number of matrices
    /// is wrong, or one of them is not affine.
    std::size_t addInverseBindSet(std::span<const glm::mat4> inverseBinds);
    /// Number of sets, including the bones' own (number 0).
    [[nodiscard]] std::size_t inverseBindSetCount() const noexcept;
    /// The palette with the inverse binds of a set: absolute * inverse bind. Set 0 gives getFinalMatrices(). Throws std::out_of_range if
    /// there is no such set.
    [[nodiscard]] std::span<const glm::mat3x4> getFinalMatrices(std::size_t inverseBindSet) const;

    /// Number of absolute matrices of bones computed since the skeleton was made; never decreases. It shows how much lazy evaluation saves.
    [[nodiscard]] std::uint64_t evaluatedBoneCount() const noexcept;

    // --- surroundings -----------------------------------------------------------------------------------------------

    /// Sets the node whose axes are skeleton space: a bone's world matrix is the host's world matrix times the bone's absolute matrix. Null
    /// (the default): skeleton space is world space. Throws std::invalid_argument if `host` is below one of this skeleton's own bones.
    void setHostNode(TransformNode* host);
    [[nodiscard]] TransformNode* getHostNode() const noexcept;
    /// The host's world matrix, or the identity.
    [[nodiscard]] glm::mat4 getWorldMatrix() const noexcept;

    /// Makes a skeleton with the same bones and pose, which is posed independently from then on. Linked bones of the original have no link
    /// in the clone; nodes attached to bones stay with the original, and the clone has no host. Original and clone share everything except
    /// the pose until one of them changes it.
    [[nodiscard]] std::unique_ptr<Skeleton> clone() const;

    /// The skeleton's lifetime, which ends when the skeleton is destroyed: see Handle. A clone has a lifetime of its own.
    [[nodiscard]] const Lifetime& getLifetime() const noexcept { return lifetime_; }

private:
    friend class Bone;
    friend class Scene;
    friend class TransformNode;
    friend class NodeAccess;
    friend class SkeletonAccess;  // internal: source/skeleton/skeleton_access.hpp
    friend class SavedState;
    class ARMATURE_LOCAL State;

    void listState(StateArchive& state);

    std::unique_ptr<State> state_;
    Lifetime lifetime_;
};

}  // namespace armature
