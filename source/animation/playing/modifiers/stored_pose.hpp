#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <armature/node/node.hpp>
#include <armature/skeleton/bone.hpp>

#include "node/node_access.hpp"
#include "node/pose_target.hpp"
#include "skeleton/joint_access.hpp"

/// Reads the poses of joints exactly as they were set, shear included, and puts them back: storing a pose again changes nothing.
namespace armature {

/// Returns the bits of a value that consists of floats.
template <class Floats>
[[nodiscard]] inline auto bitsOf(const Floats& floats) noexcept
{
    return std::bit_cast<std::array<std::uint32_t, sizeof(Floats) / sizeof(float)>>(floats);
}

/// Whether two poses are equal bit for bit: -0 is not 0.
[[nodiscard]] inline bool areSameBits(const LocalPose& a, const LocalPose& b) noexcept
{
    return a.isMatrix == b.isMatrix && bitsOf(a.parts) == bitsOf(b.parts) && (!a.isMatrix || bitsOf(a.matrix) == bitsOf(b.matrix));
}

/// Returns the stored pose of the bone, or of the node that drives the bone.
[[nodiscard]] inline LocalPose storedPose(const Bone& bone) noexcept
{
    const PoseTarget driver = NodeAccess::driver(bone);
    return driver.hierarchy->storedPose(driver.slot);
}

[[nodiscard]] inline LocalPose storedPose(const JointView& joints, std::size_t joint) noexcept
{
    if (const Bone* const bone = JointAccess::bone(joints, joint)) {
        return storedPose(*bone);
    }
    return {JointAccess::transform(joints, joint), identityAffine(), false};
}

inline void putBack(const Bone& bone, const LocalPose& pose) noexcept
{
    const PoseTarget driver = NodeAccess::driver(bone);
    driver.hierarchy->setPose(driver.slot, pose);
}

inline void putBack(JointView& joints, std::size_t joint, const LocalPose& pose) noexcept
{
    if (const Bone* const bone = JointAccess::bone(joints, joint)) {
        putBack(*bone, pose);
    } else {
        JointAccess::store(joints, joint, pose.parts);
    }
}

}  // namespace armature
