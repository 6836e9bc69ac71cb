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

#include <armature/skeleton/bone.hpp>

namespace armature {

/// What a new bone starts with. Matrices are in parent space and must be affine.
struct BoneOptions {
    Bone* parent = nullptr;               ///< Null: a root. Must belong to the same skeleton.
    std::optional<glm::mat4> bind = {};   ///< Where the mesh is attached; must be invertible. Default: `local`, else identity.
    std::optional<glm::mat4> local = {};  ///< The pose. Default: `bind`.
    std::optional<glm::mat4> rest = {};   ///< Default: `bind`.
    std::optional<glm::mat4> absoluteInverseBind = {};  ///< Given as it is (glTF), in skeleton space. Default: derived from `bind`.
    std::optional<float> length = {};
    std::optional<std::size_t> index = {};  ///< Palette slot; must be free and below 65536. Default: the lowest above all in use.
    bool isHelper = false;                  ///< True: no palette slot; it only moves others.
};

/// What sorting bones does to their palette slots.
enum class PaletteOrder {
    Keep,         ///< They stay, and the joint indices of meshes stay right.
    FollowBones,  ///< Bones that have one get 0, 1, 2, ... in their new order; free slots come last.
};

/// A hierarchy of bones with their bind and rest poses, one current pose, and the palette that skinning needs.
///
/// Everything is evaluated lazily and cached: see Bone. Names, hierarchy, bind and rest are shared between clones until one of them changes
/// them. A skeleton is used from one thread at a time; different skeletons, clones included, from any threads at once. After update()
/// nothing is stale and any number of threads may read.
class Skeleton {
public:
    explicit Skeleton(std::string_view name = {});
    ~Skeleton();
    Skeleton(const Skeleton&) = delete;
    Skeleton& operator=(const Skeleton&) = delete;

    [[nodiscard]] const std::string& getName() const noexcept;
    void setName(std::string_view name);

    // --- bones ------------------------------------------------------------------------------------------------------

    /// Adds a bone. Throws std::invalid_argument that names the bone if the parent is foreign, a matrix is not affine, the bind is singular
    /// or the palette slot is taken. Users never have to sort: the order of evaluation is kept inside.
    Bone& createBone(std::string_view name, const BoneOptions& options = {});

    /// Removes a bone. Nodes attached to it move to its parent, or to the root of their scene, and stay where they are in the world.
    /// Throws std::invalid_argument if it belongs to another skeleton.
    void removeBone(Bone& bone, Removal removal = Removal::KeepChildren);

    /// All bones, in order of creation or as sortBones() left them.
    [[nodiscard]] std::span<Bone* const> bones() noexcept;
    [[nodiscard]] std::span<const Bone* const> bones() const noexcept;
    /// Bones without a parent, in the order of bones().
    [[nodiscard]] std::vector<Bone*> getRoots() const;

    /// The first bone of that name in bones(), or null. O(1).
    [[nodiscard]] Bone* findBone(std::string_view name) noexcept;
    [[nodiscard]] const Bone* findBone(std::string_view name) const noexcept;
    /// All of them, in the order of bones().
    [[nodiscard]] std::vector<Bone*> findBones(std::string_view name) const;
    /// The bone in a palette slot, or null. O(1).
    [[nodiscard]] Bone* getBoneByIndex(std::size_t index) const noexcept;
    /// The first bone linked to that node, or null. O(links of the node).
    [[nodiscard]] Bone* findBoneFromLinkedTransformNode(const TransformNode& node) const noexcept;
    /// The first bone in bones() linked to a node of that name, or null. O(bones).
    [[nodiscard]] Bone* findBoneFromLinkedTransformNodeName(std::string_view name) const noexcept;

    /// Reorders bones() so that each comes after its parent and otherwise as before. Nothing that is computed needs it. With
    /// PaletteOrder::FollowBones returns the palette slots' new numbers, a permutation: joint index j of every mesh that the skeleton moves
    /// must become result[j]. Else empty. O(bones).
    std::vector<std::uint16_t> sortBones(PaletteOrder palette = PaletteOrder::Keep);

