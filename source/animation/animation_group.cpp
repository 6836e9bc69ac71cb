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
#include "animation/unbound_channels.hpp"
#include "math/aligned_vector.hpp"
#include "node/state_archive.hpp"
#include "words/words.hpp"

namespace armature {

struct AnimationGroup::Binding {
    Binding(Handle<AnimationTargets> ofScene, std::vector<ChannelBinding> bindings, PoseWriter poseWriter, PropertyWriter propertyWriter)
        : scene(std::move(ofScene)), channels(std::move(bindings)), writer(std::move(poseWriter)), properties(std::move(propertyWriter))
    {}
    static std::shared_ptr<Binding> make(AnimationTargets& scene, const AnimationClip& clip, std::vector<ChannelBinding> bindings);

    Handle<AnimationTargets> scene;
    std::vector<ChannelBinding> channels;
    PoseWriter writer;
    PropertyWriter properties;
    Playhead playhead;
    ClipCursors cursors;
    AlignedVector<float> pose;
    RoundOffsets offsets;
    EventList events;
    bool firesOn = true;    // false once an action has stopped the group
    bool hasMoved = false;  // in the step under way
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

AnimationGroup::AnimationGroup(AnimationTargets& scene, const std::shared_ptr<const AnimationClip>& clip, const GroupOptions& options)
    : AnimationGroup(clip, Binding::make(scene, checked(clip), TargetFinder(scene).findAll(checked(clip).channels())))
{
    if (!options.mayMoveNothing) {
        if (const auto unbound = getUnboundChannels(); findsNothing(clip_->channels(), unbound)) {
            refuseForeignClip(clip_->getName(), unbound, SearchedRig::of(scene));
        }
    }
}

AnimationGroup::AnimationGroup(std::shared_ptr<const AnimationClip> clip, std::shared_ptr<Binding> binding) noexcept
    : clip_(std::move(clip)), binding_(std::move(binding))
{}

std::shared_ptr<AnimationGroup::Binding> AnimationGroup::Binding::make(AnimationTargets& scene, const AnimationClip& clip,
                                                                       std::vector<ChannelBinding> bindings)
{
    const PackedClip& packed = *clip.packed_;
    const Handle<AnimationTargets> targets(scene);
    PoseWriter writer(targets, partsOf(clip.channels(), bindings, packed.poseEntries()));
    PropertyWriter properties(targets, propertiesOf(clip.channels(), bindings, packed.poseEntries()));
    auto binding = std::make_shared<Binding>(targets, std::move(bindings), std::move(writer), std::move(properties));
    binding->playhead.to = clip.getDuration();
    binding->cursors = packed.makeCursors();
    binding->pose.resize(packed.poseSize(), 0.f);
    return binding;
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

std::vector<std::string> AnimationGroup::getWarnings() const
{
    const AnimationTargets* const scene = binding_->scene.get();
    const SearchedRig rig = scene != nullptr ? SearchedRig::of(*scene) : SearchedRig{"a scene that is gone", {}};
    return warningsOf(getName(), getUnboundChannels(), rig);
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
    binding_->events.forgetMove();
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
    requireStep(seconds);
    move(seconds);
    write();
    fire();  // the group may be gone when it returns
}

// --- the parts of a step, which a scene takes with all of its players --------------------------------------------------

void AnimationGroup::requireStep(double seconds) const
{
    if (binding_->events.isFiring()) {
        throw std::logic_error(fmt::format("animation group {}: an event's action cannot advance the group", inQuotes(getName())));
    }
    if (isPlaying()) {
        static_cast<void>(armature::requireStep(playerOf(*clip_), binding_->playhead, seconds));
    }
}

// Touches nothing but the group.
void AnimationGroup::move(double seconds) noexcept
{
    binding_->hasMoved = isPlaying();
    if (binding_->hasMoved) {
        binding_->events.moved(binding_->playhead.move(seconds * binding_->playhead.speedRatio));
        binding_->firesOn = true;
        sample();
    }
}

void AnimationGroup::sample() noexcept
{
    clip_->packed_->sample(binding_->playhead.time, binding_->cursors, binding_->pose);
    binding_->offsets.apply(binding_->playhead, binding_->pose);
}

void AnimationGroup::write() noexcept
{
    if (binding_->hasMoved) {
        binding_->writer.write(binding_->pose);
        binding_->properties.write(binding_->pose);
    }
}

void AnimationGroup::fire()
{
    const std::shared_ptr<Binding> binding = binding_;
    if (std::exchange(binding->hasMoved, false)) {
        binding->events.fire(binding->playhead, binding->firesOn);
    }
}

void AnimationGroup::forgetMove() noexcept
{
    binding_->hasMoved = false;
    binding_->events.forgetMove();
}

void AnimationGroup::apply() noexcept
{
    sample();
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
    auto binding = AnimationGroup::Binding::make(scene, *original.clip_, std::move(bindings));
    return std::unique_ptr<AnimationGroup>(new AnimationGroup(original.clip_, std::move(binding)));
}

const std::vector<ChannelBinding>& AnimationGroupAccess::bindings(const AnimationGroup& group)
{
    return group.binding_->channels;
}

AnimationTargets* AnimationGroupAccess::scene(const AnimationGroup& group) noexcept
{
    return group.binding_->scene.get();
}

const ChannelBinding& AnimationGroupAccess::binding(const AnimationGroup& group, std::size_t channel)
{
    return group.binding_->channels[channel];
}

}  // namespace armature
