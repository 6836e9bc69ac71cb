#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <armature/base/export.hpp>
#include <armature/math/affine.hpp>
#include <armature/math/transform.hpp>

#include "base/prefetch.hpp"
#include "math/aligned_vector.hpp"
#include "math/copy_on_write.hpp"
#include "node/kernels/pose_kernels.hpp"
#include "node/transform_lanes.hpp"

namespace armature {

class Node;
class StateArchive;
class TransformNode;
struct AffineRows;

/// A local pose as it was set: parts, or a matrix that parts may not be able to express. For a matrix, only the signs of parts.scale have a
/// meaning: toParts() splits the matrix so that its scale has these signs (see withSigns()). Without them, a pose with two negative factors
/// would get another rotation when it is stored as a matrix.
struct LocalPose {
    Transform parts;
    Affine matrix = identityAffine();
    bool isMatrix = false;

    [[nodiscard]] ARMATURE_PRIVATE_API static LocalPose fromMatrix(const Affine& matrix, const glm::vec3& signs = glm::vec3(1.f)) noexcept;
    [[nodiscard]] Affine toMatrix() const noexcept { return isMatrix ? matrix : toAffine(parts); }
    /// Returns the pose as parts; a matrix is split (see decompose()).
    [[nodiscard]] ARMATURE_PRIVATE_API Transform toParts() const noexcept;
};

/// The interface through which a hierarchy and its nodes access the Scene or Skeleton that owns them: its list of nodes, and links to other
/// hierarchies. An owner whose slots are never anchored, pivoted or frozen need not implement the functions for those cases.
class HierarchyOwner {
public:
    /// Called when the absolute matrix of a watched slot has become stale. The owner then marks everything that depends on it.
    virtual void absoluteBecameStale(std::uint32_t slot) noexcept = 0;
    /// Returns the matrix that takes the place of the parent's absolute matrix for an anchored root slot.
    [[nodiscard]] virtual Affine anchorOf(std::uint32_t) const noexcept { return identityAffine(); }
    /// The point about which a pivoted slot rotates and scales, in the node's own axes.
    [[nodiscard]] virtual glm::vec3 pivotOf(std::uint32_t) const noexcept { return glm::vec3(0.f); }
    /// The absolute matrix at which a frozen slot stays.
    [[nodiscard]] virtual Affine frozenAbsolute(std::uint32_t) const noexcept { return identityAffine(); }
    /// The node in whose space this hierarchy lives; null means world space.
    [[nodiscard]] virtual const Node* hostNode() const noexcept { return nullptr; }
    /// Called when a node was renamed: look-up tables are stale.
    virtual void nameChanged() noexcept = 0;
    /// Called when slots were renumbered: slot i had the number oldSlots[i] before. Arrays kept beside the hierarchy must be permuted
    /// accordingly.
    virtual void slotsMoved(std::span<const std::uint32_t>) const {}
    /// Called when a scene's node is attached to a node of this owner, or detached from that node.
    virtual void attach(TransformNode&) {}
    virtual void detach(TransformNode&) noexcept {}
    /// The owner's nodes, in the order that users see.
    [[nodiscard]] virtual std::size_t nodeCount() const noexcept = 0;
    [[nodiscard]] virtual Node* nodeInOrder(std::size_t place) const noexcept = 0;

protected:
    ~HierarchyOwner() = default;
};

/// The mechanism that Scene and Skeleton share: holds local poses, parents, stale marks and absolute matrices in aligned arrays, sets the
/// marks and evaluates the matrices.
///
/// A write marks its slot and everything below it, but stops at slots that are already marked: below a stale slot, everything is stale.
/// Reads compute the stale part of one chain. update() computes everything stale in one forward pass, with kernels for whole blocks. Slots
/// are numbered in order of evaluation, parents first; after enough changes, update() renumbers them level by level. The slots below any
/// slot then form one range per level, so that marking them is a loop over bytes.
class TransformHierarchy {
public:
    using Slot = std::uint32_t;

    explicit TransformHierarchy(HierarchyOwner& owner) noexcept : owner_(owner) {}

    [[nodiscard]] HierarchyOwner& owner() const noexcept { return owner_; }

