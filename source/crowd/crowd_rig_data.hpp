#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <armature/animation/baked_clip.hpp>

#include "crowd/kernels/crowd_kernels.hpp"
#include "math/aligned_vector.hpp"
#include "skeleton/joint_rig_data.hpp"

namespace armature {

/// The bones of a rig in order of evaluation, some of them perhaps without a pose of their own.
struct CrowdOrder {
    [[nodiscard]] CrowdRig view() const noexcept { return {parents, kept, poses, inverseBinds, paletteSlots, quarters}; }

    std::size_t keptCount = 0;
    std::size_t poseCount = 0;
    std::vector<std::uint32_t> placeOf;  // by bone number: index among the poses; poseCount if the bone has no pose
    std::vector<std::uint32_t> parents;  // this list and those below are in the order of evaluation: see CrowdRig
    std::vector<std::uint32_t> kept;
    std::vector<std::uint32_t> poses;
    AlignedVector<Affine> inverseBinds;
    std::vector<std::uint32_t> paletteSlots;
    std::vector<std::uint8_t> quarters;
};

/// A crowd's copy of its rig's data, made at construction. The number of a bone is its index in Skeleton::bones().
struct CrowdRigData {
    explicit CrowdRigData(const Skeleton& rig);

    [[nodiscard]] std::size_t boneCount() const noexcept { return slots.size(); }
    /// Returns the order of evaluation if only some bones have a pose and the others move with their parents, as at rest. Precondition:
    /// roots have a pose, and so do the parents of bones with a pose.
    [[nodiscard]] CrowdOrder orderOf(const std::vector<bool>& hasPose) const;
    /// Returns the rest pose of these bones, one bone per lane.
    [[nodiscard]] AlignedVector<TransformLanes> restOf(std::span<const std::uint32_t> numbers) const;

    std::size_t paletteSize = 0;
    JointRigData joints;
    std::vector<std::uint32_t> numbers;  // bone numbers in the order of evaluation
    std::vector<std::uint32_t> slots;    // palette slots, by bone number; noSlot for a helper
    AlignedVector<Affine> inverseBinds;  // by bone number
    std::vector<std::uint32_t> gaps;     // palette slots without a bone, which hold the identity
    std::vector<Transform> restPose;
    AlignedVector<TransformLanes> rest;  // of all bones
    CrowdOrder whole;

private:
    [[nodiscard]] std::vector<std::uint32_t> putInOrder(std::span<const std::uint32_t> numberBySlot) const;
    void keepAbsolutes(std::span<const std::uint32_t> evaluated, std::span<const std::uint32_t> anchors, CrowdOrder& order) const;
};

/// Which bones of a crowd's rig are computed at each of its bone levels. At level 0, the first, all bones are computed.
class CrowdBoneLevels final {
public:
    CrowdBoneLevels() = default;
    /// `levels` as for Crowd::setBoneLevels().
    CrowdBoneLevels(const CrowdRigData& rig, std::span<const std::uint8_t> levels);

    /// The number of different levels.
    [[nodiscard]] std::size_t count() const noexcept { return orders_.size() + 1; }
    /// Returns the index, less than count(), of the rig's level for a member with the bone level `level`.
    [[nodiscard]] std::size_t at(std::uint8_t level) const noexcept;

    /// The functions from here on concern the levels after the first. Returns the bones that have a pose at any of these levels, sorted so
    /// that the bones with a pose at a level are always the first ones.
    [[nodiscard]] std::span<const std::uint32_t> numbers() const noexcept { return numbers_; }
    /// Returns the index of each bone in numbers(), by bone number; noSlot if the bone is not there.
    [[nodiscard]] std::span<const std::uint32_t> places() const noexcept { return places_; }
    [[nodiscard]] std::span<const TransformLanes> rest() const noexcept { return rest_; }
    [[nodiscard]] const CrowdOrder& order(std::size_t index) const noexcept { return orders_[index - 1]; }
    /// Returns, for each bone of numbers() that has a pose at the level, its place among the level's poses, in the order of evaluation.
    [[nodiscard]] std::span<const std::uint32_t> posePlaces(std::size_t index) const noexcept { return posePlaces_[index - 1]; }
    /// Returns the number of blocks of lanes for the level's bones.
    [[nodiscard]] std::size_t blockCount(std::size_t index) const noexcept
    {
        return (posePlaces(index).size() + laneCount - 1) / laneCount;
    }

private:
    std::vector<std::uint8_t> begins_;  // the levels that have fewer bones than the level before
    std::vector<std::uint32_t> numbers_;
    std::vector<std::uint32_t> places_;
    AlignedVector<TransformLanes> rest_;
    std::vector<CrowdOrder> orders_;  // this and the next: one for each element of begins_
    std::vector<std::vector<std::uint32_t>> posePlaces_;
};

}  // namespace armature
