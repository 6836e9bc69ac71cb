#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <unordered_set>

#include <fmt/format.h>
#include <glm/matrix.hpp>

#include <armature/node/descendants.hpp>

#include "base/words.hpp"
#include "node/checks.hpp"
#include "node/label.hpp"
#include "node/node_access.hpp"
#include "skeleton/skeleton_access.hpp"
#include "skeleton/skeleton_state.hpp"

namespace armature {

namespace {

/// The matrices of BoneOptions, checked, with defaults where none was given.
struct CheckedOptions {
    Affine bind;
    Affine local;
    Affine rest;
    std::optional<Affine> inverseBind;
};

CheckedOptions checkMatrices(std::string_view name, const BoneOptions& options)
{
    const glm::mat4 identity(1.f);
    const glm::mat4& bind = options.bind ? *options.bind : options.local ? *options.local : identity;
    CheckedOptions checked{};
    checked.bind = options.absoluteInverseBind ? requireAffine(name, "bind", bind) : requireInvertible(name, "bind", bind);
    checked.local = requireAffine(name, "local", options.local.value_or(bind));
    checked.rest = requireAffine(name, "rest", options.rest.value_or(bind));
    if (options.absoluteInverseBind) {
        checked.inverseBind = requireAffine(name, "absolute inverse bind", *options.absoluteInverseBind);
    }
    return checked;
}

void checkPaletteSlot(std::string_view name, const BoneOptions& options, const Rig& rig)
{
    const std::size_t index = options.index.value_or(rig.nextPaletteSlot());
    if (options.isHelper && options.index.has_value()) {
        throw std::invalid_argument(
            fmt::format("{}: a helper bone has no palette slot, but slot {} was asked for", named("bone", name), index));
    }
    if (!options.isHelper && index >= paletteLimit) {
        throw std::invalid_argument(fmt::format("{}: palette slot {} is not below {}", named("bone", name), index, paletteLimit));
    }
    if (rig.slotByPalette(index) != noSlot) {
        throw std::invalid_argument(fmt::format("{}: palette slot {} is taken", named("bone", name), index));
    }
}

void requireMember(const Skeleton& skeleton, const Bone& bone, std::string_view role)
{
    if (&bone.getSkeleton() != &skeleton) {
        throw std::invalid_argument(fmt::format("{}: the {} {} belongs to another skeleton, {}", named("skeleton", skeleton.getName()),
                                                role, label(bone), inQuotes(bone.getSkeleton().getName())));
    }
}

}  // namespace

Bone& Skeleton::createBone(std::string_view name, const BoneOptions& options)
{
    return SkeletonAccess::createBone(*this, std::make_shared<const std::string>(name), options);
}

Bone& SkeletonAccess::createBone(Skeleton& skeleton, std::shared_ptr<const std::string> name, const BoneOptions& options)
{
    Skeleton::State& state = *skeleton.state_;
    if (options.parent != nullptr) {
        requireMember(skeleton, *options.parent, "parent");
    }
    const CheckedOptions checked = checkMatrices(*name, options);
    checkPaletteSlot(*name, options, *state.rig);
    if (options.length && !(std::isfinite(*options.length) && *options.length >= 0.f)) {
        throw std::invalid_argument(fmt::format("{}: length {} must be finite and not negative", named("bone", *name), *options.length));
    }

    std::unique_ptr<Bone> owned(new Bone(skeleton, state.hierarchy, std::move(name)));
    Bone& bone = *owned;
    Bone* parent = options.parent;
    bone.slot_ = state.hierarchy.add(parent != nullptr ? parent->slot_ : noSlot, bone);
    Rig& rig = state.rig.edit();
    if (bone.slot_ >= rig.paletteSlots().size()) {
        rig.growTo(bone.slot_ + 1);
    }
    rig.names.append(bone.getName(), state.bones.size());
    rig.setBind(bone.slot_, checked.bind);
    if (checked.inverseBind) {
        rig.setInverseBind(bone.slot_, *checked.inverseBind);
    }
    rig[bone.slot_].rest = LocalPose::fromMatrix(checked.rest);
    rig[bone.slot_].length = options.length.value_or(-1.f);
    rig.markStale(bone.slot_);
    if (!options.isHelper) {
        bone.paletteSlot_ = static_cast<std::uint32_t>(options.index.value_or(rig.nextPaletteSlot()));
        rig.setPaletteSlot(bone.slot_, bone.paletteSlot_);
        state.growPalettes(rig.paletteSize());
    }
    bone.relinkUnder(parent);
    bone.place_ = static_cast<std::uint32_t>(state.bones.size());
    state.hierarchy.setMatrix(bone.slot_, checked.local);
    state.bones.push_back(&bone);
    state.placed(bone);
    state.owned.push_back(std::move(owned));
    return bone;
}

void Skeleton::removeBone(Bone& bone, Removal removal)
{
    requireMember(*this, bone, "bone");
    if (state_->removals.isUnderWay()) {
        state_->removals.later(bone, [this, removal](Bone& alive) { removeBone(alive, removal); });
    } else {
        state_->removals.run([&] { state_->remove(bone, removal); });
    }
}

void Skeleton::State::remove(Bone& bone, Removal removal)
{
    std::vector<Node*> doomed;
    do {  // repeated, because observers may attach further bones to the doomed ones
        doomed = removal == Removal::Subtree ? descendantsOf(bone) : std::vector<Node*>();
        std::erase_if(doomed, [](const Node* each) { return !each->isBone(); });
        doomed.insert(doomed.begin(), &bone);
    } while (NodeAccess::notifyDisposals(doomed));

    // Unlinks first: the node that drives a bone may be attached to that bone, and moveUp() would then move the bone with it.
    for (Node* each : doomed) {
        each->asBone()->linkTransformNode(nullptr);
    }
    std::vector<Node*> children;
    for (Node& child : removal == Removal::Subtree ? NodeRange(nullptr) : bone.getChildren()) {
        children.push_back(&child);
    }
    for (Node* child : children) {
        moveUp(*child, bone.getParentBone());
    }
    for (auto each = doomed.rbegin(); each != doomed.rend(); ++each) {  // from the leaves up
        Bone& last = *(*each)->asBone();
        for (NodeRange nodes = last.getChildren(); !nodes.empty(); nodes = last.getChildren()) {
            moveUp(*nodes.begin(), bone.getParentBone());
        }
        forget(last);
    }
    const DoomedNodes gone(doomed);
    const auto isDoomed = [&](const auto& each) { return gone.contains(&*each); };
    std::erase_if(bones, isDoomed);
    std::erase_if(owned, isDoomed);
    placesChanged();
}

void Skeleton::State::announceEnd()
{
    removals.close();
    for (std::size_t i = 0; i < bones.size(); ++i) {  // index loop, because observers may create further bones
        Node* const each = bones[i];
        NodeAccess::notifyDisposals({&each, 1});
    }
}

void Skeleton::State::placed(const Bone& bone)
{
    Rig::Placing& placing = rig.edit().placing;
    if (placing.slots.size() + 1 == bones.size()) {  // the tables were up to date before
        placing.slots.push_back(bone.slot_);
        placing.places.resize(std::max<std::size_t>(placing.places.size(), bone.slot_ + 1), noSlot);
        placing.places[bone.slot_] = bone.place_;
    }
    endKinship();
}

void Skeleton::State::placesChanged()
{
    if (!rig->placing.slots.empty()) {
        rig.edit().placing = {};
    }
    endKinship();
}

void Skeleton::State::endKinship()
{
    hierarchy.orderChanged();
    if (kinship.use_count() > 1) {
        kinship = std::make_shared<const char>();
    }
}

void Skeleton::State::moveUp(Node& child, Bone* parent)
{
    const auto move = [&](Keep keep) {
        if (Bone* bone = child.asBone()) {
            bone->setParent(parent, keep);
        } else {
            child.asTransformNode()->setParent(parent, keep);
        }
    };
    try {
        move(Keep::World);
    } catch (const std::invalid_argument&) {  // the parent or the child's own transform cannot be inverted or overflows
        move(Keep::Local);
    }
}

void Skeleton::State::forget(Bone& bone)
{
    bone.linkTransformNode(nullptr);
    bone.relinkUnder(nullptr);
    Rig& edited = rig.edit();
    if (const auto index = bone.getIndex()) {
        palette[*index] = identityAffine();
    }
    edited.clear(bone.slot_);
    edited.names.invalidate();
    hierarchy.remove(bone.slot_);
}

void Skeleton::State::keepInSkeletonSpace(Bone& bone, const Bone* parent)
{
    const Affine above = parent != nullptr ? hierarchy.absolute(parent->slot_) : identityAffine();
    const LocalPose local = requireLocalKeepingWorld(bone, above, hierarchy.absolute(bone.slot_));
    Rig& edited = rig.edit();
    edited.evaluateBind(bone.slot_, hierarchy);
    glm::dmat4 absoluteBindAbove(1.);
    if (parent != nullptr) {
        edited.evaluateBind(parent->slot_, hierarchy);
        absoluteBindAbove = edited[parent->slot_].absoluteBind;
    }
    Rig::Entry& entry = edited[bone.slot_];
    const Affine bind = toAffine(glm::inverse(absoluteBindAbove) * entry.absoluteBind);
    // A bind without a given inverse must be invertible, even after rounding.
    const bool canBeBind = entry.isInverseGiven ? isFinite(bind) : isInvertible(bind);
    entry.bind = canBeBind ? bind : entry.bind;
    const glm::dmat4 restAbove = absoluteRest(parent);
    if (isInvertible(toAffine(restAbove))) {
        const Affine rest = toAffine(glm::inverse(restAbove) * absoluteRest(&bone));
        entry.rest = isFinite(rest) ? LocalPose::fromMatrix(rest) : entry.rest;
    }
    if (bone.linkedNode_ == nullptr) {
        hierarchy.setPose(bone.slot_, local);
    }
}

std::vector<std::uint16_t> Skeleton::sortBones(PaletteOrder palette)
{
    std::vector<Bone*> sorted;
    sorted.reserve(state_->bones.size());
    std::unordered_set<const Bone*> placed;
    std::vector<Bone*> chain;
    for (Bone* bone : state_->bones) {
        for (Bone* above = bone; above != nullptr && !placed.contains(above); above = above->getParentBone()) {
            chain.push_back(above);
        }
        for (; !chain.empty(); chain.pop_back()) {
            sorted.push_back(chain.back());
            placed.insert(chain.back());
        }
    }
    state_->bones = std::move(sorted);
    state_->placesChanged();
    state_->rig.edit().names.invalidate();
    return palette == PaletteOrder::FollowBones ? state_->dealPaletteSlots() : std::vector<std::uint16_t>();
}

std::vector<std::uint16_t> Skeleton::State::dealPaletteSlots()
{
    static_cast<void>(settledRig());
    Rig& edited = rig.edit();
    std::vector<std::uint16_t> newIndices(edited.paletteSize());
    std::uint16_t next = 0;
    for (const Bone* bone : bones) {
        if (const auto index = bone->getIndex()) {
            newIndices[*index] = next++;
        }
    }
    for (std::size_t index = 0; index < newIndices.size(); ++index) {
        if (edited.slotByPalette(index) == noSlot) {
            newIndices[index] = next++;
        }
    }
    edited.permutePalette(newIndices);  // allocates, so it must come before any change to a bone
    for (Bone* bone : bones) {
        if (const auto index = bone->getIndex()) {
            bone->paletteSlot_ = newIndices[*index];
        }
    }
    invalidateSets();
    std::ranges::fill(palette, identityAffine());
    for (const Bone* bone : bones) {
        hierarchy.markFinalStale(bone->slot_);
    }
    return newIndices;
}

std::unique_ptr<Skeleton> Skeleton::clone() const
{
    state_->update();
    auto copy = std::make_unique<Skeleton>();
    std::vector<Node*> bySlot(state_->hierarchy.slotCount(), nullptr);
    std::vector<std::unique_ptr<Bone>> owned;
    std::vector<Bone*> bones;
    for (const Bone* bone : state_->bones) {
        owned.emplace_back(new Bone(*copy, copy->state_->hierarchy, NodeAccess::sharedName(*bone)));
        owned.back()->place_ = static_cast<std::uint32_t>(bones.size());
        bones.push_back(owned.back().get());
        bySlot[bone->slot_] = bones.back();
    }
    copy->state_ = std::make_unique<State>(*state_, bySlot);
    for (const Bone* bone : state_->bones) {
        Bone& twin = *bySlot[bone->slot_]->asBone();
        twin.hierarchy_ = &copy->state_->hierarchy;
        twin.slot_ = bone->slot_;
        twin.paletteSlot_ = bone->paletteSlot_;
        twin.setEnabled(bone->isSelfEnabled());
        twin.setMetadata(bone->getMetadata());
        for (const Node& child : bone->getChildren()) {
            if (child.isBone()) {
                NodeAccess::relinkUnder(*bySlot[NodeAccess::slot(child)], &twin);
            }
        }
    }
    copy->state_->owned = std::move(owned);
    copy->state_->bones = std::move(bones);

    return copy;
}

}  // namespace armature
