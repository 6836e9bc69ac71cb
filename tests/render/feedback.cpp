#include "feedback.hpp"

#include <array>
#include <cmath>
#include <limits>

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/gtc/type_ptr.hpp>

namespace armature::test {

namespace {

using Path = DrawOptions::Path;
using Skinning = DrawOptions::Skinning;

constexpr GLuint paletteBinding = 3;
constexpr GLint paletteUnit = 2;  // unit 0 belongs to the 2D textures
constexpr GLint morphUnit = 4;

GlProgram linkSurface(const PaletteLayout& layout, Path path, Skinning skinning)
{
    const bool isDual = skinning != Skinning::Linear;
    const std::size_t bytes = isDual ? PaletteLayout::bytesPerDualQuaternion : PaletteLayout::bytesPerBone;
    const std::array defines{
        ShaderDefine{"SKINNED", path == Path::Static || path == Path::Cpu ? std::size_t{0} : std::size_t{1}},
        ShaderDefine{"STORAGE_PALETTE", path == Path::StorageBuffer ? std::size_t{1} : std::size_t{0}},
        ShaderDefine{"DUAL_QUATERNIONS", isDual ? std::size_t{1} : std::size_t{0}},
        ShaderDefine{"BONES_PER_BLOCK", path == Path::UniformBlock ? layout.getBonesPerBlock(bytes) : 0},
    };
    const std::array outputs{"surfacePosition", "surfaceNormal", "surfaceTangent"};
    return {"surface.vert", "surface.frag", defines, outputs};
}

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

/// A matrix as a product: a stretch, applied first, then a rotation and translation as a dual quaternion.
struct ExactSplit {
    glm::dmat3 stretch;
    glm::dquat real;
    glm::dquat dual;
};

// Gram-Schmidt on +Y first, then +Z, then +X. +Y is flipped if the matrix mirrors.
ExactSplit splitExactly(const glm::dmat4& matrix)
{
    const glm::dmat3 linear(matrix);
    glm::dvec3 y = glm::normalize(linear[1]);
    const glm::dvec3 z = glm::normalize(linear[2] - glm::dot(linear[2], y) * y);
    const glm::dvec3 flat = linear[0] - glm::dot(linear[0], y) * y;
    const glm::dvec3 x = glm::normalize(flat - glm::dot(flat, z) * z);
    if (glm::determinant(linear) < 0.) {
        y = -y;
    }
    const glm::dmat3 rotation(x, y, z);
    const glm::dquat real = glm::quat_cast(rotation);
    const glm::dquat translation(0., matrix[3].x, matrix[3].y, matrix[3].z);
    return {glm::transpose(rotation) * linear, real, 0.5 * (translation * real)};
}

/// Calls add(weight, matrix) for each influence on a vertex.
template <class Add>
void forEachInfluence(const Primitive& primitive, std::span<const Affine> palette, std::size_t vertex, const Add& add)
{
    const std::size_t influences = primitive.skin.influencesPerVertex;
    for (std::size_t i = vertex * influences; i < (vertex + 1) * influences; ++i) {
        add(static_cast<double>(primitive.skin.weights[i]), toDouble(palette[primitive.skin.joints[i]]));
    }
}

glm::dmat4 blendLinearly(const Primitive& primitive, std::span<const Affine> palette, std::size_t vertex)
{
    glm::dmat4 sum(0.);
    forEachInfluence(primitive, palette, vertex, [&](double weight, const glm::dmat4& matrix) { sum += weight * matrix; });
    return sum;
}

glm::dmat4 blendDualQuaternions(const Primitive& primitive, std::span<const Affine> palette, std::size_t vertex)
{
    double most = 0.;
    glm::dquat guide(1., 0., 0., 0.);
    forEachInfluence(primitive, palette, vertex, [&](double weight, const glm::dmat4& matrix) {
        if (weight > most) {
            most = weight;
            guide = splitExactly(matrix).real;
        }
    });
    glm::dmat3 stretch(0.);
    glm::dquat real(0., 0., 0., 0.);
    glm::dquat dual(0., 0., 0., 0.);
    forEachInfluence(primitive, palette, vertex, [&](double weight, const glm::dmat4& matrix) {
        const ExactSplit split = splitExactly(matrix);
        const double sign = glm::dot(guide, split.real) < 0. ? -1. : 1.;
        stretch += weight * split.stretch;
        real = real + sign * weight * split.real;
        dual = dual + sign * weight * split.dual;
    });
    const double length = glm::length(real);
    real = real / length;
    const glm::dquat shift = 2. * (dual / length) * glm::conjugate(real);
    glm::dmat4 map(glm::mat3_cast(real) * stretch);
    map[3] = glm::dvec4(shift.x, shift.y, shift.z, 1.);
    return map;
}

glm::dvec3 morphExactly(const glm::vec3& start, std::span<const MorphTarget> targets, std::vector<glm::vec3> MorphTarget::*stream,
                        std::span<const float> weights, std::size_t vertex)
{
    glm::dvec3 sum(start);
    for (std::size_t target = 0; target < weights.size(); ++target) {
        if (const std::vector<glm::vec3>& displacements = targets[target].*stream; !displacements.empty()) {
            sum += static_cast<double>(weights[target]) * glm::dvec3(displacements[vertex]);
        }
    }
    return sum;
}

// Directions are mixed before the model matrix is applied, as for a mesh that the CPU skins.
std::vector<ExactVertex> mixExactly(const Primitive& primitive, std::span<const Affine> palette, const Affine& model,
                                    std::span<const float> morphWeights)
{
    std::vector<ExactVertex> mixed = poseExactly(primitive, palette, identityAffine(), Skinning::Linear, morphWeights);
    const auto dual = poseExactly(primitive, palette, identityAffine(), Skinning::DualQuaternions, morphWeights);
    const glm::dmat4 map = toDouble(model);
    const glm::dmat3 normalMap = glm::transpose(glm::inverse(glm::dmat3(map)));
    const auto& shares = primitive.skin.dualQuaternionShares;
    for (std::size_t vertex = 0; vertex < mixed.size(); ++vertex) {
        const double share = shares.empty() ? 0. : static_cast<double>(shares[vertex]);
        ExactVertex& one = mixed[vertex];
        one.position = glm::dvec3(map * glm::dvec4(glm::mix(one.position, dual[vertex].position, share), 1.));
        one.normal = glm::normalize(normalMap * glm::mix(one.normal, dual[vertex].normal, share));
        const glm::dvec3 tangent = glm::dmat3(map) * glm::mix(one.tangent, dual[vertex].tangent, share);
        one.tangent = primitive.tangents.empty() ? tangent : glm::normalize(tangent);
    }
    return mixed;
}

}  // namespace

std::vector<PosedVertex> captureVertices(const GpuPrimitive& primitive, std::size_t instances)
{
    std::vector<PosedVertex> posed(primitive.vertexCount * instances);
    const auto bytes = static_cast<GLsizeiptr>(posed.size() * sizeof(PosedVertex));
    const GlBuffer captured;
    glBindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, captured.name());
    glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, bytes, nullptr, GL_STREAM_READ);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, captured.name());
    glEnable(GL_RASTERIZER_DISCARD);
    glBindVertexArray(primitive.array.name());
    glBeginTransformFeedback(GL_POINTS);
    glDrawArraysInstanced(GL_POINTS, 0, static_cast<GLsizei>(primitive.vertexCount), static_cast<GLsizei>(instances));
    glEndTransformFeedback();
    glDisable(GL_RASTERIZER_DISCARD);
    glGetBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER, 0, bytes, posed.data());
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
    glBindVertexArray(0);
    return posed;
}

