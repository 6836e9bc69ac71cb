#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/animation_graph.hpp>
#include <armature/animation/root_motion.hpp>
#include <armature/node/transform_node.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/baking/bake_source.hpp"
#include "animation/graph/make_graph_clip.hpp"
#include "base/words.hpp"

namespace armature {

namespace {

/// Returns the clip of differences with channels added until every part of every bone has one. The added channels hold no difference;
/// without them, baking would take the rest pose as a difference.
std::shared_ptr<const AnimationClip> withAllParts(const AnimationClip& clip, Skeleton& rig)
{
    ClipDescription description = clip.describe();
    std::set<std::pair<std::string, ChannelPath>> moved;
    for (const AnimationChannel& channel : clip.channels()) {
        moved.emplace(channel.target.name, channel.path);
    }
    description.timeTracks.push_back({0.f});
    const std::vector<float> nothing{0.f, 0.f, 0.f};
    const std::vector<float> unturned{0.f, 0.f, 0.f, 1.f};
    const std::vector<float> unscaled{1.f, 1.f, 1.f};
    for (Bone* const bone : rig.bones()) {
        for (const auto& [path, value] : {std::pair(ChannelPath::Translation, nothing), std::pair(ChannelPath::Rotation, unturned),
                                          std::pair(ChannelPath::Scale, unscaled)}) {
            const TransformNode* const driver = bone->getTransformNode();
            const bool isMoved =
                moved.contains({bone->getName(), path}) || (driver != nullptr && moved.contains({driver->getName(), path}));
            if (!isMoved) {
                description.channels.push_back({.target = ChannelTarget::of(*bone),
                                                .path = path,
                                                .timeTrack = description.timeTracks.size() - 1,
                                                .components = value.size(),
                                                .values = value});
            }
        }
    }
    return AnimationClip::create(std::move(description));
}

}  // namespace

GraphClip makeGraphClip(std::string name, std::shared_ptr<const AnimationClip> clip, Skeleton& rig, const GraphClipOptions& options)
{
    Budget unlimited = Budget::unlimited();
    return makeGraphClipWithin(unlimited, std::move(name), std::move(clip), rig, options);
}

GraphClip makeGraphClipWithin(Budget& budget, std::string name, std::shared_ptr<const AnimationClip> clip, Skeleton& rig,
                              const GraphClipOptions& options)
{
    if (clip == nullptr) {
        throw std::invalid_argument(fmt::format("animation graph, clip {}: null", inQuotes(name)));
    }
    if (options.motion != nullptr && options.isDifference) {
        throw std::invalid_argument(fmt::format("animation graph, clip {}: differences do not travel", inQuotes(name)));
    }
    std::shared_ptr<const AnimationClip> poses = options.motion != nullptr ? options.motion->getInPlaceClip() : clip;
    if (options.isDifference) {
        if (!options.bake.mayMoveNothing) {
            requireTargets(*clip, findSkeletonChannels(*clip, rig).unbound, rig);
        }
        poses = withAllParts(*clip, rig);
    }
    BakeOptions bake = options.bake;
    bake.mayMoveNothing = bake.mayMoveNothing || options.motion != nullptr;  // the clip may move only the travel, which is not baked
    GraphClip made{.name = std::move(name), .clip = bakeWithin(budget, *poses, rig, bake), .motion = options.motion};
    made.isDifference = options.isDifference;
    const auto isSampled = [](const AnimationChannel& channel) {
        return channel.target.kind == ChannelTarget::Kind::Curve || channel.path == ChannelPath::Weights;
    };
    if (std::ranges::any_of(clip->channels(), isSampled)) {
        made.curves = std::move(clip);
    }
    return made;
}

}  // namespace armature
