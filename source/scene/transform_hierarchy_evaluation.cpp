#include <algorithm>

#include "math/affine_inline.hpp"
#include "scene/node_access.hpp"
#include "scene/transform_hierarchy.hpp"

namespace armature {

void TransformHierarchy::markOne(Slot slot) noexcept
{
    markFinalStale(slot);
    stale_[slot] |= staleAbsolute;
    ++blocks_[slot / laneCount].stale;
    ++staleCount_;
}

TransformHierarchy::Slot TransformHierarchy::firstFresh(Slot sibling, const Topology& topology) const noexcept
{
    while (sibling != noSlot && (stale_[sibling] & staleAbsolute) != 0) {
        sibling = topology.nextSibling[sibling];
    }
    return sibling;
}

// Depth first without a stack: sibling and parent links lead on. Watchers may mark further slots of this hierarchy on the way; what they
// have marked is complete and is passed over.
void TransformHierarchy::markStale(Slot root) noexcept
{
    if ((stale_[root] & staleAbsolute) != 0) {
        return;
    }
    const Topology& topology = *topology_;
    Slot slot = root;
    for (;;) {
        markOne(slot);
        if ((traits_[slot] & isWatched) != 0) {
            owner_.absoluteBecameStale(slot);
        }
        Slot next = firstFresh(topology.firstChild[slot], topology);
        while (next == noSlot) {
            if (slot == root) {
                return;
            }
            next = firstFresh(topology.nextSibling[slot], topology);
            slot = topology.parent[slot];
        }
        slot = next;
    }
}

void TransformHierarchy::markFinalStale(Slot slot) const noexcept
{
    if ((stale_[slot] & staleFinal) == 0) {
        stale_[slot] |= staleFinal;
        ++staleFinalCount_;
    }
}

void TransformHierarchy::clearFinalStale(Slot slot) const noexcept
{
    if ((stale_[slot] & staleFinal) != 0) {
        stale_[slot] &= static_cast<std::uint8_t>(~staleFinal);
        --staleFinalCount_;
    }
}

void TransformHierarchy::clearFinalStale() const noexcept
{
    for (std::uint8_t& marks : stale_) {
        marks &= static_cast<std::uint8_t>(~staleFinal);
    }
    staleFinalCount_ = 0;
}

void TransformHierarchy::computeLocal(Slot slot) const noexcept
{
    if ((traits_[slot] & isDriven) != 0) {
        const Node& driver = *drivers_[slot];
        local_[slot] = NodeAccess::hierarchy(driver).local(NodeAccess::slot(driver));
    } else {
        const TransformLanes& lanes = lanes_[slot / laneCount];
        local_[slot] = composeInline([&](std::size_t component) { return lanes.component[component][slot % laneCount]; });
    }
    stale_[slot] &= static_cast<std::uint8_t>(~staleLocal);
}

// Precondition: the slot is stale and its parent is not.
void TransformHierarchy::computeAbsolute(Slot slot) const noexcept
{
    const Affine& own = local(slot);
    const Slot parent = topology_->parent[slot];
    if (parent != noSlot) {
        absolute_[slot] = multiplyInline(absolute_[parent], own);
    } else if ((traits_[slot] & isAnchored) != 0) {
        absolute_[slot] = multiplyInline(owner_.anchorOf(slot), own);
    } else {
        absolute_[slot] = own;
    }
    stale_[slot] &= static_cast<std::uint8_t>(~staleAbsolute);
    --blocks_[slot / laneCount].stale;
    --staleCount_;
    ++evaluatedCount_;
}

void TransformHierarchy::evaluateChain(Slot slot) const noexcept
{
    const std::size_t bottom = path_.size();
    for (; slot != noSlot && (stale_[slot] & staleAbsolute) != 0; slot = topology_->parent[slot]) {
        path_.push_back(slot);
    }
    for (std::size_t i = path_.size(); i-- > bottom;) {
        computeAbsolute(path_[i]);
    }
    path_.resize(bottom);
}

bool TransformHierarchy::isKernelBlock(std::size_t block) const noexcept
{
    const BlockCounts& counts = blocks_[block];
    return counts.stale != 0 && counts.stale == counts.live && counts.special == 0;
}

void TransformHierarchy::update() const noexcept
{
    if (wantsRenumbering()) {
        renumber();
    }
    if (staleCount_ == 0) {
        return;
    }
    for (std::size_t block = 0; block < blocks_.size(); ++block) {
        if (isKernelBlock(block)) {
            std::size_t last = block + 1;
            while (last < blocks_.size() && isKernelBlock(last)) {
                ++last;
            }
            evaluateRun(block, last);
            block = last - 1;
        } else if (blocks_[block].stale != 0) {
            evaluateBlock(block);
        }
    }
}

void TransformHierarchy::evaluateBlock(std::size_t block) const noexcept
{
    const std::size_t end = std::min((block + 1) * laneCount, nodes_.size());
    for (std::size_t slot = block * laneCount; slot < end; ++slot) {
        if ((stale_[slot] & staleAbsolute) != 0) {
            computeAbsolute(static_cast<Slot>(slot));
        }
    }
}

// Local matrices that are current are composed again with the rest: from the same parts they come out the same.
void TransformHierarchy::evaluateRun(std::size_t firstBlock, std::size_t lastBlock) const noexcept
{
    const std::size_t first = firstBlock * laneCount;
    const std::size_t last = std::min(lastBlock * laneCount, nodes_.size());
    composeLocal(std::span(lanes_).subspan(firstBlock, lastBlock - firstBlock), std::span(local_).subspan(first));
    localToAbsolute(local_, topology_->parent, absolute_, first, last);

    for (std::size_t slot = first; slot < last; ++slot) {
        stale_[slot] &= static_cast<std::uint8_t>(~(staleLocal | staleAbsolute));
    }
    for (std::size_t block = firstBlock; block < lastBlock; ++block) {
        staleCount_ -= blocks_[block].stale;
        evaluatedCount_ += blocks_[block].stale;
        blocks_[block].stale = 0;
    }
}

}  // namespace armature
