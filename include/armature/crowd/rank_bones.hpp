#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <armature/fwd.hpp>

namespace armature {

/// Ranks the bones of a rig by how much surface moves with them, for Crowd::setBoneLevels(). The reach of a bone is the longest way that a
/// point of the meshes goes while the bone and all below it turn by a radian, from where they are bound: fingers, toes and faces come to
/// some hundredths of a character's height. Bones that reach less than a twentieth of the longest edge of the box around the meshes are
/// computed at level 0 only, those that reach less than a tenth up to level 1, than a fifth up to level 2; the others always are.
///
/// Blends are taken as linear, and morph targets as at rest. Throws std::invalid_argument if a mesh uses a joint that the rig does not
/// have. O(influences * depth).
[[nodiscard]] std::vector<std::uint8_t> rankBones(const Skeleton& rig, std::span<const Mesh* const> meshes);

}  // namespace armature
