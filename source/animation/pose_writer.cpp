#include "animation/pose_writer.hpp"

#include <algorithm>
#include <functional>
#include <unordered_map>

#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/channel_targets.hpp"
#include "scene/node_access.hpp"

namespace armature {

namespace {

/// Copies the components of one part from a pose to the lanes of a hierarchy.
void copyPart(std::span<const float> pose, const PoseEntry& entry, std::size_t components, float* outPart) noexcept
{
    const float* in = pose.data() + entry.first;
    for (std::size_t i = 0; i < components; ++i) {
        outPart[i * laneCount] = in[i * entry.step];
    }
}

std::vector<PoseWriter::Part> partsOf(Scene& scene, std::span<const ChannelDescription> channels, std::span<const PoseEntry> entries)
{
    std::vector<PoseWriter::Part> parts;
    for (std::size_t channel = 0; channel < channels.size(); ++channel) {
        const ChannelDescription& description = channels[channel];
        parts.push_back({findTarget(scene, description.target), description.path, description.components, entries[channel]});
    }
    return parts;
}

}  // namespace

PoseWriter::PoseWriter(Scene& scene, std::span<const ChannelDescription> channels, std::span<const PoseEntry> entries)
    : PoseWriter(scene, partsOf(scene, channels, entries))
{}

PoseWriter::PoseWriter(Scene& scene, std::span<const Part> parts) : scene_(&scene)
{
    std::unordered_map<const Node*, std::size_t> places;
    for (const Part& part : parts) {
        const bool isWeights = part.path == ChannelPath::Weights;
        if (part.node == nullptr || (isWeights && part.node->isBone())) {
            ++unboundChannelCount_;
        } else if (isWeights) {
            weights_.push_back({part.node, part.entry, part.components});
        } else {
            const auto [place, isNew] = places.try_emplace(part.node, targets_.size());
            if (isNew) {
                targets_.push_back({part.node, {}, {}, {}});
            }
            Target& target = targets_[place->second];
            auto& entry = part.path == ChannelPath::Translation ? target.translation
                          : part.path == ChannelPath::Rotation  ? target.rotation
                                                                : target.scale;
            entry = part.entry;
        }
    }
    std::ranges::stable_sort(weights_, std::less<>{}, &WeightsTarget::node);
}

void PoseWriter::write(std::span<const float> pose) noexcept
{
    if (!isCurrent()) {
        lookUp();
    }
    std::size_t driven = 0;
    for (const Destination& destination : destinations_) {
        TransformHierarchy& hierarchy = *destination.hierarchy;
        writeTarget(targets_[destination.target], pose, hierarchy.openParts(destination.slot));
        hierarchy.closeParts(destination.slot);
        for (; driven < destination.drivenEnd; ++driven) {
            driven_[driven].hierarchy->driverChanged(driven_[driven].slot);
        }
    }
    if (!weights_.empty()) {
        writeWeights(pose);
    }
}

// Past the public setters, which check for what a sampled pose cannot hold, and make rotations unit that a clip keeps as its file has them.
void PoseWriter::writeTarget(const Target& target, std::span<const float> pose, float* outParts) const noexcept
{
    if (target.translation) {
        copyPart(pose, *target.translation, 3, outParts);
    }
    if (target.rotation) {
        copyPart(pose, *target.rotation, 4, outParts + 3 * laneCount);
    }
    if (target.scale) {
        copyPart(pose, *target.scale, 3, outParts + 7 * laneCount);
    }
}

// Destinations' hierarchies come first: they live as long as the targets. If they are as they were, no link has been cut, and the driven
// bones' hierarchies live, too.
bool PoseWriter::isCurrent() const noexcept
{
    return isLookedUp_
           && std::ranges::all_of(layouts_, [](const Layout& layout) { return layout.hierarchy->layoutVersion() == layout.version; });
}

void PoseWriter::watch(const TransformHierarchy& hierarchy)
{
    if (std::ranges::find(layouts_, &hierarchy, &Layout::hierarchy) == layouts_.end()) {
        layouts_.push_back({&hierarchy, hierarchy.layoutVersion()});
    }
}

void PoseWriter::lookUp()
{
    destinations_.clear();
    driven_.clear();
    layouts_.clear();
    for (std::size_t i = 0; i < targets_.size(); ++i) {
        Node& target = *targets_[i].node;
        watch(NodeAccess::hierarchy(target));  // of a linked bone as well: its link decides
        if (const Node* const destination = destinationOf(target)) {
            watch(NodeAccess::hierarchy(*destination));
            for (const Bone* const bone : NodeAccess::drivenBones(*destination)) {
                driven_.push_back({&NodeAccess::hierarchy(*bone), NodeAccess::slot(*bone)});
            }
            destinations_.push_back({&NodeAccess::hierarchy(*destination), NodeAccess::slot(*destination), static_cast<std::uint32_t>(i),
                                     static_cast<std::uint32_t>(driven_.size())});
        }
    }
    for (const Driven& driven : driven_) {
        watch(*driven.hierarchy);
    }
    isLookedUp_ = true;
}

// Instances come and go, so they are looked for by node each time: O(instances * log targets).
void PoseWriter::writeWeights(std::span<const float> pose) const noexcept
{
    for (MeshInstance* const instance : scene_->meshInstances()) {
        const Node* const node = instance->node;
        const auto found = std::ranges::lower_bound(weights_, node, std::less<>{}, &WeightsTarget::node);
        if (found != weights_.end() && found->node == node) {
            const std::size_t count = std::min(found->count, instance->morphWeights.size());
            std::copy_n(pose.begin() + static_cast<std::ptrdiff_t>(found->entry.first), count, instance->morphWeights.begin());
        }
    }
}

void PoseWriter::forget(const Node& node) noexcept
{
    const auto isNode = [&](const auto& target) { return target.node == &node; };
    for (const Target& target : targets_) {
        if (isNode(target)) {
            unboundChannelCount_ += std::size_t{target.translation.has_value()} + target.rotation.has_value() + target.scale.has_value();
        }
    }
    std::erase_if(targets_, isNode);
    isLookedUp_ = false;
    unboundChannelCount_ += std::erase_if(weights_, isNode);
}

}  // namespace armature
