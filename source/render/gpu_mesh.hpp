#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <glm/ext/vector_float3.hpp>

#include <armature/mesh/mesh.hpp>
#include <armature/skinning/skin_plan.hpp>

#include "gl_objects.hpp"
#include "gpu_morphs.hpp"
#include "skinning/asked_skinning.hpp"

namespace armature {

/// The locations of surface.vert's inputs.
enum class VertexAttribute : GLuint {
    Position,
    Normal,
    Coordinates0,
    Coordinates1,
    Color,
    Joints0,
    Weights0,
    Joints1,
    Weights1,
    Tangent,
    JointColor,  ///< Colours of joints, for primitives that the CPU skins.
    DualQuaternionShare,
};

/// The influences of a primitive as vertex attributes, four or eight per vertex. Influences of weight 0 are dropped.
struct PackedInfluences {
    /// 4 or 8; 0 if the primitive is not skinned, or skinned by the CPU because a vertex has more than eight influences.
    std::size_t perVertex = 0;
    bool needsCpu = false;
    std::size_t jointCount = 0;  ///< The highest joint with a weight, plus 1.
    std::vector<std::uint16_t> joints;
    std::vector<float> weights;
};

[[nodiscard]] PackedInfluences packInfluences(const SkinWeights& skin, std::size_t vertices);

/// A primitive in GPU buffers. Positions, normals and tangents may come from another buffer: see describe().
struct GpuPrimitive {
    explicit GpuPrimitive(const Primitive& primitive);

    /// Makes `array` read this primitive's attributes. Positions, normals and tangents come from `posed`, one array after another.
    void describe(GLuint array, GLuint posed) const;

    GlBuffer vertices;
    GlBuffer indices{nullptr};
    GlVertexArray array;
    GLenum mode = GL_TRIANGLES;
    GLsizei count = 0;
    std::size_t vertexCount = 0;
    bool isIndexed = false;
    bool isSurface = true;  ///< Whether the primitive has triangles of some kind, not points or lines.
    bool hasNormals = false;
    std::size_t influences = 0;  ///< Influences per vertex in the attributes: 0, 4 or 8.
    bool needsCpu = false;       ///< Whether a vertex has more than eight influences.
    std::size_t jointCount = 0;
    SkinningKind asked = SkinningKind::Linear;
    std::size_t morphTexels = 0;        ///< Number of texels that `morphs` needs; 0 if no target moves anything.
    std::unique_ptr<GpuMorphs> morphs;  ///< Null until the shader first morphs the primitive.
    glm::vec3 center{0.f};              ///< Centre of the box of the positions.
    SkinPlan plan;                      ///< The plan for skinning on the CPU; without vertices until the CPU first skins the primitive.

    /// The byte offsets of attributes in `vertices`; -1 if the primitive lacks the attribute.
    struct Offsets {
        std::ptrdiff_t coordinates[2] = {-1, -1};
        std::ptrdiff_t colors = -1;
        std::ptrdiff_t tangents = -1;
        std::ptrdiff_t joints = -1;
        std::ptrdiff_t weights = -1;
        std::ptrdiff_t shares = -1;  ///< For each vertex, how much dual quaternions contribute; only if this differs between vertices.
    } offsets;
};

/// The changing positions, normals and tangents of one primitive of one instance. The CPU morphs or skins them.
struct DynamicVertices {
    explicit DynamicVertices(const GpuPrimitive& primitive);

    /// Uploads the vertices to the GPU.
    void upload();
    /// Gives each vertex the blended colours of its joints, for DrawOptions::Shown::Joints. O(vertices) the first time.
    void showJoints(const SkinWeights& skin);

    GlBuffer buffer;
    GlVertexArray array;
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;
    std::vector<glm::vec4> tangents;
    std::vector<float> appliedWeights;
    bool isFilled = false;

private:
    std::optional<GlBuffer> jointColors_;  // created by the first showJoints()
};

}  // namespace armature
