#include "skeleton/joint_rig_data.hpp"

#include <unordered_map>

#include <armature/skeleton/skeleton.hpp>

#include "skeleton/skeleton_access.hpp"

namespace armature {

JointRigData::JointRigData(const Skeleton& skeleton)
{
    std::unordered_map<const Node*, std::uint32_t> numbers;
    for (const Bone* bone : skeleton.bones()) {
        numbers.emplace(bone, static_cast<std::uint32_t>(numbers.size()));
    }
    for (const Bone* bone : skeleton.bones()) {
        const Bone* parent = bone->getParentBone();
        const Bone* child = NodeAccess::firstChildBone(*bone);
        names.push_back(bone->getName());
        parents.push_back(parent != nullptr ? numbers.at(parent) : noSlot);
        firstChildren.push_back(child != nullptr ? numbers.at(child) : noSlot);
        rests.push_back(SkeletonAccess::rest(*bone));
        lengths.push_back(bone->getLength().value_or(-1.f));
    }
}

std::vector<std::uint32_t> parentsFirst(std::span<const std::uint32_t> parents)
{
    std::vector<std::uint32_t> order;
    std::vector<bool> isDone(parents.size(), false);
    std::vector<std::uint32_t> path;
    for (std::size_t joint = 0; joint < parents.size(); ++joint) {
        for (auto above = static_cast<std::uint32_t>(joint); above != noSlot && !isDone[above]; above = parents[above]) {
            isDone[above] = true;
            path.push_back(above);
        }
        order.insert(order.end(), path.rbegin(), path.rend());
        path.clear();
    }
    return order;
}

}  // namespace armature
