#pragma once

#include <cstdint>
#include <vector>

#include <glm/ext/vector_float3.hpp>

#include "distance.hpp"

namespace character {

/// A closed triangle mesh, counter-clockwise seen from outside.
struct Surface {
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;
    std::vector<std::uint32_t> indices;
};

/// Triangulates the surface of `solid` with edges about `cellSize` long: naive surface nets, then vertices are spread evenly along the
/// surface and moved exactly onto it. For solids of the character's size only: the search covers -0.7 to 2 metres.
[[nodiscard]] Surface triangulate(const Field& solid, float cellSize);

/// The mirror image at x = 0, still counter-clockwise from outside.
[[nodiscard]] Surface mirrored(const Surface& surface);

}  // namespace character
