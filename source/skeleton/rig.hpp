#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <glm/ext/matrix_double4x4.hpp>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/math/affine.hpp>

#include "math/aligned_vector.hpp"
#include "node/name_index.hpp"
#include "node/transform_hierarchy.hpp"
#include "skeleton/rig.hpp"

namespace armature {

/// A skeleton's definition: the values that were set, from which all others follow. Excludes the skeleton's pose, links, host and attached
/// nodes.
struct RigDescription {
    struct BoneRecord {
        std::string name;
        std::uint32_t parent = noSlot;       ///< Index in RigDescription::bones, lower than this bone's own.
        std::uint32_t place = 0;             ///< Index in Skeleton::bones().
        std::uint32_t paletteSlot = noSlot;  ///< noSlot for a helper bone.
        Affine bind = identityAffine();
        std::optional<Affine> inverseBind = {};  ///< Set only if it was given; otherwise it follows from the bind.
        LocalPose rest = {};
        std::optional<float> length = {};
    };

    std::string name;
    std::vector<BoneRecord> bones;  ///< Depth first, children in order.
    std::size_t paletteSize = 0;
    std::vector<AlignedVector<Affine>> inverseBindSets;  ///< Each set is indexed by palette slot.
};

[[nodiscard]] RigDescription describeRig(const Skeleton& skeleton);

/// Builds a skeleton from a description, bit for bit, in its rest pose, with nothing stale. Throws std::invalid_argument that names the
/// bone if Skeleton::createBone() would refuse it, if its parent does not precede it, or if its index `place` is taken or too large.
[[nodiscard]] std::unique_ptr<Skeleton> buildRig(const RigDescription& description);

constexpr std::size_t paletteLimit = 65536;  // limit: joint indices are 16 bits wide

/// The data of a skeleton's bones apart from their poses: binds, rests, palette slots, lengths and the name index. Shared between clones;
/// arrays are indexed by hierarchy slot.
///
/// Absolute binds are evaluated lazily like absolute poses, but in double, because they are inverted. A rig is settled before it is shared,
/// so that a shared rig is never written to.
class Rig {
public:
    using Slot = TransformHierarchy::Slot;

    struct Entry {
        Affine bind = identityAffine();  // in parent space; derived if isAbsoluteBindGiven is set
        glm::dmat4 absoluteBind{1.};
        LocalPose rest;
        float length = -1.f;          // negative: not set
        bool isInverseGiven = false;  // whether an inverse bind was given; it is then used unchanged
        // Whether an invertible inverse bind was given: its inverse is absoluteBind, from which bind follows.
        bool isAbsoluteBindGiven = false;
        // Whether the values that are derived from the bind or the inverse bind are out of date. If they are, the same values of the bones
        // below are out of date too, down to bones whose isAbsoluteBindGiven is set.
        bool isStale = false;
    };

    void growTo(std::size_t slots);
    /// Reserves memory for `slots` slots.
    void reserve(std::size_t slots);
    void move(std::span<const Slot> oldSlots);
    void clear(Slot slot);
    /// Copies bind, rest and length from another rig, bit for bit. Precondition: both rigs are settled.
    void setBone(Slot slot, const Entry& entry, const Affine& inverseBind);

    [[nodiscard]] const Entry& operator[](Slot slot) const noexcept { return entries_[slot]; }
    [[nodiscard]] Entry& operator[](Slot slot) noexcept { return entries_[slot]; }

    /// Returns the current absolute inverse binds of all slots. Precondition: settled.
    [[nodiscard]] std::span<const Affine> inverseBinds() const noexcept { return inverseBinds_; }
    [[nodiscard]] std::span<const std::uint32_t> paletteSlots() const noexcept { return paletteSlots_; }
    [[nodiscard]] std::size_t paletteSize() const noexcept { return slotsByPalette_.size(); }

    /// Returns the hierarchy slot of a palette slot; noSlot if the palette slot is free.
    [[nodiscard]] ARMATURE_PRIVATE_API Slot slotByPalette(std::size_t index) const noexcept;
    [[nodiscard]] ARMATURE_PRIVATE_API std::size_t nextPaletteSlot() const noexcept;
    void setPaletteSlot(Slot slot, std::size_t index);
    /// Appends free palette slots until there are `size` slots.
    void growPalette(std::size_t size) { slotsByPalette_.resize(size, noSlot); }
    /// Renumbers palette slot i to newIndices[i], for all i.
    void permutePalette(std::span<const std::uint16_t> newIndices);

    // --- binds ------------------------------------------------------------------------------------------------------

    /// Sets a bind in parent space and discards a given inverse.
    void setBind(Slot slot, const Affine& bind) noexcept;
    void setInverseBind(Slot slot, const Affine& inverseBind) noexcept;
    [[nodiscard]] bool isStale(Slot slot) const noexcept { return entries_[slot].isStale; }
    void markStale(Slot slot) noexcept;

    [[nodiscard]] bool isSettled() const noexcept { return staleCount_ == 0 && names.isCurrent(); }
    /// Computes the bind of one bone and of the ancestors on which it depends. O(stale ancestors).
    void evaluateBind(Slot slot, const TransformHierarchy& hierarchy);
    [[nodiscard]] const Affine& inverseBind(Slot slot) const noexcept { return inverseBinds_[slot]; }
    [[nodiscard]] std::size_t staleCount() const noexcept { return staleCount_; }

    /// Further inverse binds by palette slot (see Skeleton::addInverseBindSet). Shorter than the palette if bones were added later.
    std::vector<AlignedVector<Affine>> inverseBindSets;
    NameIndex names;
    /// The slot of each bone in Skeleton::bones(), and the reverse: the position in bones() of each slot's bone. Both are empty if out of
    /// date: see Skeleton::State::placing(). Poses are read and written by these tables, because the Bone objects are often not in the
    /// processor's cache.
    struct Placing {
        std::vector<Slot> slots;
        std::vector<std::uint32_t> places;
    };
    Placing placing;

private:
    void computeBind(Slot slot, Slot parent) noexcept;

    std::vector<Entry> entries_;
    AlignedVector<Affine> inverseBinds_;
    std::vector<std::uint32_t> paletteSlots_;
    std::vector<Slot> slotsByPalette_;
    std::size_t staleCount_ = 0;
};

}  // namespace armature
