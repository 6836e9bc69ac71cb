#pragma once

#include <cstddef>
#include <memory>

#include <glm/ext/vector_float4.hpp>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/math/glm_types.hpp>

namespace armature {

/// Returns the heat-map colour of a share, such as a weight: from blue (0) through green to red (1), as a linear colour. Clamps `share` to
/// [0, 1].
[[nodiscard]] ARMATURE_API glm::vec4 heatColor(float share) noexcept;

/// Returns a copy of the mesh whose vertex colours show the weights of a palette slot as colours of heatColor(). The copy's primitives have
/// no materials, because material colours would mix with the vertex colours. MeshInstance::setMesh() shows the copy in place of the mesh.
/// O(size).
[[nodiscard]] ARMATURE_API std::shared_ptr<const Mesh> withWeightColors(const Mesh& mesh, std::size_t paletteSlot);

}  // namespace armature
