#pragma once

#include <memory>
#include <string>
#include <vector>

#include <armature/base/export.hpp>
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

/// The internals of a Skeleton, including its links to other hierarchies.
class Skeleton::State final : public HierarchyOwner {
public:
    using Slot = TransformHierarchy::Slot;

    explicit State(std::string_view skeletonName) : name(skeletonName), hierarchy(*this) {}
    /// Clones `other`'s settled pose and rig for bones that the caller has created, by slot.
    State(const State& other, std::span<Node* const> nodes);

    void absoluteBecameStale(std::uint32_t slot) noexcept override;
    [[nodiscard]] const Node* hostNode() const noexcept override { return host; }
    void slotsMoved(std::span<const std::uint32_t> oldSlots) const override { rig.edit().move(oldSlots); }
    void nameChanged() noexcept override { rig.edit().names.invalidate(); }

    /// Marks the nodes attached to bones as stale. Call it after the host has moved or been replaced.
    void hostMoved() noexcept;
    void attach(TransformNode& node) override;
    void detach(TransformNode& node) noexcept override;
    [[nodiscard]] std::size_t nodeCount() const noexcept override { return bones.size(); }
    [[nodiscard]] Node* nodeInOrder(std::size_t place) const noexcept override { return bones[place]; }

    /// Each returns the rig: rigAt() with the bind of one bone up to date, settledRig() with all binds and the look-up table up to date.
    [[nodiscard]] const Rig& rigAt(Slot slot) const
    {
        if (rig->staleCount() != 0 && rig->isStale(slot)) {
            rig.edit().evaluateBind(slot, hierarchy);
        }
        return *rig;
    }
    [[nodiscard]] ARMATURE_PRIVATE_API const Rig& settledRig() const;
    /// Returns the up-to-date look-up table of names.
    [[nodiscard]] const NameIndex& names() const;
    /// Returns the up-to-date tables of slots and places.
    [[nodiscard]] const Rig::Placing& placing() const
    {
        return rig->placing.slots.size() == bones.size() ? rig->placing : computePlacing();
    }
    /// Writes the local poses of all bones. Throws std::invalid_argument, and changes nothing, if requireTransform() refuses a transform.
    /// Precondition: hierarchy.areAllParts(), and a transform for each bone.
    void writeAllParts(std::span<const Transform> transforms);
    /// Reserves memory for `boneCount` bones, so that creating them does not move the existing bones' data.
    ARMATURE_PRIVATE_API void reserve(std::size_t boneCount);
    /// Grows the palettes of all sets to `size` slots.
    ARMATURE_PRIVATE_API void growPalettes(std::size_t size);
    /// Replaces all further sets of inverse binds.
    void setInverseBindSets(const std::vector<AlignedVector<Affine>>& sets);
    /// Marks the further sets of inverse binds as stale. Call after the rig has changed.
    void invalidateSets() noexcept;
    /// Marks as stale the binds of a bone and of the descendants that depend on it, and the final matrices that depend on these binds.
    void markBindStale(Bone& bone);

    /// Call placed() after a bone was added at the end, placesChanged() after bones were removed or reordered: clones then no longer
    /// correspond position by position.
    void placed(const Bone& bone);
    void placesChanged();
    /// Reparents a child of a bone that is being removed to `parent`, keeping its world transform where possible.
    void moveUp(Node& child, Bone* parent);
    /// Assigns new palette slots to the bones in the order of `bones`. Returns the new index of each old palette slot.
    std::vector<std::uint16_t> dealPaletteSlots();
    /// Tells observers that `bone` is being removed, then removes it.
    void remove(Bone& bone, Removal removal);
    /// Tells observers that all bones are being removed. Afterwards, bones cannot be removed individually.
    void announceEnd();
    /// Removes a childless bone from all data structures except the lists of bones.
    void forget(Bone& bone);
    /// The two functions pass data of the rig to an archive, which saves or restores it: listRig() the data of one bone,
    /// listInverseBindSets() the further sets of inverse binds. Precondition: the rig is settled.
    void listRig(Bone& bone, StateArchive& state);
    void listInverseBindSets(StateArchive& state);
    /// Adjusts the pose, bind and rest of `bone` for a new parent so that they stay the same in skeleton space. Leaves the pose of a linked
    /// bone as it is, and also a bind or rest that the new parent does not allow. Throws std::invalid_argument if the new parent's absolute
    /// matrix is singular, or the new local matrix does not fit floats.
    void keepInSkeletonSpace(Bone& bone, const Bone* parent);

    /// Returns a bone's final matrix, absolute * absoluteInverseBind, and stores it in the bone's palette slot. A helper bone has no
    /// palette slot (noSlot), so its matrix is computed at each call.
    [[nodiscard]] glm::mat4 computeFinal(Slot slot, std::uint32_t paletteSlot) const noexcept;
    void update() const noexcept;

    /// Returns a bone's rest in skeleton space: the product of the rests from the root down to the bone.
    [[nodiscard]] glm::dmat4 absoluteRest(const Bone* bone) const;

    std::string name;
    Removals removals;
    std::vector<std::unique_ptr<Bone>> owned;
    // Side by side, because a move of the host touches only these, and a write to the pose touches the hierarchy.
    std::vector<TransformNode*> attached;  // nodes whose parent is one of the bones
    State* nextMoved = nullptr;            // link in the scene's list of skeletons that have moved
    bool isMoved = false;                  // whether the skeleton has moved and is in that list
    mutable TransformHierarchy hierarchy;
    mutable CopyOnWrite<Rig> rig;
    std::vector<Bone*> bones;  // in the order of Skeleton::bones()
    TransformNode* host = nullptr;
    TransformNodeOwner* owner = nullptr;  // the scene that owns the skeleton; null if no scene does
    /// Shared by clones as long as their bones() correspond position by position.
    std::shared_ptr<const char> kinship = std::make_shared<const char>();
    mutable AlignedVector<Affine> palette;
    /// The palette of a further set of inverse binds, and the version of the pose from which it was computed.
    struct SetPalette {
        AlignedVector<Affine> matrices;
        std::uint64_t version = ~std::uint64_t{0};
    };
    mutable std::vector<SetPalette> setPalettes;

private:
    [[nodiscard]] const Rig::Placing& computePlacing() const;
    void endKinship();
    void updateSet(std::size_t set) const noexcept;
};

}  // namespace armature
