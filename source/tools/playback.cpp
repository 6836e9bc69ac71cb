#include "playback.hpp"

#include <cmath>

#include <fmt/format.h>

#include <armature/animation/animation_group.hpp>
#include <armature/scene/scene.hpp>

#include "words/words.hpp"

namespace armature::tools {

Playback::Playback(Scene& scene) : scene_(scene), filePose_(scene)
{
    if (!scene.animationGroups().empty()) {
        start(0);
    }
}

void Playback::advance(double seconds)
{
    scene_.animate(seconds);
}

void Playback::change(int clips)
{
    const auto count = static_cast<int>(scene_.animationGroups().size());
    if (count > 0) {
        current()->stop();
        start(static_cast<std::size_t>(((static_cast<int>(clip_) + clips) % count + count) % count));
    }
}

void Playback::togglePause()
{
    if (AnimationGroup* group = current()) {
        group->isPlaying() ? group->pause() : group->play();
    }
}

void Playback::step(double seconds)
{
    AnimationGroup* group = current();
    if (group == nullptr) {
        return;
    }
    group->pause();
    const double duration = group->getClip().getDuration();
    if (duration > 0.) {
        const double time = std::fmod(group->getCurrentTime() + seconds, duration);
        group->goTo(time < 0. ? time + duration : time);
    }
}

AnimationGroup* Playback::current() const noexcept
{
    const auto groups = scene_.animationGroups();
    return groups.empty() ? nullptr : groups[clip_];
}

std::string Playback::describe() const
{
    const AnimationGroup* group = current();
    if (group == nullptr) {
        return "no animation";
    }
    const std::string name = group->getName().empty() ? fmt::format("animation {}", clip_) : printable(group->getName());
    return fmt::format("{} ({} of {}), {:.2f} of {:.2f} s{}", name, clip_ + 1, scene_.animationGroups().size(), group->getCurrentTime(),
                       group->getClip().getDuration(), group->isPlaying() ? "" : ", paused");
}

void Playback::start(std::size_t clip)
{
    clip_ = clip;
    filePose_.restore();
    current()->play();
    current()->apply();
}

}  // namespace armature::tools
