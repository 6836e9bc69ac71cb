#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <glm/ext/matrix_double4x4.hpp>

#include <armature/math/affine.hpp>

#include "math/aligned_vector.hpp"
#include "scene/name_index.hpp"
#include "scene/transform_hierarchy.hpp"

namespace armature {

constexpr std::size_t paletteLimit = 65536;  // joint indices are 16 bits wide

/// What a skeleton's bones have besides a pose: binds, rests, palette slots, lengths, names' index. Shared between clones; arrays are
/// indexed by hierarchy slot.
///
/// Absolute binds are kept lazily like absolute poses, in double, since they are inverted. Whoever shares a rig settles it first, so that a
/// shared one is never written to.
class Rig {
public:
    using Slot = TransformHierarchy::Slot;

    struct Entry {
        Affine bind = identityAffine();  // in parent space; derived where the absolute bind is given
        glm::dmat4 absoluteBind{1.};
        LocalPose rest;
        float length = -1.f;               // negative: not set
        bool isInverseGiven = false;       // inverseBind is used as it came
        bool isAbsoluteBindGiven = false;  // and it could be inverted: absoluteBind follows from it, bind from that
        bool isStale = false;              // absoluteBind and inverseBind, or with a given one bind; implies it of all below
    };

    void growTo(std::size_t slots);
    void move(std::span<const Slot> oldSlots);
    void clear(Slot slot);
    /// Takes over bind, rest and length as another settled rig has them, bit for bit. This one must be settled, too.
    void setBone(Slot slot, const Entry& entry, const Affine& inverseBind);

    [[nodiscard]] const Entry& operator[](Slot slot) const noexcept { return entries_[slot]; }
    [[nodiscard]] Entry& operator[](Slot slot) noexcept { return entries_[slot]; }

    /// Current absolute matrices of all slots' inverse binds; precondition: settled.
    [[nodiscard]] std::span<const Affine> inverseBinds() const noexcept { return inverseBinds_; }
    [[nodiscard]] std::span<const std::uint32_t> paletteSlots() const noexcept { return paletteSlots_; }
    [[nodiscard]] std::size_t paletteSize() const noexcept { return slotsByPalette_.size(); }

    [[nodiscard]] std::optional<std::size_t> paletteSlot(Slot slot) const noexcept;
    /// The hierarchy slot of a palette slot; noSlot if free.
    [[nodiscard]] Slot slotByPalette(std::size_t index) const noexcept;
    [[nodiscard]] std::size_t nextPaletteSlot() const noexcept;
    void setPaletteSlot(Slot slot, std::size_t index);
    /// Adds free palette slots behind the last one.
    void growPalette(std::size_t size) { slotsByPalette_.resize(size, noSlot); }
    /// Renames palette slot i to newIndices[i], for all i.
    void permutePalette(std::span<const std::uint16_t> newIndices);

    // --- binds ------------------------------------------------------------------------------------------------------

    /// Sets a bind in parent space, forgetting a given inverse.
    void setBind(Slot slot, const Affine& bind) noexcept;
    void setInverseBind(Slot slot, const Affine& inverseBind) noexcept;
    [[nodiscard]] bool isStale(Slot slot) const noexcept { return entries_[slot].isStale; }
    void markStale(Slot slot) noexcept;

    [[nodiscard]] bool isSettled() const noexcept { return staleCount_ == 0 && names.isCurrent(); }
    /// Computes the binds of one bone and of what it needs above. O(stale ancestors).
    void evaluateBind(Slot slot, const TransformHierarchy& hierarchy);
    [[nodiscard]] const Affine& inverseBind(Slot slot) const noexcept { return inverseBinds_[slot]; }
    [[nodiscard]] std::size_t staleCount() const noexcept { return staleCount_; }

    /// Further inverse binds by palette slot (see Skeleton::addInverseBindSet); shorter than the palette if bones have come since.
    std::vector<AlignedVector<Affine>> inverseBindSets;
    NameIndex names;

private:
    void computeBind(Slot slot, Slot parent) noexcept;

    std::vector<Entry> entries_;
    AlignedVector<Affine> inverseBinds_;
    std::vector<std::uint32_t> paletteSlots_;
    std::vector<Slot> slotsByPalette_;
    std::size_t staleCount_ = 0;
};

}  // namespace armature
