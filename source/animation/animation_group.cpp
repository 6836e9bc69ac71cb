#include <armature/animation/animation_group.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "animation/packed_clip.hpp"
#include "animation/playhead.hpp"
#include "animation/pose_writer.hpp"
#include "math/aligned_vector.hpp"

namespace armature {

struct AnimationGroup::Binding {
    PoseWriter writer;
    Playhead playhead;
    std::vector<std::size_t> cursors;  // by time track
    AlignedVector<float> pose;
};

namespace {

const std::shared_ptr<const AnimationClip>& checked(const std::shared_ptr<const AnimationClip>& clip)
{
    return clip != nullptr ? clip : throw std::invalid_argument("animation group: no clip");
}

void checkSpeedRatio(const AnimationClip& clip, double speedRatio)
{
    if (!std::isfinite(speedRatio)) {
        throw std::invalid_argument(fmt::format("animation group \"{}\": speed ratio {} is not finite", clip.getName(), speedRatio));
    }
}

struct Range {
    double from;
    double to;
};

// The ends of a clip are floats: what differs from them by a float's rounding means them.
Range rangeOf(const AnimationClip& clip, const PlayOptions& options)
{
    const double duration = clip.getDuration();
    const double slack = duration * 1e-6;
    const Range range{options.from.value_or(0.), options.to.value_or(duration)};
    const bool isInside = range.from >= -slack && range.to <= duration + slack;
    const bool isEmpty = !(range.from < range.to);
    const bool isWholeClip = !options.from && !options.to;
    if (!isWholeClip && (!isInside || isEmpty)) {
        throw std::invalid_argument(fmt::format("animation group \"{}\": range {} to {} s is {} the clip's 0 to {} s", clip.getName(),
                                                range.from, range.to, isInside ? "no stretch of" : "not inside", duration));
    }
    return {std::clamp(range.from, 0., duration), std::clamp(range.to, 0., duration)};
}

}  // namespace

AnimationGroup::AnimationGroup(Scene& scene, std::shared_ptr<const AnimationClip> clip) : clip_(std::move(clip))
{
    const PackedClip& packed = *checked(clip_)->packed_;
    binding_ = std::make_unique<Binding>(Binding{PoseWriter(scene, clip_->channels(), packed.poseEntries()), {}, {}, {}});
    binding_->playhead.to = clip_->getDuration();
    binding_->cursors.resize(clip_->timeTrackCount(), 0);
    binding_->pose.resize(packed.poseSize(), 0.f);
}

AnimationGroup::~AnimationGroup() = default;

std::size_t AnimationGroup::unboundChannelCount() const noexcept
{
    return binding_->writer.unboundChannelCount();
}

void AnimationGroup::play(const PlayOptions& options)
{
    checkSpeedRatio(*clip_, options.speedRatio);
    const Range range = rangeOf(*clip_, options);
    Playhead& playhead = binding_->playhead;
    playhead.from = range.from;
    playhead.to = range.to;
    playhead.speedRatio = options.speedRatio;
    playhead.loop = options.loop;
    playhead.time = isPaused() ? std::clamp(playhead.time, range.from, range.to) : playhead.start();
    playhead.state = Playhead::State::Playing;
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
    binding_->playhead.time = binding_->playhead.start();
}

void AnimationGroup::goTo(double seconds)
{
    if (std::isnan(seconds)) {
        throw std::invalid_argument(fmt::format("animation group \"{}\": time {} is not a number", getName(), seconds));
    }
    Playhead& playhead = binding_->playhead;
    playhead.time = std::clamp(seconds, playhead.from, playhead.to);
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
    checkSpeedRatio(*clip_, speedRatio);
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

void AnimationGroup::advance(double seconds)
{
    if (!isPlaying()) {
        return;
    }
    Playhead& playhead = binding_->playhead;
    const double delta = seconds * playhead.speedRatio;
    if (!std::isfinite(delta)) {
        throw std::invalid_argument(
            fmt::format("animation group \"{}\": {} s times speed ratio {} is not finite", getName(), seconds, playhead.speedRatio));
    }
    playhead.move(delta);
    apply();
}

void AnimationGroup::apply() noexcept
{
    clip_->packed_->sample(clip_->description_.timeTracks, binding_->playhead.time, binding_->cursors, binding_->pose);
    binding_->writer.write(binding_->pose);
}

void AnimationGroup::forget(const Node& node) noexcept
{
    binding_->writer.forget(node);
}

}  // namespace armature
