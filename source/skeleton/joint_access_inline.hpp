#pragma once

#include "node/node_access.hpp"
#include "node/transform_lanes.hpp"
#include "skeleton/joint_access.hpp"
#include "skeleton/skeleton_access.hpp"

/// Functions of JointAccess that can be inlined, so that a joint's numbers stay in registers.
namespace armature {

inline bool JointAccess::readParts(const JointView& joints, std::size_t joint, Transform& outParts) noexcept
{
    if (joints.transforms_ != nullptr) {
        outParts = joints.transforms_[joint];
        return true;
    }
    if (joints.lanes_ != nullptr) {
        outParts = loadLane(joints.lanes_[joint / laneCount], joint % laneCount);
        return true;
    }
    const auto& state = SkeletonAccess::state(*joints.skeleton_);
    const TransformHierarchy::Slot slot = state.placing().slots[joint];
    if (!state.hierarchy.isParts(slot)) {
        const PoseTarget target = NodeAccess::driver(*state.bones[joint]);
        if (!target.hierarchy->isParts(target.slot)) {
            return false;
        }
        outParts = target.hierarchy->readTransform(target.slot);
        return true;
    }
    outParts = state.hierarchy.readTransform(slot);
    return true;
}

inline void JointAccess::writeRotation(JointView& joints, std::size_t joint, const glm::quat& rotation) noexcept
{
    if (joints.transforms_ != nullptr) {
        joints.transforms_[joint].rotation = rotation;
    } else if (joints.lanes_ != nullptr) {
        Transform parts = loadLane(joints.lanes_[joint / laneCount], joint % laneCount);
        parts.rotation = rotation;
        storeLane(parts, joint % laneCount, joints.lanes_[joint / laneCount]);
    } else {
        const PoseTarget target = NodeAccess::driver(*SkeletonAccess::state(*joints.skeleton_).bones[joint]);
        target.hierarchy->writeRotation(target.slot, rotation);
    }
}

}  // namespace armature
