#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>

namespace armature {

class HierarchyOwner;
class Updatable;

/// The state of scenes, skeletons, animation players, crowds and controllers at one moment, as one value: for rewinding, comparing, and
/// checking that two machines agree.
///
///     SavedState state;
///     state.save(scene, crowd, leftFoot);
///     ... frames, events, changes of poses and weights, members that come and go ...
///     state.restore(scene, crowd, leftFoot);  // the same frames now give the same bits, and fire the same events
///
/// A SavedState holds everything that can change while the parts of a scene stay the same: local poses, parents of nodes, pivots, frozen
/// world matrices, links and hosts, names, metadata, enabled flags, binds, rests, lengths, inverse binds, morph weights and materials of
/// mesh instances, playheads, weights, fades, masks, the leaders that layers follow, crowd members and their playback. It does not hold the
/// parts themselves: nodes, bones and their tree, meshes, materials, clips, players, layers and modifiers, event actions, functions of
/// modifiers, observers. A state can be restored only into objects that have these parts in the same number and order: the saved objects
/// themselves, or objects built in the same way. Caches and work counters are not part of the state.
class ARMATURE_API SavedState final {
public:
    /// Saves the state of the objects, replacing any earlier one. Each object is a Scene (with its skeletons, groups, mixers and modifier
    /// stacks), Skeleton, AnimationGroup, AnimationMixer, ModifierStack, GraphPlayer, Inertialization, Crowd, BoneIkController,
    /// BoneLookController, ChainSolver, FootPlacement, SpringBones or VrmCharacter (with its springs). Reuses memory: allocates nothing if
    /// the earlier state was as large. Throws std::logic_error if called from an event action of one of the objects. O(size of the
    /// objects).
    ///
    /// Saving a scene or stack does not save the controllers in its modifiers: pass them as well. warnings() names the modifiers whose
    /// controllers were left out.
    template <class... Objects>
    void save(const Objects&... objects)
    {
        const std::array<Item, sizeof...(Objects)> items{itemOf(objects)...};
        saveItems(items);
    }

    /// Restores the state into the same number of objects, in the same order. If their parts differ from those of the saved objects, throws
    /// std::invalid_argument that says what differs, and changes nothing. Observers are notified of the changes, as by any other write.
    template <class... Objects>
    void restore(Objects&... objects) const
    {
        const std::array<Item, sizeof...(Objects)> items{itemOf(objects)...};
        restoreItems(items);
    }

    /// The warnings of the last save(): one text for each modifier, also of a saved scene, whose controller has memory but was not passed
    /// to save(). If there are warnings, frames may differ after restore(). Save your own controllers, and any memory of modifier
    /// functions, yourself. The warnings are not part of the state's value. Valid until the next save().
    [[nodiscard]] std::span<const std::string> warnings() const noexcept { return warnings_; }

    /// Returns a hash of the state (FNV-1a, 64 bits): equal states have equal hashes, in other processes too. O(size).
    [[nodiscard]] std::uint64_t hash() const noexcept;
    /// True if both states are equal bit for bit; -0 is not 0.
    [[nodiscard]] friend bool operator==(const SavedState& a, const SavedState& b) noexcept { return a.bytes_ == b.bytes_; }
    /// Size of the state in bytes.
    [[nodiscard]] std::size_t size() const noexcept { return bytes_.size(); }

private:
    friend class StateArchive;

    /// An object, and the functions that list the object's state and introduce the object to an archive.
    struct Item {
        void* object;
        void (*list)(void* object, StateArchive& archive);
        void (*introduce)(void* object, StateArchive& archive);
    };
    /// A scene or skeleton. References to its nodes are saved as positions in its order of nodes. Not part of the state's value.
    struct Owner {
        const HierarchyOwner* owner;
        std::size_t firstPlace;  // places_[firstPlace + slot] is the position of the node in that slot
    };

    template <class Object>
    static Item itemOf(const Object& object)
    {
        return {const_cast<Object*>(&object),  // saving does not change the object; the same list() saves and restores
                [](void* listed, StateArchive& archive) { list(*static_cast<Object*>(listed), archive); },
                [](void* listed, StateArchive& archive) { introduce(*static_cast<Object*>(listed), archive); }};
    }
    static void list(BoneIkController& controller, StateArchive& archive);
    static void list(BoneLookController& controller, StateArchive& archive);
    static void list(ChainSolver& solver, StateArchive& archive);
    static void list(FootPlacement& placement, StateArchive& archive);
    static void list(SpringBones& springs, StateArchive& archive);
    static void list(VrmCharacter& character, StateArchive& archive);
    template <class Other>
    static void list(Other& object, StateArchive& archive)
    {
        object.listState(archive);
    }
    static void introduce(Scene& scene, StateArchive& archive);
    static void introduce(Skeleton& skeleton, StateArchive& archive);
    static void introduce(BoneIkController& controller, StateArchive& archive);
    static void introduce(BoneLookController& controller, StateArchive& archive);
    static void introduce(FootPlacement& placement, StateArchive& archive);
    static void introduce(SpringBones& springs, StateArchive& archive);
    static void introduce(VrmCharacter& character, StateArchive& archive);
    template <class Other>
    static void introduce(Other&, StateArchive&) noexcept
    {}

    void saveItems(std::span<const Item> items);
    void restoreItems(std::span<const Item> items) const;

    std::vector<std::byte> bytes_;
    std::vector<Owner> owners_;
    std::vector<std::uint32_t> places_;
    std::vector<const Updatable*> controllers_;  // while saving: the controllers that are part of the state
    std::vector<std::string> warnings_;
};

}  // namespace armature
