#pragma once

#include <memory>
#include <vector>

#include <armature/scene/scene.hpp>

#include "clips.hpp"
#include "mesh.hpp"

namespace character {

/// The character as a scene: its joints as nodes in their bind pose, a skeleton over all of them but the root, one skinned mesh, and the
/// clips.
[[nodiscard]] std::unique_ptr<armature::Scene> makeScene(const Rig& rig, const std::vector<PaintedMesh>& meshes,
                                                         const std::vector<Clip>& clips);

}  // namespace character
