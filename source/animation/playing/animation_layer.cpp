#include <armature/animation/animation_layer.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include <armature/node/transform_node.hpp>
#include <armature/skeleton/bone.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/playing/animation_layer_state.hpp"
#include "animation/playing/animation_mixer_state.hpp"
#include "animation/playing/player_memory.hpp"
#include "base/words.hpp"
#include "node/transform_lanes.hpp"

namespace armature {

namespace {

const Node* linkedNodeOf(const Node& node) noexcept
{
    const Bone* const bone = node.asBone();
    return bone != nullptr ? bone->getTransformNode() : nullptr;
}

/// Returns a block of differences that change nothing: no translation, no rotation, a scale of 1.
TransformLanes noDifference() noexcept
{
    TransformLanes block{};
    for (std::size_t lane = 0; lane < laneCount; ++lane) {
        storeLane({}, lane, block);
    }
    return block;
}

}  // namespace

// --- state ----------------------------------------------------------------------------------------------------------

AnimationLayer::State::State(AnimationLayer& ofLayer, AnimationMixer& owner, std::shared_ptr<const AnimationClip> sharedClip,
                             const LayerOptions& options)
    : ClipPlayer::State("animation layer", std::move(sharedClip))
    , layer(ofLayer)
    , mixer(&owner)
    , isAdditive(options.isAdditive)
    , skeleton(options.skeleton)
{
    requireAmount("weight", options.weight);
    weight.set(options.weight);
}

template <class Number>
void AnimationLayer::State::requireAmount(const char* what, Number value) const
{
    if (!std::isfinite(value) || value < Number{0}) {
        refuse(fmt::format("{} {} is {}", what, value, value < Number{0} ? "negative" : "not finite"));
    }
}

AnimationTargets* AnimationLayer::State::scene() const noexcept
{
    return mixer->state_->scene.get();
}

void AnimationLayer::State::hasStarted()
{
    isActive = true;
    mixer->state_->fallIn(layer);
}

void AnimationLayer::State::hasJumped()
{
    isActive = true;
    mixer->state_->alignWith(layer);
}

void AnimationLayer::State::hasStopped() noexcept
{
    isActive = false;
    stopsAfterFade = false;
    share.set(1.f);
}

void AnimationLayer::State::bind(const MixerTargets& targets, const MixerTargets::Places& places)
{
    if (pose != nullptr) {
        pose->bind(targets, places, targetChannels(), packed().poseEntries(), mixer->state_->memory->layouts);
        applyMasks(targets);
    }
    placeRoot(targets);
}

void AnimationLayer::State::sample(AlignedVector<float>& sampled, PoseBlocks& outPose) noexcept
{
    const MixerTargets& targets = mixer->state_->targets;
    const std::size_t size = targets.rest().size();
    const std::size_t differences = isAdditive ? targets.transformBlocks() : 0;
    growTo(outPose, size);
    std::fill_n(outPose.begin(), differences, noDifference());
    std::copy(targets.rest().begin() + static_cast<std::ptrdiff_t>(differences), targets.rest().end(),
              outPose.begin() + static_cast<std::ptrdiff_t>(differences));
    if (isAdditive) {
        std::ranges::fill(floatsOf(outPose).subspan(differences * blockFloats, (size - differences) * blockFloats), 0.f);
    }
    pose->sample(packed(), playhead, offsets.get(), sampled, floatsOf(outPose));
}

void AnimationLayer::State::wake()
{
    if (pose == nullptr) {
        pose = std::make_unique<LayerPose>(packed());
        const MixerTargets& targets = mixer->state_->targets;
        bind(targets, MixerTargets::Places(targets));
    }
}

std::vector<MixerChannel> AnimationLayer::State::targetChannels() const
{
    std::vector<MixerChannel> result;
    result.reserve(channels.size());
    for (std::size_t i = 0; i < channels.size(); ++i) {
        const AnimationChannel& channel = clip->channels()[i];
        const bool isCurve = channel.target.kind == ChannelTarget::Kind::Curve;
        const PropertySlot* const property = channels.propertyOf(i);
        result.push_back({channels.nodeOf(i), channel.path, channel.components,
                          property != nullptr ? std::optional(*property) : std::nullopt,
                          isCurve ? std::string_view(channel.target.name) : std::string_view()});
    }
    return result;
}

SearchedRig AnimationLayer::State::searchedRig() const
{
    if (const Skeleton* const only = skeleton.get()) {
        return SearchedRig::of(*only);
    }
    return ClipPlayer::State::searchedRig();
}

void AnimationLayer::State::setMask(const Node& node, float mask)
{
    masks.set(node, mask);
    if (const Node* const driver = linkedNodeOf(node)) {
        masks.set(*driver, mask);
    }
}

double AnimationLayer::State::phase() const noexcept
{
    const double length = playhead.to - playhead.from;
    return length > 0. ? (playhead.time - playhead.from) / length : 0.;
}

void AnimationLayer::State::goToPhase(double newPhase) noexcept
{
    playhead.time = newPhase >= 1. ? playhead.to : playhead.from + newPhase * (playhead.to - playhead.from);
}

double AnimationLayer::State::pace() const noexcept
{
    const double length = playhead.to - playhead.from;
    return length > 0. ? playhead.speedRatio / length : 0.;
}

// --- layer ----------------------------------------------------------------------------------------------------------

AnimationLayer::AnimationLayer(AnimationMixer& mixer, std::shared_ptr<const AnimationClip> clip, const LayerOptions& options)
    : ClipPlayer(std::make_shared<State>(*this, mixer, std::move(clip), options))
{}

AnimationLayer::State& AnimationLayer::state() const noexcept
{
    return static_cast<State&>(*state_);
}

bool AnimationLayer::isAdditive() const noexcept
{
    return state().isAdditive;
}

bool AnimationLayer::isActive() const noexcept
{
    return state().isActive;
}

void AnimationLayer::synchronizeWith(AnimationLayer* leader)
{
    if (leader != nullptr && leader->state().mixer != state().mixer) {
        state().refuse(fmt::format("the layer {} belongs to another mixer", inQuotes(leader->getName())));
    }
    if (leader != nullptr) {
        state().mixer->state_->follow(*this, *leader);
    } else {
        state().mixer->state_->letGo(*this);
    }
}

// --- weight ---------------------------------------------------------------------------------------------------------

void AnimationLayer::setWeight(float weight)
{
    fadeTo(weight, 0.);
}

float AnimationLayer::getWeight() const noexcept
{
    return state().weightNow();
}

void AnimationLayer::fadeTo(float weight, double seconds)
{
    state().requireAmount("weight", weight);
    state().requireAmount("fade time", seconds);
    state().weight.moveTo(weight, seconds);
}

void AnimationLayer::fadeIn(double seconds)
{
    state().requireAmount("fade time", seconds);
    if (!isActive()) {
        state().share.set(0.f);
    }
    if (!isPlaying()) {
        play(state().lastOptions());
    }
    state().stopsAfterFade = false;
    state().share.moveTo(1.f, seconds);
}

void AnimationLayer::fadeOut(double seconds)
{
    state().requireAmount("fade time", seconds);
    if (isActive() && seconds > 0.) {
        state().share.moveTo(0.f, seconds);
        state().stopsAfterFade = true;
    } else {
        stop();
    }
}

void AnimationLayer::crossFadeTo(AnimationLayer& other, double seconds)
{
    state().requireAmount("fade time", seconds);
    if (&other == this || other.state().mixer != state().mixer) {
        state().refuse(fmt::format("cannot cross-fade to {}", &other == this ? "itself" : inQuotes(other.getName()) + " of another mixer"));
    }
    other.fadeIn(seconds);
    fadeOut(seconds);
}

// --- mask -----------------------------------------------------------------------------------------------------------

void AnimationLayer::setMask(const Node& target, float weight)
{
    state().requireAmount("mask weight", weight);
    state().setMask(target, weight);
    state().applyMasks(state().mixer->state_->targets);
}

void AnimationLayer::setSubtreeMask(const Node& top, float weight)
{
    state().requireAmount("mask weight", weight);
    state().setMask(top, weight);
    top.forEachDescendant([&](const Node& node) { state().setMask(node, weight); });
    state().applyMasks(state().mixer->state_->targets);
}

void AnimationLayer::setMask(float weight)
{
    state().requireAmount("mask weight", weight);
    state().masks.clear();
    state().otherMask = weight;
    state().applyMasks(state().mixer->state_->targets);
}

float AnimationLayer::getMask(const Node& target) const noexcept
{
    const Node* const driver = linkedNodeOf(target);
    const float own = state().masks.at(target, state().otherMask);
    return driver != nullptr ? state().masks.at(*driver, own) : own;
}

}  // namespace armature
