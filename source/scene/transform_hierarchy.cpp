#include "scene/transform_hierarchy.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <armature/math/decompose.hpp>

#include "math/affine_inline.hpp"
#include "math/rotation_rule.hpp"
#include "scene/node_access.hpp"

namespace armature {

namespace {

// Where the parts of a slot begin, counted from its translation's x: components of a lane are laneCount floats apart.
constexpr std::size_t rotationPart = 3 * laneCount;
constexpr std::size_t scalePart = 7 * laneCount;

void storeVector(const glm::vec3& vector, float* outPart) noexcept
{
    outPart[0] = vector.x;
    outPart[laneCount] = vector.y;
    outPart[2 * laneCount] = vector.z;
}

void storeRotation(const glm::quat& rotation, float* outPart) noexcept
{
    outPart[0] = rotation.x;
    outPart[laneCount] = rotation.y;
    outPart[2 * laneCount] = rotation.z;
    outPart[3 * laneCount] = rotation.w;
}

}  // namespace

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
    for (Slot slot = 0; slot < nodes_.size(); ++slot) {  // before anything is marked: the owner is not ready to be told
        setTrait(slot, isAbsoluteWatched | isLocalWatched, false);
    }
    for (Slot slot = 0; slot < nodes_.size(); ++slot) {
        if (nodes_[slot] != nullptr && (traits_[slot] & (isDriven | isAnchored)) != 0) {
            setTrait(slot, isDriven | isAnchored, false);
            setPose(slot, other.pose(slot));
        }
    }
}

void TransformHierarchy::setTranslation(Slot slot, const glm::vec3& translation) noexcept
{
    storeVector(translation, openParts(slot));
    localWritten(slot, false);
}

void TransformHierarchy::setRotation(Slot slot, const glm::quat& rotation) noexcept
{
    storeRotation(rotation, openParts(slot) + rotationPart);
    localWritten(slot, false);
}

void TransformHierarchy::setScale(Slot slot, const glm::vec3& scale) noexcept
{
    storeVector(scale, openParts(slot) + scalePart);
    localWritten(slot, false);
}

// A slot's parts of which some are about to be written: those of a matrix are split from it first, so that the others stay.
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

// T(translation) T(pivot) R S T(-pivot)
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
    if ((traits_[slot] & isDriven) != 0) {
        return pose(slot).toParts();
    }
    if ((traits_[slot] & isMatrix) == 0) {
        return partsAt(slot);
    }
    // Not kept: a const read must not write once everything is up to date.
    Transform parts = LocalPose::fromMatrix(local_[slot], partsAt(slot).scale).toParts();
    if (isPivoted(slot)) {
        parts.translation -= pivotShift(slot, local_[slot]);
    }
    return parts;
}

LocalPose TransformHierarchy::pose(Slot slot) const noexcept
{
    if ((traits_[slot] & isDriven) != 0) {
        const Node& driver = *drivers_[slot];
        return NodeAccess::hierarchy(driver).pose(NodeAccess::slot(driver));
    }
    if ((traits_[slot] & (isMatrix | hasPivot)) != 0) {
        return LocalPose::fromMatrix(local(slot), partsAt(slot).scale);
    }
    return {partsAt(slot), identityAffine(), false};
}

LocalPose TransformHierarchy::storedPose(Slot slot) const noexcept
{
    const Transform parts = partsAt(slot);
    return (traits_[slot] & isMatrix) != 0 ? LocalPose::fromMatrix(local_[slot], parts.scale) : LocalPose{parts, identityAffine(), false};
}

Transform TransformHierarchy::partsAt(Slot slot) const noexcept
{
    const auto& c = lanes_[slot / laneCount].component;
    const std::size_t lane = slot % laneCount;
    return {{c[0][lane], c[1][lane], c[2][lane]},
            glm::quat(c[6][lane], c[3][lane], c[4][lane], c[5][lane]),
            {c[7][lane], c[8][lane], c[9][lane]}};
}

void TransformHierarchy::storeParts(Slot slot, const Transform& parts) noexcept
{
    float* out = &lanes_[slot / laneCount].component[0][slot % laneCount];
    storeVector(parts.translation, out);
    storeRotation(parts.rotation, out + rotationPart);
    storeVector(parts.scale, out + scalePart);
}

void TransformHierarchy::localWritten(Slot slot, bool asMatrix) noexcept
{
    if (asMatrix != ((traits_[slot] & isMatrix) != 0)) {
        setTrait(slot, isMatrix, asMatrix);
    }
    const auto others = static_cast<std::uint8_t>(stale_[slot] & ~staleLocal);
    stale_[slot] = static_cast<std::uint8_t>(asMatrix ? others : others | staleLocal);
    markStale(slot);
    if ((traits_[slot] & isLocalWatched) != 0) {
        owner_.localChanged(slot);
    }
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

void TransformHierarchy::drive(Slot slot, const Node* driver)
{
    const LocalPose last = pose(slot);
    ++layoutVersion_;
    if ((traits_[slot] & isDriven) != 0) {
        ++NodeAccess::hierarchy(*drivers_[slot]).layoutVersion_;
    }
    if (driver != nullptr) {
        drivers_.resize(local_.size(), nullptr);
        drivers_[slot] = driver;
        ++NodeAccess::hierarchy(*driver).layoutVersion_;
        setTrait(slot, isDriven, true);
        driverChanged(slot);
    } else if ((traits_[slot] & isDriven) != 0) {
        drivers_[slot] = nullptr;
        setTrait(slot, isDriven, false);
        setPose(slot, last);
    }
}

}  // namespace armature