    // --- pose -------------------------------------------------------------------------------------------------------

    /// Every bone back to its rest; linked bones' nodes move.
    void returnToRest();
    /// The pose of now becomes every bone's rest.
    void setCurrentPoseAsRest();
    /// Width, height and depth of the box around all bones at rest, in skeleton units: their positions, and the tips of bones whose length
    /// was set.
    [[nodiscard]] glm::vec3 getDimensionsAtRest() const;

    /// Marks everything as changed, as if each part of each local pose had been written. Never needed for correct results; it makes the
    /// cost of a full evaluation measurable.
    void markAsDirty() noexcept;

    /// Computes all that is stale: absolute and final matrices, bind matrices, look-up tables. Afterwards getters only read.
    /// O(stale), one batch where much is stale. Never needed for correct results.
    void update() const noexcept;
    /// Babylon.js's names for parts of update().
    void prepare() const noexcept { update(); }
    void computeAbsoluteMatrices() const noexcept;

    /// The palette: final matrices indexed by palette slot (Bone::getIndex()), three rows of four floats each, the bytes std140 wants for
    /// `mat3x4`. Slots without a bone hold the identity. Current; the view stays good until bones are added or removed, its contents
    /// until the pose changes.
    [[nodiscard]] std::span<const glm::mat3x4> getFinalMatrices() const noexcept;

    /// Adds a set of inverse binds beside the bones' own, for a mesh that was bound to the same bones elsewhere: clothes made for another
    /// size, a mount's saddle. `inverseBinds` is by palette slot, one for each of getFinalMatrices(); a bone that comes later has its own.
    /// Returns the set's number, 1 for the first. Throws std::invalid_argument if the number of matrices is another or one is not affine.
    std::size_t addInverseBindSet(std::span<const glm::mat4> inverseBinds);
    /// Sets there are, the bones' own (number 0) included.
    [[nodiscard]] std::size_t inverseBindSetCount() const noexcept;
    /// The palette with the inverse binds of a set: absolute * inverse bind. Set 0 is getFinalMatrices(). Throws std::out_of_range.
    [[nodiscard]] std::span<const glm::mat3x4> getFinalMatrices(std::size_t inverseBindSet) const;

    /// How many bones' absolute matrices have been computed since the skeleton was made; only grows. Shows what laziness saves.
    [[nodiscard]] std::uint64_t evaluatedBoneCount() const noexcept;

    // --- surroundings -----------------------------------------------------------------------------------------------

    /// The node in whose space the skeleton lives: world = host world * absolute. Null (the default): skeleton space is world space.
    /// Throws std::invalid_argument if `host` hangs below one of this skeleton's own bones.
    void setHostNode(TransformNode* host);
    [[nodiscard]] TransformNode* getHostNode() const noexcept;
    /// The host's world matrix, or the identity.
    [[nodiscard]] glm::mat4 getWorldMatrix() const noexcept;

    /// A skeleton with the same bones and pose, posed on its own from now on: linked bones carry the pose over and are not linked,
    /// and nodes attached to bones stay with the original. No host. Shares all but the pose until one of the two changes it.
    [[nodiscard]] std::unique_ptr<Skeleton> clone() const;

    /// Ends with the skeleton: see Handle. A clone has its own.
    [[nodiscard]] const Lifetime& getLifetime() const noexcept { return lifetime_; }

private:
    friend class Bone;
    friend class Scene;
    friend class TransformNode;
    friend class NodeAccess;
    friend class SkeletonAccess;  // internal: source/skeleton/skeleton_access.hpp
    friend class SavedState;
    class State;

    void listState(StateArchive& state);

    std::unique_ptr<State> state_;
    Lifetime lifetime_;
};

}  // namespace armature
