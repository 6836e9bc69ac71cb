#include <algorithm>

#include "math/fill_up.hpp"
#include "node/node_access.hpp"
#include "node/transform_hierarchy.hpp"

namespace armature {

namespace {

TransformLanes identityLanes() noexcept
{
    TransformLanes lanes = {};
    for (const std::size_t one : {6u, 7u, 8u, 9u}) {  // rotation w, scale xyz
        std::ranges::fill(lanes.component[one], 1.f);
    }
    return lanes;
}

template <class Array>
void permute(Array& array, std::span<const std::uint32_t> oldSlots, typename Array::value_type filler)
{
    Array moved;
    moved.reserve(array.size());
    for (const std::uint32_t old : oldSlots) {
        moved.push_back(array[old]);
    }
    fillUp(moved, array.size(), filler);
    array.swap(moved);
}

void permuteLanes(AlignedVector<TransformLanes>& lanes, std::span<const std::uint32_t> oldSlots)
{
    AlignedVector<TransformLanes> moved(lanes.size(), identityLanes());
    for (std::size_t slot = 0; slot < oldSlots.size(); ++slot) {
        const std::size_t old = oldSlots[slot];
        for (std::size_t i = 0; i < TransformLanes::componentCount; ++i) {
            moved[slot / laneCount].component[i][slot % laneCount] = lanes[old / laneCount].component[i][old % laneCount];
        }
    }
    lanes.swap(moved);
}

}  // namespace

void TransformHierarchy::Topology::reserve(std::size_t slots)
{
    for (std::vector<Slot>* array : {&parent, &firstChild, &nextSibling, &previousSibling, &vacant}) {
        array->reserve(slots);
    }
}

void TransformHierarchy::Topology::appendSlot()
{
    for (std::vector<Slot>* array : {&parent, &firstChild, &nextSibling, &previousSibling}) {
        array->push_back(noSlot);
    }
}

void TransformHierarchy::Topology::link(Slot slot, Slot above)
{
    ++changes;
    parent[slot] = above;
    previousSibling[slot] = noSlot;
    nextSibling[slot] = noSlot;
    if (above == noSlot) {
        return;
    }
    nextSibling[slot] = firstChild[above];
    if (firstChild[above] != noSlot) {
        previousSibling[firstChild[above]] = slot;
    }
    firstChild[above] = slot;
    isParentsFirst = isParentsFirst && above < slot;
}

void TransformHierarchy::Topology::unlink(Slot slot)
{
    ++changes;
    const Slot before = previousSibling[slot];
    const Slot after = nextSibling[slot];
    if (before != noSlot) {
        nextSibling[before] = after;
    } else if (parent[slot] != noSlot) {
        firstChild[parent[slot]] = after;
    }
    if (after != noSlot) {
        previousSibling[after] = before;
    }
    parent[slot] = noSlot;
}

void TransformHierarchy::reserve(std::size_t slots)
{
    const std::size_t blocks = (slots + laneCount - 1) / laneCount;
    Topology& topology = topology_.edit();
    topology.reserve(slots);
    nodes_.reserve(slots);
    lanes_.reserve(blocks);
    blockStale_.reserve(blocks);
    local_.reserve(blocks * laneCount);
    absolute_.reserve(blocks * laneCount);
    stale_.reserve(blocks * laneCount);
    traits_.reserve(blocks * laneCount);
}

void TransformHierarchy::growTo(std::size_t slots)
{
    const std::size_t blocks = (slots + laneCount - 1) / laneCount;
    if (blocks <= lanes_.size()) {
        return;
    }
    lanes_.resize(blocks, identityLanes());
    blockStale_.resize(blocks, 0);
    fillUp(local_, blocks * laneCount, identityAffine());
    fillUp(absolute_, blocks * laneCount, identityAffine());
    stale_.resize(blocks * laneCount, staleAbsolute);
    traits_.resize(blocks * laneCount, 0);
    if (!links_.empty()) {
        links_.resize(blocks * laneCount);
    }
    if (!driven_.empty()) {
        driven_.resize(blocks * laneCount, nullptr);
    }
    path_.reserve(local_.capacity());
}

TransformHierarchy::Slot TransformHierarchy::add(Slot parent, Node& node)
{
    Topology& topology = topology_.edit();
    Slot slot = 0;
    if (topology.vacant.empty()) {
        slot = static_cast<Slot>(nodes_.size());
        growTo(nodes_.size() + 1);
        topology.appendSlot();
        topology.vacant.reserve(topology.parent.capacity());  // so that remove() cannot fail
        nodes_.push_back(&node);
    } else {
        slot = topology.vacant.back();
        topology.vacant.pop_back();
        nodes_[slot] = &node;
        storeParts(slot, {});
    }
    topology.link(slot, parent);
    stale_[slot] = staleLocal;
    ++version_;
    ++layoutVersion_;
    markOne(slot);
    return slot;
}

void TransformHierarchy::remove(Slot slot) noexcept
{
    Topology& topology = topology_.edit();
    topology.unlink(slot);
    topology.vacant.push_back(slot);
    ++version_;
    ++layoutVersion_;
    setTrait(slot, 0xff, false);
    stale_[slot] = 0;
    nodes_[slot] = nullptr;
}

void TransformHierarchy::setParent(Slot slot, Slot parent)
{
    Topology& topology = topology_.edit();
    topology.unlink(slot);
    topology.link(slot, parent);
    ++layoutVersion_;
    markStale(slot);
}

// Renumbering costs O(slots), so it waits until enough has changed or a parent comes after its child.
bool TransformHierarchy::wantsRenumbering() const noexcept
{
    return !topology_->isParentsFirst || topology_->changes * 8 > nodes_.size();
}

void TransformHierarchy::renumber() const
{
    const Topology& old = *topology_;
    std::vector<Slot> oldSlots;
    oldSlots.reserve(nodes_.size());
    for (Slot slot = 0; slot < nodes_.size(); ++slot) {
        if (nodes_[slot] != nullptr && old.parent[slot] == noSlot) {
            oldSlots.push_back(slot);
        }
    }
    for (std::size_t i = 0; i < oldSlots.size(); ++i) {
        for (Slot child = old.firstChild[oldSlots[i]]; child != noSlot; child = old.nextSibling[child]) {
            oldSlots.push_back(child);
        }
    }

    std::vector<Slot> newSlots(nodes_.size(), noSlot);
    for (Slot slot = 0; slot < oldSlots.size(); ++slot) {
        newSlots[oldSlots[slot]] = slot;
    }
    Topology numbered;
    numbered.reserve(oldSlots.size());
    for (Slot slot = 0; slot < oldSlots.size(); ++slot) {
        numbered.appendSlot();
    }
    numbered.vacant.reserve(numbered.parent.capacity());
    for (Slot slot = static_cast<Slot>(oldSlots.size()); slot-- > 0;) {  // backwards, because link() inserts each child at the front
        const Slot above = old.parent[oldSlots[slot]];
        numbered.link(slot, above == noSlot ? noSlot : newSlots[above]);
    }
    numbered.changes = 0;
    numbered.numberLevels();

    permuteLanes(lanes_, oldSlots);
    permute(local_, oldSlots, identityAffine());
    permute(absolute_, oldSlots, identityAffine());
    permute(stale_, oldSlots, staleAbsolute);
    permute(traits_, oldSlots, 0);
    if (!links_.empty()) {
        permute(links_, oldSlots, {});
    }
    if (!driven_.empty()) {
        permute(driven_, oldSlots, nullptr);
    }
    permute(nodes_, oldSlots, nullptr);
    nodes_.resize(oldSlots.size());
    std::ranges::fill(blockStale_, std::uint8_t{0});
    for (Slot slot = 0; slot < nodes_.size(); ++slot) {
        NodeAccess::setSlot(*nodes_[slot], slot);
        blockStale_[slot / laneCount] |= static_cast<std::uint8_t>(stale_[slot] & (staleAbsolute | staleFinal));
    }
    topology_.edit() = std::move(numbered);
    ++layoutVersion_;
    owner_.slotsMoved(oldSlots);
}

// Precondition: slots are numbered level by level, so that the parents of successive slots are in ascending order.
void TransformHierarchy::Topology::numberLevels()
{
    levelOrder.assign(parent.size() + 1, static_cast<Slot>(parent.size()));
    for (Slot slot = static_cast<Slot>(parent.size()); slot-- > 0;) {
        if (parent[slot] != noSlot) {
            levelOrder[parent[slot]] = slot;
        }
    }
    for (std::size_t slot = parent.size(); slot-- > 0;) {  // a slot without children gets an empty range where its children would be
        levelOrder[slot] = std::min(levelOrder[slot], levelOrder[slot + 1]);
    }
    for (Slot slot = 0; slot < parent.size() && parent[slot] == (slot == 0 ? noSlot : slot - 1); ++slot) {
        if (levelOrder[slot] != slot + 1) {  // the next slot is on the same level
            break;
        }
        trunk = slot + 1;
    }
}

}  // namespace armature
