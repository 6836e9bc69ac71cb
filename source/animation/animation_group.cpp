#include <armature/animation/animation_group.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "animation/animation_group_access.hpp"
#include "animation/channel_targets.hpp"
#include "animation/event_list.hpp"
#include "animation/layer_pose.hpp"
#include "animation/packed_clip.hpp"
#include "animation/playback.hpp"
#include "animation/pose_writer.hpp"
#include "animation/property_writer.hpp"
#include "math/aligned_vector.hpp"
#include "node/state_archive.hpp"
#include "words/words.hpp"

namespace armature {

struct AnimationGroup::Binding {
    Binding(Handle<AnimationTargets> ofScene, std::vector<ChannelBinding> bindings, PoseWriter poseWriter, PropertyWriter propertyWriter)
        : scene(std::move(ofScene)), channels(std::move(bindings)), writer(std::move(poseWriter)), properties(std::move(propertyWriter))
    {}

    Handle<AnimationTargets> scene;
    std::vector<ChannelBinding> channels;
    PoseWriter writer;
    PropertyWriter properties;
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
    parts.reserve(channels.size());
    for (std::size_t channel = 0; channel < channels.size(); ++channel) {
        if (!bindings[channel].property) {
            parts.push_back({bindings[channel].node.get(), channels[channel].path, channels[channel].components, entries[channel]});
        }
    }
    return parts;
}

std::vector<PropertyWriter::Part> propertiesOf(std::span<const AnimationChannel> channels, std::span<const ChannelBinding> bindings,
                                               std::span<const PoseEntry> entries)
{
    std::vector<PropertyWriter::Part> parts;
    for (std::size_t channel = 0; channel < channels.size(); ++channel) {
        if (bindings[channel].property) {
            parts.push_back({*bindings[channel].property, bindings[channel].node, entries[channel].first, channels[channel].components});
        }
    }
    return parts;
}

Player playerOf(const AnimationClip& clip) noexcept
{
    return {"animation group", clip};
}

}  // namespace

AnimationGroup::AnimationGroup(AnimationTargets& scene, const std::shared_ptr<const AnimationClip>& clip)
    : AnimationGroup(scene, clip, TargetFinder(scene).findAll(checked(clip).channels()))
{}

AnimationGroup::AnimationGroup(AnimationTargets& scene, std::shared_ptr<const AnimationClip> clip, std::vector<ChannelBinding> bindings)
    : clip_(std::move(clip))
{
    const PackedClip& packed = *clip_->packed_;
    const Handle<AnimationTargets> targets(scene);
    PoseWriter writer(targets, partsOf(clip_->channels(), bindings, packed.poseEntries()));
    PropertyWriter properties(targets, propertiesOf(clip_->channels(), bindings, packed.poseEntries()));
    binding_ = std::make_shared<Binding>(targets, std::move(bindings), std::move(writer), std::move(properties));
    binding_->playhead.to = clip_->getDuration();
    binding_->cursors = packed.makeCursors();
    binding_->pose.resize(packed.poseSize(), 0.f);
}

AnimationGroup::~AnimationGroup()
{
    binding_->firesOn = false;
}

std::vector<UnboundChannel> AnimationGroup::getUnboundChannels() const
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

std::span<const float> AnimationGroup::getCurve(std::string_view name) const noexcept
{
    const auto channels = clip_->channels();
    const auto found = std::ranges::find_if(channels, [&](const AnimationChannel& channel) {
        return channel.target.kind == ChannelTarget::Kind::Curve && channel.target.name == name;
    });
    if (found == channels.end()) {
        return {};
    }
    const PoseEntry& entry = clip_->packed_->poseEntries()[static_cast<std::size_t>(found - channels.begin())];
    return std::span<const float>(binding_->pose).subspan(entry.first, found->components);
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

Subscription AnimationGroup::addEvent(double seconds, std::function<void(AnimationGroup&)> action)
{
    const double time = requireEvent(playerOf(*clip_), seconds, action != nullptr);
    return binding_->events.add(time, [this, act = std::move(action)] { act(*this); });
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
    binding->events.fire(playhead, binding->firesOn);  // the group may be gone when it returns
}

void AnimationGroup::apply() noexcept
{
    clip_->packed_->sample(binding_->playhead.time, binding_->cursors, binding_->pose);
    binding_->offsets.apply(binding_->playhead, binding_->pose);
    binding_->writer.write(binding_->pose);
    binding_->properties.write(binding_->pose);
}

void AnimationGroup::listState(StateArchive& state)
{
    state.object("animation group", getName());
    state.same("channels", clip_->channels().size());
    state.same("as its clip", getName());
    state.values(binding_->playhead, binding_->firesOn);
    binding_->offsets.listState(state);
    binding_->properties.listState(state);
    binding_->events.listState(state);
}

std::unique_ptr<AnimationGroup> AnimationGroupAccess::copy(const AnimationGroup& original, AnimationTargets& scene,
                                                           const std::function<Node*(Node&)>& counterpart,
                                                           const std::function<std::size_t(const PropertySlot&)>& counterpartInList)
{
    std::vector<ChannelBinding> bindings = original.binding_->channels;
    for (ChannelBinding& binding : bindings) {
        if (Node* const node = binding.node.get()) {
            binding.node = Handle<Node>(counterpart(*node));
            binding.reason = UnboundReason::NotThere;
        } else if (binding.property && isListed(binding.property->kind)) {
            binding.property->place = counterpartInList(*binding.property);
        }
    }
    return std::unique_ptr<AnimationGroup>(new AnimationGroup(scene, original.clip_, std::move(bindings)));
}

const ChannelBinding& AnimationGroupAccess::binding(const AnimationGroup& group, std::size_t channel)
{
    return group.binding_->channels[channel];
}

}  // namespace armature
