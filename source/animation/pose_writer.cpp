#include "animation/pose_writer.hpp"

#include <algorithm>
#include <functional>
#include <unordered_map>

#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/channel_targets.hpp"
#include "scene/mesh_access.hpp"
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

const Lifetime& ownerOf(const Node& node) noexcept
{
    const Bone* const bone = node.asBone();
    return bone != nullptr ? bone->getSkeleton().getLifetime() : node.asTransformNode()->getScene().getLifetime();
}

}  // namespace

PoseWriter::PoseWriter(const Handle<Scene>& scene, std::span<const Part> parts) : scene_(scene)
{
    std::unordered_map<const Node*, std::size_t> places;
    for (const Part& part : parts) {
        Node* const node = part.node.get();
        if (node == nullptr) {
            continue;
        }
        if (part.path == ChannelPath::Weights) {
            weights_.push_back({part.node, node, part.entry, part.components});
        } else {
            const auto [place, isNew] = places.try_emplace(node, targets_.size());
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
    std::ranges::stable_sort(weights_, std::less<>{}, &WeightsTarget::address);
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

bool PoseWriter::isCurrent() const noexcept
{
    return isLookedUp_ && std::ranges::all_of(layouts_, [](const Layout& layout) {
               return layout.owner.isAlive() && layout.hierarchy->layoutVersion() == layout.version;
           });
}

void PoseWriter::watch(const Node& node)
{
    const TransformHierarchy& hierarchy = NodeAccess::hierarchy(node);
    if (std::ranges::find(layouts_, &hierarchy, &Layout::hierarchy) == layouts_.end()) {
        layouts_.push_back({&hierarchy, Lifetime::Watch(ownerOf(node)), hierarchy.layoutVersion()});
    }
}

void PoseWriter::lookUp()
{
    destinations_.clear();
    driven_.clear();
    layouts_.clear();
    for (std::size_t i = 0; i < targets_.size(); ++i) {
        Node* const target = targets_[i].node.get();
        if (target == nullptr) {
            continue;
        }
        watch(*target);  // of a linked bone as well: its link decides
        if (const Node* const destination = destinationOf(*target)) {
            watch(*destination);
            for (const Bone* const bone : NodeAccess::drivenBones(*destination)) {
                watch(*bone);
                driven_.push_back({&NodeAccess::hierarchy(*bone), NodeAccess::slot(*bone)});
            }
            destinations_.push_back({&NodeAccess::hierarchy(*destination), NodeAccess::slot(*destination), static_cast<std::uint32_t>(i),
                                     static_cast<std::uint32_t>(driven_.size())});
        }
    }
    isLookedUp_ = true;
}

// Instances come and go, so they are looked for by node each time: O(instances * log targets).
void PoseWriter::writeWeights(std::span<const float> pose) const noexcept
{
    Scene* const scene = scene_.get();
    if (scene == nullptr) {
        return;
    }
    for (MeshInstance* const instance : scene->meshInstances()) {
        const Node* const node = &instance->getNode();
        const auto found = std::ranges::lower_bound(weights_, node, std::less<>{}, &WeightsTarget::address);
        if (found != weights_.end() && found->node.get() == node) {
            const std::span<float> weights = MeshAccess::morphWeights(*instance);
            std::copy_n(pose.begin() + static_cast<std::ptrdiff_t>(found->entry.first), std::min(found->count, weights.size()),
                        weights.begin());
        }
    }
}

}  // namespace armature
