#pragma once

#include <cstddef>
#include <vector>

#include "clips.hpp"
#include "mesh.hpp"

namespace character {

/// The character as a glTF 2.0 binary file (GLB): one skinned mesh, its joints as nodes in their bind pose, and the clips.
[[nodiscard]] std::vector<std::byte> writeGlb(const Rig& rig, const std::vector<PaintedMesh>& meshes, const std::vector<Clip>& clips);

}  // namespace character