FeedbackProgram::FeedbackProgram(const PaletteLayout& layout, Path path, Skinning skinning)
    : path_(path), skinning_(skinning), program_(linkSurface(layout, path, skinning))
{}

std::vector<PosedVertex> FeedbackProgram::pose(const Primitive& primitive, const PaletteBuffer& palettes, std::size_t range,
                                               const Affine& model, std::span<const float> morphWeights) const
{
    const GpuPrimitive gpu(primitive);
    const auto morphs = morphWeights.empty() ? nullptr : std::make_unique<const GpuMorphs>(primitive);

    program_.use();
    program_.setBlockBinding("Palette", paletteBinding);
    glUniformMatrix3x4fv(program_.uniform("model"), 1, GL_FALSE, glm::value_ptr(model));
    glUniform1i(program_.uniform("hasEightInfluences"), gpu.influences > 4 ? 1 : 0);
    glUniform1i(program_.uniform("shareSource"), skinning_ == Skinning::AsAsked ? 1 : 0);
    glUniform1i(program_.uniform("firstTexel"), static_cast<GLint>(palettes.getFirstTexel(range)));
    glUniform1i(program_.uniform("paletteTexture"), paletteUnit);
    glUniform1i(program_.uniform("morphTexture"), morphUnit);
    if (path_ == Path::BufferTexture) {
        glActiveTexture(GL_TEXTURE0 + paletteUnit);
        glBindTexture(GL_TEXTURE_BUFFER, palettes.getTexture());
    } else if (path_ == Path::StorageBuffer) {
        program_.setStorageBinding("PaletteStorage", paletteBinding);
        palettes.bindStorage(paletteBinding);
    } else if (path_ == Path::UniformBlock) {
        palettes.bindRange(range, paletteBinding);
    }
    if (morphs != nullptr) {
        const ActiveMorphs active = morphs->active(morphWeights);
        glActiveTexture(GL_TEXTURE0 + morphUnit);
        glBindTexture(GL_TEXTURE_BUFFER, morphs->texture());
        glUniform2fv(program_.uniform("morphs"), static_cast<GLsizei>(active.entries().size()), &active.entries().data()->x);
        glUniform1i(program_.uniform("morphVertices"), static_cast<GLint>(morphs->vertexCount()));
        glUniform1i(program_.uniform("morphTexels"), static_cast<GLint>(morphs->texelsPerVertex()));
        glUniform1i(program_.uniform("morphCount"), static_cast<GLint>(active.entries().size()));
    } else {
        glUniform1i(program_.uniform("morphCount"), 0);
    }

    auto posed = captureVertices(gpu);
    for (const GLint unit : {paletteUnit, morphUnit}) {
        glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
        glBindTexture(GL_TEXTURE_BUFFER, 0);
    }
    glActiveTexture(GL_TEXTURE0);
    glUseProgram(0);
    return posed;
}

