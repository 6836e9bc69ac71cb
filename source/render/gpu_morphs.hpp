#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float4.hpp>

#include <armature/mesh/mesh.hpp>

#include "gl_objects.hpp"

namespace armature {

/// The targets that currently move a primitive, as morphing.glsl reads them: their indices in the buffer texture, and their weights.
class ActiveMorphs final {
public:
    static constexpr std::size_t most = 64;  ///< Equal to mostMorphs in morphing.glsl.

    void add(std::size_t place, float weight) noexcept { entries_[count_++] = {static_cast<float>(place), weight}; }
    [[nodiscard]] std::span<const glm::vec2> entries() const noexcept { return std::span(entries_).first(count_); }

private:
    std::array<glm::vec2, most> entries_{};
    std::size_t count_ = 0;
};

/// Returns whether a target moves anything of its primitive.
[[nodiscard]] bool movesAnything(const MorphTarget& target) noexcept;

/// Returns the number of targets with a weight that move something of a primitive.
[[nodiscard]] std::size_t countActiveMorphs(const Primitive& primitive, std::span<const float> weights) noexcept;

/// Like morphNormals(), but for tangents. Does not normalise, because the shader does. Does not change the handedness.
void morphTangents(const Primitive& primitive, std::span<const float> weights, std::span<glm::vec4> outTangents) noexcept;

/// Returns the number of texels of a primitive's GpuMorphs.
[[nodiscard]] std::size_t morphTexelCount(const Primitive& primitive) noexcept;

/// The morph targets of a primitive in a buffer texture. Leaves out targets that move nothing.
class GpuMorphs final {
public:
    explicit GpuMorphs(const Primitive& primitive);

    /// Returns the targets that have a weight. Precondition: at most ActiveMorphs::most of them.
    [[nodiscard]] ActiveMorphs active(std::span<const float> weights) const noexcept;

    [[nodiscard]] GLuint texture() const noexcept { return texture_.name(); }
    [[nodiscard]] std::size_t vertexCount() const noexcept { return vertexCount_; }
    /// The number of texels of each vertex in each target.
    [[nodiscard]] std::size_t texelsPerVertex() const noexcept { return texelsPerVertex_; }
    /// The primitive's targets, by their index in the texture.
    [[nodiscard]] std::span<const std::size_t> targets() const noexcept { return targets_; }

private:
    GlBuffer buffer_;
    GlTexture texture_;
    std::size_t vertexCount_ = 0;
    std::size_t texelsPerVertex_ = 1;
    std::vector<std::size_t> targets_;
};

}  // namespace armature
