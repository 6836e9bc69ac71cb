#include "crowd/crowd_rig_data.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include <fmt/format.h>

#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"
#include "node/transform_lanes.hpp"

namespace armature {

CrowdRigData::CrowdRigData(const Skeleton& skeleton) : paletteSize(skeleton.getFinalMatrices().size()), joints(skeleton)
{
    const auto bones = skeleton.bones();
    if (bones.empty()) {
        throw std::invalid_argument(fmt::format("{}: a crowd needs a rig with bones", named("skeleton", skeleton.getName())));
    }
    std::vector<std::uint32_t> numberBySlot(paletteSize, noSlot);
    for (std::uint32_t number = 0; number < bones.size(); ++number) {
        const Bone& bone = *bones[number];
        inverseBinds.push_back(toAffine(bone.getAbsoluteInverseBindMatrix()));
        slots.push_back(bone.getIndex() ? static_cast<std::uint32_t>(*bone.getIndex()) : noSlot);
        if (bone.getIndex()) {
            numberBySlot[*bone.getIndex()] = number;
        }
    }
    numbers = putInOrder(numberBySlot);
    for (std::uint32_t slot = 0; slot < paletteSize; ++slot) {
        if (numberBySlot[slot] == noSlot) {
            gaps.push_back(slot);
        }
    }
    restPose = captureRestPose(skeleton).bones;
    std::vector<std::uint32_t> all(bones.size());
    std::iota(all.begin(), all.end(), 0u);
    rest = restOf(all);
    whole = orderOf(std::vector<bool>(bones.size(), true));
}

// Returns the order of evaluation. In this order, palettes are written mostly from front to back (only a bone whose parent has a higher
// slot is written later), and bones whose matrices share cache lines are usually neighbours.
std::vector<std::uint32_t> CrowdRigData::putInOrder(std::span<const std::uint32_t> numberBySlot) const
{
    std::vector<bool> isPlaced(joints.parents.size());
    std::vector<std::uint32_t> evaluated;
    std::vector<std::uint32_t> path;
    const auto append = [&](std::uint32_t number) {
        for (; number != noSlot && !isPlaced[number]; number = joints.parents[number]) {
            path.push_back(number);
        }
        for (; !path.empty(); path.pop_back()) {
            isPlaced[path.back()] = true;
            evaluated.push_back(path.back());
        }
    };
    std::ranges::for_each(numberBySlot, append);
    for (std::uint32_t number = 0; number < isPlaced.size(); ++number) {
        append(number);
    }
    return evaluated;
}

CrowdOrder CrowdRigData::orderOf(const std::vector<bool>& hasPose) const
{
    CrowdOrder order;
    order.poseCount = static_cast<std::size_t>(std::ranges::count(hasPose, true));
    order.placeOf.assign(boneCount(), static_cast<std::uint32_t>(order.poseCount));
    std::vector<std::uint32_t> evaluated;
    std::vector<std::uint32_t> anchors(boneCount(), noSlot);  // by bone number: the nearest ancestor with a pose
    AlignedVector<Affine> following(boneCount());             // the matrix from that ancestor to the bone, at rest
    std::uint32_t pose = 0;
    for (const std::uint32_t number : numbers) {
        const std::uint32_t parent = joints.parents[number];
        if (hasPose[number]) {
            anchors[number] = parent;
            order.placeOf[number] = pose;
            order.poses.push_back(pose++);
            order.inverseBinds.push_back(inverseBinds[number]);
        } else {
            const Affine local = toAffine(restPose[number]);
            anchors[number] = hasPose[parent] ? parent : anchors[parent];
            following[number] = hasPose[parent] ? local : multiply(following[parent], local);
            if (slots[number] == noSlot) {
                continue;
            }
            order.poses.push_back(noSlot);
            order.inverseBinds.push_back(multiply(following[number], inverseBinds[number]));
        }
        evaluated.push_back(number);
        order.paletteSlots.push_back(slots[number]);
    }
    keepAbsolutes(evaluated, anchors, order);
    order.quarters = quartersOf(order.paletteSlots);
    return order;
}

// Chooses the places in which the absolute matrices of bones with children are kept. Once a bone's last child is computed, the place of the
// bone's matrix is free, and the child's own matrix is the first to get it.
void CrowdRigData::keepAbsolutes(std::span<const std::uint32_t> evaluated, std::span<const std::uint32_t> anchors, CrowdOrder& order) const
{
    std::vector<std::uint32_t> childrenLeft(boneCount());
    for (const std::uint32_t number : evaluated) {
        if (anchors[number] != noSlot) {
            ++childrenLeft[anchors[number]];
        }
    }
    std::vector<std::uint32_t> freed;
    std::vector<std::uint32_t> keptByBone(boneCount(), noSlot);
    for (const std::uint32_t number : evaluated) {
        const std::uint32_t parent = anchors[number];
        order.parents.push_back(parent != noSlot ? keptByBone[parent] : noSlot);
        if (parent != noSlot && --childrenLeft[parent] == 0) {
            freed.push_back(keptByBone[parent]);
        }
        if (childrenLeft[number] != 0) {
            if (freed.empty()) {
                freed.push_back(static_cast<std::uint32_t>(order.keptCount++));
            }
            keptByBone[number] = freed.back();
            freed.pop_back();
        }
        order.kept.push_back(keptByBone[number]);
    }
}

AlignedVector<TransformLanes> CrowdRigData::restOf(std::span<const std::uint32_t> those) const
{
    AlignedVector<TransformLanes> lanes((those.size() + laneCount - 1) / laneCount);
    for (std::size_t i = 0; i < lanes.size() * laneCount; ++i) {
        storeLane(i < those.size() ? restPose[those[i]] : Transform{}, i % laneCount, lanes[i / laneCount]);
    }
    return lanes;
}

}  // namespace armature
