#include <armature/crowd/crowd.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>
#include <glm/ext/vector_double3.hpp>

#include <armature/math/affine.hpp>
#include <armature/skeleton/pose.hpp>

#include "animation/baking/pick_bones.hpp"
#include "base/parallel_for.hpp"
#include "base/words.hpp"
#include "crowd/crowd_state.hpp"

namespace armature {

Crowd::Crowd(const Skeleton& rig) : state_(std::make_unique<State>(rig)) {}
Crowd::~Crowd() = default;

std::size_t Crowd::addClip(std::shared_ptr<const BakedClip> clip, std::shared_ptr<const AnimationClip> curves)
{
    if (clip == nullptr) {
        throw std::invalid_argument("crowd: the clip is null");
    }
    if (clip->boneCount() != state_->rig.boneCount()) {
        throw std::invalid_argument(fmt::format("crowd: the clip {} is baked for {}, the rig has {}", inQuotes(clip->getName()),
                                                counted(clip->boneCount(), "bone"), state_->rig.boneCount()));
    }
    const auto [baked, own] = std::ranges::mismatch(clip->boneNames(), state_->rig.joints.names);
    if (baked != clip->boneNames().end()) {
        throw std::invalid_argument(fmt::format("crowd: the clip {} is baked for another rig: its bone {} is {}, the rig's {}",
                                                inQuotes(clip->getName()), baked - clip->boneNames().begin(), inQuotes(*baked),
                                                inQuotes(*own)));
    }
    const std::span<const std::uint32_t> picked = state_->boneLevels.numbers();
    state_->reducedClips.push_back(picked.empty() ? clip : pickBones(*clip, picked));
    state_->clips.push_back(std::move(clip));
    state_->curves.push_back(std::move(curves));
    return state_->clips.size() - 1;
}

// --- members --------------------------------------------------------------------------------------------------------

CrowdInstance Crowd::add()
{
    if (state_->vacant.empty()) {
        state_->addMember();
    }
    const std::uint32_t index = state_->vacant.back();
    state_->vacant.pop_back();
    State::Member& member = state_->members[index];
    const std::uint32_t generation = member.generation + 1;
    member = {};
    member.generation = generation;
    member.isUsed = true;
    return {index, generation};
}

CrowdInstance Crowd::add(const CrowdPlayback& playback)
{
    state_->requirePlayback(playback);
    const CrowdInstance instance = add();
    play(instance, playback);
    return instance;
}

void Crowd::remove(CrowdInstance instance)
{
    State::Member& member = state_->at(instance);
    member.isUsed = false;
    member.modifier = nullptr;
    member.graph = nullptr;
    state_->vacant.push_back(instance.index);
}

std::size_t Crowd::size() const noexcept
{
    return state_->members.size() - state_->vacant.size();
}

bool Crowd::contains(CrowdInstance instance) const noexcept
{
    return state_->contains(instance);
}

void Crowd::play(CrowdInstance instance, const CrowdPlayback& playback)
{
    State::Member& member = state_->at(instance);
    state_->requirePlayback(playback);
    member.playback = playback;
    member.playback.time = std::clamp(playback.time, 0., state_->clips[playback.clip]->getDuration());
    member.isPlaying = true;
    member.isKept = false;
    member.fadeDuration = 0.;
    member.graph = nullptr;
}

void Crowd::crossFade(CrowdInstance instance, const CrowdPlayback& playback, double seconds)
{
    State::Member& member = state_->at(instance);
    if (!std::isfinite(seconds) || seconds < 0.) {
        throw std::invalid_argument(fmt::format("crowd: a fade of {} seconds must be finite and not negative", seconds));
    }
    state_->requirePlayback(playback);
    const bool wasPlaying = member.isPlaying && member.graph == nullptr;
    const CrowdPlayback before = member.playback;
    play(instance, playback);
    if (wasPlaying) {
        member.fadeFrom = before;
        member.fadeElapsed = 0.;
        member.fadeDuration = seconds;
    }
}

std::optional<CrowdPlayback> Crowd::getPlayback(CrowdInstance instance) const
{
    const State::Member& member = state_->at(instance);
    return member.isPlaying && member.graph == nullptr ? std::optional(member.playback) : std::nullopt;
}

void Crowd::setFrozen(CrowdInstance instance, bool frozen)
{
    State::Member& member = state_->at(instance);
    if (frozen) {
        static_cast<void>(state_->ownPalettes());  // makes the memory in which the frozen member's palette is kept
    }
    if (member.isFrozen != frozen) {
        member.isFrozen = frozen;
        member.isKept = false;
        member.wasSeen = false;
        if (member.graph != nullptr) {
            member.graph->report.clear();
        }
    }
}

void Crowd::setCulled(CrowdInstance instance, bool culled)
{
    state_->at(instance).isCulled = culled;
}

void Crowd::setUpdateInterval(CrowdInstance instance, std::size_t frames)
{
    State::Member& member = state_->at(instance);
    constexpr std::size_t limit = 1024;
    if (frames == 0 || frames > limit) {
        throw std::invalid_argument(fmt::format("crowd: an update interval of {} is not between 1 and {}", frames, limit));
    }
    if (frames != member.interval) {
        member.farPalettes.assign(frames == 1 ? 0 : 2 * state_->rig.paletteSize, identityAffine());
        member.interval = static_cast<std::uint32_t>(frames);
        member.wasSeen = false;
    }
}

void Crowd::setOverride(CrowdInstance instance, std::size_t bone, const Transform& local)
{
    State::Member& member = state_->at(instance);
    const glm::dvec3 sum = glm::dvec3(local.translation) + glm::dvec3(local.scale);
    const float length = glm::length(local.rotation);
    if (bone >= state_->rig.boneCount() || !std::isfinite(sum.x + sum.y + sum.z) || !std::isfinite(length) || length == 0.f) {
        throw std::invalid_argument(
            fmt::format("crowd: an override needs a bone below {} (not {}), finite numbers and a rotation that is not zero",
                        state_->rig.boneCount(), bone));
    }
    const Transform unit{local.translation, local.rotation / length, local.scale};
    member.isKept = false;
    const auto found = std::ranges::find(member.overrides, bone, &State::Override::bone);
    if (found != member.overrides.end()) {
        found->local = unit;
    } else {
        member.overrides.push_back({bone, unit});
    }
}

void Crowd::clearOverrides(CrowdInstance instance)
{
    State::Member& member = state_->at(instance);
    member.overrides.clear();
    member.isKept = false;
}

void Crowd::setModifier(CrowdInstance instance, CrowdModifier modifier)
{
    State::Member& member = state_->at(instance);
    member.modifier = std::move(modifier);
    member.isKept = false;
    member.wasSeen = false;
}

// --- frames ---------------------------------------------------------------------------------------------------------

void Crowd::update(double seconds, Parallelism parallelism)
{
    updateOn(Workers(parallelism), seconds, state_->ownPalettes());
}

void Crowd::update(double seconds, std::span<glm::mat3x4> outPalettes, Parallelism parallelism)
{
    updateOn(Workers(parallelism), seconds, outPalettes);
}

void Crowd::updateOn(Workers workers, double seconds, std::span<glm::mat3x4> outPalettes)
{
    state_->requireStep(seconds);
    const std::size_t needed = getCapacity() * getPaletteSize();
    if (outPalettes.size() < needed) {
        throw std::invalid_argument(fmt::format("crowd: {} of {} need {}, not {}", counted(getCapacity(), "palette"), getPaletteSize(),
                                                counted(needed, "matrix", "matrices"), outPalettes.size()));
    }
    state_->update(workers, seconds, outPalettes);
}

std::size_t Crowd::getPaletteSize() const noexcept
{
    return state_->rig.paletteSize;
}

std::size_t Crowd::getCapacity() const noexcept
{
    return state_->members.size();
}

std::span<const glm::mat3x4> Crowd::getPalettes() const
{
    return state_->ownPalettes();
}

std::span<const glm::mat3x4> Crowd::getPalette(CrowdInstance instance) const
{
    static_cast<void>(state_->at(instance));
    return getPalettes().subspan(instance.index * getPaletteSize(), getPaletteSize());
}

// --- one member -----------------------------------------------------------------------------------------------------

Pose Crowd::getPose(CrowdInstance instance) const
{
    Pose pose;
    getPose(instance, pose);
    return pose;
}

void Crowd::getPose(CrowdInstance instance, Pose& outPose) const
{
    const JointView joints = state_->pose(state_->at(instance));
    outPose.bones.resize(joints.size());
    for (std::size_t bone = 0; bone < joints.size(); ++bone) {
        outPose.bones[bone] = JointAccess::transform(joints, bone);
    }
}

glm::mat4 Crowd::getAbsoluteMatrix(CrowdInstance instance, std::size_t bone) const
{
    const JointView joints = state_->pose(state_->at(instance));
    if (bone >= joints.size()) {
        throw std::invalid_argument(fmt::format("crowd: there is no bone {}, the rig has {}", bone, joints.size()));
    }
    return joints.getAbsoluteMatrix(bone);
}

std::uint64_t Crowd::computedPoseCount() const noexcept
{
    return state_->computedPoses;
}

std::size_t Crowd::getBytesPerInstance() const noexcept
{
    return sizeof(State::Member) + state_->rig.paletteSize * sizeof(Affine);
}

}  // namespace armature
