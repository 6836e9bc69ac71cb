#include "crowd/crowd_state.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "animation/clip/kernels/blend_kernels.hpp"
#include "node/state_archive.hpp"
#include "node/transform_lanes.hpp"

namespace armature {

Crowd::State::Scratch::Scratch(const CrowdRigData& rig)
    : fade(rig.rest), byBone(rig.boneCount() + 1), absolute(rig.boneCount()), discarded(rig.paletteSize)
{
    for (std::size_t instance = 0; instance < laneCount; ++instance) {  // lanes without a member compute the rest pose
        byInstance.insert(byInstance.end(), rig.rest.begin(), rig.rest.end());
    }
}

void Crowd::State::makeScratch(std::size_t threads)
{
    while (scratch_.size() < threads) {
        scratch_.emplace_back(rig);
    }
    for (Scratch& scratch : scratch_) {
        while (scratch.graphs.size() < graphs.size()) {
            scratch.graphs.emplace_back(CompiledGraph::of(*graphs[scratch.graphs.size()]));
        }
    }
}

bool Crowd::State::contains(CrowdInstance instance) const noexcept
{
    return instance.index < members.size() && members[instance.index].isUsed && members[instance.index].generation == instance.generation;
}

Crowd::State::Member& Crowd::State::at(CrowdInstance instance)
{
    if (!contains(instance)) {
        throw std::invalid_argument(
            fmt::format("crowd: member {} of generation {} does not exist or was removed", instance.index, instance.generation));
    }
    return members[instance.index];
}

void Crowd::State::requirePlayback(const CrowdPlayback& playback) const
{
    if (playback.clip >= clips.size()) {
        throw std::invalid_argument(fmt::format("crowd: there is no clip {}, only {} were added", playback.clip, clips.size()));
    }
    if (!std::isfinite(playback.time) || !std::isfinite(playback.speedRatio)) {
        throw std::invalid_argument(fmt::format("crowd: time {} and speed ratio {} must be finite", playback.time, playback.speedRatio));
    }
}

void Crowd::State::addMember()
{
    vacant.reserve(members.size() + 1);
    if (hasPalettes_) {
        palettes_.resize((members.size() + 1) * rig.paletteSize, identityAffine());
    }
    members.emplace_back();
    vacant.push_back(static_cast<std::uint32_t>(members.size() - 1));
}

AlignedVector<Affine>& Crowd::State::ownPalettes()
{
    if (!hasPalettes_.load(std::memory_order_acquire)) {
        const std::lock_guard lock(palettesMutex_);
        if (!hasPalettes_) {
            palettes_.resize(members.size() * rig.paletteSize, identityAffine());
            hasPalettes_.store(true, std::memory_order_release);
        }
    }
    return palettes_;
}

// --- time -----------------------------------------------------------------------------------------------------------

// Returns a time inside the clip. A looping clip also shows its end: time wraps when it passes the end, not when it reaches it (see
// AnimationGroup).
double Crowd::State::wrap(const CrowdPlayback& playback, double seconds) const noexcept
{
    const double duration = clips[playback.clip]->getDuration();
    if (playback.loop && duration > 0. && (seconds > duration || seconds < 0.)) {
        const double rest = std::fmod(seconds, duration);
        return rest < 0. ? rest + duration : rest;
    }
    return std::clamp(seconds, 0., duration);
}

void Crowd::State::advance(Member& member, double seconds, Scratch& scratch) const
{
    if (member.graph != nullptr) {
        GraphWork& memory = scratch.graphs[member.graph->index];
        const CompiledGraph& graph = CompiledGraph::of(*graphs[member.graph->index]);
        GraphStepper(graph, member.graph->run, member.graph->modifiers, memory.poses, memory.steps, member.graph->report).advance(seconds);
    } else if (member.isPlaying) {
        advancePlayback(member, seconds);
    }
}

void Crowd::State::advancePlayback(Member& member, double seconds) const noexcept
{
    member.playback.time = wrap(member.playback, member.playback.time + seconds * member.playback.speedRatio);
    if (member.fadeDuration > 0.) {
        member.fadeFrom.time = wrap(member.fadeFrom, member.fadeFrom.time + seconds * member.fadeFrom.speedRatio);
        member.fadeElapsed += std::abs(seconds);
        if (member.fadeElapsed >= member.fadeDuration) {
            member.fadeDuration = 0.;
        }
    }
}

// --- poses ----------------------------------------------------------------------------------------------------------

void Crowd::State::samplePlayback(const Member& member, double ahead, double seconds, std::span<const std::shared_ptr<const BakedClip>> of,
                                  Scratch& scratch, std::span<TransformLanes> outBlocks) const
{
    const auto sampleAhead = [&](const CrowdPlayback& playback, std::span<TransformLanes> out) {
        of[playback.clip]->sample(wrap(playback, playback.time + ahead * seconds * playback.speedRatio), out);
    };
    sampleAhead(member.playback, outBlocks);
    const double faded = std::max(0., member.fadeElapsed + ahead * std::abs(seconds));
    if (faded < member.fadeDuration) {
        const auto from = std::span(scratch.fade).first(outBlocks.size());
        sampleAhead(member.fadeFrom, from);
        blendLanes(from, outBlocks, static_cast<float>(faded / member.fadeDuration), outBlocks);
    }
}

void Crowd::State::samplePose(const Member& member, double ahead, double seconds, Scratch& scratch,
                              std::span<TransformLanes> outBlocks) const
{
    if (member.graph != nullptr) {
        sampleGraph(*member.graph, ahead * seconds, scratch, outBlocks);
    } else if (member.isPlaying) {
        samplePlayback(member, ahead, seconds, clips, scratch, outBlocks);
    } else {
        std::ranges::copy(rig.rest, outBlocks.begin());
    }
    for (const Override& replaced : member.overrides) {
        storeLane(replaced.local, replaced.bone % laneCount, outBlocks[replaced.bone / laneCount]);
    }
    if (member.modifier) {
        member.modifier(JointAccess::ofLanes(joints, outBlocks.data()));
    }
}

/// Samples the bones of a level, for a member without a graph or a modifier.
void Crowd::State::sampleReduced(const Member& member, double ahead, double seconds, Scratch& scratch,
                                 std::span<TransformLanes> outBlocks) const
{
    if (member.isPlaying) {
        samplePlayback(member, ahead, seconds, reducedClips, scratch, outBlocks);
    } else {
        std::ranges::copy(boneLevels.rest().first(outBlocks.size()), outBlocks.begin());
    }
    for (const Override& replaced : member.overrides) {
        const std::size_t place = boneLevels.places()[replaced.bone];
        if (place < outBlocks.size() * laneCount) {
            storeLane(replaced.local, place % laneCount, outBlocks[place / laneCount]);
        }
    }
}

/// Samples the pose of a graph. `ahead` is in seconds; the graph's states stay as they are.
void Crowd::State::sampleGraph(GraphPlayback& playback, double ahead, Scratch& scratch, std::span<TransformLanes> outBlocks) const
{
    const CompiledGraph& graph = CompiledGraph::of(*graphs[playback.index]);
    evaluateRun({graph, playback.run, ahead}, playback.modifiers, scratch.graphs[playback.index].poses, outBlocks);
}

JointView Crowd::State::pose(const Member& member)
{
    makeScratch(1);
    const auto blocks = std::span(scratch_.front().byInstance).first(rig.rest.size());
    samplePose(member, 0., 0., scratch_.front(), blocks);
    return JointAccess::ofLanes(joints, blocks.data());
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
        if (state.values(listed)) {
            overrides[i] = listed;
        }
    }
    if (AlignedVector<Affine> restored; state.list(farPalettes, restored)) {
        farPalettes = std::move(restored);
    }
    listGraph(state, member);
}

// If the member played a different graph when it was saved, the state of that graph is restored into a new playback.
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
        if (hasPalettes_) {
            palettes_.resize(count * rig.paletteSize, identityAffine());
        }
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
