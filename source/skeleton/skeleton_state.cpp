#include "skeleton/skeleton_state.hpp"

#include <algorithm>

#include <armature/skeleton/skeleton.hpp>

#include "math/affine_rows.hpp"
#include "math/fill_up.hpp"
#include "node/node_access.hpp"
#include "node/state_archive.hpp"
#include "skeleton/skeleton_access.hpp"

namespace armature {

// Searches backwards from the bone's last known position first, because removing earlier bones lowers its position.
std::size_t SkeletonAccess::findPlace(const Bone& bone, std::size_t place) noexcept
{
    const auto bones = bone.getSkeleton().bones();
    std::size_t found = std::min(place, bones.size());
    while (found > 0 && bones[found - 1] != &bone) {
        --found;
    }
    found = found > 0 ? found - 1 : static_cast<std::size_t>(std::ranges::find(bones, &bone) - bones.begin());
    bone.place_.store(static_cast<std::uint32_t>(found), std::memory_order_relaxed);
    return found;
}

Skeleton::State::State(const State& other, std::span<Node* const> nodes)
    : name(other.name)
    , hierarchy(other.hierarchy, *this, nodes)
    , rig(other.rig)
    , kinship(other.kinship)
    , palette(other.palette)
    , setPalettes(other.setPalettes)
{}

void Skeleton::State::absoluteBecameStale(std::uint32_t slot) noexcept
{
    const Node* const bone = hierarchy.nodeAt(slot);
    NodeAccess::notifyChange(*hierarchy.nodeAt(slot));
    constexpr std::size_t few = 8;
    if (attached.size() <= few) {  // reads no child that is a bone: in a crowd, bones are not in the cache
        for (std::size_t i = 0; i < attached.size(); ++i) {
            if (attached[i]->getParent() == bone) {
                NodeAccess::hierarchy(*attached[i]).markStale(NodeAccess::slot(*attached[i]));
            }
        }
        return;
    }
    for (const Node& child : bone->getChildren()) {
        if (!child.isBone()) {
            NodeAccess::hierarchy(child).markStale(NodeAccess::slot(child));
        }
    }
}

void Skeleton::State::hostMoved() noexcept
{
    for (const TransformNode* node : attached) {
        NodeAccess::hierarchy(*node).markStale(NodeAccess::slot(*node));
    }
}

void Skeleton::State::attach(TransformNode& node)
{
    attached.push_back(&node);
    hierarchy.watchAbsolute(NodeAccess::slot(*node.getParent()), true);
}

void Skeleton::State::detach(TransformNode& node) noexcept
{
    std::erase(attached, &node);
}

const Rig& Skeleton::State::settledRig() const
{
    static_cast<void>(placing());
    if (rig->isSettled()) {
        return *rig;
    }
    Rig& unsettled = rig.edit();
    for (Slot slot = 0; unsettled.staleCount() > 0 && slot < hierarchy.slotCount(); ++slot) {
        if (unsettled.isStale(slot)) {
            unsettled.evaluateBind(slot, hierarchy);
        }
    }
    unsettled.names.refresh(bones);
    return unsettled;
}

const Rig::Placing& Skeleton::State::computePlacing() const
{
    Rig::Placing& computed = rig.edit().placing;
    computed.slots.resize(bones.size());
    computed.places.assign(hierarchy.slotCount(), noSlot);
    for (std::uint32_t place = 0; place < bones.size(); ++place) {
        const Slot slot = NodeAccess::slot(*bones[place]);
        computed.slots[place] = slot;
        computed.places[slot] = place;
    }
    return computed;
}

const NameIndex& Skeleton::State::names() const
{
    if (!rig->names.isCurrent()) {
        rig.edit().names.refresh(bones);
    }
    return rig->names;
}

// Skips the bones below a bone that is already stale, and the bones below one with a given invertible inverse bind, because its absolute
// bind does not depend on ancestors.
void Skeleton::State::markBindStale(Bone& bone)
{
    invalidateSets();
    Rig& marked = rig.edit();
    std::vector<const Node*> open{&bone};
    while (!open.empty()) {
        const Node& node = *open.back();
        open.pop_back();
        const Slot slot = NodeAccess::slot(node);
        const bool leadsOn = &node == &bone || !(marked.isStale(slot) || marked[slot].isAbsoluteBindGiven);
        marked.markStale(slot);
        if (!marked[slot].isInverseGiven) {
            hierarchy.markFinalStale(slot);
        }
        if (leadsOn) {
            for (const Node& child : node.getChildren()) {
                if (child.isBone()) {
                    open.push_back(&child);
                }
            }
        }
    }
}

glm::mat4 Skeleton::State::computeFinal(Slot slot, std::uint32_t paletteSlot) const noexcept
{
    const AffineRows final = multiplyRows(loadRows(hierarchy.absolute(slot)), loadRows(rigAt(slot).inverseBind(slot)));
    if (paletteSlot != noSlot) {
        storeRows(final, palette[paletteSlot]);
        hierarchy.clearFinalStale(slot);
    }
    return toMat4Inline(final);
}

void Skeleton::State::update() const noexcept
{
    hierarchy.settle();  // may move the rig's slots
    const Rig& settled = settledRig();
    const FinalMatrices final{settled.inverseBinds(), settled.paletteSlots(), palette};
    hierarchy.update(&final);
    for (std::size_t set = 0; set < setPalettes.size(); ++set) {
        if (setPalettes[set].version != hierarchy.version()) {
            updateSet(set);
        }
    }
}

void Skeleton::State::reserve(std::size_t boneCount)
{
    hierarchy.reserve(boneCount);
    rig.edit().reserve(boneCount);
    owned.reserve(boneCount);
    bones.reserve(boneCount);
    palette.reserve(boneCount);
}

void Skeleton::State::growPalettes(std::size_t size)
{
    fillUp(palette, size, identityAffine());
    for (SetPalette& set : setPalettes) {
        fillUp(set.matrices, size, identityAffine());
    }
}

void Skeleton::State::setInverseBindSets(const std::vector<AlignedVector<Affine>>& sets)
{
    setPalettes.resize(sets.size(), {AlignedVector<Affine>(palette.size(), identityAffine())});
    rig.edit().inverseBindSets = sets;
    invalidateSets();
}

void Skeleton::State::invalidateSets() noexcept
{
    for (SetPalette& set : setPalettes) {
        set.version = ~std::uint64_t{0};
    }
}

void Skeleton::State::updateSet(std::size_t set) const noexcept
{
    const AlignedVector<Affine>& inverseBinds = rig->inverseBindSets[set];
    SetPalette& out = setPalettes[set];
    for (std::size_t index = 0; index < palette.size(); ++index) {
        const Slot slot = rig->slotByPalette(index);
        if (slot == noSlot) {
            out.matrices[index] = identityAffine();
        } else {
            out.matrices[index] =
                multiplyInline(hierarchy.absolute(slot), index < inverseBinds.size() ? inverseBinds[index] : rig->inverseBind(slot));
        }
    }
    out.version = hierarchy.version();
}

glm::dmat4 Skeleton::State::absoluteRest(const Bone* bone) const
{
    glm::dmat4 rest(1.);
    for (; bone != nullptr; bone = bone->getParentBone()) {
        rest = toDmat4((*rig)[NodeAccess::slot(*bone)].rest.toMatrix()) * rest;
    }
    return rest;
}

// Saves derived values as well as values that were set, because computing them again would round differently.
void Skeleton::State::listRig(Bone& bone, StateArchive& state)
{
    const Slot slot = NodeAccess::slot(bone);
    Rig::Entry entry = (*rig)[slot];
    Affine inverseBind = rig->inverseBind(slot);
    auto& [bind, absoluteBind, rest, length, isInverseGiven, isAbsoluteBindGiven, isStale] = entry;  // settled: not stale
    if (state.values(bind, absoluteBind, rest, length, isInverseGiven, isAbsoluteBindGiven, inverseBind)) {
        rig.edit().setBone(slot, entry, inverseBind);
        hierarchy.markFinalStale(slot);
        invalidateSets();
    }
}

void Skeleton::State::listInverseBindSets(StateArchive& state)
{
    const auto& current = rig->inverseBindSets;
    const std::size_t count = state.exchange(current.size());
    std::vector<AlignedVector<Affine>> restored(state.isRestoring() ? count : 0);
    bool differs = state.isRestoring() && count != current.size();
    const AlignedVector<Affine> none;
    for (std::size_t set = 0; set < count; ++set) {
        const AlignedVector<Affine>& before = set < current.size() ? current[set] : none;
        AlignedVector<Affine> after = state.isRestoring() ? before : none;
        differs = state.list(before, after) || differs;
        if (state.isRestoring()) {
            restored[set] = std::move(after);
        }
    }
    if (differs) {
        setInverseBindSets(restored);
    }
}

void Bone::listState(StateArchive& state)
{
    NodeAccess::listState(state, *this);
    Skeleton::State& skeleton = *skeleton_->state_;
    state.same("as its palette slot", getIndex().value_or(noSlot));
    state.same("as its parent", getParentBone() != nullptr ? state.placeOf(*getParentBone()) : noSlot);
    skeleton.listRig(*this, state);

    Node* const linked = state.node("linked node", linkedNode_);
    LinkMode mode = linkMode_;
    const bool isOtherMode = state.values(mode);
    if (state.isRestoring() && (linked != linkedNode_ || isOtherMode)) {
        linkTransformNode(linked != nullptr ? linked->asTransformNode() : nullptr, mode);
    }
    if (linked == nullptr) {
        hierarchy_->listPose(slot_, state);
    }
}

void Skeleton::listState(StateArchive& state)
{
    state.object("skeleton", getName());
    const std::string_view name = state.exchange(std::string_view(getName()));
    if (state.isRestoring() && name != getName()) {
        setName(name);
    }
    state.same("bones", state_->bones.size());
    Node* const host = state.node("host", state_->host);
    if (state.isCutting() && host != state_->host) {
        setHostNode(nullptr);
    }
    if (state.isRestoring() && host != state_->host) {
        setHostNode(host->asTransformNode());
    }
    static_cast<void>(state_->settledRig());
    state_->listInverseBindSets(state);
    for (Bone* bone : state_->bones) {
        state.enter("bone", bone->getName());
        bone->listState(state);
    }
}

}  // namespace armature
