#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include <glm/ext/matrix_float3x2.hpp>
#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float4.hpp>

#include <armature/math/affine.hpp>
#include <armature/mesh/mesh.hpp>
#include <armature/render/skin_renderer.hpp>

#include "frame_locations.hpp"
#include "gl_objects.hpp"
#include "skinning/asked_skinning.hpp"

namespace armature {

/// From where a surface program reads the matrices that move its vertices; Instances: from the buffer texture of a crowd.
enum class PaletteSource { None, UniformBlock, StorageBuffer, BufferTexture, Instances };

/// How the surface is lit. surface.frag uses the same values.
enum class Shading : GLint { Smooth, Flat, Unlit };

/// A material's textures. The sampler of each texture reads the texture unit of the same number.
enum class SurfaceTexture : GLint { BaseColor, Emissive, MetallicRoughness, Normal, Occlusion };

/// For each kind of texture, whether a surface has it.
using SurfaceTextures = std::array<bool, 5>;

/// An integer or Boolean uniform of a program. OpenGL is called only for a value that differs from the last one.
class IntegerUniform final {
public:
    explicit IntegerUniform(GLint location) noexcept : location_(location) {}

    /// Sets the uniform. Needs its program in use.
    void set(GLint value) noexcept
    {
        if (value != value_ && location_ >= 0) {
            glUniform1i(location_, value);
            value_ = value;
        }
    }

private:
    GLint location_;  // negative if the program does not use the uniform
    GLint value_ = 0;
};

/// The program of surface.vert and surface.frag for one source of palettes, and its uniforms.
class SurfaceProgram final {
public:
    static constexpr GLuint paletteBinding = 0;
    static constexpr GLint paletteUnit = 5;
    static constexpr GLint shadowUnit = FrameLocations::shadowUnit;
    static constexpr GLint morphUnit = 15;  // the last unit that every implementation of OpenGL 3.3 has
    /// All units that surfaces use; 0 to 4 are those of SurfaceTexture.
    static constexpr std::array<GLint, 8> units{morphUnit, shadowUnit, paletteUnit, 4, 3, 2, 1, 0};

    /// `bonesPerBlock` matters only for PaletteSource::UniformBlock.
    SurfaceProgram(PaletteSource source, std::size_t bonesPerBlock, bool hasDualQuaternions = false);

    /// Makes OpenGL use the program. The functions below set its uniforms; their precondition is that the program is in use.
    void use() const noexcept { program_.use(); }
    void setFrame(const FrameUniforms& frame) const noexcept { frame_.set(frame); }
    void setModel(const Affine& model) noexcept;
    void setMaterial(const Material& material, const SurfaceTextures& textures, Shading shading) const noexcept;
    void setPalette(std::size_t firstTexel, bool hasEightInfluences) noexcept;
    /// Sets how a program with dual quaternions skins. Such a program supports all kinds; initially it skins by dual quaternions alone.
    void setSkinning(SkinningKind kind) noexcept;
    /// Sets the active targets of the buffer texture at morphUnit. If `active` is empty, which is the initial state, nothing is morphed.
    void setMorphs(std::span<const glm::vec2> active, std::size_t vertices, std::size_t texelsPerVertex) noexcept;
    /// For PaletteSource::Instances: sets the texel of the first instance's record, see skinning.glsl.
    void setInstances(std::size_t firstRecord, bool hasEightInfluences) noexcept;
    /// For PaletteSource::Instances: sets the texel of the first instance's weights; each instance has `targets` weights. Without targets,
    /// nothing is morphed.
    void setInstanceMorphs(std::size_t firstWeight, std::size_t targets, std::size_t vertices, std::size_t texelsPerVertex) noexcept;

private:
    GlProgram program_;
    GLint model_;
    Affine modelValue_{0.f};
    FrameLocations frame_;
    GLint material_;
    IntegerUniform firstTexel_;
    IntegerUniform firstRecord_;
    IntegerUniform hasEightInfluences_;
    IntegerUniform shareSource_;
    IntegerUniform morphCount_;
    GLint morphs_;
    IntegerUniform firstMorph_;
    IntegerUniform morphVertices_;
    IntegerUniform morphTexels_;
};

/// Returns offset * rotation * scale of KHR_texture_transform, as two rows that apply to (u, v, 1).
[[nodiscard]] glm::mat3x2 textureTransform(const std::optional<TextureReference>& reference) noexcept;

}  // namespace armature
