#include "node/transform_hierarchy.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <armature/math/decompose.hpp>

#include "math/affine_rows.hpp"
#include "math/rotation_rule.hpp"
#include "node/node_access.hpp"

namespace armature {

LocalPose LocalPose::fromMatrix(const Affine& matrix, const glm::vec3& signs) noexcept
{
    Transform parts;
    parts.scale = {std::copysign(1.f, signs.x), std::copysign(1.f, signs.y), std::copysign(1.f, signs.z)};
    return {parts, matrix, true};
}

Transform LocalPose::toParts() const noexcept
{
    return isMatrix ? withSigns(decompose(matrix).transform, parts.scale) : parts;
}

TransformHierarchy::TransformHierarchy(const TransformHierarchy& other, HierarchyOwner& owner, std::span<Node* const> nodes)
    : owner_(owner)
    , topology_(other.topology_)
    , nodes_(nodes.begin(), nodes.end())
    , lanes_(other.lanes_)
    , local_(other.local_)
    , absolute_(other.absolute_)
    , stale_(other.stale_)
    , traits_(other.traits_)
    , blockStale_(other.blockStale_)
    , absoluteWatchedCount_(other.absoluteWatchedCount_)
    , anyStale_(other.anyStale_)
    , version_(other.version_)
{
    path_.reserve(local_.size());
    // Clears isAbsoluteWatched and isDriving in all slots before any slot is marked: marking a watched slot would call the owner, which is
    // still under construction.
    for (Slot slot = 0; slot < nodes_.size(); ++slot) {
        setTrait(slot, isAbsoluteWatched | isDriving, false);
    }
    for (Slot slot = 0; slot < nodes_.size(); ++slot) {
        if (nodes_[slot] != nullptr && (traits_[slot] & (hasDriver | isAnchored)) != 0) {
            setTrait(slot, hasDriver | isForwarding | isAnchored, false);
            setPose(slot, other.pose(slot));
        }
    }
}

void TransformHierarchy::setTranslation(Slot slot, const glm::vec3& translation) noexcept
{
    storeVectorPart(translation, openParts(slot));
    partsWritten(slot);
}

void TransformHierarchy::setRotation(Slot slot, const glm::quat& rotation) noexcept
{
    storeRotationPart(rotation, openParts(slot) + rotationPart);
    partsWritten(slot);
}

void TransformHierarchy::setScale(Slot slot, const glm::vec3& scale) noexcept
{
    storeVectorPart(scale, openParts(slot) + scalePart);
    partsWritten(slot);
}

// Prepares a slot for a write to some of its parts: splits all parts from the slot's matrix, so that the other parts keep their values.
void TransformHierarchy::splitMatrix(Slot slot) noexcept
{
    storeParts(slot, transform(slot));
    setTrait(slot, isMatrix, false);
}

void TransformHierarchy::setTransform(Slot slot, const Transform& transform) noexcept
{
    storeParts(slot, transform);
    localWritten(slot, false);
}

void TransformHierarchy::setMatrix(Slot slot, const Affine& matrix, const glm::vec3& signs) noexcept
{
    local_[slot] = matrix;
    storeParts(slot, LocalPose::fromMatrix(matrix, signs).parts);
    localWritten(slot, true);
}

void TransformHierarchy::setOrigin(Slot slot, const glm::vec3& origin) noexcept
{
    if ((traits_[slot] & isMatrix) != 0) {
        for (glm::length_t row = 0; row < 3; ++row) {
            local_[slot][row].w = origin[row];
        }
        localWritten(slot, true);
    } else {
        setTranslation(slot, isPivoted(slot) ? origin - pivotShift(slot, local(slot)) : origin);
    }
}

// The local matrix of a pivoted slot is T(translation) T(pivot) R S T(-pivot), so its translation is translation + pivot - R S pivot.
glm::vec3 TransformHierarchy::pivotShift(Slot slot, const Affine& matrix) const noexcept
{
    const glm::vec3 pivot = owner_.pivotOf(slot);
    return pivot - transformVector(matrix, pivot);
}

void TransformHierarchy::moveByPivot(Slot slot, Affine& matrix) const noexcept
{
    const glm::vec3 shift = pivotShift(slot, matrix);
    for (glm::length_t row = 0; row < 3; ++row) {
        matrix[row].w += shift[row];
    }
}

Affine TransformHierarchy::composeAbout(Slot slot, const Transform& parts) const noexcept
{
    Affine matrix = toAffine(parts);
    moveByPivot(slot, matrix);
    return matrix;
}

void TransformHierarchy::setPose(Slot slot, const LocalPose& pose) noexcept
{
    if (pose.isMatrix) {
        setMatrix(slot, pose.matrix, pose.parts.scale);
    } else {
        setTransform(slot, pose.parts);
    }
}

Transform TransformHierarchy::transform(Slot slot) const noexcept
{
    if ((traits_[slot] & hasDriver) != 0) {
        return pose(slot).toParts();
    }
    if ((traits_[slot] & isMatrix) == 0) {
        return partsAt(slot);
    }
    // The parts are not cached: once nothing is stale, several threads may read at once, so a read must not write.
    Transform parts = LocalPose::fromMatrix(local_[slot], partsAt(slot).scale).toParts();
    if (isPivoted(slot)) {
        parts.translation -= pivotShift(slot, local_[slot]);
    }
    return parts;
}

LocalPose TransformHierarchy::pose(Slot slot) const noexcept
{
    if ((traits_[slot] & hasDriver) != 0) {
        const Node& driver = *links_[slot].driver;
        return NodeAccess::hierarchy(driver).pose(NodeAccess::slot(driver));
    }
    if ((traits_[slot] & (isMatrix | hasPivot)) != 0) {
        return LocalPose::fromMatrix(local(slot), partsAt(slot).scale);
    }
    return {partsAt(slot), identityAffine(), false};
}

bool TransformHierarchy::areAllParts() const noexcept
{
    std::uint8_t any = 0;
    for (const std::uint8_t traits : traits_) {
        any |= traits;
    }
    return (any & specialLocals) == 0;
}

LocalPose TransformHierarchy::storedPose(Slot slot) const noexcept
{
    const Transform parts = partsAt(slot);
    return (traits_[slot] & isMatrix) != 0 ? LocalPose::fromMatrix(local_[slot], parts.scale) : LocalPose{parts, identityAffine(), false};
}

void TransformHierarchy::localWritten(Slot slot, bool asMatrix) noexcept
{
    if (asMatrix != ((traits_[slot] & isMatrix) != 0)) {
        setTrait(slot, isMatrix, asMatrix);
    }
    markWritten(slot, asMatrix ? std::uint8_t{0} : std::uint8_t{staleLocal});
    if ((traits_[slot] & isDriving) != 0) {
        markDriven(slot);
    }
}

void TransformHierarchy::spreadWrite(Slot slot, bool wasFresh) noexcept
{
    if (wasFresh) {
        markFresh(slot);
    }
    if ((traits_[slot] & isDriving) != 0) {
        markDriven(slot);
    }
}

void TransformHierarchy::markDriven(Slot slot) noexcept
{
    const Node* driven = driven_[slot];
    do {
        TransformHierarchy& hierarchy = NodeAccess::hierarchy(*driven);
        const Slot below = NodeAccess::slot(*driven);
        driven = hierarchy.links_[below].next;
        hierarchy.driverChanged(below);
    } while (driven != nullptr);
}

void TransformHierarchy::setTrait(Slot slot, std::uint8_t trait, bool on) noexcept
{
    absoluteWatchedCount_ -= (traits_[slot] & isAbsoluteWatched) != 0 ? 1u : 0u;
    traits_[slot] = static_cast<std::uint8_t>(on ? traits_[slot] | trait : traits_[slot] & ~trait);
    absoluteWatchedCount_ += (traits_[slot] & isAbsoluteWatched) != 0 ? 1u : 0u;
}

void TransformHierarchy::anchor(Slot slot, bool anchored) noexcept
{
    setTrait(slot, isAnchored, anchored);
    markStale(slot);
}

void TransformHierarchy::setPivoted(Slot slot, bool pivoted) noexcept
{
    setTrait(slot, hasPivot, pivoted);
    localWritten(slot, (traits_[slot] & isMatrix) != 0);
}

void TransformHierarchy::freeze(Slot slot, bool frozen) noexcept
{
    setTrait(slot, isFrozen, frozen);
    markStale(slot);
}

TransformHierarchy::Link& TransformHierarchy::linkOf(const Node& driven) noexcept
{
    return NodeAccess::hierarchy(driven).links_[NodeAccess::slot(driven)];
}

void TransformHierarchy::appendDriven(Slot slot, Node& driven) noexcept
{
    Link& link = linkOf(driven);
    link.next = nullptr;
    link.previous = &driven;
    if (Node*& first = driven_[slot]; first == nullptr) {
        first = &driven;
    } else {
        std::swap(link.previous, linkOf(*first).previous);
        linkOf(*link.previous).next = &driven;
    }
    setTrait(slot, isDriving, true);
}

void TransformHierarchy::removeDriven(Slot slot, Node& driven) noexcept
{
    const Link link = linkOf(driven);
    Node*& first = driven_[slot];
    (first == &driven ? first : linkOf(*link.previous).next) = link.next;
    if (first != nullptr) {
        linkOf(link.next != nullptr ? *link.next : *first).previous = link.previous;
    }
    setTrait(slot, isDriving, first != nullptr);
}

void TransformHierarchy::drive(Slot slot, const Node* driver, bool isForwardingWrites)
{
    const Node* const before = driverOf(slot);
    if (driver == nullptr && before == nullptr) {
        return;
    }
    const LocalPose last = driver == nullptr ? pose(slot) : LocalPose();
    if (driver != nullptr) {
        TransformHierarchy& above = NodeAccess::hierarchy(*driver);
        above.driven_.resize(above.local_.size(), nullptr);
        links_.resize(local_.size());
    }
    ++layoutVersion_;
    if (before != nullptr) {
        TransformHierarchy& above = NodeAccess::hierarchy(*before);
        ++above.layoutVersion_;
        above.removeDriven(NodeAccess::slot(*before), *nodes_[slot]);
        links_[slot] = {};
    }
    setTrait(slot, hasDriver, driver != nullptr);
    setTrait(slot, isForwarding, driver != nullptr && isForwardingWrites);
    if (driver != nullptr) {
        TransformHierarchy& above = NodeAccess::hierarchy(*driver);
        ++above.layoutVersion_;
        links_[slot].driver = driver;
        above.appendDriven(NodeAccess::slot(*driver), *nodes_[slot]);
        driverChanged(slot);
    } else {
        setPose(slot, last);
    }
}

}  // namespace armature
