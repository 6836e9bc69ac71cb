#pragma once

#include <armature/scene/scene.hpp>

namespace windmill {

/// Seconds in which the sails turn once.
inline constexpr float turnSeconds = 6.f;

/// Builds a windmill of TransformNodes in `scene`: "tower", on it "cap", and on that "sails". It stands on y = 0 and faces +Z. Returns the
/// animation "turn", stopped: the sails go round once, clockwise as one looks at them, while the cap looks for the wind.
armature::AnimationGroup& addWindmill(armature::Scene& scene);

}  // namespace windmill