std::vector<PosedVertex> poseOnGpu(const Primitive& primitive, const PaletteBuffer& palettes, std::size_t range, const Affine& model,
                                   bool throughTexture)
{
    const FeedbackProgram program(palettes.getLayout(), throughTexture ? Path::BufferTexture : Path::UniformBlock);
    return program.pose(primitive, palettes, range, model);
}

std::vector<ExactVertex> poseExactly(const Primitive& primitive, std::span<const Affine> palette, const Affine& model, Skinning skinning,
                                     std::span<const float> morphWeights)
{
    if (skinning == Skinning::AsAsked) {
        return mixExactly(primitive, palette, model, morphWeights);
    }
    std::vector<ExactVertex> exact;
    for (std::size_t vertex = 0; vertex < primitive.positions.size(); ++vertex) {
        const bool isLinear = skinning == Skinning::Linear;
        const glm::dmat4 blended = isLinear ? blendLinearly(primitive, palette, vertex) : blendDualQuaternions(primitive, palette, vertex);
        const glm::dmat4 map = toDouble(model) * blended;
        const std::span<const MorphTarget> targets = primitive.morphTargets;
        const glm::dvec3 start = morphExactly(primitive.positions[vertex], targets, &MorphTarget::positions, morphWeights, vertex);
        const glm::dvec3 normal = morphExactly(primitive.normals[vertex], targets, &MorphTarget::normals, morphWeights, vertex);
        const glm::dmat3 normalMap = glm::transpose(glm::inverse(glm::dmat3(map)));
        glm::dvec3 tangent(0.);
        if (!primitive.tangents.empty()) {
            const glm::vec3 before(primitive.tangents[vertex]);
            tangent = glm::normalize(glm::dmat3(map) * morphExactly(before, targets, &MorphTarget::tangents, morphWeights, vertex));
        }
        exact.push_back({glm::dvec3(map * glm::dvec4(start, 1.)), glm::normalize(normalMap * normal), tangent});
    }
    return exact;
}

PoseError compare(std::span<const PosedVertex> posed, std::span<const ExactVertex> exact)
{
    PoseError error;
    double magnitude = 0;
    for (std::size_t vertex = 0; vertex < posed.size(); ++vertex) {
        const auto grow = [](double& largest, double value) {
            largest = std::isfinite(value) ? std::max(largest, value) : std::numeric_limits<double>::infinity();
        };
        magnitude = std::max(magnitude, glm::length(exact[vertex].position));
        grow(error.position, glm::length(glm::dvec3(posed[vertex].position) - exact[vertex].position));
        grow(error.normal, glm::length(glm::dvec3(posed[vertex].normal) - exact[vertex].normal));
        grow(error.tangent, glm::length(glm::dvec3(posed[vertex].tangent) - exact[vertex].tangent));
    }
    error.position /= magnitude;
    return error;
}

}  // namespace armature::test
