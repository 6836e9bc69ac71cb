#pragma once

#include <memory>
#include <string>
#include <vector>

#include <armature/scene/transform_node.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "math/affine_inline.hpp"
#include "math/aligned_vector.hpp"
#include "math/copy_on_write.hpp"
#include "scene/removals.hpp"
#include "scene/transform_hierarchy.hpp"
#include "skeleton/rig.hpp"

namespace armature {

/// What a Skeleton consists of, and its side of the edges to other hierarchies.
class Skeleton::State final : public HierarchyOwner {
public:
    using Slot = TransformHierarchy::Slot;

    explicit State(std::string_view skeletonName) : name(skeletonName), hierarchy(*this) {}
    /// A clone's: settled `other`'s pose and rig, for bones that the caller has made, by slot.
    State(const State& other, std::span<Node* const> nodes);

    void absoluteBecameStale(std::uint32_t slot) noexcept override;
    void localChanged(std::uint32_t) noexcept override {}
    [[nodiscard]] Affine anchorOf(std::uint32_t) const noexcept override { return identityAffine(); }
    [[nodiscard]] glm::vec3 pivotOf(std::uint32_t) const noexcept override { return glm::vec3(0.f); }
    [[nodiscard]] Affine frozenAbsolute(std::uint32_t) const noexcept override { return identityAffine(); }
    [[nodiscard]] const Node* hostNode() const noexcept override { return host; }
    void slotsMoved(std::span<const std::uint32_t> oldSlots) const override { rig.edit().move(oldSlots); }
    void nameChanged() noexcept override { rig.edit().names.invalidate(); }

    /// The host is somewhere else, or another one: what is attached to bones moves along.
    void hostMoved() noexcept;
    void attach(TransformNode& node);
    void detach(TransformNode& node) noexcept;

    /// The rig with current binds of one bone, or of all and the look-up table.
    [[nodiscard]] const Rig& rigAt(Slot slot) const
    {
        if (rig->staleCount() != 0 && rig->isStale(slot)) {
            rig.edit().evaluateBind(slot, hierarchy);
        }
        return *rig;
    }
    [[nodiscard]] const Rig& settledRig() const;
    /// The current look-up table alone.
    [[nodiscard]] const NameIndex& names() const;
    /// Makes room for palette slots, of all sets.
    void growPalettes(std::size_t size);
    /// Replaces all further sets of inverse binds.
    void setInverseBindSets(const std::vector<AlignedVector<Affine>>& sets);
    /// The rig has changed under the further sets of inverse binds.
    void invalidateSets() noexcept;
    /// Marks the binds of a bone and of those below, and the final matrices that follow from them.
    void markBindStale(Bone& bone);

    /// Bones have come or gone, or stand in another order: clones are no longer alike.
    void placesChanged();
    /// Hands a child of a bone that goes away to `parent`, in place where that is possible.
    void moveUp(Node& child, Bone* parent);
    /// Gives the bones new palette slots in the order of `bones`; returns the new number of each slot.
    std::vector<std::uint16_t> dealPaletteSlots();
    /// Tells observers that `bone` goes, and cuts it out.
    void remove(Bone& bone, Removal removal);
    /// Tells observers that all bones go; none goes by itself from now on.
    void announceEnd();
    /// Takes a childless bone out of everything but the lists of bones.
    void forget(Bone& bone);
    /// What the rig has of one bone, and the further sets of inverse binds; precondition: settled.
    void listRig(Bone& bone, StateArchive& state);
    void listInverseBindSets(StateArchive& state);
    /// Prepares pose, bind and rest of `bone` for a new parent so that all three stay where they are.
    void keepInSkeletonSpace(Bone& bone, const Bone* parent);

    /// absolute * absoluteInverseBind of a bone. That of a helper bone, which has no place in the palette, is computed at each call.
    [[nodiscard]] glm::mat4 finalMatrix(Slot slot) const noexcept
    {
        const std::uint32_t paletteSlot = rig->paletteSlots()[slot];
        return paletteSlot != noSlot && !hierarchy.isFinalStale(slot) ? toMat4Inline(palette[paletteSlot]) : computeFinal(slot);
    }
    void update() const noexcept;

    /// Skeleton space of a bone's rest: the product of rests down to it.
    [[nodiscard]] glm::dmat4 absoluteRest(const Bone* bone) const;

    std::string name;
    Removals removals;
    mutable TransformHierarchy hierarchy;
    mutable CopyOnWrite<Rig> rig;
    std::vector<std::unique_ptr<Bone>> owned;
    std::vector<Bone*> bones;              // the order users see
    std::vector<TransformNode*> attached;  // nodes whose parent is one of the bones
    TransformNode* host = nullptr;
    Scene* scene = nullptr;  // that owns the skeleton, if one does
    /// Clones have the same one, as long as bones() of each stand place by place for those of the others.
    std::shared_ptr<const char> kinship = std::make_shared<const char>();
    State* nextMoved = nullptr;  // see Scene::State::firstMoved_
    bool isMoved = false;        // and is in that list
    mutable AlignedVector<Affine> palette;
    /// Palettes of the rig's further sets of inverse binds, with the versions of pose and rig that they were computed from.
    struct SetPalette {
        AlignedVector<Affine> matrices;
        std::uint64_t version = ~std::uint64_t{0};
    };
    mutable std::vector<SetPalette> setPalettes;

private:
    [[nodiscard]] glm::mat4 computeFinal(Slot slot) const noexcept;
    void updateSet(std::size_t set) const noexcept;
};

}  // namespace armature
