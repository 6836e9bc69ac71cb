#pragma once

#include <armature/retarget/humanoid_map.hpp>
#include <armature/scene/scene_character.hpp>

/// Conversion of the joint mappings in files (see JointMapping) to humanoid maps and back.
namespace armature {

/// Converts a joint mapping to a humanoid map for a skeleton. Roles of VRM 1.0 are taken by name, with confidence 1. In any other
/// vocabulary ("LeftForeArm"), the names of the roles are read like names of bones in HumanoidMap::create(). Nodes that drive no bone of
/// the skeleton are left out. If roles contradict each other, the map's objection says how. Throws std::invalid_argument as
/// describeHumanoidRig() does. O(bones log bones).
[[nodiscard]] HumanoidMap readHumanoidMapping(const JointMapping& mapping, const Skeleton& skeleton);

/// Converts a humanoid map to a joint mapping in the vocabulary "vrmHumanoid", for Scene::addJointMapping(), with the nodes that drive the
/// bones. Throws std::invalid_argument if the map's number of bones differs from the skeleton's, or if one of its bones is not linked to a
/// node. O(roles).
[[nodiscard]] JointMapping writeHumanoidMapping(const HumanoidMap& map, const Skeleton& skeleton);

/// Finds the map of a character: that of the first of the scene's VRM models, VRM animations and joint mappings whose map is not refused,
/// otherwise the map of HumanoidMap::create().
[[nodiscard]] HumanoidMap findHumanoidMap(const Scene& scene, const Skeleton& skeleton);

}  // namespace armature
