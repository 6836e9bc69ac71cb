#include "conversion.hpp"

#include <cmath>
#include <numbers>
#include <vector>

#include <fmt/format.h>
#include <glm/gtc/quaternion.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/error.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "words/words.hpp"

namespace armature::tools {

namespace {

constexpr double mostKeys = 1e7;

glm::quat turnToYUp(UpAxis up)
{
    constexpr float quarter = 0.5f * std::numbers::pi_v<float>;
    switch (up) {
    case UpAxis::X: return glm::angleAxis(quarter, glm::vec3(0.f, 0.f, 1.f));
    case UpAxis::Y: break;
    case UpAxis::Z: return glm::angleAxis(-quarter, glm::vec3(1.f, 0.f, 0.f));
    }
    return {1.f, 0.f, 0.f, 0.f};
}

void putBelow(Scene& scene, const Transform& transform)
{
    std::vector<TransformNode*> roots;
    for (TransformNode* node : scene.nodes()) {
        if (node->getParent() == nullptr) {
            roots.push_back(node);
        }
    }
    TransformNode& top = scene.createTransformNode("converted", nullptr, transform);
    for (TransformNode* root : roots) {
        root->setParent(&top, Keep::Local);
    }
    for (Skeleton* skeleton : scene.skeletons()) {
        if (skeleton->getHostNode() == nullptr) {
            skeleton->setHostNode(&top);  // its space was the world's, which is that below `top` now
        }
    }
}

/// Evenly from 0 on, and the end.
std::vector<float> frameTimes(const AnimationClip& clip, double framesPerSecond)
{
    const double frames = std::ceil(clip.getDuration() * framesPerSecond - 1e-6);
    if (frames * static_cast<double>(clip.channels().size()) > mostKeys) {
        throw Error(fmt::format("{}: {} keys a second make more than {} keys", named("clip", clip.getName()), framesPerSecond, mostKeys));
    }
    std::vector<float> times;
    for (double frame = 0.; frame < frames; ++frame) {
        times.push_back(static_cast<float>(frame / framesPerSecond));
    }
    const auto end = static_cast<float>(clip.getDuration());
    if (times.empty() || end > times.back()) {
        times.push_back(end);
    }
    return times;
}

std::shared_ptr<const AnimationClip> resampled(const AnimationClip& clip, double framesPerSecond)
{
    ClipDescription description{.name = clip.getName(), .timeTracks = {frameTimes(clip, framesPerSecond)}};
    for (std::size_t number = 0; number < clip.channels().size(); ++number) {
        const AnimationChannel& original = clip.channels()[number];
        ChannelDescription channel{.target = original.target, .path = original.path, .components = original.components};
        channel.interpolation = original.interpolation == Interpolation::Step ? Interpolation::Step : Interpolation::Linear;
        std::vector<float> value(original.components);
        for (const float time : description.timeTracks.front()) {
            clip.sample(number, static_cast<double>(time), value);
            channel.values.insert(channel.values.end(), value.begin(), value.end());
        }
        description.channels.push_back(std::move(channel));
    }
    return AnimationClip::create(std::move(description));
}

}  // namespace

void changeScene(Scene& scene, const SceneChange& change)
{
    if (change.movesModel()) {
        const auto scale = static_cast<float>(change.scale.value_or(1.));
        putBelow(scene, {glm::vec3(0.f), turnToYUp(change.up.value_or(UpAxis::Y)), glm::vec3(scale)});
    }
    if (change.framesPerSecond) {
        const std::vector<AnimationGroup*> originals(scene.animationGroups().begin(), scene.animationGroups().end());
        for (AnimationGroup* original : originals) {
            scene.createAnimationGroup(resampled(original->getClip(), *change.framesPerSecond));
            scene.removeAnimationGroup(*original);
        }
    }
}

}  // namespace armature::tools
