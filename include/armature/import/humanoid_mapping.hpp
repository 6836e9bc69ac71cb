#pragma once

#include <armature/retarget/humanoid_map.hpp>
#include <armature/scene/scene_character.hpp>

/// Humanoid maps from what files say about their characters (see JointMapping), and back.
namespace armature {

/// The map that a mapping states for a skeleton. Roles of VRM 1.0 are taken by name, with confidence 1. In any other vocabulary
/// ("LeftForeArm"), the roles' words count as bone names do for HumanoidMap::create(). Nodes that drive no bone of the skeleton are left
/// out. If roles contradict each other, the map's objection says how. Throws std::invalid_argument as describeHumanoidRig() does.
/// O(bones log bones).
[[nodiscard]] HumanoidMap readHumanoidMapping(const JointMapping& mapping, const Skeleton& skeleton);

/// The mapping to the vocabulary "vrmHumanoid" for Scene::addJointMapping(), with the nodes that drive the bones. Throws
/// std::invalid_argument if the map is for another number of bones, or a bone that it names is not linked to a node. O(roles).
[[nodiscard]] JointMapping writeHumanoidMapping(const HumanoidMap& map, const Skeleton& skeleton);

/// The map of a character: the first of the scene's VRM models, VRM animations and mappings that gives one which is not refused, else what
/// HumanoidMap::create() finds.
[[nodiscard]] HumanoidMap findHumanoidMap(const Scene& scene, const Skeleton& skeleton);

}  // namespace armature
