#pragma once

#include <glm/ext/vector_float3.hpp>

#include <armature/scene/scene.hpp>

namespace windmill {

/// The time of one turn of the sails, in seconds.
inline constexpr float turnSeconds = 6.f;

/// Builds a windmill of TransformNodes in `scene`: "tower", its child "cap", and the cap's child "sails". It stands on level ground at
/// `place` and faces +Z. Returns the animation "turn", stopped: the sails turn once, clockwise as seen from the front, while the cap
/// searches for the wind.
armature::AnimationGroup& addWindmill(armature::Scene& scene, const glm::vec3& place = glm::vec3(0.f));

/// Builds the same windmill on a skeleton, with bones for the cap, the hub and each arm. It has no key frames: the modifiers of the
/// returned stack turn the cap into the wind, turn the sails with the wind, and bend the arms in gusts (see wind.hpp). The gusts repeat
/// after `turnSeconds`, in which the sails turn once.
armature::ModifierStack& addWindmillInWind(armature::Scene& scene, const glm::vec3& place);

}  // namespace windmill
