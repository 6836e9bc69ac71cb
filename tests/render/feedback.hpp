#pragma once

#include <cstddef>
#include <vector>

#include <armature/mesh/mesh.hpp>
#include <armature/render/palette_buffer.hpp>

#include "gl_fixture.hpp"

namespace armature::test {

/// What surface.vert makes of a vertex.
struct PosedVertex {
    glm::vec3 position;
    glm::vec3 normal;
};

/// Runs the vertex shader that SkinRenderer uses on every vertex of a primitive and reads back what comes out (transform feedback).
/// `range` is of `palettes`, which must have been uploaded; `throughTexture` chooses the program that reads the buffer texture.
[[nodiscard]] std::vector<PosedVertex> poseOnGpu(const Primitive& primitive, const PaletteBuffer& palettes, std::size_t range,
                                                 const Affine& model, bool throughTexture);

/// The same in double, from the definitions: sum of weight * matrix, positions by the matrix, normals by the inverse transpose.
struct ExactVertex {
    glm::dvec3 position;
    glm::dvec3 normal;
};
[[nodiscard]] std::vector<ExactVertex> poseExactly(const Primitive& primitive, std::span<const Affine> palette, const Affine& model);

/// Largest error over all vertices: of positions relative to the largest position, of normals as they are (they are unit vectors).
struct PoseError {
    double position = 0;
    double normal = 0;
};
[[nodiscard]] PoseError compare(std::span<const PosedVertex> posed, std::span<const ExactVertex> exact);

}  // namespace armature::test
