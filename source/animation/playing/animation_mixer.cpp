#include <armature/animation/animation_mixer.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include <armature/node/transform_node.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/clip/channel_targets.hpp"
#include "animation/playing/animation_group_access.hpp"
#include "animation/playing/animation_mixer_state.hpp"
#include "base/words.hpp"

namespace armature {

AnimationMixer::AnimationMixer(AnimationTargets& scene) : state_(std::make_shared<State>(scene)) {}

AnimationMixer::~AnimationMixer()
{
    state_->isOwned = false;
    for (AnimationLayer* layer : state_->layers.view()) {
        layer->stop();
    }
}

AnimationLayer& AnimationMixer::addLayer(std::shared_ptr<const AnimationClip> clip, const LayerOptions& options)
{
    AnimationTargets& scene = state_->requireScene(options);
    std::unique_ptr<AnimationLayer> layer(new AnimationLayer(*this, std::move(clip), options));
    TargetFinder finder = options.skeleton != nullptr ? TargetFinder::around(*options.skeleton) : TargetFinder(scene);
    ChannelBindings channels(finder.findAll(layer->getClip().channels()));
    return state_->add(std::move(layer), std::move(channels), options);
}

AnimationLayer& AnimationMixer::addLayer(const AnimationGroup& group, const LayerOptions& options)
{
    AnimationTargets& scene = state_->requireScene(options);
    if (AnimationGroupAccess::scene(group) != &scene) {
        return addLayer(group.shareClip(), options);
    }
    std::unique_ptr<AnimationLayer> layer(new AnimationLayer(*this, group.shareClip(), options));
    ChannelBindings channels = AnimationGroupAccess::bindings(group);
    if (options.skeleton != nullptr) {
        channels = ChannelBindings(TargetFinder::around(*options.skeleton).findAll(layer->getClip().channels(), channels.list()));
    }
    return state_->add(std::move(layer), std::move(channels), options);
}

void AnimationMixer::removeLayer(AnimationLayer& layer)
{
    if (layer.state().mixer != this) {
        layer.state().refuse("cannot be removed from a mixer that does not own it");
    }
    state_->letGo(layer);
    layer.stop();
    layer.state().isRemoved = true;
    if (!state_->isFiring) {
        state_->removeDoomed();
    }
}

std::span<AnimationLayer* const> AnimationMixer::layers() noexcept
{
    return state_->layers.view();
}

std::span<const AnimationLayer* const> AnimationMixer::layers() const noexcept
{
    return state_->layers.view();
}

AnimationLayer* AnimationMixer::findLayer(std::string_view name) noexcept
{
    return const_cast<AnimationLayer*>(std::as_const(*this).findLayer(name));
}

const AnimationLayer* AnimationMixer::findLayer(std::string_view name) const noexcept
{
    const auto& layers = state_->layers.view();
    const auto found = std::ranges::find_if(layers, [&](const AnimationLayer* layer) { return layer->getName() == name; });
    return found != layers.end() ? *found : nullptr;
}

std::span<const float> AnimationMixer::getCurve(std::string_view name) const noexcept
{
    for (const MixerTargets::Row& row : state_->targets.rows()) {
        if (row.property && row.property->kind == ChannelTarget::Kind::Curve && row.curve == name) {
            return std::span<const float>(state_->rowNumbers)
                .subspan(row.first - state_->targets.transformBlocks() * blockFloats, row.count);
        }
    }
    return {};
}

const RootMotionDelta& AnimationMixer::getRootMotion() const noexcept
{
    return state_->rootMotion;
}

void AnimationMixer::setRootMotionNode(TransformNode* node)
{
    if (node != nullptr && state_->movesNode(*node)) {
        throw std::invalid_argument(
            fmt::format("animation mixer: root motion cannot move the node {}, which a layer's clip moves", inQuotes(node->getName())));
    }
    state_->rootMotionNode = Handle<TransformNode>(node);
}

TransformNode* AnimationMixer::getRootMotionNode() noexcept
{
    return state_->rootMotionNode.get();
}

const TransformNode* AnimationMixer::getRootMotionNode() const noexcept
{
    return state_->rootMotionNode.get();
}

void AnimationMixer::pause() noexcept
{
    state_->isPaused = true;
}

void AnimationMixer::resume() noexcept
{
    state_->isPaused = false;
}

bool AnimationMixer::isPaused() const noexcept
{
    return state_->isPaused;
}

double AnimationMixer::getSpeedRatio() const noexcept
{
    return state_->speedRatio;
}

void AnimationMixer::setSpeedRatio(double speedRatio)
{
    if (!std::isfinite(speedRatio)) {
        throw std::invalid_argument(fmt::format("animation mixer: speed ratio {} is not finite", speedRatio));
    }
    state_->speedRatio = speedRatio;
}

void AnimationMixer::advance(double seconds)
{
    const std::shared_ptr<State> state = state_;
    state->requireStep(seconds);
    state->move(seconds);
    state->write();
    state->fire();  // the mixer may be gone when fire() returns
}

void AnimationMixer::apply() noexcept
{
    state_->blend();
    state_->writeBlended();
}

}  // namespace armature
