#include <armature/animation/animation_group.hpp>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include "animation/clip/channel_targets.hpp"
#include "animation/clip/property_owner.hpp"
#include "animation/playing/animation_group_access.hpp"
#include "animation/playing/animation_group_state.hpp"
#include "node/state_archive.hpp"

namespace armature {

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

}  // namespace

// --- state ----------------------------------------------------------------------------------------------------------

AnimationGroup::State::State(AnimationTargets& scene, std::shared_ptr<const AnimationClip> clip)
    : ClipPlayer::State("animation group", std::move(clip)), scene_(scene), memory_(scene.getProperties().playerMemory())
{}

void AnimationGroup::State::bind(ChannelBindings bindings, const GroupOptions& options)
{
    bindings.sharePlan(memory_->bindings);
    channels = std::move(bindings);
    const auto isProperty = [](const AnimationChannel& channel) { return channel.path == ChannelPath::Property; };
    if (std::ranges::any_of(clip->channels(), isProperty)) {
        wake();  // even before the group plays, its curves can be read and its properties are part of saved states
    }
    if (!options.mayMoveNothing) {
        requireTargets();
    }
}

void AnimationGroup::State::wake()
{
    if (running_ == nullptr) {
        const std::vector<ChannelBinding> bindings = channels.list();
        const auto entries = packed().poseEntries();
        running_ =
            std::make_unique<Running>(Running{.writer = PoseWriter(scene_, memory_, writerParts(clip->channels(), bindings, entries)),
                                              .properties = PropertyWriter(scene_, propertiesOf(clip->channels(), bindings, entries)),
                                              .cursors = packed().makeCursors(),
                                              .curves = {}});
        forEachCurve([&](const AnimationChannel& channel, const PoseEntry&, std::size_t first) {
            running_->curves.resize(first + channel.components, 0.f);
        });
    }
}

template <class Visitor>
void AnimationGroup::State::forEachCurve(const Visitor& visit) const
{
    const auto all = clip->channels();
    std::size_t first = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].target.kind == ChannelTarget::Kind::Curve) {
            visit(all[i], packed().poseEntries()[i], first);
            first += all[i].components;
        }
    }
}

void AnimationGroup::State::requireStep(double seconds) const
{
    if (events.isFiring()) {
        throw std::logic_error(fmt::format("{}: an event's action cannot advance the group", label()));
    }
    ClipPlayer::State::requireStep(seconds);
}

void AnimationGroup::State::move(double seconds) noexcept
{
    hasMoved_ = isPlaying();
    if (hasMoved_) {
        moved(playhead.move(seconds * playhead.speedRatio));
        sample();
    }
}

void AnimationGroup::State::sample() noexcept
{
    wake();
    pose_.reset();
    PoseBlocks& blocks = *pose_.emplace(memory_->poses);
    growTo(blocks, (packed().poseSize() + blockFloats - 1) / blockFloats);
    const std::span<float> pose = floatsOf(blocks).first(packed().poseSize());
    packed().sample(playhead.time, running_->cursors, pose);
    if (offsets != nullptr) {
        offsets->apply(playhead, pose);
    }
    if (!running_->curves.empty()) {
        forEachCurve([&](const AnimationChannel& channel, const PoseEntry& entry, std::size_t first) {
            std::ranges::copy(pose.subspan(entry.first, channel.components), running_->curves.begin() + static_cast<std::ptrdiff_t>(first));
        });
    }
}

void AnimationGroup::State::write() noexcept
{
    if (hasMoved_) {
        writeSampled();
    }
}

void AnimationGroup::State::writeSampled() noexcept
{
    if (pose_) {
        const std::span<const float> pose = floatsOf(std::as_const(**pose_)).first(packed().poseSize());
        running_->writer.write(pose);
        running_->properties.write(pose);
        pose_.reset();
    }
}

void AnimationGroup::State::fire()
{
    if (std::exchange(hasMoved_, false)) {
        events.fire(playhead, firesOn);
    }
}

void AnimationGroup::State::forgetMove() noexcept
{
    hasMoved_ = false;
    pose_.reset();
    events.forgetMove();
}

void AnimationGroup::State::apply() noexcept
{
    sample();
    writeSampled();
}

std::span<const float> AnimationGroup::State::curve(std::string_view name) const noexcept
{
    std::span<const float> found;
    forEachCurve([&](const AnimationChannel& channel, const PoseEntry&, std::size_t first) {
        if (found.empty() && channel.target.name == name) {
            found = std::span<const float>(running_->curves).subspan(first, channel.components);
        }
    });
    return found;
}

void AnimationGroup::State::listState(StateArchive& state)
{
    ClipPlayer::State::listState(state);
    if (state.isRestoring()) {
        forgetMove();  // drops the events of a step that has not fired them yet
        if (isPlaying()) {
            wake();
        }
    }
    // A group that does not run yet has no properties.
    PropertyWriter noProperties;
    (running_ != nullptr ? running_->properties : noProperties).listState(state);
}

// --- group ----------------------------------------------------------------------------------------------------------

AnimationGroup::AnimationGroup(AnimationTargets& scene, const std::shared_ptr<const AnimationClip>& clip, const GroupOptions& options)
    : AnimationGroup(std::make_shared<State>(scene, clip))
{
    state().bind(ChannelBindings(TargetFinder(scene).findAll(clip->channels())), options);
}

AnimationGroup::AnimationGroup(std::shared_ptr<State> state) noexcept : ClipPlayer(std::move(state)) {}

AnimationGroup::State& AnimationGroup::state() const noexcept
{
    return static_cast<State&>(*state_);
}

std::span<const float> AnimationGroup::getCurve(std::string_view name) const noexcept
{
    return state().curve(name);
}

void AnimationGroup::advance(double seconds)
{
    const std::shared_ptr<ClipPlayer::State> alive = state_;  // the group may be gone when fire() returns
    State& step = state();
    step.requireStep(seconds);
    step.move(seconds);
    step.write();
    step.fire();
}

void AnimationGroup::apply() noexcept
{
    state().apply();
}

void AnimationGroup::listState(StateArchive& archive)
{
    state().listState(archive);
}

std::unique_ptr<AnimationGroup> AnimationGroupAccess::make(AnimationTargets& scene, const std::shared_ptr<const AnimationClip>& clip,
                                                           const GroupOptions& options, TargetLister& lister)
{
    std::unique_ptr<AnimationGroup> group(new AnimationGroup(std::make_shared<AnimationGroup::State>(scene, clip)));
    const std::vector<ChannelBinding> found = TargetFinder(scene).findAll(clip->channels());
    lister.tidy();
    group->state().bind(ChannelBindings(found, lister), options);
    return group;
}

std::unique_ptr<AnimationGroup> AnimationGroupAccess::copy(const AnimationGroup& original, AnimationTargets& scene,
                                                           ChannelBindings::Copies& copies)
{
    std::unique_ptr<AnimationGroup> group(new AnimationGroup(std::make_shared<AnimationGroup::State>(scene, original.shareClip())));
    group->state().bind(original.state_->channels.copied(copies), {.mayMoveNothing = true});
    return group;
}

const ChannelBindings& AnimationGroupAccess::bindings(const AnimationGroup& group)
{
    return group.state_->channels;
}

AnimationTargets* AnimationGroupAccess::scene(const AnimationGroup& group) noexcept
{
    return group.state_->scene();
}

}  // namespace armature