    /// Copies the poses of another hierarchy for another owner, slot by slot; `nodes` are the nodes of the slots. In the copy, nothing is
    /// watched, anchored or driven.
    TransformHierarchy(const TransformHierarchy& other, HierarchyOwner& owner, std::span<Node* const> nodes);

    TransformHierarchy(const TransformHierarchy&) = delete;
    TransformHierarchy& operator=(const TransformHierarchy&) = delete;

    // --- structure --------------------------------------------------------------------------------------------------

    /// Reserves memory for `slots` slots in all, so that adding slots does not move existing ones.
    void reserve(std::size_t slots);
    [[nodiscard]] Slot add(Slot parent, Node& node);
    /// Removes a slot. Precondition: the slot has no children.
    void remove(Slot slot) noexcept;
    void setParent(Slot slot, Slot parent);
    [[nodiscard]] Slot parentOf(Slot slot) const noexcept { return topology_->parent[slot]; }
    /// One past the highest slot; some lower slots may be vacant.
    [[nodiscard]] std::size_t slotCount() const noexcept { return nodes_.size(); }
    /// The node of a slot; null if the slot is vacant.
    [[nodiscard]] Node* nodeAt(Slot slot) const noexcept { return nodes_[slot]; }

    // --- local poses ------------------------------------------------------------------------------------------------

    void setTranslation(Slot slot, const glm::vec3& translation) noexcept;
    /// Sets the rotation, which must be of unit length.
    void setRotation(Slot slot, const glm::quat& rotation) noexcept;
    void setScale(Slot slot, const glm::vec3& scale) noexcept;
    void setTransform(Slot slot, const Transform& transform) noexcept;
    /// Each is an inline setter for a slot whose local pose is its own parts. Precondition: isParts().
    void writeTranslation(Slot slot, const glm::vec3& translation) noexcept
    {
        storeVectorPart(translation, partsOf(slot));
        partsWritten(slot);
    }
    void writeRotation(Slot slot, const glm::quat& rotation) noexcept
    {
        storeRotationPart(rotation, partsOf(slot) + rotationPart);
        partsWritten(slot);
    }
    void writeScale(Slot slot, const glm::vec3& scale) noexcept
    {
        storeVectorPart(scale, partsOf(slot) + scalePart);
        partsWritten(slot);
    }
    void writeTransform(Slot slot, const Transform& transform) noexcept
    {
        storeParts(slot, transform);
        partsWritten(slot);
    }
    /// Inline version of transform(). Precondition: isParts(). Reads number by number, so that the numbers stay in registers.
    [[nodiscard]] Transform readTransform(Slot slot) const noexcept { return partsAt(slot); }
    /// Returns the address of a slot's own parts; components are laneCount floats apart, as in TransformLanes. Precondition: isParts().
    [[nodiscard]] const float* readParts(Slot slot) const noexcept { return &lanes_[slot / laneCount].component[0][slot % laneCount]; }
    /// Sets the local matrix. `signs`: see LocalPose.
    void setMatrix(Slot slot, const Affine& matrix, const glm::vec3& signs = glm::vec3(1.f)) noexcept;
    ARMATURE_PRIVATE_API void setPose(Slot slot, const LocalPose& pose) noexcept;
    /// Returns the address of a slot's parts, for writing; components are laneCount floats apart, as in TransformLanes. Call closeParts()
    /// afterwards: closeParts() marks the slot as written, but not the slots that it drives, which the caller must mark with
    /// driverChanged().
    [[nodiscard]] float* openParts(Slot slot) noexcept
    {
        if ((traits_[slot] & isMatrix) != 0) {
            splitMatrix(slot);
        }
        return partsOf(slot);
    }
    void closeParts(Slot slot) noexcept { markWritten(slot, staleLocal); }
    /// Returns the lanes of all slots, for writing parts; the caller must mark the slots written. Precondition: areAllParts().
    [[nodiscard]] float* openAllParts() noexcept { return lanes_.empty() ? nullptr : &lanes_[0].component[0][0]; }
    /// Moves to the cache, as far as is worthwhile, what a write of all parts touches.
    void prefetchParts() const noexcept
    {
        constexpr std::size_t most = 8;
        prefetch(stale_.data(), nodes_.size());
        prefetch(traits_.data(), nodes_.size());
        prefetch(lanes_.data(), std::min(lanes_.size(), most) * sizeof(TransformLanes));
    }
    /// Writes parts without marking anything; the caller must mark the slot.
    void storeParts(Slot slot, const Transform& parts) noexcept { storeLane(parts, slot % laneCount, lanes_[slot / laneCount]); }
    /// Sets the translation of the local matrix and keeps its linear part, including shear. The parts of a pivoted slot hold another
    /// translation: see pivotShift().
    void setOrigin(Slot slot, const glm::vec3& origin) noexcept;

