#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <armature/fwd.hpp>

namespace armature {

class BoneIkController;
class BoneLookController;
class ChainSolver;
class FootPlacement;

/// What scenes, skeletons, players of animations, crowds and controllers hold at one moment, as one value: to go back, to compare, to tell
/// whether two machines agree.
///
///     SavedState state;
///     state.save(scene, crowd, leftFoot);
///     ... frames, events, changes of poses and weights, members that come and go ...
///     state.restore(scene, crowd, leftFoot);  // the same frames now give the same bits, and fire the same events
///
/// It holds all that can change while what a scene consists of stays: local poses, what nodes hang on, pivots, frozen places, links and
/// hosts, names, metadata, switches, binds, rests, lengths, inverse binds, morph weights, clocks, weights, fades, masks, steps in common,
/// members of crowds with what they play. It does not hold what scenes consist of: nodes, bones and their tree, meshes, materials, clips,
/// players and layers, actions of events, observers. These must be as they were, in number and order, in the objects that it is restored
/// into: the same ones, or others that were built alike. What is only a cache, or counts work, is no part of it.
class SavedState final {
public:
    /// Replaces what it held. Each object is a Scene (with its skeletons, groups and mixers), Skeleton, AnimationGroup, AnimationMixer,
    /// Crowd, BoneIkController, BoneLookController, ChainSolver or FootPlacement. Keeps its memory: allocates nothing if it held as much
    /// before. Throws std::logic_error from the action of an event of one of the objects. O(size of the objects).
    template <class... Objects>
    void save(const Objects&... objects)
    {
        const std::array<Item, sizeof...(Objects)> items{itemOf(objects)...};
        saveItems(items);
    }

    /// Puts everything back, into as many objects in the same order. Throws std::invalid_argument that says what differs if they consist of
    /// something else than when it was saved, and changes nothing then. Observers of what changes are told, as of any write.
    template <class... Objects>
    void restore(Objects&... objects) const
    {
        const std::array<Item, sizeof...(Objects)> items{itemOf(objects)...};
        restoreItems(items);
    }

    /// FNV-1a, 64 bits, of all that it holds: equal states have equal hashes, in other processes too. O(size).
    [[nodiscard]] std::uint64_t hash() const noexcept;
    /// Whether they hold the same, bit for bit: -0 is not 0.
    [[nodiscard]] friend bool operator==(const SavedState& a, const SavedState& b) noexcept { return a.bytes_ == b.bytes_; }
    /// Bytes that it takes.
    [[nodiscard]] std::size_t size() const noexcept { return bytes_.size(); }

private:
    friend class StateArchive;

    /// An object, and how it lists what it holds.
    struct Item {
        void* object;
        void (*list)(void* object, StateArchive& archive);
        void (*introduce)(void* object, StateArchive& archive);
    };
    /// A scene or skeleton, whose nodes' places saving looks up; no part of the value.
    struct Owner {
        Scene* scene;
        Skeleton* skeleton;
        std::size_t firstPlace;  // in places_, by slot
    };

    template <class Object>
    static Item itemOf(const Object& object)
    {
        return {const_cast<Object*>(&object),  // saving does not change it: the same list serves to save and to restore
                [](void* listed, StateArchive& archive) { list(*static_cast<Object*>(listed), archive); },
                [](void* listed, StateArchive& archive) { introduce(*static_cast<Object*>(listed), archive); }};
    }
    static void list(BoneIkController& controller, StateArchive& archive);
    static void list(BoneLookController& controller, StateArchive& archive);
    static void list(ChainSolver& solver, StateArchive& archive);
    static void list(FootPlacement& placement, StateArchive& archive);
    template <class Other>
    static void list(Other& object, StateArchive& archive)
    {
        object.listState(archive);
    }
    static void introduce(Scene& scene, StateArchive& archive);
    static void introduce(Skeleton& skeleton, StateArchive& archive);
    template <class Other>
    static void introduce(Other&, StateArchive&) noexcept
    {}

    void saveItems(std::span<const Item> items);
    void restoreItems(std::span<const Item> items) const;

    std::vector<std::byte> bytes_;
    std::vector<Owner> owners_;
    std::vector<std::uint32_t> places_;
};

}  // namespace armature
