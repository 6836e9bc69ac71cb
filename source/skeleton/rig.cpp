#include "skeleton/rig.hpp"

#include <algorithm>

#include <glm/matrix.hpp>

#include "math/fill_up.hpp"

namespace armature {

namespace {

template <class Array>
void reorder(Array& array, std::span<const std::uint32_t> oldSlots)
{
    Array moved;
    moved.reserve(oldSlots.size());
    for (const std::uint32_t old : oldSlots) {
        moved.push_back(array[old]);
    }
    array.swap(moved);
}

}  // namespace

void Rig::reserve(std::size_t slots)
{
    entries_.reserve(slots);
    inverseBinds_.reserve(slots);
    paletteSlots_.reserve(slots);
    slotsByPalette_.reserve(slots);
}

void Rig::growTo(std::size_t slots)
{
    entries_.resize(slots);
    fillUp(inverseBinds_, slots, identityAffine());
    paletteSlots_.resize(slots, noSlot);
}

void Rig::move(std::span<const Slot> oldSlots)
{
    placing = {};
    reorder(entries_, oldSlots);
    reorder(inverseBinds_, oldSlots);
    reorder(paletteSlots_, oldSlots);
    std::ranges::fill(slotsByPalette_, noSlot);
    for (Slot slot = 0; slot < paletteSlots_.size(); ++slot) {
        if (paletteSlots_[slot] != noSlot) {
            slotsByPalette_[paletteSlots_[slot]] = slot;
        }
    }
}

void Rig::clear(Slot slot)
{
    if (entries_[slot].isStale) {
        --staleCount_;
    }
    entries_[slot] = {};
    inverseBinds_[slot] = identityAffine();
    if (paletteSlots_[slot] != noSlot) {
        slotsByPalette_[paletteSlots_[slot]] = noSlot;
        paletteSlots_[slot] = noSlot;
    }
}

void Rig::setBone(Slot slot, const Entry& entry, const Affine& inverseBind)
{
    entries_[slot] = entry;
    inverseBinds_[slot] = inverseBind;
}

Rig::Slot Rig::slotByPalette(std::size_t index) const noexcept
{
    return index < slotsByPalette_.size() ? slotsByPalette_[index] : noSlot;
}

std::size_t Rig::nextPaletteSlot() const noexcept
{
    std::size_t next = slotsByPalette_.size();
    while (next > 0 && slotsByPalette_[next - 1] == noSlot) {
        --next;
    }
    return next;
}

void Rig::setPaletteSlot(Slot slot, std::size_t index)
{
    if (index >= slotsByPalette_.size()) {
        slotsByPalette_.resize(index + 1, noSlot);
    }
    slotsByPalette_[index] = slot;
    paletteSlots_[slot] = static_cast<std::uint32_t>(index);
}

void Rig::permutePalette(std::span<const std::uint16_t> newIndices)
{
    const std::vector<Slot> before = slotsByPalette_;
    for (std::size_t index = 0; index < before.size(); ++index) {
        slotsByPalette_[newIndices[index]] = before[index];
        if (before[index] != noSlot) {
            paletteSlots_[before[index]] = newIndices[index];
        }
    }
    for (AlignedVector<Affine>& set : inverseBindSets) {
        for (std::size_t index = set.size(); index < before.size(); ++index) {
            set.push_back(before[index] != noSlot ? inverseBinds_[before[index]] : identityAffine());
        }
        const AlignedVector<Affine> old = set;
        for (std::size_t index = 0; index < before.size(); ++index) {
            set[newIndices[index]] = old[index];
        }
    }
}

void Rig::setBind(Slot slot, const Affine& bind) noexcept
{
    Entry& entry = entries_[slot];
    entry.bind = bind;
    entry.isInverseGiven = false;
    entry.isAbsoluteBindGiven = false;
}

void Rig::setInverseBind(Slot slot, const Affine& inverseBind) noexcept
{
    Entry& entry = entries_[slot];
    inverseBinds_[slot] = inverseBind;
    entry.isInverseGiven = true;
    entry.isAbsoluteBindGiven = isInvertible(inverseBind);
    if (entry.isAbsoluteBindGiven) {
        entry.absoluteBind = glm::inverse(toDmat4(inverseBind));
    }
}

void Rig::markStale(Slot slot) noexcept
{
    if (!entries_[slot].isStale) {
        entries_[slot].isStale = true;
        ++staleCount_;
    }
}

void Rig::evaluateBind(Slot slot, const TransformHierarchy& hierarchy)
{
    if (const Slot parent = hierarchy.parentOf(slot); entries_[slot].isStale && (parent == noSlot || !entries_[parent].isStale)) {
        computeBind(slot, parent);  // nearly always the case, because slots are settled in order
        return;
    }
    std::vector<Slot> chain;
    for (; slot != noSlot && entries_[slot].isStale; slot = hierarchy.parentOf(slot)) {
        chain.push_back(slot);
    }
    for (auto stale = chain.rbegin(); stale != chain.rend(); ++stale) {
        computeBind(*stale, hierarchy.parentOf(*stale));
    }
}

void Rig::computeBind(Slot slot, Slot parent) noexcept
{
    Entry& entry = entries_[slot];
    const glm::dmat4 above = parent == noSlot ? glm::dmat4(1.) : entries_[parent].absoluteBind;
    // Below a bone whose bind and given inverse bind are both singular, no bind can be computed, but the result must still be finite.
    if (entry.isAbsoluteBindGiven) {
        const Affine bind = toAffine(glm::inverse(above) * entry.absoluteBind);
        entry.bind = isFinite(bind) ? bind : entry.bind;
    } else {
        entry.absoluteBind = above * toDmat4(entry.bind);
    }
    if (!entry.isInverseGiven) {
        const Affine inverseBind = toAffine(glm::inverse(entry.absoluteBind));
        inverseBinds_[slot] = isFinite(inverseBind) ? inverseBind : identityAffine();
    }
    entry.isStale = false;
    --staleCount_;
}

}  // namespace armature