    /// Returns the parts as they were set, or as split from a matrix. A pivoted slot's local matrix depends on the pivot too.
    [[nodiscard]] Transform transform(Slot slot) const noexcept;
    [[nodiscard]] ARMATURE_PRIVATE_API LocalPose pose(Slot slot) const noexcept;
    /// Returns the slot's own pose as it was written, ignoring any pivot or driver: passing it to setPose() changes nothing.
    [[nodiscard]] ARMATURE_PRIVATE_API LocalPose storedPose(Slot slot) const noexcept;
    /// Lists the local pose exactly as it was set. Precondition: the slot is not driven.
    void listPose(Slot slot, StateArchive& state);
    /// Returns whether the local pose is just the slot's own parts: no matrix, no pivot, no driver.
    [[nodiscard]] bool isParts(Slot slot) const noexcept { return (traits_[slot] & specialLocals) == 0; }
    /// Returns whether isParts() is true for every slot. O(slots / bytes in a register).
    [[nodiscard]] bool areAllParts() const noexcept;
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

    /// Marks a slot and everything below it as stale. O(newly marked slots).
    void markStale(Slot slot) noexcept
    {
        if ((stale_[slot] & staleAbsolute) == 0) {
            markFresh(slot);
        }
    }
    /// Renumbers the slots if enough has changed, or if a parent comes after its child.
    void settle() const
    {
        if (wantsRenumbering()) {
            renumber();
        }
    }
    /// Computes everything stale. With `final`, which must have been set up after settle(), also computes stale final matrices.
    void update(const FinalMatrices* final = nullptr) const noexcept;
    /// Marks everything as stale, including local matrices, as if every part of every pose had been written. O(slots / bytes in a
    /// register).
    void markAllStale() noexcept;
    [[nodiscard]] std::uint64_t evaluatedCount() const noexcept { return evaluatedCount_; }
    /// Grows whenever a current matrix becomes stale. Data derived from current matrices are valid as long as the version is unchanged.
    [[nodiscard]] std::uint64_t version() const noexcept { return version_; }

    // --- final matrices: their marks are kept here, the matrices themselves by Skeleton -----------------------------------

    [[nodiscard]] bool isFinalStale(Slot slot) const noexcept { return (stale_[slot] & staleFinal) != 0; }
    void markFinalStale(Slot slot) const noexcept;
    void clearFinalStale(Slot slot) const noexcept { stale_[slot] &= static_cast<std::uint8_t>(~staleFinal); }

    // --- edges to other hierarchies ---------------------------------------------------------------------------------

