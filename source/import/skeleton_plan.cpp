#include "import/skeleton_plan.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "import/notes.hpp"

namespace armature::importing {

SkeletonPlanner::SkeletonPlanner(std::span<const NodeDescription> nodes, std::size_t visitLimit)
    : nodes_(nodes), visitLimit_(visitLimit), reach_(nodes.size())
{}

SkeletonPlan SkeletonPlanner::plan(const SkinDescription& description, std::size_t skin)
{
    ++stamp_;
    reached_.clear();
    std::size_t jointCount = 0;
    std::vector<std::size_t> repeated;
    for (std::size_t slot = 0; slot < description.joints.size(); ++slot) {
        const std::size_t node = description.joints[slot];
        reachUpwards(node, skin);
        if (reach_[node].slot) {
            repeated.push_back(slot);
        } else {
            reach_[node].slot = slot;
            ++jointCount;
        }
    }
    countJointsBelow();

    SkeletonPlan plan;
    addBones(plan, jointCount);
    for (const std::size_t slot : repeated) {
        const std::size_t node = description.joints[slot];
        plan.bones.push_back({node, boneAbove(node), slot});
    }
    return plan;
}

// Adds the node and its ancestors to reached_, up to the first node that an earlier walk reached. The new nodes are stored from the top
// down, so that parents come first in all of reached_.
void SkeletonPlanner::reachUpwards(std::size_t node, std::size_t skin)
{
    const std::size_t begin = reached_.size();
    std::optional<std::size_t> at = node;
    while (at && reach_[*at].stamp != stamp_) {
        reach_[*at] = Reach();
        reach_[*at].stamp = stamp_;
        reached_.push_back(*at);
        at = nodes_[*at].parent;
    }
    std::reverse(reached_.begin() + static_cast<std::ptrdiff_t>(begin), reached_.end());
    visits_ += reached_.size() - begin;
    if (visits_ > visitLimit_) {
        throw Refusal(fmt::format("/skins/{}", skin),
                      fmt::format("brings the nodes at and above joints to {} in all skins, but the limit is {} "
                                  "(ImportLimits::nodes)",
                                  visits_, visitLimit_));
    }
}

void SkeletonPlanner::countJointsBelow()
{
    for (auto node = reached_.rbegin(); node != reached_.rend(); ++node) {
        if (const auto parent = nodes_[*node].parent) {
            reach_[*parent].jointsBelow += reach_[*node].jointsBelow + (reach_[*node].slot ? 1 : 0);
        }
    }
}

void SkeletonPlanner::addBones(SkeletonPlan& plan, std::size_t jointCount)
{
    for (const std::size_t node : reached_) {
        if (reach_[node].jointsBelow == jointCount) {
            plan.host = node;  // nodes with all joints below them form one chain, parents first, so the last one is the lowest
            continue;
        }
        const auto parent = boneAbove(node);
        reach_[node].bone = plan.bones.size();
        plan.bones.push_back({node, parent, reach_[node].slot});
    }
}

std::optional<std::size_t> SkeletonPlanner::boneAbove(std::size_t node) const
{
    const auto parent = nodes_[node].parent;
    return parent ? reach_[*parent].bone : std::nullopt;
}

}  // namespace armature::importing
