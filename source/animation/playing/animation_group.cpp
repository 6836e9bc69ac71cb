#include <armature/animation/animation_group.hpp>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "animation/clip/channel_targets.hpp"
#include "animation/clip/clip_validation.hpp"
#include "animation/clip/packed_clip.hpp"
#include "animation/clip/unbound_channels.hpp"
#include "animation/playing/animation_group_access.hpp"
#include "animation/playing/channel_bindings.hpp"
#include "animation/playing/event_list.hpp"
#include "animation/playing/layer_pose.hpp"
#include "animation/playing/playback.hpp"
#include "animation/playing/pose_writer.hpp"
#include "animation/playing/property_writer.hpp"
#include "base/words.hpp"
#include "math/aligned_vector.hpp"
#include "node/state_archive.hpp"

namespace armature {

namespace {

/// The parts of a group that exist only once it plays.
struct RunningGroup {
    PoseWriter writer;
    PropertyWriter properties;
    ClipCursors cursors;
    AlignedVector<float> pose;
    RoundOffsets offsets;
};

}  // namespace

struct AnimationGroup::Binding {
    Binding(AnimationTargets& ofScene, const AnimationClip& clip, ChannelBindings bindings);

    /// Creates what the group needs to play, unless it exists already.
    RunningGroup& wake(const AnimationClip& clip);