    /// Sets whether the owner is notified when this slot's absolute matrix becomes stale.
    void watchAbsolute(Slot slot, bool watched) noexcept { setTrait(slot, isAbsoluteWatched, watched); }
    /// Sets whether this slot, which must be a root, is placed under owner.anchorOf(slot).
    void anchor(Slot slot, bool anchored) noexcept;
    /// Sets whether this slot's parts apply about owner.pivotOf(slot); call again when the pivot has changed. Does not change a local pose
    /// that was set as a matrix.
    void setPivoted(Slot slot, bool pivoted) noexcept;
    [[nodiscard]] bool isPivoted(Slot slot) const noexcept { return (traits_[slot] & hasPivot) != 0; }
    /// Returns pivot - L pivot, where L is the linear part of `matrix`. A pivoted slot whose local matrix has this linear part has its
    /// origin at the translation of its parts plus this offset.
    [[nodiscard]] glm::vec3 pivotShift(Slot slot, const Affine& matrix) const noexcept;
    /// Returns the local matrix that a pivoted slot has with these parts.
    [[nodiscard]] Affine composeAbout(Slot slot, const Transform& parts) const noexcept;
    /// Sets whether this slot's absolute matrix is owner.frozenAbsolute(slot), independent of its parent. Call again when that matrix has
    /// changed.
    void freeze(Slot slot, bool frozen) noexcept;
    /// Lets `driver` determine the slot's local pose from now on; users' writes to the slot go to the driver or have no effect. A null
    /// driver ends the link and keeps the last pose.
    void drive(Slot slot, const Node* driver, bool isForwardingWrites = false);
    /// Returns the node that drives the slot; null if the slot is not driven.
    [[nodiscard]] const Node* driverOf(Slot slot) const noexcept
    {
        return (traits_[slot] & hasDriver) != 0 ? links_[slot].driver : nullptr;
    }
    /// Returns whether users' writes to a driven slot go to its driver.
    [[nodiscard]] bool forwardsWrites(Slot slot) const noexcept { return (traits_[slot] & isForwarding) != 0; }
    /// Marks a driven slot after its driver's local pose was written.
    void driverChanged(Slot slot) noexcept { markWritten(slot, staleLocal); }
    /// firstDriven() returns the first of the nodes that a slot drives, in the order in which they were linked; nextDriven() returns the
    /// node after the node of `slot`. Null marks the end.
    [[nodiscard]] Node* firstDriven(Slot slot) const noexcept { return (traits_[slot] & isDriving) != 0 ? driven_[slot] : nullptr; }
    [[nodiscard]] Node* nextDriven(Slot slot) const noexcept { return links_[slot].next; }
    /// Grows whenever slots are added, removed, renumbered or put under another parent, their drivers change, or the owner's nodes change
    /// their order. Slot numbers, and data derived from them, may be cached as long as this version is unchanged.
    [[nodiscard]] std::uint64_t layoutVersion() const noexcept { return layoutVersion_; }
    /// Call after the order of the owner's nodes has changed.
    void orderChanged() noexcept { ++layoutVersion_; }

private:
    enum StaleMark : std::uint8_t {
        staleLocal = 1,     // the local matrix must be composed from the parts, or copied from the driver
        staleAbsolute = 2,  // implies staleFinal, and staleAbsolute of everything below the slot
        staleFinal = 4,
    };
    /// Special properties of a slot. isMatrix: the local pose was set as a matrix, which is split into parts on demand.
    enum Trait : std::uint8_t {
        isAbsoluteWatched = 1,
        isDriving = 2,
        isMatrix = 4,
        isAnchored = 8,
        hasDriver = 16,
        hasPivot = 32,
        isFrozen = 64,
        isForwarding = 128
    };
    /// Traits of slots whose local matrix is not composed from lanes, and of slots whose absolute matrix is not parent * local.
    static constexpr std::uint8_t specialLocals = isMatrix | hasDriver | hasPivot;
    static constexpr std::uint8_t specialAbsolutes = isAnchored | isFrozen;
    /// Offsets of rotation and scale within a slot's lane, in floats from the x of its translation. The components of a lane are laneCount
    /// floats apart.
    static constexpr std::size_t rotationPart = 3 * laneCount;
    static constexpr std::size_t scalePart = 7 * laneCount;

    /// A slot's driver, and the neighbours of the slot's node in the list of nodes that the driver drives.
    struct Link {
        const Node* driver = nullptr;
        Node* next = nullptr;      // null for the last node
        Node* previous = nullptr;  // for the first node of the list, its last node
    };

    /// Parents, children and siblings of slots. Shared between clones.
    struct Topology {
        std::vector<Slot> parent;
        std::vector<Slot> firstChild;
        std::vector<Slot> nextSibling;
        std::vector<Slot> previousSibling;
        std::vector<Slot> vacant;
        // Valid while changes == 0: the number of leading slots that are alone on their level, each the child of the slot before. All later
        // slots are below each of these.
        std::size_t trunk = 0;
        std::vector<Slot> levelOrder;  // valid while changes == 0: the children of slots [a, b) are slots [levelOrder[a], levelOrder[b])
        std::size_t changes = 1;       // number of changes since slots were last numbered level by level
        bool isParentsFirst = true;

        void reserve(std::size_t slots);
        void appendSlot();
        void link(Slot slot, Slot above);
        void unlink(Slot slot);
        void numberLevels();
    };

