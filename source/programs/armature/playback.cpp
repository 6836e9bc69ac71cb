#include "playback.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include <armature/animation/animation_layer.hpp>
#include <armature/saved_state.hpp>
#include <armature/scene/scene.hpp>

#include "base/words.hpp"
#include "root_travel.hpp"

namespace armature::tools {

Playback::Playback(Scene& scene) : scene_(scene), filePose_(scene)
{
    const auto groups = scene.animationGroups();
    clips_.assign(groups.begin(), groups.end());
    fileClips_ = clips_.size();
    inPlace_.resize(clips_.size());
    if (!clips_.empty()) {
        start(0);
    }
}

void Playback::advance(double seconds)
{
    const bool wasPlaying = isPlaying();
    scene_.animate(seconds);
    if (wasPlaying && isGraphPlayed_) {
        graph_->advance(seconds * getSpeed());
        applyGraph();
    } else if (wasPlaying) {
        std::for_each(layers_.begin(), layers_.end(), [&](ClipLayer& layer) { layer.time += seconds * getSpeed(); });
        applyLayers();
    }
}

std::optional<double> Playback::secondsToRound() const noexcept
{
    const AnimationGroup* const group = current();
    const double duration = getDuration();
    const double speed = getSpeed();
    if (group == nullptr || !group->isPlaying() || !group->isLooping() || !(duration > 0.) || speed == 0.) {
        return std::nullopt;
    }
    return (speed > 0. ? duration - getTime() : getTime()) / std::abs(speed);
}

void Playback::endRound(double seconds)
{
    current()->goTo(getSpeed() > 0. ? getDuration() : 0.);
    std::for_each(layers_.begin(), layers_.end(), [&](ClipLayer& layer) { layer.time += seconds * getSpeed(); });
    applyLayers();
}

void Playback::beginRound()
{
    current()->goTo(getSpeed() > 0. ? 0. : getDuration());
    applyLayers();
}

void Playback::change(int clips)
{
    const auto count = static_cast<int>(clips_.size());
    if (count > 0) {
        select(static_cast<std::size_t>(((static_cast<int>(clip_) + clips) % count + count) % count));
    }
}

void Playback::select(std::size_t clip)
{
    leave();
    start(clip);
}

void Playback::play()
{
    if (isGraphPlayed_) {
        graph_->isPlaying = true;
    }
    if (AnimationGroup* group = current()) {
        group->play(options_);
    }
}

void Playback::pause()
{
    if (isGraphPlayed_) {
        graph_->isPlaying = false;
    }
    if (AnimationGroup* group = current()) {
        group->pause();
    }
}

void Playback::togglePause()
{
    isPlaying() ? pause() : play();
}

void Playback::step(double seconds)
{
    if (isGraphPlayed_) {
        pause();
        goTo(getTime() + seconds);
        return;
    }
    if (current() == nullptr) {
        return;
    }
    pause();
    const double duration = getDuration();
    if (duration > 0.) {
        const double time = std::fmod(getTime() + seconds, duration);
        goTo(time < 0. ? time + duration : time);
    }
}

void Playback::goTo(double seconds)
{
    if (isGraphPlayed_) {
        graph_->goTo(seconds);
        applyGraph();
    }
    if (AnimationGroup* group = current()) {
        group->goTo(seconds);
        std::for_each(layers_.begin(), layers_.end(), [this](ClipLayer& layer) { layer.time = getTime(); });
        applyLayers();
    }
}

void Playback::setLayers(std::vector<ClipLayer> layers)
{
    for (const ClipLayer& layer : layers) {
        if (layer.clip >= clips_.size() || !(layer.weight >= 0.f && layer.weight <= 1.f)) {
            throw std::invalid_argument(fmt::format("a layer of clip {} with weight {}: there are {} clips, and weights are in [0, 1]",
                                                    layer.clip, layer.weight, clips_.size()));
        }
    }
    const bool isSame =
        layered_ != nullptr
        && std::equal(layers.begin(), layers.end(), layers_.begin(), layers_.end(), [](const ClipLayer& one, const ClipLayer& other) {
               return one.clip == other.clip && one.isAdditive == other.isAdditive;
           });
    layers_ = std::move(layers);
    if (isSame) {
        layered_->weigh(layers_);
    } else {
        buildLayers();
    }
    if (AnimationGroup* group = current()) {
        filePose_.restore();  // also resets what only removed layers have moved
        group->apply();
        applyLayers();
    }
}

void Playback::setSpeed(double speed)
{
    if (AnimationGroup* group = current()) {
        group->setSpeedRatio(speed);
    }
    options_.speedRatio = speed;
}

void Playback::setLooping(bool isLooping)
{
    if (AnimationGroup* group = current()) {
        group->setLooping(isLooping);
    }
    options_.loop = isLooping;
}

void Playback::setInPlace(bool isInPlace)
{
    if (current() == nullptr || isInPlace == isInPlace_) {
        isInPlace_ = isInPlace;
        applyGraph();
        return;
    }
    const double time = getTime();
    const bool wasPlaying = isPlaying();
    current()->stop();
    isInPlace_ = isInPlace;
    startAt(clip_, time, wasPlaying);
}

void Playback::playGraph(GraphSource source, bool goesOn)
{
    SavedState before;
    before.save(scene_);
    std::unique_ptr<GraphPlayback> graph;
    try {
        leave();
        graph = std::make_unique<GraphPlayback>(scene_, std::move(source));
        if (goesOn && graph_ != nullptr) {
            graph->follow(*graph_);
        }
    } catch (...) {
        before.restore(scene_);
        throw;
    }
    graph_ = std::move(graph);
    isGraphPlayed_ = true;
    applyGraph();
}

void Playback::setGraphPlayed(bool isPlayed)
{
    if (graph_ == nullptr || isPlayed == isGraphPlayed_) {
        return;
    }
    leave();
    isGraphPlayed_ = isPlayed;
    if (isPlayed) {
        applyGraph();
    } else if (!clips_.empty()) {
        start(clip_);
    }
}

void Playback::applyGraph()
{
    if (isGraphPlayed_) {
        graph_->apply(isInPlace_);
    }
}

// Stops whatever plays, and restores the file's own pose.
void Playback::leave()
{
    if (isGraphPlayed_) {
        graph_->leave();
    } else if (AnimationGroup* group = current()) {
        group->stop();
    }
    filePose_.restore();
}

AnimationGroup* Playback::current() const noexcept
{
    if (clips_.empty() || isGraphPlayed_) {
        return nullptr;
    }
    return isInPlace_ && inPlace_[clip_] != nullptr ? inPlace_[clip_] : clips_[clip_];
}

bool Playback::isPlaying() const noexcept
{
    return isGraphPlayed_ ? graph_->isPlaying : current() != nullptr && current()->isPlaying();
}

double Playback::getTime() const noexcept
{
    return isGraphPlayed_ ? graph_->getTime() : current() != nullptr ? current()->getCurrentTime() : 0.;
}

double Playback::getBegin() const noexcept
{
    return isGraphPlayed_ ? graph_->getBegin() : 0.;
}

double Playback::getDuration() const noexcept
{
    if (isGraphPlayed_) {
        return graph_->getEnd() - graph_->getBegin();
    }
    return current() != nullptr ? current()->getClip().getDuration() : 0.;
}

std::string Playback::nameOf(std::size_t clip) const
{
    const std::string& name = clips_[clip]->getName();
    return name.empty() ? fmt::format("animation {}", clip) : printable(name);
}

std::string Playback::describe() const
{
    if (isGraphPlayed_) {
        return fmt::format("{}, {:.2f} s{}", graph_->getSource().name, getTime(), isPlaying() ? "" : ", paused");
    }
    if (current() == nullptr) {
        return "no animation";
    }
    return fmt::format("{} ({} of {}), {:.2f} of {:.2f} s{}", nameOf(clip_), clip_ + 1, clips_.size(), getTime(), getDuration(),
                       isPlaying() ? "" : ", paused");
}

void Playback::start(std::size_t clip)
{
    clip_ = clip;
    isGraphPlayed_ = false;
    filePose_.restore();
    AnimationGroup& group = isInPlace_ ? inPlaceOf(clip) : *clips_[clip];
    group.play(options_);
    group.apply();
    buildLayers();
    applyLayers();
}

void Playback::startAt(std::size_t clip, double seconds, bool plays)
{
    start(clip);
    goTo(seconds);
    if (!plays) {
        pause();
    }
}

void Playback::buildLayers()
{
    layered_.reset();
    if (layers_.empty() || current() == nullptr) {
        return;
    }
    LayeredClip::Clips clips{current()->shareClip()};
    for (const ClipLayer& layer : layers_) {
        const auto clip = (isInPlace_ ? inPlaceOf(layer.clip) : *clips_[layer.clip]).shareClip();
        clips.push_back(layer.isAdditive ? makeAdditiveClip(*clip) : clip);
    }
    layered_ = std::make_unique<LayeredClip>(scene_, clips, layers_);
}

void Playback::applyLayers()
{
    if (layered_ != nullptr) {
        layered_->apply(getTime(), layers_);
    }
}

// Returns the group that plays a clip in place; the clip's own group if nothing travels.
AnimationGroup& Playback::inPlaceOf(std::size_t clip)
{
    if (inPlace_[clip] == nullptr) {
        const auto motion = findRootTravel(scene_, clips_[clip]->shareClip()).motion;
        inPlace_[clip] =
            motion != nullptr ? &scene_.createAnimationGroup(motion->getInPlaceClip(), {.mayMoveNothing = true}) : clips_[clip];
    }
    return *inPlace_[clip];
}

}  // namespace armature::tools
