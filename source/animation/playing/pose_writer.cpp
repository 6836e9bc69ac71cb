#include "animation/playing/pose_writer.hpp"

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <utility>

#include <armature/animation/animation_targets.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/clip/channel_targets.hpp"
#include "animation/playing/player_memory.hpp"
#include "mesh/mesh_access.hpp"
#include "node/node_access.hpp"

namespace armature {

namespace {

using LaneMoves = PoseWriter::LaneMoves;

constexpr std::array<std::uint32_t, PoseWriter::partCount> componentsOfPart{3, 4, 3};
constexpr std::array<std::uint32_t, PoseWriter::partCount> firstOfPart{0, 3, 7};

/// Copies the components of one part from a pose to the lanes of a hierarchy.
template <std::uint32_t components>
void copyPart(const float* in, std::size_t step, float* outPart) noexcept
{
    for (std::size_t i = 0; i < components; ++i) {
        outPart[i * laneCount] = in[i * step];
    }
}

template <std::uint32_t components>
void copyParts(std::span<const LaneMoves::Move> moves, std::size_t step, const float* pose, float* outLanes) noexcept
{
    for (const auto& [source, target] : moves) {
        copyPart<components>(pose + source, step, outLanes + target);
    }
}

std::size_t partOfPath(ChannelPath path) noexcept
{
    return path == ChannelPath::Translation ? 0 : path == ChannelPath::Rotation ? 1 : 2;
}

}  // namespace

PoseWriter::PoseWriter(const Handle<AnimationTargets>& scene, std::shared_ptr<PlayerMemory> memory, std::span<const Part> parts)
    : scene_(scene), memory_(std::move(memory))
{
    Plan plan;
    std::unordered_map<const Node*, std::size_t> places;  // by node: index of its target
    places.reserve(parts.size());
    for (const Part& part : parts) {
        if (part.node != nullptr && part.path == ChannelPath::Weights) {
            weights_.push_back({Handle<Node>(part.node), part.node, part.entry, part.components});
        } else if (part.node != nullptr) {
            const auto [place, isNew] = places.try_emplace(part.node, plan.targets.size());
            if (isNew) {
                plan.targets.emplace_back();
                nodes_.emplace_back(part.node);
            }
            plan.targets[place->second][partOfPath(part.path)] = {static_cast<std::uint32_t>(part.entry.first),
                                                                  static_cast<std::uint32_t>(part.entry.step)};
        }
    }
    nodes_.shrink_to_fit();
    plan_ = memory_->writes.share(std::move(plan));
    std::ranges::stable_sort(weights_, std::less<>{}, &WeightsTarget::address);
}

void PoseWriter::write(std::span<const float> pose) noexcept
{
    if (nodes_.empty() && weights_.empty()) {
        return;
    }
    if (!isCurrent()) {
        lookUp();
    }
    if (moves_ != nullptr && layout_.hierarchy->areAllParts()) {
        writeMoves(pose);
    } else {
        if (scattered_ == nullptr) {
            gather();
        }
        writeScattered(pose);
    }
    if (!weights_.empty()) {
        writeWeights(pose);
    }
}

// Bypasses the public setters: they check for values that a sampled pose cannot hold, and normalise rotations, which a clip keeps as its
// file has them.
void PoseWriter::writeMoves(std::span<const float> pose) noexcept
{
    TransformHierarchy& hierarchy = *layout_.hierarchy;
    float* const lanes = hierarchy.openAllParts();
    std::size_t first = 0;
    for (const auto& [components, step, end] : moves_->groups) {
        const auto moves = std::span(moves_->moves).subspan(first, end - first);
        if (components == 3) {
            copyParts<3>(moves, step, pose.data(), lanes);
        } else {
            copyParts<4>(moves, step, pose.data(), lanes);
        }
        first = end;
    }
    if (moves_->marksAll) {
        hierarchy.markAllStale();
        return;
    }
    for (const TransformHierarchy::Slot slot : moves_->slots) {
        hierarchy.closeParts(slot);
    }
}

void PoseWriter::writeScattered(std::span<const float> pose) noexcept
{
    std::size_t driven = 0;
    for (const Destination& destination : scattered_->destinations) {
        TransformHierarchy& hierarchy = *destination.hierarchy;
        float* const parts = hierarchy.openParts(destination.slot);
        for (std::size_t part = 0; part < partCount; ++part) {
            const auto& [first, step] = plan_->targets[destination.target][part];
            if (step == 0) {
                continue;
            }
            if (part == 1) {
                copyPart<4>(pose.data() + first, step, parts + firstOfPart[part] * laneCount);
            } else {
                copyPart<3>(pose.data() + first, step, parts + firstOfPart[part] * laneCount);
            }
        }
        hierarchy.closeParts(destination.slot);
        for (; driven < destination.drivenEnd; ++driven) {
            scattered_->driven[driven].hierarchy->driverChanged(scattered_->driven[driven].slot);
        }
    }
}

bool PoseWriter::isCurrent() const noexcept
{
    return moves_ != nullptr ? layout_.isCurrent() : scattered_ != nullptr && std::ranges::all_of(scattered_->layouts, &Layout::isCurrent);
}

void PoseWriter::lookUp()
{
    gather();
    moves_.reset();
    layout_ = {};
    // Writing by moves looks at the traits of all slots (areAllParts()), so it pays only if a good part of the slots is written.
    const bool isOne = scattered_->layouts.size() == 1 && scattered_->driven.empty();
    if (isOne && scattered_->destinations.size() * 4 >= scattered_->layouts.front().hierarchy->slotCount()) {
        layout_ = scattered_->layouts.front();
        moves_ = memory_->moves.share(makeMoves(*scattered_));
        scattered_.reset();
    }
}

// Watches the hierarchies of linked bones, too, because a bone's link decides where writes go.
void PoseWriter::gather()
{
    scattered_ = std::make_unique<Scattered>();
    auto& [destinations, driven, layouts] = *scattered_;
    const auto watch = [&layouts = layouts](const Node& node) {
        TransformHierarchy& hierarchy = NodeAccess::hierarchy(node);
        if (std::ranges::find(layouts, &hierarchy, &Layout::hierarchy) == layouts.end()) {
            hierarchy.settle();  // now, so that the next update does not renumber the slots that are looked up here
            layouts.push_back({&hierarchy, Lifetime::Watch(lifetimeOfOwner(node)), hierarchy.layoutVersion()});
        }
    };
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        Node* const target = nodes_[i].get();
        if (target == nullptr) {
            continue;
        }
        watch(*target);
        if (const Node* const destination = destinationOf(*target)) {
            watch(*destination);
            for (const Node* bone = NodeAccess::firstDriven(*destination); bone != nullptr; bone = NodeAccess::nextDriven(*bone)) {
                watch(*bone);
                driven.push_back({&NodeAccess::hierarchy(*bone), NodeAccess::slot(*bone)});
            }
            destinations.push_back({&NodeAccess::hierarchy(*destination), NodeAccess::slot(*destination), static_cast<std::uint32_t>(i),
                                    static_cast<std::uint32_t>(driven.size())});
        }
    }
}

