#pragma once

#include <glm/ext/vector_float3.hpp>

#include <armature/scene/scene.hpp>

namespace windmill {

/// Seconds in which the sails turn once.
inline constexpr float turnSeconds = 6.f;

/// Builds a windmill of TransformNodes in `scene`: "tower", on it "cap", and on that "sails". It stands on the level ground at `place` and
/// faces +Z. Returns the animation "turn", stopped: the sails go round once, clockwise as one looks at them, while the cap looks for the
/// wind.
armature::AnimationGroup& addWindmill(armature::Scene& scene, const glm::vec3& place = glm::vec3(0.f));

/// The same windmill on a skeleton, with bones for the cap, the hub and each of the arms. It has no key frames: the modifiers of its stack
/// turn the cap to the wind and the sails with it, and bend the arms in gusts (see wind.hpp). The gusts are the same again after
/// `turnSeconds`, in which the sails have turned once.
armature::ModifierStack& addWindmillInWind(armature::Scene& scene, const glm::vec3& place);

}  // namespace windmill
