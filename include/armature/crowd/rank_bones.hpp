#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>

namespace armature {

/// Ranks the bones of a rig by how far they move the meshes, for Crowd::setBoneLevels(). A bone's reach is the longest path that any vertex
/// travels when the bone, with everything below it, turns by one radian from the bind pose about any axis. Bones of fingers, toes and faces
/// have a reach of a few hundredths of a character's height. Let E be the longest edge of the box around the meshes. Bones whose reach is
/// below E / 20 are computed at level 0 only, below E / 10 at levels 0 and 1, below E / 5 at levels 0 to 2; all others are always computed.
///
/// Assumes linear blend skinning with all morph weights 0. Throws std::invalid_argument if a mesh uses a joint that the rig does not have.
/// O(influences * depth).
[[nodiscard]] ARMATURE_API std::vector<std::uint8_t> rankBones(const Skeleton& rig, std::span<const Mesh* const> meshes);

}  // namespace armature
