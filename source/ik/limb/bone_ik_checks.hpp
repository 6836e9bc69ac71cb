#pragma once

#include <string>

#include <armature/ik/bone_ik_controller.hpp>

#include "ik/limb/two_bone.hpp"

/// The checks of BoneIkController. All throw std::invalid_argument that names the bone.
namespace armature {

[[noreturn]] void refuseBone(const Bone& bone, const std::string& why);
void requireBoneIkOptions(const Bone& bone, const BoneIkOptions& options);
/// Requires that both bones have a length, and that the bend axis does not lie along the upper bone. Precondition: `lower` has a
/// parent bone.
void requireLimb(const Bone& lower, TwoBoneLimb limb, const BoneIkOptions& options);

}  // namespace armature
