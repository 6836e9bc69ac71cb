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

/// The outputs of surface.vert for one vertex.
struct PosedVertex {
    glm::vec3 position;
    glm::vec3 normal;
    glm::vec3 tangent;
};

/// Returns the outputs of the current program, which must have been linked for feedback, for a primitive's vertices: all vertices of the
/// first instance, then those of the next.
[[nodiscard]] std::vector<PosedVertex> captureVertices(const GpuPrimitive& primitive, std::size_t instances = 1);

/// The vertex shader that SkinRenderer uses for a path, with its outputs read back by transform feedback. For Static and Cpu, this shader
/// does not skin.
class FeedbackProgram {
public:
    FeedbackProgram(const PaletteLayout& layout, DrawOptions::Path path, DrawOptions::Skinning skinning = DrawOptions::Skinning::Linear);

    /// Runs the shader on every vertex. `range` belongs to `palettes`, which must have been uploaded, and was added for the program's
    /// skinning method.
    [[nodiscard]] std::vector<PosedVertex> pose(const Primitive& primitive, const PaletteBuffer& palettes, std::size_t range,
                                                const Affine& model, std::span<const float> morphWeights = {}) const;

private:
    DrawOptions::Path path_;
    DrawOptions::Skinning skinning_;
    GlProgram program_;
};

/// Poses with linear skinning and without morph targets, through the buffer texture or else the uniform block.
[[nodiscard]] std::vector<PosedVertex> poseOnGpu(const Primitive& primitive, const PaletteBuffer& palettes, std::size_t range,
                                                 const Affine& model, bool throughTexture);

/// A vertex posed in double, from the definitions. Morphing: sum of weight * displacement. Linear: sum of weight * matrix. Dual
/// quaternions: Gram-Schmidt (docs/matrices.md) splits each matrix into a rotation and the stretch before it; quaternions are summed in the
/// hemisphere of the one with the largest weight. AsAsked: positions and directions of both methods, mixed by the vertex's share of dual
/// quaternions.
/// Positions and tangents are transformed by the resulting matrix, normals by its inverse transpose.
struct ExactVertex {
    glm::dvec3 position;
    glm::dvec3 normal;
    glm::dvec3 tangent;  ///< Zero if the primitive has no tangents.
};
[[nodiscard]] std::vector<ExactVertex> poseExactly(const Primitive& primitive, std::span<const Affine> palette, const Affine& model,
                                                   DrawOptions::Skinning skinning = DrawOptions::Skinning::Linear,
                                                   std::span<const float> morphWeights = {});

/// The largest errors over all vertices: of positions, relative to the largest position; of directions, which are unit vectors, absolute.
struct PoseError {
    double position = 0;
    double normal = 0;
    double tangent = 0;
};
[[nodiscard]] PoseError compare(std::span<const PosedVertex> posed, std::span<const ExactVertex> exact);

}  // namespace armature::test
