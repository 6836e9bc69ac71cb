#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <glm/ext/vector_float3.hpp>

#include "parts.hpp"

namespace character {

/// All triangles of one colour. Indices fit into 16 bits.
struct PaintedMesh {
    Paint paint = Paint::Shell;
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;
    std::vector<std::array<std::uint8_t, 4>> joints;   ///< Indices of the rig's joints; 0 where the weight is 0.
    std::vector<std::array<std::uint8_t, 4>> weights;  ///< In 255ths, with a sum of 255; largest first.
    std::vector<std::uint16_t> indices;
};

/// The character's skin in its bind pose, one mesh for each paint in use, in the order of the paints.
[[nodiscard]] std::vector<PaintedMesh> makeMesh(const Rig& rig);

}  // namespace character