    Handle<AnimationTargets> scene;
    ChannelBindings channels;
    Playhead playhead;
    EventList events;
    std::unique_ptr<RunningGroup> running;  // null until wake(): most groups of a character never play
    bool firesOn = true;                    // false once an action has stopped the group
    bool hasMoved = false;                  // whether the playhead moved in the current step
};

namespace {

std::vector<PoseWriter::Part> writerParts(std::span<const AnimationChannel> channels, std::span<const ChannelBinding> bindings,
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

AnimationGroup::Binding::Binding(AnimationTargets& ofScene, const AnimationClip& clip, ChannelBindings bindings)
    : scene(ofScene), channels(std::move(bindings))
{
    playhead.to = clip.getDuration();
    const auto isProperty = [](const AnimationChannel& channel) { return channel.path == ChannelPath::Property; };
    if (std::ranges::any_of(clip.channels(), isProperty)) {
        wake(clip);  // even before the group plays, its curves can be read and its properties are part of saved states
    }
}

RunningGroup& AnimationGroup::Binding::wake(const AnimationClip& clip)
{
    if (running == nullptr) {
        const PackedClip& packed = *clip.packed_;
        const std::vector<ChannelBinding> bindings = channels.list();
        running = std::make_unique<RunningGroup>(
            RunningGroup{.writer = PoseWriter(scene, writerParts(clip.channels(), bindings, packed.poseEntries())),
                         .properties = PropertyWriter(scene, propertiesOf(clip.channels(), bindings, packed.poseEntries())),
                         .cursors = packed.makeCursors(),
                         .pose = AlignedVector<float>(packed.poseSize(), 0.f),
                         .offsets = {}});
    }
    return *running;
}

AnimationGroup::AnimationGroup(AnimationTargets& scene, const std::shared_ptr<const AnimationClip>& clip, const GroupOptions& options)
    : AnimationGroup(
        clip, std::make_shared<Binding>(scene, *requireClip(clip, "animation group"),
                                        ChannelBindings(TargetFinder(scene).findAll(requireClip(clip, "animation group")->channels()))))
{
    requireTargets(scene, options);
}

AnimationGroup::AnimationGroup(std::shared_ptr<const AnimationClip> clip, std::shared_ptr<Binding> binding) noexcept
    : clip_(std::move(clip)), binding_(std::move(binding))
{}

void AnimationGroup::requireTargets(const AnimationTargets& scene, const GroupOptions& options) const
{
    if (!options.mayMoveNothing) {
        if (const auto unbound = getUnboundChannels(); findsNothing(clip_->channels(), unbound)) {
            refuseForeignClip(clip_->getName(), unbound, SearchedRig::of(scene));
        }
    }
}

AnimationGroup::~AnimationGroup()
{
    binding_->firesOn = false;
}

std::vector<UnboundChannel> AnimationGroup::getUnboundChannels() const
{
    return listUnbound(clip_->channels(), binding_->channels.list());
}

std::size_t AnimationGroup::unboundChannelCount() const noexcept
{
    return binding_->channels.countUnbound();
}

std::vector<std::string> AnimationGroup::getWarnings() const
{
    const AnimationTargets* const scene = binding_->scene.get();
    const SearchedRig rig = scene != nullptr ? SearchedRig::of(*scene) : SearchedRig{"a scene that is gone", {}};
    return warningsOf(getName(), getUnboundChannels(), rig);
}

const Node* AnimationGroup::getTarget(std::size_t channel) const
{
    if (channel >= binding_->channels.size()) {
        throw std::out_of_range(fmt::format("animation group {}: there is no channel {}, the clip has {}", inQuotes(getName()), channel,
                                            binding_->channels.size()));
    }
    return binding_->channels.nodeOf(channel);
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
    return std::span<const float>(binding_->running->pose).subspan(entry.first, found->components);
}

void AnimationGroup::play(const PlayOptions& options)
{
    const bool isResumed = isPaused();
    startPlaying(playerOf(*clip_), binding_->playhead, options);
    binding_->wake(*clip_).offsets.prepare(*clip_, clip_->packed_->poseEntries(), binding_->channels, binding_->scene.get(),
                                           binding_->playhead, isResumed);
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
    fire();  // the group may be gone when fire() returns
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
    RunningGroup& running = binding_->wake(*clip_);
    clip_->packed_->sample(binding_->playhead.time, running.cursors, running.pose);
    running.offsets.apply(binding_->playhead, running.pose);
}

void AnimationGroup::write() noexcept
{
    if (binding_->hasMoved) {
        writeSampled();
    }
}

void AnimationGroup::writeSampled() noexcept
{
    RunningGroup& running = *binding_->running;
    running.writer.write(running.pose);
    running.properties.write(running.pose);
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
    writeSampled();
}

void AnimationGroup::listState(StateArchive& state)
{
    state.object("animation group", getName());
    state.same("channels", clip_->channels().size());
    state.same("as its clip", getName());
    state.values(binding_->playhead);
    // A saved state does not say whether the RunningGroup exists yet: without a RunningGroup, there are no offsets and no properties.
    RunningGroup* running = binding_->running.get();
    RoundOffsets none;
    (running != nullptr ? running->offsets : none).listState(state);
    if (state.isRestoring() && running == nullptr && (isPlaying() || !none.isEmpty())) {
        running = &binding_->wake(*clip_);
        running->offsets = std::move(none);
    }
    PropertyWriter noProperties;
    (running != nullptr ? running->properties : noProperties).listState(state);
    binding_->events.listState(state);
    if (state.isRestoring()) {
        forgetMove();  // events passed in a step that has not fired yet are undone
    }
}

std::unique_ptr<AnimationGroup> AnimationGroupAccess::make(AnimationTargets& scene, const std::shared_ptr<const AnimationClip>& clip,
                                                           const GroupOptions& options, TargetLister& lister)
{
    const std::vector<ChannelBinding> found = TargetFinder(scene).findAll(requireClip(clip, "animation group")->channels());
    lister.tidy();
    auto binding = std::make_shared<AnimationGroup::Binding>(scene, *clip, ChannelBindings(found, lister));
    std::unique_ptr<AnimationGroup> group(new AnimationGroup(clip, std::move(binding)));
    group->requireTargets(scene, options);
    return group;
}

std::unique_ptr<AnimationGroup> AnimationGroupAccess::copy(const AnimationGroup& original, AnimationTargets& scene,
                                                           ChannelBindings::Copies& copies)
{
    auto binding = std::make_shared<AnimationGroup::Binding>(scene, *original.clip_, original.binding_->channels.copied(copies));
    return std::unique_ptr<AnimationGroup>(new AnimationGroup(original.clip_, std::move(binding)));
}

const ChannelBindings& AnimationGroupAccess::bindings(const AnimationGroup& group)
{
    return group.binding_->channels;
}

AnimationTargets* AnimationGroupAccess::scene(const AnimationGroup& group) noexcept
{
    return group.binding_->scene.get();
}

}  // namespace armature
