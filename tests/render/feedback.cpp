#include "feedback.hpp"

#include <array>
#include <render/gl_objects.hpp>
#include <render/gpu_mesh.hpp>

#include <glm/glm.hpp>
#include <glm/gtc/type_ptr.hpp>

namespace armature::test {

namespace {

constexpr GLuint paletteBinding = 3;
constexpr GLint paletteUnit = 2;  // unit 0 is what the 2D textures read

glm::dmat4 toDouble(const Affine& affine)
{
    glm::dmat4 matrix(1.);
    for (glm::length_t row = 0; row < 3; ++row) {
        for (glm::length_t column = 0; column < 4; ++column) {
            matrix[column][row] = affine[row][column];
        }
    }
    return matrix;
}

}  // namespace

std::vector<PosedVertex> poseOnGpu(const Primitive& primitive, const PaletteBuffer& palettes, std::size_t range, const Affine& model,
                                   bool throughTexture)
{
    const std::array defines{ShaderDefine{"SKINNED", 1}, ShaderDefine{"BONES_PER_BLOCK", throughTexture ? 0 : palettes.getBonesPerBlock()}};
    const std::array outputs{"surfacePosition", "surfaceNormal"};
    const GlProgram program("surface.vert", "surface.frag", defines, outputs);
    const GpuPrimitive gpu(primitive);
    const std::size_t bytes = primitive.positions.size() * sizeof(PosedVertex);
    const GlBuffer captured;

    program.use();
    program.setBlockBinding("Palette", paletteBinding);
    glUniformMatrix3x4fv(program.uniform("model"), 1, GL_FALSE, glm::value_ptr(model));
    glUniform1i(program.uniform("hasEightInfluences"), gpu.influences > 4 ? 1 : 0);
    glUniform1i(program.uniform("firstTexel"), static_cast<GLint>(palettes.getFirstTexel(range)));
    glUniform1i(program.uniform("paletteTexture"), paletteUnit);
    if (throughTexture) {
        glActiveTexture(GL_TEXTURE0 + paletteUnit);
        glBindTexture(GL_TEXTURE_BUFFER, palettes.getTexture());
    } else {
        palettes.bindRange(range, paletteBinding);
    }

    glBindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, captured.name());
    glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, static_cast<GLsizeiptr>(bytes), nullptr, GL_STREAM_READ);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, captured.name());
    glEnable(GL_RASTERIZER_DISCARD);
    glBindVertexArray(gpu.array.name());
    glBeginTransformFeedback(GL_POINTS);
    glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(primitive.positions.size()));
    glEndTransformFeedback();
    glDisable(GL_RASTERIZER_DISCARD);

    std::vector<PosedVertex> posed(primitive.positions.size());
    glGetBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER, 0, static_cast<GLsizeiptr>(bytes), posed.data());
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
    glBindVertexArray(0);
    glBindTexture(GL_TEXTURE_BUFFER, 0);
    glActiveTexture(GL_TEXTURE0);
    glUseProgram(0);
    return posed;
}

std::vector<ExactVertex> poseExactly(const Primitive& primitive, std::span<const Affine> palette, const Affine& model)
{
    std::vector<ExactVertex> exact;
    const std::size_t influences = primitive.skin.influencesPerVertex;
    for (std::size_t vertex = 0; vertex < primitive.positions.size(); ++vertex) {
        glm::dmat4 sum(0.);
        for (std::size_t i = vertex * influences; i < (vertex + 1) * influences; ++i) {
            sum += static_cast<double>(primitive.skin.weights[i]) * toDouble(palette[primitive.skin.joints[i]]);
        }
        const glm::dmat4 map = toDouble(model) * sum;
        const glm::dvec4 position = map * glm::dvec4(glm::dvec3(primitive.positions[vertex]), 1.);
        const glm::dmat3 normalMap = glm::transpose(glm::inverse(glm::dmat3(map)));
        exact.push_back({glm::dvec3(position), glm::normalize(normalMap * glm::dvec3(primitive.normals[vertex]))});
    }
    return exact;
}

PoseError compare(std::span<const PosedVertex> posed, std::span<const ExactVertex> exact)
{
    PoseError error;
    double magnitude = 0;
    for (std::size_t vertex = 0; vertex < posed.size(); ++vertex) {
        magnitude = std::max(magnitude, glm::length(exact[vertex].position));
        error.position = std::max(error.position, glm::length(glm::dvec3(posed[vertex].position) - exact[vertex].position));
        error.normal = std::max(error.normal, glm::length(glm::dvec3(posed[vertex].normal) - exact[vertex].normal));
    }
    error.position /= magnitude;
    return error;
}

}  // namespace armature::test
