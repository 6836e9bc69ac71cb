#pragma once

#include <armature/base/export.hpp>
#include <armature/retarget/humanoid_map.hpp>
#include <armature/scene/scene_character.hpp>

/// Conversion of the joint mappings in files (see JointMapping) to humanoid maps and back.
namespace armature {

/// Converts a joint mapping to a humanoid map for a skeleton. If most roles have names of VRM 1.0, these roles are taken over, with
/// confidence 1. In any other vocabulary ("LeftForeArm"), the names of roles are interpreted as HumanoidMap::create() interprets names of
/// bones. Nodes that drive no bone of the skeleton are left out. If roles contradict each other, the map's getObjection() says how. Throws
/// std::invalid_argument as describeHumanoidRig() does. O(bones log bones).
[[nodiscard]] ARMATURE_API HumanoidMap readHumanoidMapping(const JointMapping& mapping, const Skeleton& skeleton);

/// Converts a humanoid map to a joint mapping in the vocabulary "vrmHumanoid", for addJointMapping(), with the nodes that drive the
/// bones. Throws std::invalid_argument if the map's number of bones differs from the skeleton's, or if one of its bones is not linked to a
/// node. O(roles).
[[nodiscard]] ARMATURE_API JointMapping writeHumanoidMapping(const HumanoidMap& map, const Skeleton& skeleton);

/// Returns the humanoid map of a character. It is made from the scene's VRM models, VRM animations or joint mappings, in this order: the
/// first map that is not refused. If there is none, it is the result of HumanoidMap::create().
[[nodiscard]] ARMATURE_API HumanoidMap findHumanoidMap(const Scene& scene, const Skeleton& skeleton);

}  // namespace armature
