#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include <glm/ext/matrix_float3x2.hpp>
#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/vector_float2.hpp>

#include <armature/math/affine.hpp>
#include <armature/mesh/mesh.hpp>
#include <armature/render/skin_renderer.hpp>

#include "gl_objects.hpp"

namespace armature {

/// How a surface program reads its palette.
enum class PaletteSource { None, UniformBlock, StorageBuffer, BufferTexture, Instances };

/// How the surface is lit, as surface.frag numbers it.
enum class Shading : GLint { Smooth, Flat, Unlit };

/// The camera and lights of a frame, in axes whose origin is the camera.
struct FrameUniforms {
    glm::mat4 viewProjection{1.f};
    glm::vec3 keyDirection{0.f};
    Lighting lighting;
    bool encodesSrgb = false;
};

/// surface.vert and surface.frag for one source of palettes, with their uniforms.
class SurfaceProgram final {
public:
    static constexpr GLuint paletteBinding = 0;
    static constexpr GLint baseColorUnit = 0;
    static constexpr GLint emissiveUnit = 1;
    static constexpr GLint paletteUnit = 2;
    static constexpr GLint morphUnit = 15;  // the last that every OpenGL 3.3 has; materials take the first ones

    /// `bonesPerBlock` matters for PaletteSource::UniformBlock only.
    SurfaceProgram(PaletteSource source, std::size_t bonesPerBlock, bool hasDualQuaternions = false);

    /// The following set uniforms of the program, which must be the one in use.
    void use() const noexcept { program_.use(); }
    void setFrame(const FrameUniforms& frame) const noexcept;
    void setModel(const Affine& model) const noexcept;
    void setMaterial(const Material& material, Shading shading) const noexcept;
    void setPalette(std::size_t firstTexel, bool hasEightInfluences) const noexcept;
    /// Morphs by targets of the buffer texture at morphUnit; by none if `active` is empty, as at first.
    void setMorphs(std::span<const glm::vec2> active, std::size_t vertices, std::size_t texelsPerVertex) const noexcept;
    /// Of PaletteSource::Instances: the texel of the first instance's record, see skinning.glsl.
    void setInstances(std::size_t firstRecord, bool hasEightInfluences) const noexcept;

private:
    GlProgram program_;
    GLint model_;
    GLint viewProjection_;
    GLint keyDirection_;
    GLint keyColor_;
    GLint skyColor_;
    GLint groundColor_;
    GLint encodesSrgb_;
    GLint shading_;
    GLint alphaMode_;
    GLint alphaCutoff_;
    GLint baseColor_;
    GLint emissive_;
    GLint roughness_;
    GLint baseColorTransform_;
    GLint emissiveTransform_;
    GLint baseColorSet_;
    GLint emissiveSet_;
    GLint firstTexel_;
    GLint firstRecord_;
    GLint hasEightInfluences_;
    GLint morphCount_;
    GLint morphs_;
    GLint morphVertices_;
    GLint morphTexels_;
};

/// offset * rotation * scale of KHR_texture_transform, as two rows applied to (u, v, 1).
[[nodiscard]] glm::mat3x2 textureTransform(const std::optional<TextureReference>& reference) noexcept;

}  // namespace armature