    void growTo(std::size_t slots);
    void splitMatrix(Slot slot) noexcept;
    void localWritten(Slot slot, bool asMatrix) noexcept;
    [[nodiscard]] float* partsOf(Slot slot) noexcept { return &lanes_[slot / laneCount].component[0][slot % laneCount]; }
    /// Marks a slot whose parts were written. Everything that is rarely needed is in one call at the end, so that setters need no stack
    /// frame.
    void partsWritten(Slot slot) noexcept
    {
        const std::uint8_t before = stale_[slot];
        const std::uint8_t traits = traits_[slot];
        stale_[slot] = static_cast<std::uint8_t>(before | staleLocal);
        if ((before & staleAbsolute) == 0 || (traits & isDriving) != 0) {
            spreadWrite(slot, (before & staleAbsolute) == 0);
        }
    }
    void spreadWrite(Slot slot, bool wasFresh) noexcept;
    void markDriven(Slot slot) noexcept;
    void appendDriven(Slot slot, Node& driven) noexcept;
    void removeDriven(Slot slot, Node& driven) noexcept;
    [[nodiscard]] static Link& linkOf(const Node& driven) noexcept;
    void setTrait(Slot slot, std::uint8_t trait, bool on) noexcept;
    /// Call after a local pose was written: marks the slot and all below it. `local` is staleLocal if the local matrix must be composed
    /// anew, otherwise 0. Decides by the previous marks, because reading back marks that were just stored would stall every write of a
    /// pose.
    void markWritten(Slot slot, std::uint8_t local) noexcept
    {
        const std::uint8_t before = stale_[slot];
        stale_[slot] = static_cast<std::uint8_t>((before & ~staleLocal) | local);
        if ((before & staleAbsolute) == 0) {
            markFresh(slot);
        }
    }
    void markOne(Slot slot) noexcept;
    void markFresh(Slot root) noexcept;
    void markLevels(Slot root) noexcept;
    [[nodiscard]] bool markRange(Slot first, Slot last) noexcept;
    void markDepthFirst(Slot root) noexcept;
    [[nodiscard]] Slot firstFresh(Slot sibling, const Topology& topology) const noexcept;

    [[nodiscard]] Transform partsAt(Slot slot) const noexcept { return loadLane(lanes_[slot / laneCount], slot % laneCount); }
    void moveByPivot(Slot slot, Affine& matrix) const noexcept;
    static void storeVectorPart(const glm::vec3& vector, float* outPart) noexcept
    {
        outPart[0] = vector.x;
        outPart[laneCount] = vector.y;
        outPart[2 * laneCount] = vector.z;
    }
    static void storeRotationPart(const glm::quat& rotation, float* outPart) noexcept
    {
        outPart[0] = rotation.x;
        outPart[laneCount] = rotation.y;
        outPart[2 * laneCount] = rotation.z;
        outPart[3 * laneCount] = rotation.w;
    }
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

    // Evaluated matrices and the numbering of slots are caches: const functions may change both.
    mutable CopyOnWrite<Topology> topology_;
    mutable std::vector<Node*> nodes_;
    mutable std::vector<Link> links_;    // by slot: its link to a driver; empty until a slot is first driven
    mutable std::vector<Node*> driven_;  // by slot: the first node that it drives; empty until a slot first drives a node
    mutable AlignedVector<TransformLanes> lanes_;
    mutable AlignedVector<Affine> local_;
    mutable AlignedVector<Affine> absolute_;
    mutable AlignedVector<std::uint8_t> stale_;
    mutable AlignedVector<std::uint8_t> traits_;
    mutable AlignedVector<std::uint8_t> blockStale_;  // by block: a superset of its slots' marks except staleLocal; 0: no marks
    mutable std::vector<Slot> path_;                  // scratch stack of evaluateChain(), which an anchor may re-enter
    std::size_t absoluteWatchedCount_ = 0;
    mutable std::uint8_t anyStale_ = 0;  // a superset of all blocks' marks
    mutable std::uint64_t evaluatedCount_ = 0;
    std::uint64_t version_ = 0;
    mutable std::uint64_t layoutVersion_ = 0;
};

}  // namespace armature
