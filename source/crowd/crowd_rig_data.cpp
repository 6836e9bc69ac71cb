#include <algorithm>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "crowd/crowd_state.hpp"
#include "node/transform_lanes.hpp"
#include "words/words.hpp"

namespace armature {

CrowdRigData::CrowdRigData(const Skeleton& skeleton) : paletteSize(skeleton.getFinalMatrices().size()), joints(skeleton)
{
    const auto bones = skeleton.bones();
    if (bones.empty()) {
        throw std::invalid_argument(fmt::format("{}: a crowd needs a rig with bones", named("skeleton", skeleton.getName())));
    }
    std::vector<std::uint32_t> numberBySlot(paletteSize, noSlot);
    for (std::uint32_t number = 0; number < bones.size(); ++number) {
        if (bones[number]->getIndex()) {
            numberBySlot[*bones[number]->getIndex()] = number;
        }
    }
    const std::vector<std::uint32_t> evaluated = putInOrder(numberBySlot);
    keepAbsolutes(evaluated);
    for (const std::uint32_t number : evaluated) {
        const Bone& bone = *bones[number];
        inverseBinds.push_back(toAffine(bone.getAbsoluteInverseBindMatrix()));
        paletteSlots.push_back(bone.getIndex() ? static_cast<std::uint32_t>(*bone.getIndex()) : noSlot);
    }
    quarters = quartersOf(paletteSlots);
    for (std::uint32_t slot = 0; slot < paletteSize; ++slot) {
        if (numberBySlot[slot] == noSlot) {
            gaps.push_back(slot);
        }
    }

    const Pose pose = captureRestPose(skeleton);
    rest.resize((bones.size() + laneCount - 1) / laneCount);
    for (std::size_t i = 0; i < rest.size() * laneCount; ++i) {
        storeLane(i < pose.bones.size() ? pose.bones[i] : Transform{}, i % laneCount, rest[i / laneCount]);
    }
}

// Palettes are then written mostly from front to back (a bone whose parent has a higher slot comes after it), and bones whose matrices
// share cache lines are usually neighbours.
std::vector<std::uint32_t> CrowdRigData::putInOrder(std::span<const std::uint32_t> numberBySlot)
{
    order.assign(joints.parents.size(), noSlot);
    std::vector<std::uint32_t> numbers;
    std::vector<std::uint32_t> path;
    const auto append = [&](std::uint32_t number) {
        for (; number != noSlot && order[number] == noSlot; number = joints.parents[number]) {
            path.push_back(number);
        }
        for (; !path.empty(); path.pop_back()) {
            order[path.back()] = static_cast<std::uint32_t>(numbers.size());
            numbers.push_back(path.back());
        }
    };
    std::ranges::for_each(numberBySlot, append);
    for (std::uint32_t number = 0; number < order.size(); ++number) {
        append(number);
    }
    return numbers;
}

// The last child to be computed makes room for its own matrix.
void CrowdRigData::keepAbsolutes(std::span<const std::uint32_t> numbers)
{
    std::vector<std::uint32_t> childrenLeft(numbers.size());
    for (const std::uint32_t parent : joints.parents) {
        if (parent != noSlot) {
            ++childrenLeft[parent];
        }
    }
    std::vector<std::uint32_t> freed;
    std::vector<std::uint32_t> keptByBone(numbers.size(), noSlot);
    for (const std::uint32_t number : numbers) {
        const std::uint32_t parent = joints.parents[number];
        parents.push_back(parent != noSlot ? keptByBone[parent] : noSlot);
        if (parent != noSlot && --childrenLeft[parent] == 0) {
            freed.push_back(keptByBone[parent]);
        }
        if (childrenLeft[number] != 0) {
            if (freed.empty()) {
                freed.push_back(static_cast<std::uint32_t>(keptCount++));
            }
            keptByBone[number] = freed.back();
            freed.pop_back();
        }
        kept.push_back(keptByBone[number]);
    }
}

}  // namespace armature
