#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <armature/mesh/mesh.hpp>
#include <armature/render/palette_buffer.hpp>
#include <armature/render/skin_renderer.hpp>
#include <render/gl_objects.hpp>
#include <render/gpu_mesh.hpp>

#include "gl_fixture.hpp"

namespace armature::test {

/// What surface.vert makes of a vertex.
struct PosedVertex {
    glm::vec3 position;
    glm::vec3 normal;
    glm::vec3 tangent;
};

/// What the program in use, linked for it, makes of a primitive's vertices, instance by instance.
[[nodiscard]] std::vector<PosedVertex> captureVertices(const GpuPrimitive& primitive, std::size_t instances = 1);

/// The vertex shader that SkinRenderer uses for a path, with its outputs read back (transform feedback). That of Static and Cpu does not
/// skin.
class FeedbackProgram {
public:
    FeedbackProgram(const PaletteLayout& layout, DrawOptions::Path path, DrawOptions::Skinning skinning = DrawOptions::Skinning::Linear);

    /// Runs it on every vertex. `range` is of `palettes`, which must have been uploaded, and was added for the program's skinning.
    [[nodiscard]] std::vector<PosedVertex> pose(const Primitive& primitive, const PaletteBuffer& palettes, std::size_t range,
                                                const Affine& model, std::span<const float> morphWeights = {}) const;

private:
    DrawOptions::Path path_;
    DrawOptions::Skinning skinning_;
    GlProgram program_;
};

/// Through the uniform block or the buffer texture, linear, without morph targets.
[[nodiscard]] std::vector<PosedVertex> poseOnGpu(const Primitive& primitive, const PaletteBuffer& palettes, std::size_t range,
                                                 const Affine& model, bool throughTexture);

/// The same in double, from the definitions. Morphed by sums of weight * displacement. Linear: sum of weight * matrix. Dual quaternions:
/// each matrix split by Gram-Schmidt (docs/matrices.md) into a rotation and what is before it, summed in the hemisphere of the heaviest. As
/// asked: places and directions of both, mixed by the vertex's share of dual quaternions.
/// Positions and tangents by the resulting matrix, normals by its inverse transpose.
struct ExactVertex {
    glm::dvec3 position;
    glm::dvec3 normal;
    glm::dvec3 tangent;  ///< Zero without.
};
[[nodiscard]] std::vector<ExactVertex> poseExactly(const Primitive& primitive, std::span<const Affine> palette, const Affine& model,
                                                   DrawOptions::Skinning skinning = DrawOptions::Skinning::Linear,
                                                   std::span<const float> morphWeights = {});

/// Largest error over all vertices: of positions relative to the largest position, of directions as they are (they are unit vectors).
struct PoseError {
    double position = 0;
    double normal = 0;
    double tangent = 0;
};
[[nodiscard]] PoseError compare(std::span<const PosedVertex> posed, std::span<const ExactVertex> exact);

}  // namespace armature::test
