#include <armature/skeleton/bone.hpp>

#include <cmath>
#include <stdexcept>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <armature/node/descendants.hpp>

#include "base/words.hpp"
#include "node/checks.hpp"
#include "node/label.hpp"
#include "node/node_access.hpp"
#include "skeleton/skeleton_state.hpp"

namespace armature {

Bone::Bone(Skeleton& skeleton, TransformHierarchy& hierarchy, std::shared_ptr<const std::string> name) noexcept
    : Node(Kind::Bone, hierarchy, std::move(name)), skeleton_(&skeleton)
{}

Bone* Bone::getParentBone() noexcept
{
    return getParent() != nullptr ? getParent()->asBone() : nullptr;
}

const Bone* Bone::getParentBone() const noexcept
{
    return getParent() != nullptr ? getParent()->asBone() : nullptr;
}

std::optional<float> Bone::getLength() const noexcept
{
    const Skeleton::State& state = *skeleton_->state_;
    if (const float length = (*state.rig)[slot_].length; length >= 0.f) {
        return length;
    }
    const Bone* const child = NodeAccess::firstChildBone(*this);
    if (child == nullptr) {
        return std::nullopt;
    }
    const glm::dvec3 from(state.rigAt(slot_)[slot_].absoluteBind[3]);
    const glm::dvec3 to(state.rigAt(child->slot_)[child->slot_].absoluteBind[3]);
    return static_cast<float>(glm::distance(from, to));
}

void Bone::setLength(std::optional<float> length)
{
    if (length.has_value() && !(std::isfinite(*length) && *length >= 0.f)) {
        throw std::invalid_argument(fmt::format("{}: length {} must be finite and not negative", label(*this), *length));
    }
    skeleton_->state_->rig.edit()[slot_].length = length.value_or(-1.f);
}

void Bone::lengthen(float factor)
{
    if (!(std::isfinite(factor) && factor > 0.f)) {
        throw std::invalid_argument(fmt::format("{}: cannot be made {} times as long, only a finite number above 0", label(*this), factor));
    }
    struct Moved {
        Node* node;
        Transform local;
        LocalPose rest;  // the rest pose, if the child is a bone
    };
    std::vector<Moved> moved;
    const auto move = [&](Node& child) {
        const Bone* const bone = child.asBone();
        if (bone != nullptr && bone->getTransformNode() != nullptr && bone->getLinkMode() == LinkMode::NodeDrives) {
            throw std::invalid_argument(fmt::format("{}: cannot be lengthened, because only node {} moves its child {}", label(*this),
                                                    label(*bone->getTransformNode()), label(*bone)));
        }
        Moved each{&child, child.getTransform(), bone != nullptr ? (*skeleton_->state_->rig)[bone->slot_].rest : LocalPose()};
        each.local.translation *= factor;
        each.rest.parts.translation *= factor;
        for (glm::length_t row = 0; row < 3; ++row) {
            each.rest.matrix[row].w *= factor;
        }
        if (!isFinite(toAffine(each.local)) || !isFinite(each.rest.toMatrix())) {
            throw std::invalid_argument(
                fmt::format("{}: cannot be made {} times as long: {} would be too far away", label(*this), factor, label(child)));
        }
        moved.push_back(each);
    };
    for (Node& child : getChildren()) {
        move(child);
    }
    // Nodes attached to a bone of an imported skeleton are children of the bone's linked node.
    if (linkedNode_ != nullptr && linkMode_ == LinkMode::ForwardWrites) {
        for (Node& child : linkedNode_->getChildren()) {
            if (NodeAccess::firstDriven(child) == nullptr) {
                move(child);
            }
        }
    }
    for (const Moved& each : moved) {
        each.node->setPosition(each.local.translation);
        if (const Bone* const bone = each.node->asBone()) {
            skeleton_->state_->rig.edit()[bone->slot_].rest = each.rest;
        }
    }
    if (const float length = (*skeleton_->state_->rig)[slot_].length; length >= 0.f) {
        skeleton_->state_->rig.edit()[slot_].length = length * factor;
    }
}

// --- pose -----------------------------------------------------------------------------------------------------------

glm::mat4 Bone::getAbsoluteMatrix() const noexcept
{
    return toMat4(hierarchy_->absolute(slot_));
}

void Bone::computeAbsoluteMatrices() const noexcept
{
    static_cast<void>(hierarchy_->absolute(slot_));
    forEachDescendant([](const Node& below) {
        if (!below.isBone()) {
            return Visit::SkipChildren;
        }
        static_cast<void>(NodeAccess::hierarchy(below).absolute(NodeAccess::slot(below)));
        return Visit::Continue;
    });
}

glm::mat4 Bone::getFinalMatrix() const noexcept
{
    const Skeleton::State& state = *skeleton_->state_;
    if (paletteSlot_ == noPaletteSlot || state.hierarchy.isFinalStale(slot_)) {
        return state.computeFinal(slot_, paletteSlot_);
    }
    return toMat4Inline(state.palette[paletteSlot_]);
}

// --- bind and rest --------------------------------------------------------------------------------------------------

glm::mat4 Bone::getBindMatrix() const noexcept
{
    return toMat4(skeleton_->state_->rigAt(slot_)[slot_].bind);
}

glm::mat4 Bone::getAbsoluteBindMatrix() const noexcept
{
    return glm::mat4(skeleton_->state_->rigAt(slot_)[slot_].absoluteBind);
}

glm::mat4 Bone::getAbsoluteInverseBindMatrix() const noexcept
{
    return toMat4(skeleton_->state_->rigAt(slot_).inverseBind(slot_));
}

void Bone::setBindMatrix(const glm::mat4& bind, BindUpdate update)
{
    const Affine checked = requireInvertible(getName(), "bind", bind);
    Skeleton::State& state = *skeleton_->state_;
    state.rig.edit().setBind(slot_, checked);
    state.markBindStale(*this);
    if (update == BindUpdate::ResetPose) {
        const auto target = NodeAccess::driver(*this);
        target.hierarchy->setMatrix(target.slot, checked);
    }
}

void Bone::setAbsoluteInverseBindMatrix(const glm::mat4& inverseBind)
{
    const Affine checked = requireAffine(getName(), "absolute inverse bind", inverseBind);
    Skeleton::State& state = *skeleton_->state_;
    state.rig.edit().setInverseBind(slot_, checked);
    state.markBindStale(*this);
    hierarchy_->markFinalStale(slot_);
}

glm::mat4 Bone::getRestMatrix() const noexcept
{
    return toMat4((*skeleton_->state_->rig)[slot_].rest.toMatrix());
}

void Bone::setRestMatrix(const glm::mat4& rest)
{
    const Affine checked = requireAffine(getName(), "rest", rest);
    skeleton_->state_->rig.edit()[slot_].rest = LocalPose::fromMatrix(checked);
}

void Bone::returnToRest()
{
    const PoseTarget driver = NodeAccess::driver(*this);
    driver.hierarchy->setPose(driver.slot, (*skeleton_->state_->rig)[slot_].rest);
}

void Bone::returnSubtreeToRest()
{
    returnToRest();
    for (Node* below : descendantsOf(*this)) {
        if (Bone* bone = below->asBone()) {
            bone->returnToRest();
        }
    }
}

void Bone::setCurrentPoseAsRest()
{
    skeleton_->state_->rig.edit()[slot_].rest = hierarchy_->pose(slot_);
}

// --- tree and links -------------------------------------------------------------------------------------------------

void Bone::setParent(Bone* parent, Keep keep)
{
    if (parent == getParent()) {
        return;
    }
    if (parent != nullptr && parent->skeleton_ != skeleton_) {
        throw std::invalid_argument(fmt::format("{}: the parent {} belongs to another skeleton ({}, not {})", label(*this), label(*parent),
                                                inQuotes(parent->skeleton_->getName()), inQuotes(skeleton_->getName())));
    }
    refuseCycle(*this, parent);
    Skeleton::State& state = *skeleton_->state_;
    if (keep == Keep::World) {
        state.keepInSkeletonSpace(*this, parent);
    }
    relinkUnder(parent);
    hierarchy_->setParent(slot_, parent != nullptr ? parent->slot_ : noSlot);
    state.markBindStale(*this);
}

void Bone::linkTransformNode(TransformNode* node, LinkMode mode)
{
    hierarchy_->drive(slot_, node, mode == LinkMode::ForwardWrites);
    linkedNode_ = node;
    linkMode_ = mode;
}

}  // namespace armature
