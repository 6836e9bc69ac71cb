#pragma once

#include <cstddef>
#include <memory>

#include <glm/ext/vector_float4.hpp>

#include <armature/fwd.hpp>
#include <armature/math/glm_types.hpp>

namespace armature {

/// The colour of a share from 0 to 1 in a heat map: blue, green, red. Linear; shares beyond have the colour of the nearest.
[[nodiscard]] glm::vec4 heatColor(float share) noexcept;

/// The same mesh with the weights that a palette slot has at its vertices as vertex colours, by heatColor(). Primitives lose their
/// materials, whose colours would mix with these. Show it in place of the mesh: MeshInstance::setMesh(). O(size).
[[nodiscard]] std::shared_ptr<const Mesh> withWeightColors(const Mesh& mesh, std::size_t paletteSlot);

}  // namespace armature
