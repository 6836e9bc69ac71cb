#pragma once

#include <memory>
#include <span>

#include <armature/armature.hpp>

namespace locomotion {

/// Makes the graph of the character's motions and the transitions between them. Parameters: "speed", "turn"; triggers: "jump", "left",
/// "right".
[[nodiscard]] std::shared_ptr<const armature::AnimationGraph>
makeGraph(armature::Scene& scene, armature::Skeleton& skeleton, armature::Node& root,
          std::span<const std::shared_ptr<const armature::AnimationClip>> clips);

}  // namespace locomotion
