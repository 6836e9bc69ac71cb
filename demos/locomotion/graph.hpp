#pragma once

#include <memory>
#include <span>

#include <armature/armature.hpp>

namespace locomotion {

/// The character's motions and what leads from one to the next. Parameters: "speed", "turn"; triggers: "jump", "left", "right".
[[nodiscard]] std::shared_ptr<const armature::AnimationGraph>
makeGraph(armature::Scene& scene, armature::Skeleton& skeleton, armature::Node& root,
          std::span<const std::shared_ptr<const armature::AnimationClip>> clips);

}  // namespace locomotion
