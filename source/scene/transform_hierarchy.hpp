#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <armature/math/affine.hpp>
#include <armature/math/transform.hpp>

#include "math/aligned_vector.hpp"
#include "math/copy_on_write.hpp"
#include "scene/kernels/pose_kernels.hpp"

namespace armature {

class Node;
class StateArchive;
struct AffineRows;

/// A local pose as it was set: parts, or a matrix that parts may not be able to express. Of a matrix, `parts` has the signs of its scale
/// alone: those that it had before it became a matrix, so that its rotation stays what it was (see withSigns).
struct LocalPose {
    Transform parts;
    Affine matrix = identityAffine();
    bool isMatrix = false;

    [[nodiscard]] static LocalPose fromMatrix(const Affine& matrix, const glm::vec3& signs = glm::vec3(1.f)) noexcept;
    [[nodiscard]] Affine toMatrix() const noexcept { return isMatrix ? matrix : toAffine(parts); }
    /// A matrix is split (see decompose).
    [[nodiscard]] Transform toParts() const noexcept;
};

bool listState(StateArchive& state, LocalPose& pose);

/// What a hierarchy asks of the Scene or Skeleton that owns it: the edges to other hierarchies.
class HierarchyOwner {
public:
    /// The absolute matrix of a slot watched for that is no longer current: push it on to what depends on it.
    virtual void absoluteBecameStale(std::uint32_t slot) noexcept = 0;
    /// The local pose of a slot watched for that was written.
    virtual void localChanged(std::uint32_t slot) noexcept = 0;
    /// What an anchored root hangs on, in this hierarchy's space.
    [[nodiscard]] virtual Affine anchorOf(std::uint32_t slot) const noexcept = 0;
    /// The point, in own axes, about which a pivoted slot's rotation and scale work.
    [[nodiscard]] virtual glm::vec3 pivotOf(std::uint32_t slot) const noexcept = 0;
    /// The absolute matrix at which a frozen slot stays.
    [[nodiscard]] virtual Affine frozenAbsolute(std::uint32_t slot) const noexcept = 0;
    /// The node in whose space this hierarchy lives; null: the world's.
    [[nodiscard]] virtual const Node* hostNode() const noexcept = 0;
    /// A node was renamed: look-up tables are out of date.
    virtual void nameChanged() noexcept = 0;
    /// Slots were renumbered: the new slot i was oldSlots[i]. Arrays kept beside the hierarchy must follow.
    virtual void slotsMoved(std::span<const std::uint32_t> oldSlots) const = 0;

protected:
    ~HierarchyOwner() = default;
};

/// The one mechanism behind Scene and Skeleton: local poses, parents, stale marks and absolute matrices in aligned arrays, and how to mark
/// and evaluate them.
///
/// A write marks its slot and, by push, all that lies below; it stops at what is marked already. If a slot is stale, so is all below it.
/// Reads compute the stale part of one chain; update() computes everything stale in one forward pass, by kernels where whole blocks are.
/// Slots are numbered in order of evaluation, parents first; update() renumbers them level by level after enough has changed. Then what
/// lies below a slot is one range of slots a level, and marking runs over bytes.
class TransformHierarchy {
public:
    using Slot = std::uint32_t;

    explicit TransformHierarchy(HierarchyOwner& owner) noexcept : owner_(owner) {}

    [[nodiscard]] HierarchyOwner& owner() const noexcept { return owner_; }

    /// A copy for another owner: the same poses under the same slots, whose nodes are `nodes`. Nothing is watched, anchored or driven.
    TransformHierarchy(const TransformHierarchy& other, HierarchyOwner& owner, std::span<Node* const> nodes);

    TransformHierarchy(const TransformHierarchy&) = delete;
    TransformHierarchy& operator=(const TransformHierarchy&) = delete;

    // --- structure --------------------------------------------------------------------------------------------------

    [[nodiscard]] Slot add(Slot parent, Node& node);
    /// Precondition: no children.
    void remove(Slot slot) noexcept;
    void setParent(Slot slot, Slot parent);
    [[nodiscard]] Slot parentOf(Slot slot) const noexcept { return topology_->parent[slot]; }
    /// One past the highest slot; some below may be vacant.
    [[nodiscard]] std::size_t slotCount() const noexcept { return nodes_.size(); }
    /// The node of a slot; null if vacant.
    [[nodiscard]] Node* nodeAt(Slot slot) const noexcept { return nodes_[slot]; }

    // --- local poses ------------------------------------------------------------------------------------------------

