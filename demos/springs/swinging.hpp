#pragma once

#include <armature/armature.hpp>

namespace springs {

/// What swings of the project's character: its antenna, the end of its scarf and the strap behind its bag, and what these bounce off.
/// Throws std::invalid_argument if the skeleton lacks one of the bones.
[[nodiscard]] armature::SpringBones makeSprings(armature::Skeleton& skeleton);

}  // namespace springs
