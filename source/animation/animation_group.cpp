#include <armature/animation/animation_group.hpp>

#include <stdexcept>
#include <utility>
#include <vector>

#include "animation/packed_clip.hpp"
#include "animation/playback.hpp"
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

Player playerOf(const AnimationClip& clip) noexcept
{
    return {"animation group", clip};
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
    startPlaying(playerOf(*clip_), binding_->playhead, options);
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
    jumpTo(playerOf(*clip_), binding_->playhead, seconds);
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

void AnimationGroup::advance(double seconds)
{
    if (!isPlaying()) {
        return;
    }
    Playhead& playhead = binding_->playhead;
    playhead.move(requireStep(playerOf(*clip_), playhead, seconds));
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
