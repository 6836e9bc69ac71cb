#pragma once

#include <memory>
#include <string>
#include <vector>

#include <armature/node/transform_node.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "math/affine_rows.hpp"
#include "math/aligned_vector.hpp"
#include "math/copy_on_write.hpp"
#include "node/removals.hpp"
#include "node/transform_hierarchy.hpp"
#include "node/transform_node_owner.hpp"
#include "skeleton/rig.hpp"

namespace armature {

/// The internals of a Skeleton, and its side of the edges to other hierarchies.
class Skeleton::State final : public HierarchyOwner {
public:
    using Slot = TransformHierarchy::Slot;

    explicit State(std::string_view skeletonName) : name(skeletonName), hierarchy(*this) {}
    /// Clones `other`'s settled pose and rig, for bones that the caller has made, by slot.
    State(const State& other, std::span<Node* const> nodes);

    void absoluteBecameStale(std::uint32_t slot) noexcept override;
    [[nodiscard]] const Node* hostNode() const noexcept override { return host; }
    void slotsMoved(std::span<const std::uint32_t> oldSlots) const override { rig.edit().move(oldSlots); }
    void nameChanged() noexcept override { rig.edit().names.invalidate(); }

    /// The host has moved, or is another one: whatever is attached to bones moves along.
    void hostMoved() noexcept;
    void attach(TransformNode& node) override;
    void detach(TransformNode& node) noexcept override;
    [[nodiscard]] std::size_t nodeCount() const noexcept override { return bones.size(); }
    [[nodiscard]] Node* nodeInOrder(std::size_t place) const noexcept override { return bones[place]; }

    /// The rig with current binds of one bone, or of all together with the look-up table.
    [[nodiscard]] const Rig& rigAt(Slot slot) const
    {
        if (rig->staleCount() != 0 && rig->isStale(slot)) {
            rig.edit().evaluateBind(slot, hierarchy);
        }
        return *rig;
    }
    [[nodiscard]] const Rig& settledRig() const;
    /// The up-to-date look-up table of names.
    [[nodiscard]] const NameIndex& names() const;
    /// Memory for so many bones, so that creating them does not move the others' numbers.
    void reserve(std::size_t boneCount);
    /// Makes room for palette slots in all sets.
    void growPalettes(std::size_t size);
    /// Replaces all further sets of inverse binds.
    void setInverseBindSets(const std::vector<AlignedVector<Affine>>& sets);
    /// Call after the rig has changed: the further sets of inverse binds become stale.
    void invalidateSets() noexcept;
    /// Marks the binds of a bone and of those below as stale, and the final matrices that follow from them.
    void markBindStale(Bone& bone);

    /// Call after bones were added, removed or reordered: clones no longer correspond.
    void placesChanged();
    /// Hands a child of a bone that is being removed to `parent`, keeping its place where possible.
    void moveUp(Node& child, Bone* parent);
    /// Gives the bones new palette slots in the order of `bones`; returns the new number of each slot.
    std::vector<std::uint16_t> dealPaletteSlots();
    /// Tells observers that `bone` is removed, and cuts it out.
    void remove(Bone& bone, Removal removal);
    /// Tells observers that all bones are removed; none is removed singly from now on.
    void announceEnd();
    /// Takes a childless bone out of everything but the lists of bones.
    void forget(Bone& bone);
    /// The rig's data of one bone, and the further sets of inverse binds; precondition: settled.
    void listRig(Bone& bone, StateArchive& state);
    void listInverseBindSets(StateArchive& state);
    /// Prepares pose, bind and rest of `bone` for a new parent, so that all three stay in place.
    void keepInSkeletonSpace(Bone& bone, const Bone* parent);

    /// absolute * absoluteInverseBind of a bone, stored in its palette slot. A helper bone has none (noSlot): its matrix is computed at
    /// each call.
    [[nodiscard]] glm::mat4 computeFinal(Slot slot, std::uint32_t paletteSlot) const noexcept;
    void update() const noexcept;

    /// A bone's rest in skeleton space: the product of the rests down to it.
    [[nodiscard]] glm::dmat4 absoluteRest(const Bone* bone) const;

    std::string name;
    Removals removals;
    mutable TransformHierarchy hierarchy;
    mutable CopyOnWrite<Rig> rig;
    std::vector<std::unique_ptr<Bone>> owned;
    std::vector<Bone*> bones;              // the order users see
    std::vector<TransformNode*> attached;  // nodes whose parent is one of the bones
    TransformNode* host = nullptr;
    TransformNodeOwner* owner = nullptr;  // the scene that owns the skeleton, if one does
    /// Clones share it as long as the bones() of each correspond place by place.
    std::shared_ptr<const char> kinship = std::make_shared<const char>();
    State* nextMoved = nullptr;  // the scene's list of skeletons that have moved
    bool isMoved = false;        // whether it has moved, and so is in that list
    mutable AlignedVector<Affine> palette;
    /// Palettes of the rig's further sets of inverse binds, with the versions of pose and rig that they were computed from.
    struct SetPalette {
        AlignedVector<Affine> matrices;
        std::uint64_t version = ~std::uint64_t{0};
    };
    mutable std::vector<SetPalette> setPalettes;

private:
    void updateSet(std::size_t set) const noexcept;
};

}  // namespace armature
