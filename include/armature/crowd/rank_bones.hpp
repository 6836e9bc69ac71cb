#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <armature/fwd.hpp>

namespace armature {

/// Ranks the bones of a rig by how much surface moves with them, for Crowd::setBoneLevels(). A bone's reach is the farthest that any point
/// of the meshes moves when the bone, with everything below it, turns by one radian from the bind pose: fingers, toes and faces reach a few
/// hundredths of a character's height. With E the longest edge of the box around the meshes, bones that reach less than E / 20 are computed
/// at level 0 only, less than E / 10 up to level 1, less than E / 5 up to level 2; all others are always computed.
///
/// Assumes linear blend skinning and morph targets at rest. Throws std::invalid_argument if a mesh uses a joint that the rig does not have.
/// O(influences * depth).
[[nodiscard]] std::vector<std::uint8_t> rankBones(const Skeleton& rig, std::span<const Mesh* const> meshes);

}  // namespace armature
