#include "gpu_morphs.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <armature/error.hpp>

#include "base/words.hpp"

namespace armature {

namespace {

std::size_t countMovingTargets(const Primitive& primitive) noexcept
{
    return static_cast<std::size_t>(std::ranges::count_if(primitive.morphTargets, movesAnything));
}

/// Returns the number of texels per vertex and target: 3 if targets move the primitive's tangents, 2 if they move only its normals, else 1.
std::size_t texelsFor(const Primitive& primitive) noexcept
{
    const auto moves = [&](std::vector<glm::vec3> MorphTarget::*stream) {
        return std::ranges::any_of(primitive.morphTargets, [&](const MorphTarget& target) { return !(target.*stream).empty(); });
    };
    if (!primitive.tangents.empty() && moves(&MorphTarget::tangents)) {
        return 3;
    }
    return !primitive.normals.empty() && moves(&MorphTarget::normals) ? 2 : 1;
}

/// Writes displacements to `outTexels`, which has `texelsPerVertex` texels for each vertex. Each goes to texel `place` of its vertex.
void write(std::span<const glm::vec3> displacements, std::size_t place, std::size_t texelsPerVertex,
           std::span<glm::vec4> outTexels) noexcept
{
    for (std::size_t vertex = 0; vertex < displacements.size(); ++vertex) {
        outTexels[vertex * texelsPerVertex + place] = glm::vec4(displacements[vertex], 0.f);
    }
}

}  // namespace

bool movesAnything(const MorphTarget& target) noexcept
{
    return !target.positions.empty() || !target.normals.empty() || !target.tangents.empty();
}

std::size_t countActiveMorphs(const Primitive& primitive, std::span<const float> weights) noexcept
{
    std::size_t count = 0;
    for (std::size_t target = 0; target < std::min(weights.size(), primitive.morphTargets.size()); ++target) {
        count += weights[target] != 0.f && movesAnything(primitive.morphTargets[target]) ? 1u : 0u;
    }
    return count;
}

std::size_t morphTexelCount(const Primitive& primitive) noexcept
{
    return countMovingTargets(primitive) * primitive.positions.size() * texelsFor(primitive);
}

void morphTangents(const Primitive& primitive, std::span<const float> weights, std::span<glm::vec4> outTangents) noexcept
{
    std::ranges::copy(primitive.tangents, outTangents.begin());
    for (std::size_t target = 0; target < std::min(weights.size(), primitive.morphTargets.size()); ++target) {
        const std::vector<glm::vec3>& displacements = primitive.morphTargets[target].tangents;
        for (std::size_t vertex = 0; weights[target] != 0.f && vertex < std::min(displacements.size(), outTangents.size()); ++vertex) {
            outTangents[vertex] += glm::vec4(weights[target] * displacements[vertex], 0.f);
        }
    }
}

GpuMorphs::GpuMorphs(const Primitive& primitive) : vertexCount_(primitive.positions.size()), texelsPerVertex_(texelsFor(primitive))
{
    const std::size_t texelsPerTarget = vertexCount_ * texelsPerVertex_;
    std::vector<glm::vec4> texels(morphTexelCount(primitive), glm::vec4(0.f));
    for (std::size_t target = 0; target < primitive.morphTargets.size(); ++target) {
        const MorphTarget& morph = primitive.morphTargets[target];
        if (!movesAnything(morph)) {
            continue;
        }
        const std::span<glm::vec4> own = std::span(texels).subspan(targets_.size() * texelsPerTarget, texelsPerTarget);
        write(morph.positions, 0, texelsPerVertex_, own);
        if (texelsPerVertex_ > 1) {
            write(morph.normals, 1, texelsPerVertex_, own);
        }
        if (texelsPerVertex_ > 2) {
            write(morph.tangents, 2, texelsPerVertex_, own);
        }
        targets_.push_back(target);
    }

    while (glGetError() != GL_NO_ERROR) {}
    const auto bytes = static_cast<GLsizeiptr>(texels.size() * sizeof(glm::vec4));
    glBindBuffer(GL_TEXTURE_BUFFER, buffer_.name());
    glBufferData(GL_TEXTURE_BUFFER, bytes, texels.data(), GL_STATIC_DRAW);
    glBindTexture(GL_TEXTURE_BUFFER, texture_.name());
    glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, buffer_.name());
    glBindTexture(GL_TEXTURE_BUFFER, 0);
    glBindBuffer(GL_TEXTURE_BUFFER, 0);
    if (const GLenum error = glGetError(); error != GL_NO_ERROR) {
        throw RenderError(fmt::format("OpenGL gave no memory for {} of {} (error 0x{:x})", counted(texels.size(), "texel"),
                                      counted(targets_.size(), "morph target"), error));
    }
}

ActiveMorphs GpuMorphs::active(std::span<const float> weights) const noexcept
{
    ActiveMorphs active;
    for (std::size_t place = 0; place < targets_.size(); ++place) {
        if (targets_[place] < weights.size() && weights[targets_[place]] != 0.f) {
            active.add(place, weights[targets_[place]]);
        }
    }
    return active;
}

}  // namespace armature
