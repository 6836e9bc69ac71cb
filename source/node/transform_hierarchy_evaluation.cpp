#include <algorithm>
#include <cstring>

#include "math/affine_rows.hpp"
#include "node/node_access.hpp"
#include "node/transform_hierarchy.hpp"

namespace armature {

namespace {

/// The bytes (one per slot) of one block of sixteen slots, as two words.
struct BlockBytes {
    static_assert(laneCount == 16);
    std::uint64_t words[2];

    explicit BlockBytes(const std::uint8_t* bytes) noexcept { std::memcpy(words, bytes, sizeof words); }

    [[nodiscard]] static std::uint64_t spread(std::uint8_t bits) noexcept { return bits * 0x0101010101010101u; }
    [[nodiscard]] bool allHave(std::uint8_t bit) const noexcept { return (words[0] & words[1] & spread(bit)) == spread(bit); }
    [[nodiscard]] bool noneHas(std::uint8_t bits) const noexcept { return ((words[0] | words[1]) & spread(bits)) == 0; }
    /// Returns the number of bytes that have the lowest bit set.
    [[nodiscard]] std::uint64_t countLowest() const noexcept { return ((words[0] & spread(1)) + (words[1] & spread(1))) * spread(1) >> 56; }
};

// setAll() and keepOnly() take spans by value. A store to a byte may alias anything, so a loop over a vector member would reload its
// address for each byte.

/// Sets `bits` in all marks. Returns whether one of the marks did not have all these bits before.
bool setAll(std::span<std::uint8_t> marks, std::uint8_t bits) noexcept
{
    std::uint8_t common = bits;
    for (std::uint8_t& mark : marks) {
        common &= mark;
        mark |= bits;
    }
    return common != bits;
}

void keepOnly(std::span<std::uint8_t> marks, std::uint8_t bits) noexcept
{
    for (std::uint8_t& mark : marks) {
        mark &= bits;
    }
}

}  // namespace

// --- marking --------------------------------------------------------------------------------------------------------

void TransformHierarchy::markFresh(Slot root) noexcept
{
    ++version_;
    if (topology_->firstChild[root] == noSlot) {
        markOne(root);
    } else if (topology_->changes == 0) {
        markLevels(root);
    } else {
        markDepthFirst(root);
    }
}

void TransformHierarchy::markOne(Slot slot) noexcept
{
    stale_[slot] |= staleAbsolute | staleFinal;
    blockStale_[slot / laneCount] |= staleAbsolute | staleFinal;
    anyStale_ |= staleAbsolute | staleFinal;
    if ((traits_[slot] & isAbsoluteWatched) != 0) {
        owner_.absoluteBecameStale(slot);
    }
}

void TransformHierarchy::markLevels(Slot root) noexcept
{
    const std::vector<Slot>& levelOrder = topology_->levelOrder;
    if (root < topology_->trunk) {
        static_cast<void>(markRange(root, static_cast<Slot>(nodes_.size())));
        return;
    }
    Slot first = root;
    Slot last = root + 1;
    while (first != last && markRange(first, last)) {
        first = levelOrder[first];
        last = levelOrder[last];
    }
}

// Marks the slots of a range as stale. Returns false if all of them were stale before.
bool TransformHierarchy::markRange(Slot first, Slot last) noexcept
{
    if (absoluteWatchedCount_ != 0) {
        bool anyFresh = false;
        for (Slot slot = first; slot != last; ++slot) {
            if ((stale_[slot] & staleAbsolute) == 0) {
                anyFresh = true;
                markOne(slot);
            }
        }
        return anyFresh;
    }
    const bool anyFresh = setAll(std::span(stale_).subspan(first, last - first), staleAbsolute | staleFinal);
    const std::size_t firstBlock = first / laneCount;
    setAll(std::span(blockStale_).subspan(firstBlock, (last - 1) / laneCount + 1 - firstBlock), staleAbsolute | staleFinal);
    anyStale_ |= staleAbsolute | staleFinal;
    return anyFresh;
}

TransformHierarchy::Slot TransformHierarchy::firstFresh(Slot sibling, const Topology& topology) const noexcept
{
    while (sibling != noSlot && (stale_[sibling] & staleAbsolute) != 0) {
        sibling = topology.nextSibling[sibling];
    }
    return sibling;
}

// Marks `root` and everything below it that is not stale, without a stack, by following sibling and parent links. The owner, called for
// watched slots, may mark other slots of this hierarchy meanwhile, always with everything below them, so this walk may skip such slots.
void TransformHierarchy::markDepthFirst(Slot root) noexcept
{
    const Topology& topology = *topology_;
    Slot slot = root;
    for (;;) {
        markOne(slot);
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

void TransformHierarchy::markAllStale() noexcept
{
    const std::span<std::uint8_t> stale(stale_);
    const std::span<const std::uint8_t> traits(traits_);
    for (std::size_t slot = 0; slot < stale.size(); ++slot) {
        stale[slot] |= static_cast<std::uint8_t>((traits[slot] & isMatrix) != 0 ? 0 : staleLocal);
    }
    const bool isLevelOrdered = topology_->changes == 0;
    for (Slot slot = 0; slot < nodes_.size(); ++slot) {
        if (topology_->parent[slot] == noSlot && nodes_[slot] != nullptr) {
            markStale(slot);
        } else if (isLevelOrdered) {
            break;  // in level order, roots come first: no root follows
        }
    }
}

void TransformHierarchy::markFinalStale(Slot slot) const noexcept
{
    stale_[slot] |= staleFinal;
    blockStale_[slot / laneCount] |= staleFinal;
    anyStale_ |= staleFinal;
}

// --- evaluation -----------------------------------------------------------------------------------------------------

// Returns whether composing a whole block in lanes is cheaper than composing one slot now and the others later. First tests the
// neighbouring slot, which usually decides. Reading the block's sixteen marks as words would stall, because one of them has just been
// written.
bool TransformHierarchy::composesBlock(Slot slot) const noexcept
{
    constexpr std::uint64_t worthwhile = 6;
    static_assert(staleLocal == 1);
    if ((stale_[slot ^ 1u] & staleLocal) == 0) {
        return false;
    }
    const std::size_t first = slot / laneCount * laneCount;
    return BlockBytes(&traits_[first]).noneHas(specialLocals) && BlockBytes(&stale_[first]).countLowest() >= worthwhile;
}

// Always inlined, as localRows() is, because a call would return the rows through memory instead of registers.
[[gnu::always_inline]] inline AffineRows TransformHierarchy::composeAt(Slot slot) const noexcept
{
    const TransformLanes& lanes = lanes_[slot / laneCount];
    return composeRows([&](std::size_t component) { return lanes.component[component][slot % laneCount]; });
}

void TransformHierarchy::computeLocal(Slot slot) const noexcept
{
    if ((traits_[slot] & hasDriver) != 0) {
        const Node& driver = *links_[slot].driver;
        local_[slot] = NodeAccess::hierarchy(driver).local(NodeAccess::slot(driver));
    } else if (composesBlock(slot)) {
        const std::size_t first = slot / laneCount * laneCount;
        composeLocal(std::span(lanes_).subspan(slot / laneCount, 1), std::span(local_).subspan(first));
        keepOnly(std::span(stale_).subspan(first, laneCount), static_cast<std::uint8_t>(~staleLocal));
    } else {
        storeRows(composeAt(slot), local_[slot]);
        if (isPivoted(slot)) {
            moveByPivot(slot, local_[slot]);
        }
    }
    stale_[slot] &= static_cast<std::uint8_t>(~staleLocal);
}

// Returns a local matrix in registers, for immediate use.
[[gnu::always_inline]] inline AffineRows TransformHierarchy::localRows(Slot slot) const noexcept
{
    if ((stale_[slot] & staleLocal) != 0 && (traits_[slot] & specialLocals) == 0 && !composesBlock(slot)) {
        const AffineRows rows = composeAt(slot);
        storeRows(rows, local_[slot]);
        stale_[slot] &= static_cast<std::uint8_t>(~staleLocal);
        return rows;
    }
    return loadRows(local(slot));
}

// Precondition: the slot is stale and its parent is not, if it has one.
void TransformHierarchy::computeAbsolute(Slot slot) const noexcept
{
    const AffineRows own = localRows(slot);
    const Slot parent = topology_->parent[slot];
    if ((traits_[slot] & isFrozen) != 0) {
        absolute_[slot] = owner_.frozenAbsolute(slot);
    } else if (parent != noSlot) {
        storeRows(multiplyRows(loadRows(absolute_[parent]), own), absolute_[slot]);
    } else if ((traits_[slot] & isAnchored) != 0) {
        storeRows(multiplyRows(loadRows(owner_.anchorOf(slot)), own), absolute_[slot]);
    } else {
        storeRows(own, absolute_[slot]);
    }
    stale_[slot] &= static_cast<std::uint8_t>(~staleAbsolute);
    ++evaluatedCount_;
}

void TransformHierarchy::evaluateChain(Slot slot) const noexcept
{
    const Slot above = topology_->parent[slot];
    if (above == noSlot || (stale_[above] & staleAbsolute) == 0) {
        computeAbsolute(slot);
        return;
    }
    const std::size_t bottom = path_.size();
    for (; slot != noSlot && (stale_[slot] & staleAbsolute) != 0; slot = topology_->parent[slot]) {
        path_.push_back(slot);
    }
    for (std::size_t i = path_.size(); i-- > bottom;) {
        computeAbsolute(path_[i]);
    }
    path_.resize(bottom);
}

// Returns whether the kernels can compute a block: all its slots are stale, and none is anchored or frozen. Other blocks are computed slot
// by slot. Unused slots at the end of the last block count as stale, so that the kernels can compute it.
bool TransformHierarchy::isKernelBlock(std::size_t block) const noexcept
{
    const std::size_t first = block * laneCount;
    return BlockBytes(&stale_[first]).allHave(staleAbsolute) && BlockBytes(&traits_[first]).noneHas(specialAbsolutes);
}

void TransformHierarchy::update(const FinalMatrices* final) const noexcept
{
    settle();
    if ((anyStale_ & staleAbsolute) != 0) {  // otherwise nothing is written: other threads may be reading
        evaluateAbsolutes(final);
    }
    if (final != nullptr && (anyStale_ & staleFinal) != 0) {
        evaluateFinals(*final);
    }
}

void TransformHierarchy::evaluateAbsolutes(const FinalMatrices* final) const noexcept
{
    const std::size_t blocks = (nodes_.size() + laneCount - 1) / laneCount;
    for (std::size_t block = 0; block < blocks; ++block) {
        if ((blockStale_[block] & staleAbsolute) == 0) {
            continue;
        }
        std::size_t last = block;
        while (last < blocks && isKernelBlock(last)) {
            ++last;
        }
        if (last != block) {
            evaluateRun(block, last, final);
            if (final != nullptr && last - block == blocks) {
                anyStale_ = 0;
                return;
            }
            block = last - 1;
        } else {
            evaluateBlock(block);
        }
    }
    anyStale_ &= static_cast<std::uint8_t>(~staleAbsolute);
}

void TransformHierarchy::evaluateBlock(std::size_t block) const noexcept
{
    const std::size_t end = std::min((block + 1) * laneCount, nodes_.size());
    for (std::size_t slot = block * laneCount; slot < end; ++slot) {
        if ((stale_[slot] & staleAbsolute) != 0) {
            computeAbsolute(static_cast<Slot>(slot));
        }
    }
    blockStale_[block] &= static_cast<std::uint8_t>(~staleAbsolute);
}

// Composes all local matrices of a plain block, including current ones: the same parts give the same result. One call composes consecutive
// blocks. Leaves the marks to the caller.
void TransformHierarchy::computeLocals(std::size_t firstBlock, std::size_t lastBlock) const noexcept
{
    const auto isPlain = [this](std::size_t block) { return BlockBytes(&traits_[block * laneCount]).noneHas(specialLocals); };
    // Copies from a driver without a call for each slot: where one slot is linked, most are.
    const auto computeSpecial = [this](Slot slot) {
        if ((traits_[slot] & hasDriver) != 0) {
            const Node& driver = *links_[slot].driver;
            local_[slot] = NodeAccess::hierarchy(driver).local(NodeAccess::slot(driver));
        } else {
            computeLocal(slot);
        }
    };
    for (std::size_t block = firstBlock; block < lastBlock;) {
        const std::size_t first = block;
        while (block < lastBlock && isPlain(block)) {
            ++block;
        }
        if (block != first) {
            composeLocal(std::span(lanes_).subspan(first, block - first), std::span(local_).subspan(first * laneCount));
        }
        if (block < lastBlock) {
            const std::size_t end = std::min((block + 1) * laneCount, nodes_.size());
            for (std::size_t slot = block * laneCount; slot < end; ++slot) {
                if ((stale_[slot] & staleLocal) != 0) {
                    computeSpecial(static_cast<Slot>(slot));
                }
            }
            ++block;
        }
    }
}

void TransformHierarchy::evaluateRun(std::size_t firstBlock, std::size_t lastBlock, const FinalMatrices* final) const noexcept
{
    const std::size_t first = firstBlock * laneCount;
    const std::size_t last = std::min(lastBlock * laneCount, nodes_.size());
    computeLocals(firstBlock, lastBlock);
    if (final != nullptr) {
        localToFinal(local_, topology_->parent, absolute_, *final, first, last);
    } else {
        localToAbsolute(local_, topology_->parent, absolute_, first, last);
    }

    const auto kept = static_cast<std::uint8_t>(final != nullptr ? 0 : staleFinal);
    keepOnly(std::span(stale_).subspan(first, last - first), kept);
    keepOnly(std::span(blockStale_).subspan(firstBlock, lastBlock - firstBlock), kept);
    evaluatedCount_ += last - first;
}

// Computes the final matrices that evaluateRun() has not computed yet, range by range. Precondition: no absolute matrix is stale.
void TransformHierarchy::evaluateFinals(const FinalMatrices& final) const noexcept
{
    std::size_t first = 0;
    std::size_t last = 0;
    for (std::size_t block = 0; block < blockStale_.size(); ++block) {
        if ((blockStale_[block] & staleFinal) == 0) {
            continue;
        }
        blockStale_[block] = 0;
        const std::size_t end = std::min((block + 1) * laneCount, nodes_.size());
        for (std::size_t slot = block * laneCount; slot < end; ++slot) {
            if ((stale_[slot] & staleFinal) == 0) {
                continue;
            }
            clearFinalStale(static_cast<Slot>(slot));
            if (slot != last) {
                absoluteToFinal(absolute_, final, first, last);
                first = slot;
            }
            last = slot + 1;
        }
    }
    if (first != last) {
        absoluteToFinal(absolute_, final, first, last);
    }
    anyStale_ = 0;
}

}  // namespace armature
