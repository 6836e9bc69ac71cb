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

glm::vec3 readVector(std::span<const float> pose, const PoseEntry& entry) noexcept
{
    return {pose[entry.first], pose[entry.first + entry.step], pose[entry.first + 2 * entry.step]};
}

glm::quat readRotation(std::span<const float> pose, const PoseEntry& entry) noexcept
{
    const glm::vec3 xyz = readVector(pose, entry);
    return {pose[entry.first + 3 * entry.step], xyz.x, xyz.y, xyz.z};
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

void PoseWriter::write(std::span<const float> pose) const noexcept
{
    for (const Target& target : targets_) {
        writeTarget(target, pose);
    }
    if (!weights_.empty()) {
        writeWeights(pose);
    }
}

// Past the public setters, which check for what a sampled pose cannot hold, and make rotations unit that a clip keeps as its file has them.
void PoseWriter::writeTarget(const Target& target, std::span<const float> pose) noexcept
{
    Node* const destination = destinationOf(*target.node);
    if (destination == nullptr) {
        return;
    }
    TransformHierarchy& hierarchy = NodeAccess::hierarchy(*destination);
    const TransformHierarchy::Slot slot = NodeAccess::slot(*destination);
    if (target.translation && target.rotation && target.scale) {
        hierarchy.setTransform(
            slot, {readVector(pose, *target.translation), readRotation(pose, *target.rotation), readVector(pose, *target.scale)});
        return;
    }
    if (target.translation) {
        hierarchy.setTranslation(slot, readVector(pose, *target.translation));
    }
    if (target.rotation) {
        hierarchy.setRotation(slot, readRotation(pose, *target.rotation));
    }
    if (target.scale) {
        hierarchy.setScale(slot, readVector(pose, *target.scale));
    }
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
    unboundChannelCount_ += std::erase_if(weights_, isNode);
}

}  // namespace armature
