#include <armature/animation/clip_player.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "animation/clip/clip_validation.hpp"
#include "animation/playing/clip_player_state.hpp"
#include "base/words.hpp"
#include "node/state_archive.hpp"

namespace armature {

namespace {

// Relative tolerance: the ends of a clip are floats, so a time within a float's rounding of an end means that end.
constexpr double roundingOfTimes = 1e-6;

}  // namespace

// --- state ----------------------------------------------------------------------------------------------------------

ClipPlayer::State::State(const char* kindOfPlayer, std::shared_ptr<const AnimationClip> sharedClip)
    : kind(kindOfPlayer), clip(requireClip(std::move(sharedClip), kindOfPlayer))
{
    playhead.to = clip->getDuration();
}

std::string ClipPlayer::State::label() const
{
    return fmt::format("{} {}", kind, inQuotes(clip->getName()));
}

void ClipPlayer::State::refuse(const std::string& why) const
{
    throw std::invalid_argument(fmt::format("{}: {}", label(), why));
}

void ClipPlayer::State::requireTargets() const
{
    if (const auto unbound = unboundChannels(); findsNothing(clip->channels(), unbound)) {
        refuseForeignClip(clip->getName(), unbound, searchedRig());
    }
}

void ClipPlayer::State::requireStep(double seconds) const
{
    if (isPlaying() && !std::isfinite(seconds * playhead.speedRatio)) {
        refuse(fmt::format("{} s times speed ratio {} is not finite", seconds, playhead.speedRatio));
    }
}

void ClipPlayer::State::requireSpeedRatio(double speedRatio) const
{
    if (!std::isfinite(speedRatio)) {
        refuse(fmt::format("speed ratio {} is not finite", speedRatio));
    }
}

void ClipPlayer::State::play(const PlayOptions& options)
{
    requireSpeedRatio(options.speedRatio);
    const double duration = clip->getDuration();
    const double slack = duration * roundingOfTimes;
    const double from = options.from.value_or(0.);
    const double to = options.to.value_or(duration);
    const bool isInside = from >= -slack && to <= duration + slack;
    const bool isWholeClip = !options.from && !options.to;
    if (!isWholeClip && (!isInside || !(from < to))) {
        refuse(fmt::format("range {} to {} s is {} the clip's 0 to {} s", from, to, isInside ? "no stretch of" : "not inside", duration));
    }
    const bool isResumed = playhead.state == Playhead::State::Paused;
    playhead.from = std::clamp(from, 0., duration);
    playhead.to = std::clamp(to, 0., duration);
    playhead.speedRatio = options.speedRatio;
    playhead.loop = options.loop;
    playhead.loopMode = options.loopMode;
    playhead.state = Playhead::State::Playing;
    if (isResumed) {
        playhead.time = std::clamp(playhead.time, playhead.from, playhead.to);
    } else {
        playhead.goToStart();
        events.jumped();
    }
    if (playhead.accumulates()) {
        if (offsets == nullptr) {
            offsets = std::make_unique<RoundOffsets>();
        }
        offsets->prepare(*clip, packed().poseEntries(), channels, scene(), playhead, isResumed);
    }
    wake();
    hasStarted();
}

void ClipPlayer::State::stop() noexcept
{
    playhead.state = Playhead::State::Stopped;
    playhead.goToStart();
    firesOn = false;
    events.forgetMove();
    hasStopped();
}

PlayOptions ClipPlayer::State::lastOptions() const noexcept
{
    PlayOptions options{.loop = playhead.loop, .speedRatio = playhead.speedRatio, .loopMode = playhead.loopMode};
    if (playhead.from < playhead.to) {  // a clip without duration has no range
        options.from = playhead.from;
        options.to = playhead.to;
    }
    return options;
}

SearchedRig ClipPlayer::State::searchedRig() const
{
    const AnimationTargets* const searched = scene();
    return searched != nullptr ? SearchedRig::of(*searched) : SearchedRig{"a scene that is gone", {}};
}

void ClipPlayer::State::listState(StateArchive& state)
{
    state.object(kind, clip->getName());
    state.same("as its clip", clip->getName());
    state.same("channels", clip->channels().size());
    state.values(playhead);
    const bool hasOffsets = state.exchange(offsets != nullptr);
    if (state.isRestoring() && hasOffsets != (offsets != nullptr)) {
        offsets = hasOffsets ? std::make_unique<RoundOffsets>() : nullptr;
    }
    if (hasOffsets) {
        RoundOffsets none;
        (offsets != nullptr ? *offsets : none).listState(state);
    }
    events.listState(state);
}

// --- player ---------------------------------------------------------------------------------------------------------

ClipPlayer::ClipPlayer(std::shared_ptr<State> state) noexcept : state_(std::move(state)) {}

ClipPlayer::~ClipPlayer()
{
    state_->firesOn = false;
}

const std::string& ClipPlayer::getName() const noexcept
{
    return state_->clip->getName();
}

const AnimationClip& ClipPlayer::getClip() const noexcept
{
    return *state_->clip;
}

const std::shared_ptr<const AnimationClip>& ClipPlayer::shareClip() const noexcept
{
    return state_->clip;
}

std::vector<UnboundChannel> ClipPlayer::getUnboundChannels() const
{
    return state_->unboundChannels();
}

std::size_t ClipPlayer::unboundChannelCount() const noexcept
{
    return state_->channels.countUnbound();
}

std::vector<std::string> ClipPlayer::getWarnings() const
{
    return warningsOf(getName(), getUnboundChannels(), state_->searchedRig());
}

const Node* ClipPlayer::getTarget(std::size_t channel) const
{
    if (channel >= state_->channels.size()) {
        throw std::out_of_range(
            fmt::format("{}: there is no channel {}, the clip has {}", state_->label(), channel, state_->channels.size()));
    }
    return state_->channels.nodeOf(channel);
}

void ClipPlayer::play(const PlayOptions& options)
{
    state_->play(options);
}

void ClipPlayer::pause() noexcept
{
    if (isPlaying()) {
        state_->playhead.state = Playhead::State::Paused;
    }
}

void ClipPlayer::stop() noexcept
{
    state_->stop();
}

void ClipPlayer::goTo(double seconds)
{
    if (std::isnan(seconds)) {
        state_->refuse(fmt::format("time {} is not a number", seconds));
    }
    Playhead& playhead = state_->playhead;
    playhead.time = std::clamp(seconds, playhead.from, playhead.to);
    state_->events.jumped();
    state_->wake();
    state_->hasJumped();
}

bool ClipPlayer::isPlaying() const noexcept
{
    return state_->isPlaying();
}

bool ClipPlayer::isPaused() const noexcept
{
    return state_->playhead.state == Playhead::State::Paused;
}

double ClipPlayer::getCurrentTime() const noexcept
{
    return state_->playhead.time;
}

double ClipPlayer::getSpeedRatio() const noexcept
{
    return state_->playhead.speedRatio;
}

void ClipPlayer::setSpeedRatio(double speedRatio)
{
    state_->requireSpeedRatio(speedRatio);
    state_->playhead.speedRatio = speedRatio;
}

bool ClipPlayer::isLooping() const noexcept
{
    return state_->playhead.loop;
}

void ClipPlayer::setLooping(bool loop) noexcept
{
    state_->playhead.loop = loop;
}

LoopMode ClipPlayer::getLoopMode() const noexcept
{
    return state_->playhead.loopMode;
}

Subscription ClipPlayer::addEvent(double seconds, std::function<void()> action)
{
    const double duration = getClip().getDuration();
    const double slack = duration * roundingOfTimes;
    if (!(seconds >= -slack && seconds <= duration + slack)) {
        state_->refuse(fmt::format("the event at {} s is not inside the clip's 0 to {} s", seconds, duration));
    }
    if (action == nullptr) {
        state_->refuse(fmt::format("the event at {} s has no action", seconds));
    }
    return state_->events.add(seconds <= slack ? 0. : seconds >= duration - slack ? duration : seconds, std::move(action));
}

Subscription ClipPlayer::observeLoop(std::function<void()> observer)
{
    if (observer == nullptr) {
        state_->refuse("the observer of rounds has no action");
    }
    return state_->events.observe(PlaybackEvent::Loop, std::move(observer));
}

Subscription ClipPlayer::observeEnd(std::function<void()> observer)
{
    if (observer == nullptr) {
        state_->refuse("the observer of the end has no action");
    }
    return state_->events.observe(PlaybackEvent::End, std::move(observer));
}

}  // namespace armature