// If two targets have the same destination, the later target wins: within each part, moves keep the order of the targets.
PoseWriter::LaneMoves PoseWriter::makeMoves(const Scattered& found) const
{
    LaneMoves made;
    std::vector<TransformHierarchy::Slot>& slots = made.slots;
    for (const Destination& destination : found.destinations) {
        slots.push_back(destination.slot);
    }
    std::ranges::sort(slots);
    slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
    if (slots.size() == found.layouts.front().hierarchy->slotCount()) {
        slots.clear();
        made.marksAll = true;
    }
    for (std::size_t part = 0; part < partCount; ++part) {
        for (const Destination& destination : found.destinations) {
            const auto& [first, step] = plan_->targets[destination.target][part];
            if (step == 0) {
                continue;
            }
            const bool goesOn =
                !made.groups.empty() && made.groups.back().components == componentsOfPart[part] && made.groups.back().step == step;
            if (!goesOn) {
                made.groups.push_back({componentsOfPart[part], step, 0});
            }
            const std::size_t lane = destination.slot / laneCount * blockFloats + destination.slot % laneCount;
            made.moves.push_back({first, static_cast<std::uint32_t>(lane + firstOfPart[part] * laneCount)});
            made.groups.back().end = static_cast<std::uint32_t>(made.moves.size());
        }
    }
    return made;
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
