#include <algorithm>
#include <array>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "crowd/crowd_state.hpp"
#include "node/transform_lanes.hpp"
#include "skeleton/skeleton_access.hpp"
#include "words/words.hpp"

namespace armature {

CrowdRigData::CrowdRigData(const Skeleton& skeleton) : paletteSize(skeleton.getFinalMatrices().size())
{
    const auto bones = skeleton.bones();
    if (bones.empty()) {
        throw std::invalid_argument(fmt::format("{}: a crowd needs a rig with bones", named("skeleton", skeleton.getName())));
    }
    std::unordered_map<const Node*, std::uint32_t> numbers;
    for (const Bone* bone : bones) {
        numbers.emplace(bone, static_cast<std::uint32_t>(numbers.size()));
        boneNames.push_back(bone->getName());
    }
    for (const Bone* bone : bones) {
        const Bone* parent = bone->getParentBone();
        parentByBone.push_back(parent != nullptr ? numbers.at(parent) : noSlot);
        const Bone* child = NodeAccess::firstChildBone(*bone);
        firstChildByBone.push_back(child != nullptr ? numbers.at(child) : noSlot);
        restByBone.push_back(SkeletonAccess::rest(*bone));
        lengthByBone.push_back(bone->getLength().value_or(-1.f));
    }

    order.resize(bones.size());
    const auto append = [&](const Bone& bone) {
        const std::uint32_t number = numbers.at(&bone);
        const std::uint32_t parent = parentByBone[number];
        order[number] = static_cast<std::uint32_t>(depths.size());
        depths.push_back(parent != noSlot ? depths[order[parent]] + 1 : 0);
        inverseBinds.push_back(toAffine(bone.getAbsoluteInverseBindMatrix()));
        paletteSlots.push_back(bone.getIndex() ? static_cast<std::uint32_t>(*bone.getIndex()) : noSlot);
    };
    for (const Bone* root : skeleton.getRoots()) {
        append(*root);
        for (const Node* below : root->getDescendants()) {  // depth first; nodes attached to bones are among them
            if (const Bone* bone = below->asBone(); bone != nullptr && numbers.contains(bone)) {
                append(*bone);
            }
        }
    }
    levelCount = *std::ranges::max_element(depths) + 1;
    std::vector<bool> isTaken(paletteSize);
    for (const std::uint32_t slot : paletteSlots) {
        if (slot != noSlot) {
            isTaken[slot] = true;
        }
    }
    for (std::uint32_t slot = 0; slot < paletteSize; ++slot) {
        if (!isTaken[slot]) {
            gaps.push_back(slot);
        }
    }

    const Pose pose = captureRestPose(skeleton);
    rest.resize((bones.size() + laneCount - 1) / laneCount);
    for (std::size_t i = 0; i < rest.size() * laneCount; ++i) {
        storeLane(i < pose.bones.size() ? pose.bones[i] : Transform{}, i % laneCount, rest[i / laneCount]);
    }
}

}  // namespace armature
