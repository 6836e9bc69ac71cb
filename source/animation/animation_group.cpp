#include <armature/animation/animation_group.hpp>

#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <armature/scene/scene.hpp>

#include "animation/animation_group_access.hpp"
#include "animation/channel_targets.hpp"
#include "animation/event_list.hpp"
#include "animation/packed_clip.hpp"
#include "animation/playback.hpp"
#include "animation/playhead.hpp"
#include "animation/pose_writer.hpp"
#include "animation/round_offsets.hpp"
#include "math/aligned_vector.hpp"
#include "state_archive.hpp"
#include "text/names.hpp"

namespace armature {

struct AnimationGroup::Binding {
    Handle<Scene> scene;
    std::vector<ChannelBinding> channels;
    PoseWriter writer;
    Playhead playhead;
    ClipCursors cursors;
    AlignedVector<float> pose;
    RoundOffsets offsets;
    EventList events;
    bool firesOn = true;  // false once an action has stopped the group
};

namespace {

const AnimationClip& checked(const std::shared_ptr<const AnimationClip>& clip)
{
    return clip != nullptr ? *clip : throw std::invalid_argument("animation group: the clip is null");
}

std::vector<PoseWriter::Part> partsOf(std::span<const AnimationChannel> channels, std::span<const ChannelBinding> bindings,
                                      std::span<const PoseEntry> entries)
{
    std::vector<PoseWriter::Part> parts;
    for (std::size_t channel = 0; channel < channels.size(); ++channel) {
        parts.push_back({bindings[channel].node, channels[channel].path, channels[channel].components, entries[channel]});
    }
    return parts;
}

Player playerOf(const AnimationClip& clip) noexcept
{
    return {"animation group", clip};
}

}  // namespace

AnimationGroup::AnimationGroup(Scene& scene, const std::shared_ptr<const AnimationClip>& clip)
    : AnimationGroup(scene, clip, TargetFinder(scene).findAll(checked(clip).channels()))
{}

AnimationGroup::AnimationGroup(Scene& scene, std::shared_ptr<const AnimationClip> clip, std::vector<ChannelBinding> bindings)
    : clip_(std::move(clip))
{
    const PackedClip& packed = *clip_->packed_;
    PoseWriter writer(Handle<Scene>(scene), partsOf(clip_->channels(), bindings, packed.poseEntries()));
    binding_ = std::make_shared<Binding>(Binding{Handle<Scene>(scene), std::move(bindings), std::move(writer), {}, {}, {}, {}, {}});
    binding_->playhead.to = clip_->getDuration();
    binding_->cursors = packed.makeCursors();
    binding_->pose.resize(packed.poseSize(), 0.f);
}

AnimationGroup::~AnimationGroup()
{
    binding_->firesOn = false;
}

std::vector<UnboundChannel> AnimationGroup::unboundChannels() const
{
    return listUnbound(clip_->channels(), binding_->channels);
}

std::size_t AnimationGroup::unboundChannelCount() const noexcept
{
    return countUnbound(binding_->channels);
}

const Node* AnimationGroup::getTarget(std::size_t channel) const
{
    return binding_->channels.at(channel).node.get();
}

void AnimationGroup::play(const PlayOptions& options)
{
    const bool isResumed = isPaused();
    startPlaying(playerOf(*clip_), binding_->playhead, options);
    binding_->offsets.prepare(*clip_, clip_->packed_->poseEntries(), binding_->channels, binding_->scene.get(), binding_->playhead,
                              isResumed);
    if (!isResumed) {
        binding_->events.jumped();
    }
}

void AnimationGroup::pause() noexcept
{
    if (isPlaying()) {
        binding_->playhead.state = Playhead::State::Paused;
    }
}

void AnimationGroup::stop() noexcept
{
    binding_->playhead.state = Playhead::State::Stopped;
    binding_->playhead.goToStart();
    binding_->firesOn = false;
}

void AnimationGroup::goTo(double seconds)
{
    jumpTo(playerOf(*clip_), binding_->playhead, seconds);
    binding_->events.jumped();
    apply();
}

bool AnimationGroup::isPlaying() const noexcept
{
    return binding_->playhead.state == Playhead::State::Playing;
}

bool AnimationGroup::isPaused() const noexcept
{
    return binding_->playhead.state == Playhead::State::Paused;
}

double AnimationGroup::getCurrentTime() const noexcept
{
    return binding_->playhead.time;
}

double AnimationGroup::getSpeedRatio() const noexcept
{
    return binding_->playhead.speedRatio;
}

void AnimationGroup::setSpeedRatio(double speedRatio)
{
    requireSpeedRatio(playerOf(*clip_), speedRatio);
    binding_->playhead.speedRatio = speedRatio;
}

bool AnimationGroup::isLooping() const noexcept
{
    return binding_->playhead.loop;
}

void AnimationGroup::setLooping(bool loop) noexcept
{
    binding_->playhead.loop = loop;
}

LoopMode AnimationGroup::getLoopMode() const noexcept
{
    return binding_->playhead.loopMode;
}

Subscription AnimationGroup::observeLoop(std::function<void(AnimationGroup&)> observer)
{
    requireAction(playerOf(*clip_), "the observer of rounds", observer != nullptr);
    return binding_->events.observe(PlaybackEvent::Loop, [this, act = std::move(observer)] { act(*this); });
}

Subscription AnimationGroup::observeEnd(std::function<void(AnimationGroup&)> observer)
{
    requireAction(playerOf(*clip_), "the observer of the end", observer != nullptr);
    return binding_->events.observe(PlaybackEvent::End, [this, act = std::move(observer)] { act(*this); });
}

std::size_t AnimationGroup::addEvent(double seconds, std::function<void(AnimationGroup&)> action)
{
    const double time = requireEvent(playerOf(*clip_), seconds, action != nullptr);
    return binding_->events.add(time, [this, act = std::move(action)] { act(*this); });
}

bool AnimationGroup::removeEvent(std::size_t event) noexcept
{
    return binding_->events.remove(event);
}

void AnimationGroup::advance(double seconds)
{
    if (binding_->events.isFiring()) {
        throw std::logic_error(fmt::format("animation group {}: an event's action cannot advance the group", inQuotes(getName())));
    }
    if (!isPlaying()) {
        return;
    }
    const std::shared_ptr<Binding> binding = binding_;
    Playhead& playhead = binding->playhead;
    binding->events.moved(playhead.move(requireStep(playerOf(*clip_), playhead, seconds)));
    apply();
    binding->firesOn = true;
    binding->events.fire(playhead, binding->firesOn);  // the group may have gone when it returns
}

void AnimationGroup::apply() noexcept
{
    clip_->packed_->sample(binding_->playhead.time, binding_->cursors, binding_->pose);
    binding_->offsets.apply(binding_->playhead, binding_->pose);
    binding_->writer.write(binding_->pose);
}

void AnimationGroup::listState(StateArchive& state)
{
    state.object("animation group", getName());
    state.same("channels", clip_->channels().size());
    state.same("as its clip", getName());
    state.values(binding_->playhead, binding_->firesOn);
    binding_->offsets.listState(state);
    binding_->events.listState(state);
}

std::unique_ptr<AnimationGroup> AnimationGroupAccess::copy(const AnimationGroup& original, Scene& scene,
                                                           const std::function<Node*(Node&)>& counterpart)
{
    std::vector<ChannelBinding> bindings = original.binding_->channels;
    for (ChannelBinding& binding : bindings) {
        if (Node* const node = binding.node.get()) {
            binding = {Handle<Node>(counterpart(*node)), UnboundReason::NotThere};
        }
    }
    return std::unique_ptr<AnimationGroup>(new AnimationGroup(scene, original.clip_, std::move(bindings)));
}

}  // namespace armature
