#include <algorithm>
#include <charconv>

#include <armature/scene/scene.hpp>

#include "playback.hpp"

// The part of Playback that adds clips to the file's own.
namespace armature::tools {

std::size_t Playback::add(const std::shared_ptr<const AnimationClip>& clip)
{
    filePose_.include(*clip);
    clips_.push_back(&scene_.createAnimationGroup(clip, {.mayMoveNothing = true}));
    inPlace_.push_back(nullptr);
    return clips_.size() - 1;
}

void Playback::replace(std::size_t number, const std::shared_ptr<const AnimationClip>& clip)
{
    const double time = getTime();
    const bool wasPlaying = isPlaying();
    stop();
    removeGroups(number);
    filePose_.include(*clip);
    clips_[number] = &scene_.createAnimationGroup(clip, {.mayMoveNothing = true});
    if (isGraphPlayed_) {
        return;
    }
    startAt(clip_, std::min(time, clips_[clip_]->getClip().getDuration()), wasPlaying);
}

void Playback::removeAdded()
{
    const double time = getTime();
    const bool wasPlaying = isPlaying();
    stop();
    layered_.reset();
    std::erase_if(layers_, [this](const ClipLayer& layer) { return layer.clip >= fileClips_; });
    for (std::size_t number = fileClips_; number < clips_.size(); ++number) {
        removeGroups(number);
    }
    clips_.resize(fileClips_);
    inPlace_.resize(fileClips_);
    const bool isLeft = clip_ < fileClips_;
    clip_ = isLeft ? clip_ : 0;
    if (clips_.empty() && !isGraphPlayed_) {
        filePose_.restore();
    } else if (!isGraphPlayed_) {
        startAt(clip_, isLeft ? time : 0., wasPlaying);
    }
}

void Playback::poseAsFile()
{
    if (isGraphPlayed_) {
        graph_->leave();
    }
    filePose_.restore();
}

void Playback::stop()
{
    if (AnimationGroup* group = current()) {
        group->stop();
    }
}

void Playback::removeGroups(std::size_t number)
{
    if (inPlace_[number] != nullptr && inPlace_[number] != clips_[number]) {
        scene_.removeAnimationGroup(*inPlace_[number]);
    }
    scene_.removeAnimationGroup(*clips_[number]);
    inPlace_[number] = nullptr;
}

std::optional<std::size_t> Playback::find(std::string_view nameOrNumber) const
{
    const auto named =
        std::find_if(clips_.begin(), clips_.end(), [&](const AnimationGroup* clip) { return clip->getName() == nameOrNumber; });
    if (named != clips_.end()) {
        return static_cast<std::size_t>(named - clips_.begin());
    }
    std::size_t number = 0;
    const char* const end = nameOrNumber.data() + nameOrNumber.size();
    const auto [read, error] = std::from_chars(nameOrNumber.data(), end, number);
    return error == std::errc() && read == end && number < clips_.size() ? std::optional(number) : std::nullopt;
}

}  // namespace armature::tools
