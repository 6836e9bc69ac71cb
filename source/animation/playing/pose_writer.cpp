#include "animation/playing/pose_writer.hpp"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include <armature/animation/animation_targets.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/clip/channel_targets.hpp"
#include "mesh/mesh_access.hpp"
#include "node/node_access.hpp"

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

constexpr auto noPart = static_cast<std::size_t>(-1);

/// For each of `partCount` parts, finds the first part of the same node; noPart for parts that are not listed.
std::vector<std::size_t> listTargets(std::vector<std::pair<Node*, std::size_t>> parts, std::size_t partCount)
{
    std::ranges::sort(
        parts, [](const auto& a, const auto& b) { return a.first != b.first ? std::less<>()(a.first, b.first) : a.second < b.second; });
    std::vector<std::size_t> firstParts(partCount, noPart);
    for (std::size_t place = 0; place < parts.size(); ++place) {
        const bool isFirst = place == 0 || parts[place - 1].first != parts[place].first;
        firstParts[parts[place].second] = isFirst ? parts[place].second : firstParts[parts[place - 1].second];
    }
    return firstParts;
}

}  // namespace

PoseWriter::PoseWriter(const Handle<AnimationTargets>& scene, std::span<const Part> parts) : scene_(scene)
{
    std::vector<std::pair<Node*, std::size_t>> ofNodes;  // the parts that are translations, rotations and scales
    ofNodes.reserve(parts.size());
    for (std::size_t part = 0; part < parts.size(); ++part) {
        if (parts[part].node != nullptr && parts[part].path == ChannelPath::Weights) {
            weights_.push_back({Handle<Node>(parts[part].node), parts[part].node, parts[part].entry, parts[part].components});
        } else if (parts[part].node != nullptr) {
            ofNodes.emplace_back(parts[part].node, part);
        }
    }
    addTargets(parts, listTargets(std::move(ofNodes), parts.size()));
    std::ranges::stable_sort(weights_, std::less<>{}, &WeightsTarget::address);
}

void PoseWriter::addTargets(std::span<const Part> parts, std::span<const std::size_t> firstParts)
{
    std::vector<std::size_t> places(parts.size());  // by first part: index of its target
    std::size_t count = 0;
    for (std::size_t number = 0; number < parts.size(); ++number) {
        count += firstParts[number] == number ? 1u : 0u;
    }
    targets_.reserve(count);
    for (std::size_t number = 0; number < parts.size(); ++number) {
        if (firstParts[number] == noPart) {
            continue;
        }
        const Part& part = parts[number];
        if (firstParts[number] == number) {
            places[number] = targets_.size();
            targets_.push_back({Handle<Node>(part.node), {}, {}, {}});
        }
        Target& target = targets_[places[firstParts[number]]];
        auto& entry = part.path == ChannelPath::Translation ? target.translation
                      : part.path == ChannelPath::Rotation  ? target.rotation
                                                            : target.scale;
        entry = part.entry;
    }
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

// Bypasses the public setters: they check for values that a sampled pose cannot hold, and normalise rotations, which a clip keeps as its
// file has them.
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
        layouts_.push_back({&hierarchy, Lifetime::Watch(lifetimeOfOwner(node)), hierarchy.layoutVersion()});
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
        watch(*target);  // a linked bone, too: its link decides where writes go
        if (const Node* const destination = destinationOf(*target)) {
            watch(*destination);
            for (const Node* bone = NodeAccess::firstDriven(*destination); bone != nullptr; bone = NodeAccess::nextDriven(*bone)) {
                watch(*bone);
                driven_.push_back({&NodeAccess::hierarchy(*bone), NodeAccess::slot(*bone)});
            }
            destinations_.push_back({&NodeAccess::hierarchy(*destination), NodeAccess::slot(*destination), static_cast<std::uint32_t>(i),
                                     static_cast<std::uint32_t>(driven_.size())});
        }
    }
    isLookedUp_ = true;
}

// Looks the instances up by node each time, because instances are added and removed: O(instances * log targets).
void PoseWriter::writeWeights(std::span<const float> pose) const noexcept
{
    AnimationTargets* const scene = scene_.get();
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
