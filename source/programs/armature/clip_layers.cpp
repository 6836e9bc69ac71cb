#include "clip_layers.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include <armature/animation/animation_clip.hpp>
#include <armature/node/transform_node.hpp>
#include <armature/skeleton/bone.hpp>

namespace armature::tools {

namespace {

// Returns the node that drives a bone, or else the node itself, because a mask treats both as the same.
const Node& drivenBy(const Node& node)
{
    const Bone* bone = node.asBone();
    return bone != nullptr && bone->getTransformNode() != nullptr ? static_cast<const Node&>(*bone->getTransformNode()) : node;
}

bool isAtOrBelow(const Node& node, const Node& top)
{
    const Node* place = &node;
    while (place != nullptr && &drivenBy(*place) != &drivenBy(top)) {
        place = place->getParent();
    }
    return place != nullptr;
}

std::size_t kindOf(ChannelPath path)
{
    return std::min<std::size_t>(static_cast<std::size_t>(path), 3);
}

// Returns a clip of only the channels of one kind; null if there are none.
std::shared_ptr<const AnimationClip> channelsOf(const AnimationClip& clip, std::size_t kind)
{
    ClipDescription description = clip.describe();
    std::erase_if(description.channels, [kind](const ChannelDescription& channel) { return kindOf(channel.path) != kind; });
    return description.channels.empty() ? nullptr : AnimationClip::create(std::move(description));
}

std::set<const Node*> targetsOf(const AnimationLayer& layer)
{
    std::set<const Node*> targets;
    for (std::size_t channel = 0; channel < layer.getClip().channels().size(); ++channel) {
        if (const Node* target = layer.getTarget(channel)) {
            targets.insert(&drivenBy(*target));
        }
    }
    return targets;
}

// Wraps a time into the range from 0 to `duration`. A time equal to `duration` does not become 0, so that the last key shows.
double wrapped(double time, double duration)
{
    if (!(duration > 0.) || (time >= 0. && time <= duration)) {
        return duration > 0. ? time : 0.;
    }
    const double rest = std::fmod(time, duration);
    return rest < 0. ? rest + duration : rest;
}

}  // namespace

float maskAt(const ClipLayer& layer, const Node& target)
{
    bool isMoved = layer.mask.empty() || !layer.mask.front().isMoved;
    for (const ClipLayer::Part& part : layer.mask) {
        isMoved = isAtOrBelow(target, *part.top) ? part.isMoved : isMoved;
    }
    return isMoved ? 1.f : 0.f;
}

LayeredClip::LayeredClip(AnimationTargets& scene, const Clips& clips, std::span<const ClipLayer> layers) : mixer_(scene)
{
    entries_.reserve(clips.size());
    for (std::size_t number = 0; number < clips.size(); ++number) {
        Entry& entry = entries_.emplace_back();
        entry.duration = clips[number]->getDuration();
        for (std::size_t kind = 0; kind < entry.parts.size(); ++kind) {
            if (auto clip = channelsOf(*clips[number], kind)) {
                entry.parts[kind] =
                    &mixer_.addLayer(std::move(clip), {.isAdditive = number > 0 && layers[number - 1].isAdditive, .mayMoveNothing = true});
                entry.targets[kind] = targetsOf(*entry.parts[kind]);
            }
        }
    }
    weigh(layers);
}

// For each target, goes from the top layer down to the base. A layer of weight w leaves the layers below it 1 - w of the weight that the
// layers above have left; an additive layer leaves them all of it.
void LayeredClip::weigh(std::span<const ClipLayer> layers)
{
    for (std::size_t kind = 0; kind < std::tuple_size_v<decltype(Entry::parts)>; ++kind) {
        std::set<const Node*> all;
        for (const Entry& entry : entries_) {
            all.insert(entry.targets[kind].begin(), entry.targets[kind].end());
        }
        for (std::size_t number = 0; number < entries_.size(); ++number) {
            if (entries_[number].parts[kind] != nullptr) {
                entries_[number].parts[kind]->setMask(number == 0 ? 1.f : layers[number - 1].weight);  // for non-node targets: curves
            }
        }
        for (const Node* target : all) {
            float left = 1.f;
            for (std::size_t number = entries_.size(); number-- > 0;) {
                AnimationLayer* part = entries_[number].parts[kind];
                if (!entries_[number].targets[kind].contains(target)) {
                    continue;
                }
                const float own = number == 0 ? 1.f : layers[number - 1].weight * maskAt(layers[number - 1], *target);
                part->setMask(*target, part->isAdditive() ? own : own * left);
                left = part->isAdditive() ? left : left * (1.f - own);
            }
        }
    }
}

void LayeredClip::apply(double baseTime, std::span<const ClipLayer> layers)
{
    const double baseDuration = entries_.front().duration;
    const double phase = baseDuration > 0. ? baseTime / baseDuration : 0.;
    for (std::size_t number = 0; number < entries_.size(); ++number) {
        const Entry& entry = entries_[number];
        double time = baseTime;
        if (number > 0) {
            const ClipLayer& layer = layers[number - 1];
            time = layer.isInStep ? phase * entry.duration : wrapped(layer.time, entry.duration);
        }
        for (AnimationLayer* part : entry.parts) {
            if (part != nullptr) {
                part->goTo(time);
            }
        }
    }
    mixer_.apply();
}

}  // namespace armature::tools
