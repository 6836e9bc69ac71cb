#pragma once

#include <armature/armature.hpp>

namespace springs {

/// Makes the springs of the project's character: its antenna, the end of its scarf and the strap behind its bag, with the colliders that
/// they bounce off. Throws std::invalid_argument if the skeleton lacks one of the bones.
[[nodiscard]] armature::SpringBones makeSprings(armature::Skeleton& skeleton);

}  // namespace springs
