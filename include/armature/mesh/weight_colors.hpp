#pragma once

#include <cstddef>
#include <memory>

#include <glm/ext/vector_float4.hpp>

#include <armature/fwd.hpp>
#include <armature/math/glm_types.hpp>

namespace armature {

/// The heat-map colour of a share from 0 to 1, from blue through green to red. Linear; shares outside the range are clamped.
[[nodiscard]] glm::vec4 heatColor(float share) noexcept;

/// A copy of the mesh whose vertex colours show, by heatColor(), the weights of a palette slot. Its primitives have no materials, because
/// material colours would mix with these. MeshInstance::setMesh() shows it in place of the mesh. O(size).
[[nodiscard]] std::shared_ptr<const Mesh> withWeightColors(const Mesh& mesh, std::size_t paletteSlot);

}  // namespace armature
