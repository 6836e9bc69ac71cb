#include <armature/skeleton/skeleton.hpp>

#include "node/node_access.hpp"
#include "node/state_archive.hpp"
#include "skeleton/skeleton_state.hpp"

/// The state that a skeleton and its bones save: see SavedState.
namespace armature {

// Saves both the values that were set and those derived from them: recomputing the latter would round differently.
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