    void setTranslation(Slot slot, const glm::vec3& translation) noexcept;
    /// `rotation` must be of unit length.
    void setRotation(Slot slot, const glm::quat& rotation) noexcept;
    void setScale(Slot slot, const glm::vec3& scale) noexcept;
    void setTransform(Slot slot, const Transform& transform) noexcept;
    /// `signs`: see LocalPose.
    void setMatrix(Slot slot, const Affine& matrix, const glm::vec3& signs = glm::vec3(1.f)) noexcept;
    void setPose(Slot slot, const LocalPose& pose) noexcept;
    /// Where a slot's parts are to be written, components laneCount floats apart as in TransformLanes; closeParts() must follow, which
    /// marks them as written but does not tell the owner: for who knows what is driven by the slot, and tells that itself
    /// (driverChanged()).
    [[nodiscard]] float* openParts(Slot slot) noexcept
    {
        if ((traits_[slot] & isMatrix) != 0) {
            splitMatrix(slot);
        }
        return &lanes_[slot / laneCount].component[0][slot % laneCount];
    }
    void closeParts(Slot slot) noexcept
    {
        stale_[slot] |= staleLocal;
        markStale(slot);
    }
    /// Sets the translation of the local matrix and keeps the rest of it, shear included. For a pivoted slot that is not the translation
    /// among its parts.
    void setOrigin(Slot slot, const glm::vec3& origin) noexcept;

    /// The parts as they were set, or split from a matrix. Those of a pivoted slot compose to its local matrix only with the pivot.
    [[nodiscard]] Transform transform(Slot slot) const noexcept;
    [[nodiscard]] LocalPose pose(Slot slot) const noexcept;
    /// The slot's own pose as it was written, whatever pivot or driver it has: setPose() with it changes nothing.
    [[nodiscard]] LocalPose storedPose(Slot slot) const noexcept;
    /// The local pose exactly as it was set; precondition: not driven.
    void listPose(Slot slot, StateArchive& state);
    /// Whether the local pose is its own parts and nothing else: no matrix, no pivot, no driver.
    [[nodiscard]] bool isParts(Slot slot) const noexcept { return (traits_[slot] & specialLocals) == 0; }
    [[nodiscard]] const Affine& local(Slot slot) const noexcept
    {
        if ((stale_[slot] & staleLocal) != 0) {
            computeLocal(slot);
        }
        return local_[slot];
    }

    // --- absolute matrices ------------------------------------------------------------------------------------------

    [[nodiscard]] const Affine& absolute(Slot slot) const noexcept
    {
        if ((stale_[slot] & staleAbsolute) != 0) {
            evaluateChain(slot);
        }
        return absolute_[slot];
    }

    [[nodiscard]] bool isAbsoluteStale(Slot slot) const noexcept { return (stale_[slot] & staleAbsolute) != 0; }

    /// Marks a slot and all below it. O(newly marked).
    void markStale(Slot slot) noexcept
    {
        if ((stale_[slot] & staleAbsolute) == 0) {
            markFresh(slot);
        }
    }
    /// Renumbers the slots if enough has changed.
    void settle() const
    {
        if (wantsRenumbering()) {
            renumber();
        }
    }
    /// Computes all that is stale; with `final`, which expects a settled numbering, the stale final matrices too.
    void update(const FinalMatrices* final = nullptr) const noexcept;
    /// Marks everything, local matrices too, as if every part of every pose had been written. O(slots / bytes in a register).
    void markAllStale() noexcept;
    [[nodiscard]] std::uint64_t evaluatedCount() const noexcept { return evaluatedCount_; }
    /// Grows whenever something current goes stale: what was derived from current matrices is current as long as this is the same.
    [[nodiscard]] std::uint64_t version() const noexcept { return version_; }

    // --- final matrices: the marks are kept here, the matrices by Skeleton ------------------------------------------------

    [[nodiscard]] bool isFinalStale(Slot slot) const noexcept { return (stale_[slot] & staleFinal) != 0; }
    void markFinalStale(Slot slot) const noexcept;
    void clearFinalStale(Slot slot) const noexcept { stale_[slot] &= static_cast<std::uint8_t>(~staleFinal); }

    // --- edges to other hierarchies ---------------------------------------------------------------------------------

    /// Whether the owner is told when this slot's absolute matrix goes stale.
    void watchAbsolute(Slot slot, bool watched) noexcept { setTrait(slot, isAbsoluteWatched, watched); }
    /// Whether the owner is told when this slot's local pose is written.
    void watchLocal(Slot slot, bool watched) noexcept { setTrait(slot, isLocalWatched, watched); }
    /// Whether this slot, a root, hangs on owner.anchorOf(slot).
    void anchor(Slot slot, bool anchored) noexcept;
    /// Whether this slot's parts work about owner.pivotOf(slot); to be called again when that has changed. A matrix that was set stays.
    void setPivoted(Slot slot, bool pivoted) noexcept;
    [[nodiscard]] bool isPivoted(Slot slot) const noexcept { return (traits_[slot] & hasPivot) != 0; }
    /// How far the origin of a pivoted slot is from the translation among its parts, where its local matrix is `matrix`.
    [[nodiscard]] glm::vec3 pivotShift(Slot slot, const Affine& matrix) const noexcept;
    /// The local matrix that a pivoted slot has with these parts.
    [[nodiscard]] Affine composeAbout(Slot slot, const Transform& parts) const noexcept;
    /// Whether this slot's absolute matrix is owner.frozenAbsolute(slot), whatever is above; to be called again when that has changed.
    void freeze(Slot slot, bool frozen) noexcept;
    /// From now on `driver`'s local pose is this slot's; null keeps the last one.
    void drive(Slot slot, const Node* driver);
    /// The driver's local pose was written.
    void driverChanged(Slot slot) noexcept
    {
        closeParts(slot);
        if ((traits_[slot] & isLocalWatched) != 0) {
            owner_.localChanged(slot);
        }
    }
    /// Grows whenever slots come, go or are numbered anew, or what a slot drives or is driven by changes: until then all that may be
    /// remembered.
    [[nodiscard]] std::uint64_t layoutVersion() const noexcept { return layoutVersion_; }

private:
    enum StaleMark : std::uint8_t {
        staleLocal = 1,     // the matrix must be composed from the parts, or fetched from the driver
        staleAbsolute = 2,  // implies staleFinal, and staleAbsolute of everything below
        staleFinal = 4,
    };
    /// isMatrix: the pose is the local matrix as it was set; the parts are split from it for whoever asks.
    enum Trait : std::uint8_t {
        isAbsoluteWatched = 1,
        isLocalWatched = 2,
        isMatrix = 4,
        isAnchored = 8,
        isDriven = 16,
        hasPivot = 32,
        isFrozen = 64
    };
    /// Slots whose local matrix lanes do not compose, and such whose absolute matrix is not parent * local.
    static constexpr std::uint8_t specialLocals = isMatrix | isDriven | hasPivot;
    static constexpr std::uint8_t specialAbsolutes = isAnchored | isFrozen;

