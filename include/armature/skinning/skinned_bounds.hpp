#pragma once

#include <armature/fwd.hpp>
#include <armature/math/aabb.hpp>

namespace armature {

/// World-space box of an instance as it is posed now, morph targets and skinning included: encloses every vertex and touches some on each
/// side. Empty if the mesh has no vertices. O(vertices): it skins each of them.
[[nodiscard]] Aabb computeBounds(const MeshInstance& instance);

/// The same for all instances of a scene whose nodes are enabled: what a renderer would draw.
[[nodiscard]] Aabb computeBounds(const Scene& scene);

}  // namespace armature
