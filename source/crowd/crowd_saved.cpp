#include "crowd/crowd_state.hpp"
#include "node/state_archive.hpp"

/// The state that a crowd and its members save: see SavedState.
namespace armature {

bool listState(StateArchive& state, CrowdPlayback& listed)
{
    auto& [clip, time, speedRatio, loop] = listed;
    return state.values(clip, time, speedRatio, loop);
}

// Leaves out isKept: a frozen member's palette is computed again, with the same bits.
void Crowd::State::listMember(StateArchive& state, Member& member) const
{
    auto& [generation, isUsed, isFrozen, isCulled, isPlaying, isKept, wasSeen, isLaterFirst, boneLevel, interval, step, playback, fadeFrom,
           fadeElapsed, fadeDuration, overrides, farPalettes, modifier, graph] = member;
    const std::uint32_t before = generation;
    state.values(generation);
    const bool isSavedAsUsed = state.exchange(isUsed);
    if (state.isRestoring()) {
        isUsed = isSavedAsUsed;
        isKept = false;
        if (!isUsed || generation != before) {
            modifier = nullptr;  // it belonged to another member
        }
    }
    if (!isSavedAsUsed) {
        return;
    }
    state.values(isFrozen, isCulled, isPlaying, wasSeen, isLaterFirst, boneLevel, interval, step, playback, fadeFrom, fadeElapsed,
                 fadeDuration);
    const std::size_t overrideCount = state.exchange(overrides.size());
    if (state.isRestoring()) {
        overrides.resize(overrideCount);
    }
    for (std::size_t i = 0; i < overrideCount; ++i) {
        Override listed = i < overrides.size() ? overrides[i] : Override{};
        if (state.values(listed.bone, listed.local)) {
            overrides[i] = listed;
        }
    }
    if (AlignedVector<Affine> restored; state.list(farPalettes, restored)) {
        farPalettes = std::move(restored);
    }
    listGraph(state, member);
}

// If the saved member played another graph than it plays now, a new playback is made to restore.
void Crowd::State::listGraph(StateArchive& state, Member& member) const
{
    const std::uint32_t saved = state.exchange(member.graph != nullptr ? member.graph->index : noIndex);
    if (saved == noIndex) {
        if (state.isRestoring()) {
            member.graph = nullptr;
        }
    } else if (member.graph != nullptr && member.graph->index == saved) {
        member.graph->run.list(state, CompiledGraph::of(*graphs[saved]));
        if (state.isRestoring()) {
            member.graph->report.clear();
        }
    } else {
        auto other = std::make_unique<GraphPlayback>(saved, *graphs[saved]);
        other->run.list(state, CompiledGraph::of(*graphs[saved]));
        if (state.isRestoring()) {
            member.graph = std::move(other);
        }
    }
}

void Crowd::State::list(StateArchive& state)
{
    state.object("crowd");
    state.same("bones", rig.boneCount());
    state.same("matrices in a palette", rig.paletteSize);
    state.same("clips", clips.size());
    for (const auto& clip : clips) {
        state.same("as a clip", clip->getName());
    }
    state.same("graphs", graphs.size());
    const std::size_t count = state.exchange(members.size());
    if (state.isRestoring()) {
        members.resize(count);
        palettes.resize(count * rig.paletteSize, identityAffine());
    }
    std::vector<std::uint32_t> restored;
    if (state.list(vacant, restored)) {
        vacant = restored;
        vacant.reserve(count);  // so that remove() cannot fail
    }
    Member absent;
    for (std::size_t i = 0; i < count; ++i) {
        listMember(state, i < members.size() ? members[i] : absent);
    }
}

void Crowd::listState(StateArchive& state)
{
    state_->list(state);
}

}  // namespace armature