    /// Who is above, below and beside whom. Shared between clones.
    struct Topology {
        std::vector<Slot> parent;
        std::vector<Slot> firstChild;
        std::vector<Slot> nextSibling;
        std::vector<Slot> previousSibling;
        std::vector<Slot> vacant;
        std::size_t trunk = 0;         // while changes == 0: the first slots that are alone on their level, so that all others lie below
        std::vector<Slot> levelOrder;  // while changes == 0: children of slots [a, b) are [levelOrder[a], levelOrder[b])
        std::size_t changes = 1;       // since slots were last numbered level by level
        bool isParentsFirst = true;

        void appendSlot();
        void link(Slot slot, Slot above);
        void unlink(Slot slot);
        void numberLevels();
    };

    void growTo(std::size_t slots);
    void splitMatrix(Slot slot) noexcept;
    void localWritten(Slot slot, bool asMatrix) noexcept;
    void setTrait(Slot slot, std::uint8_t trait, bool on) noexcept;
    void markOne(Slot slot) noexcept;
    void markFresh(Slot root) noexcept;
    void markLevels(Slot root) noexcept;
    [[nodiscard]] bool markRange(Slot first, Slot last) noexcept;
    void markDepthFirst(Slot root) noexcept;
    [[nodiscard]] Slot firstFresh(Slot sibling, const Topology& topology) const noexcept;

    [[nodiscard]] Transform partsAt(Slot slot) const noexcept;
    void moveByPivot(Slot slot, Affine& matrix) const noexcept;
    void storeParts(Slot slot, const Transform& parts) noexcept;
    void computeLocal(Slot slot) const noexcept;
    void computeAbsolute(Slot slot) const noexcept;
    void evaluateChain(Slot slot) const noexcept;
    [[nodiscard]] bool composesBlock(Slot slot) const noexcept;
    [[nodiscard]] AffineRows composeAt(Slot slot) const noexcept;
    [[nodiscard]] AffineRows localRows(Slot slot) const noexcept;
    void computeLocals(std::size_t firstBlock, std::size_t lastBlock) const noexcept;
    void evaluateAbsolutes(const FinalMatrices* final) const noexcept;
    void evaluateBlock(std::size_t block) const noexcept;
    void evaluateRun(std::size_t firstBlock, std::size_t lastBlock, const FinalMatrices* final) const noexcept;
    void evaluateFinals(const FinalMatrices& final) const noexcept;
    [[nodiscard]] bool isKernelBlock(std::size_t block) const noexcept;

    [[nodiscard]] bool wantsRenumbering() const noexcept;
    void renumber() const;

    HierarchyOwner& owner_;

    // Evaluation is a cache, and so is the numbering: both may change under const.
    mutable CopyOnWrite<Topology> topology_;
    mutable std::vector<Node*> nodes_;
    mutable std::vector<const Node*> drivers_;  // empty while nothing is driven
    mutable AlignedVector<TransformLanes> lanes_;
    mutable AlignedVector<Affine> local_;
    mutable AlignedVector<Affine> absolute_;
    mutable AlignedVector<std::uint8_t> stale_;
    mutable AlignedVector<std::uint8_t> traits_;
    mutable AlignedVector<std::uint8_t> blockStale_;  // the marks of a block's slots, or of what they were: none means none
    mutable std::vector<Slot> path_;  // scratch of evaluateChain, used as a stack: evaluation may come back through an anchor
    std::size_t absoluteWatchedCount_ = 0;
    mutable std::uint8_t anyStale_ = 0;  // the same for all blocks
    mutable std::uint64_t evaluatedCount_ = 0;
    std::uint64_t version_ = 0;
    mutable std::uint64_t layoutVersion_ = 0;
};

}  // namespace armature
