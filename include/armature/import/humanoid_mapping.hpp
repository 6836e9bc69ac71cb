#pragma once

#include <armature/retarget/humanoid_map.hpp>
#include <armature/scene/scene_character.hpp>

/// Humanoid maps from what files say about their characters (see JointMapping), and back.
namespace armature {

/// The map that a mapping states for a skeleton. Roles of VRM 1.0 are taken by name, with confidence 1. In any other vocabulary
/// ("LeftForeArm"), the names of the roles are read as HumanoidMap::create() reads names of bones. Nodes that drive no bone of the skeleton
/// are left out. If roles contradict each other, the map's objection says how. Throws std::invalid_argument as describeHumanoidRig() does.
/// O(bones log bones).
[[nodiscard]] HumanoidMap readHumanoidMapping(const JointMapping& mapping, const Skeleton& skeleton);

/// The mapping of a map in the vocabulary "vrmHumanoid", for Scene::addJointMapping(), with the nodes that drive the bones. Throws
/// std::invalid_argument if the map is for another number of bones, or one of its bones is not linked to a node. O(roles).
[[nodiscard]] JointMapping writeHumanoidMapping(const HumanoidMap& map, const Skeleton& skeleton);

/// The map of a character: from the first of the scene's VRM models, VRM animations and mappings whose map is not refused, otherwise the
/// map of HumanoidMap::create().
[[nodiscard]] HumanoidMap findHumanoidMap(const Scene& scene, const Skeleton& skeleton);

}  // namespace armature
