#include <armature/animation/animation_layer.hpp>

#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include <armature/node/transform_node.hpp>
#include <armature/skeleton/bone.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/clip/channel_targets.hpp"
#include "animation/clip/clip_validation.hpp"
#include "animation/clip/unbound_channels.hpp"
#include "animation/playing/animation_layer_state.hpp"
#include "animation/playing/animation_mixer_state.hpp"
#include "base/words.hpp"

namespace armature {

namespace {

template <class Number>
void requireAmount(const Player& player, const char* what, Number value)
{
    if (!std::isfinite(value) || value < Number{0}) {
        throw std::invalid_argument(fmt::format("{} {}: {} {} is {}", player.kind, inQuotes(player.clip.getName()), what, value,
                                                value < Number{0} ? "negative" : "not finite"));
    }
}

const Node* linkedNodeOf(const Node& node) noexcept
{
    const Bone* const bone = node.asBone();
    return bone != nullptr ? bone->getTransformNode() : nullptr;
}

}  // namespace

// --- state ----------------------------------------------------------------------------------------------------------

AnimationLayer::State::State(AnimationMixer& owner, std::shared_ptr<const AnimationClip> sharedClip, const LayerOptions& options)
    : mixer(&owner), clip(requireClip(std::move(sharedClip), "animation layer")), isAdditive(options.isAdditive), skeleton(options.skeleton)
{
    requireAmount(player(), "weight", options.weight);
    weight.set(options.weight);
    playhead.to = clip->getDuration();
}

void AnimationLayer::State::bind(const MixerTargets& targets)
{
    if (pose != nullptr) {
        pose->bind(targets, targetChannels(), clip->packed_->poseEntries(), isAdditive);
        applyMasks(targets);
    }
    placeRoot(targets);
}

void AnimationLayer::State::wake()
{
    if (pose == nullptr) {
        pose = std::make_unique<LayerPose>(*clip->packed_);
        bind(mixer->state_->targets);
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
    const AnimationTargets* const scene = mixer->state_->scene.get();
    return scene != nullptr ? SearchedRig::of(*scene) : SearchedRig{"a scene that is gone", {}};
}

void AnimationLayer::State::setMask(const Node& node, float mask)
{
    masks.set(node, mask);
    if (const Node* const driver = linkedNodeOf(node)) {
        masks.set(*driver, mask);
    }
}

void AnimationLayer::State::stop() noexcept
{
    playhead.state = Playhead::State::Stopped;
    playhead.goToStart();
    isActive = false;
    events.forgetMove();
    stopsAfterFade = false;
    share.set(1.f);
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
    : state_(std::make_unique<State>(mixer, std::move(clip), options))
{}

AnimationLayer::~AnimationLayer() = default;

const std::string& AnimationLayer::getName() const noexcept
{
    return state_->clip->getName();
}

const AnimationClip& AnimationLayer::getClip() const noexcept
{
    return *state_->clip;
}

bool AnimationLayer::isAdditive() const noexcept
{
    return state_->isAdditive;
}

std::size_t AnimationLayer::unboundChannelCount() const noexcept
{
    return state_->channels.countUnbound();
}

std::vector<UnboundChannel> AnimationLayer::getUnboundChannels() const
{
    return listUnbound(state_->clip->channels(), state_->channels.list());
}

std::vector<std::string> AnimationLayer::getWarnings() const
{
    return warningsOf(getName(), getUnboundChannels(), state_->searchedRig());
}

const Node* AnimationLayer::getTarget(std::size_t channel) const
{
    if (channel >= state_->channels.size()) {
        throw std::out_of_range(fmt::format("animation layer {}: there is no channel {}, the clip has {}", inQuotes(getName()), channel,
                                            state_->channels.size()));
    }
    return state_->channels.nodeOf(channel);
}

// --- time -----------------------------------------------------------------------------------------------------------

void AnimationLayer::play(const PlayOptions& options)
{
    const bool isResumed = isPaused();
    startPlaying(state_->player(), state_->playhead, options);
    state_->offsets.prepare(*state_->clip, state_->clip->packed_->poseEntries(), state_->channels, state_->mixer->state_->scene.get(),
                            state_->playhead, isResumed);
    state_->lastOptions = options;
    state_->wake();
    state_->isActive = true;
    if (!isResumed) {
        state_->events.jumped();
    }
    state_->mixer->state_->fallIn(*this);
}

void AnimationLayer::pause() noexcept
{
    if (isPlaying()) {
        state_->playhead.state = Playhead::State::Paused;
    }
}

void AnimationLayer::stop() noexcept
{
    state_->stop();
}

void AnimationLayer::goTo(double seconds)
{
    jumpTo(state_->player(), state_->playhead, seconds);
    state_->wake();
    state_->isActive = true;
    state_->events.jumped();
    state_->mixer->state_->alignWith(*this);
}

bool AnimationLayer::isPlaying() const noexcept
{
    return state_->isPlaying();
}

bool AnimationLayer::isPaused() const noexcept
{
    return state_->playhead.state == Playhead::State::Paused;
}

bool AnimationLayer::isActive() const noexcept
{
    return state_->isActive;
}

double AnimationLayer::getCurrentTime() const noexcept
{
    return state_->playhead.time;
}

double AnimationLayer::getSpeedRatio() const noexcept
{
    return state_->playhead.speedRatio;
}

void AnimationLayer::setSpeedRatio(double speedRatio)
{
    requireSpeedRatio(state_->player(), speedRatio);
    state_->playhead.speedRatio = speedRatio;
    state_->lastOptions.speedRatio = speedRatio;
}

LoopMode AnimationLayer::getLoopMode() const noexcept
{
    return state_->playhead.loopMode;
}

bool AnimationLayer::isLooping() const noexcept
{
    return state_->playhead.loop;
}

void AnimationLayer::setLooping(bool loop) noexcept
{
    state_->playhead.loop = loop;
    state_->lastOptions.loop = loop;
}

void AnimationLayer::synchronizeWith(AnimationLayer* leader)
{
    if (leader != nullptr && leader->state_->mixer != state_->mixer) {
        throw std::invalid_argument(
            fmt::format("animation layer {}: the layer {} belongs to another mixer", inQuotes(getName()), inQuotes(leader->getName())));
    }
    if (leader != nullptr) {
        state_->mixer->state_->follow(*this, *leader);
    } else {
        state_->mixer->state_->letGo(*this);
    }
}

// --- weight ---------------------------------------------------------------------------------------------------------

void AnimationLayer::setWeight(float weight)
{
    fadeTo(weight, 0.);
}

float AnimationLayer::getWeight() const noexcept
{
    return state_->weightNow();
}

void AnimationLayer::fadeTo(float weight, double seconds)
{
    requireAmount(state_->player(), "weight", weight);
    requireAmount(state_->player(), "fade time", seconds);
    state_->weight.moveTo(weight, seconds);
}

void AnimationLayer::fadeIn(double seconds)
{
    requireAmount(state_->player(), "fade time", seconds);
    if (!isActive()) {
        state_->share.set(0.f);
    }
    if (!isPlaying()) {
        play(state_->lastOptions);
    }
    state_->stopsAfterFade = false;
    state_->share.moveTo(1.f, seconds);
}

void AnimationLayer::fadeOut(double seconds)
{
    requireAmount(state_->player(), "fade time", seconds);
    if (isActive() && seconds > 0.) {
        state_->share.moveTo(0.f, seconds);
        state_->stopsAfterFade = true;
    } else {
        stop();
    }
}

void AnimationLayer::crossFadeTo(AnimationLayer& other, double seconds)
{
    requireAmount(state_->player(), "fade time", seconds);
    if (&other == this || other.state_->mixer != state_->mixer) {
        throw std::invalid_argument(fmt::format("animation layer {}: cannot cross-fade to {}", inQuotes(getName()),
                                                &other == this ? "itself" : inQuotes(other.getName()) + " of another mixer"));
    }
    other.fadeIn(seconds);
    fadeOut(seconds);
}

// --- mask -----------------------------------------------------------------------------------------------------------

void AnimationLayer::setMask(const Node& target, float weight)
{
    requireAmount(state_->player(), "mask weight", weight);
    state_->setMask(target, weight);
    state_->applyMasks(state_->mixer->state_->targets);
}

void AnimationLayer::setSubtreeMask(const Node& top, float weight)
{
    requireAmount(state_->player(), "mask weight", weight);
    state_->setMask(top, weight);
    top.forEachDescendant([&](const Node& node) { state_->setMask(node, weight); });
    state_->applyMasks(state_->mixer->state_->targets);
}

void AnimationLayer::setMask(float weight)
{
    requireAmount(state_->player(), "mask weight", weight);
    state_->masks.clear();
    state_->otherMask = weight;
    state_->applyMasks(state_->mixer->state_->targets);
}

float AnimationLayer::getMask(const Node& target) const noexcept
{
    const Node* const driver = linkedNodeOf(target);
    const float own = state_->masks.at(target, state_->otherMask);
    return driver != nullptr ? state_->masks.at(*driver, own) : own;
}

// --- events ---------------------------------------------------------------------------------------------------------

Subscription AnimationLayer::observeLoop(std::function<void(AnimationLayer&)> observer)
{
    requireAction(state_->player(), "the observer of rounds", observer != nullptr);
    return state_->events.observe(PlaybackEvent::Loop, [this, act = std::move(observer)] { act(*this); });
}

Subscription AnimationLayer::observeEnd(std::function<void(AnimationLayer&)> observer)
{
    requireAction(state_->player(), "the observer of the end", observer != nullptr);
    return state_->events.observe(PlaybackEvent::End, [this, act = std::move(observer)] { act(*this); });
}

Subscription AnimationLayer::addEvent(double seconds, std::function<void(AnimationLayer&)> action)
{
    const double time = requireEvent(state_->player(), seconds, action != nullptr);
    return state_->events.add(time, [this, act = std::move(action)] { act(*this); });
}

}  // namespace armature
