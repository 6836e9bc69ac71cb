#include "surface_program.hpp"

#include <array>
#include <cmath>

#include <glm/gtc/type_ptr.hpp>

namespace armature {

namespace {

GlProgram link(PaletteSource source, std::size_t bonesPerBlock, bool hasDualQuaternions)
{
    const std::array defines{
        ShaderDefine{"SKINNED", source == PaletteSource::None ? std::size_t{0} : std::size_t{1}},
        ShaderDefine{"INSTANCED", source == PaletteSource::Instances ? std::size_t{1} : std::size_t{0}},
        ShaderDefine{"STORAGE_PALETTE", source == PaletteSource::StorageBuffer ? std::size_t{1} : std::size_t{0}},
        ShaderDefine{"DUAL_QUATERNIONS", hasDualQuaternions ? std::size_t{1} : std::size_t{0}},
        ShaderDefine{"BONES_PER_BLOCK", source == PaletteSource::UniformBlock ? bonesPerBlock : std::size_t{0}},
    };
    return {"surface.vert", "surface.frag", defines};
}

/// The uniform array `material` of surface.frag.
using PackedMaterial = std::array<glm::vec4, 14>;

float flag(bool value) noexcept
{
    return value ? 1.f : 0.f;
}

PackedMaterial pack(const Material& material, const SurfaceTextures& textures, Shading shading) noexcept
{
    PackedMaterial packed;
    packed[0] = material.baseColor;
    packed[1] = glm::vec4(material.emissive * material.emissiveStrength, material.alphaCutoff);
    packed[2] = {material.metallic, material.roughness, material.normalScale, material.occlusionStrength};
    packed[3] = {static_cast<float>(shading), static_cast<float>(material.alphaMode), 0.f, 0.f};
    const auto references = material.textures();  // in the order of SurfaceTexture
    for (std::size_t i = 0; i < references.size(); ++i) {
        const std::optional<TextureReference>& reference = *references[i];
        const glm::mat3x2 transform = textureTransform(reference);
        const bool isSecondSet = reference && reference->textureCoordinates != 0;
        packed[4 + 2 * i] = {transform[0].x, transform[1].x, transform[2].x, flag(isSecondSet)};
        packed[5 + 2 * i] = {transform[0].y, transform[1].y, transform[2].y, flag(textures[i])};
    }
    return packed;
}

}  // namespace

SurfaceProgram::SurfaceProgram(PaletteSource source, std::size_t bonesPerBlock, bool hasDualQuaternions)
    : program_(link(source, bonesPerBlock, hasDualQuaternions))
    , model_(program_.uniform("model"))
    , frame_(program_)
    , material_(program_.uniform("material"))
    , firstTexel_(program_.uniform("firstTexel"))
    , firstRecord_(program_.uniform("firstRecord"))
    , hasEightInfluences_(program_.uniform("hasEightInfluences"))
    , shareSource_(program_.uniform("shareSource"))
    , morphCount_(program_.uniform("morphCount"))
    , morphs_(program_.uniform("morphs"))
    , firstMorph_(program_.uniform("firstMorph"))
    , morphVertices_(program_.uniform("morphVertices"))
    , morphTexels_(program_.uniform("morphTexels"))
{
    program_.setBlockBinding("Palette", paletteBinding);
    if (source == PaletteSource::StorageBuffer) {
        program_.setStorageBinding("PaletteStorage", paletteBinding);
    }
    program_.use();
    constexpr std::array textures{"baseColorTexture", "emissiveTexture", "metallicRoughnessTexture", "normalTexture", "occlusionTexture"};
    for (std::size_t i = 0; i < textures.size(); ++i) {
        glUniform1i(program_.uniform(textures[i]), static_cast<GLint>(i));
    }
    glUniform1i(program_.uniform("paletteTexture"), paletteUnit);
    glUniform1i(program_.uniform("morphTexture"), morphUnit);
    glUseProgram(0);
}

void SurfaceProgram::setModel(const Affine& model) noexcept
{
    if (model != modelValue_) {
        glUniformMatrix3x4fv(model_, 1, GL_FALSE, glm::value_ptr(model));
        modelValue_ = model;
    }
}

void SurfaceProgram::setMaterial(const Material& material, const SurfaceTextures& textures, Shading shading) const noexcept
{
    const PackedMaterial packed = pack(material, textures, shading);
    glUniform4fv(material_, static_cast<GLsizei>(packed.size()), glm::value_ptr(packed.front()));
}

void SurfaceProgram::setPalette(std::size_t firstTexel, bool hasEightInfluences) noexcept
{
    firstTexel_.set(static_cast<GLint>(firstTexel));
    hasEightInfluences_.set(hasEightInfluences ? 1 : 0);
}

void SurfaceProgram::setSkinning(SkinningKind kind) noexcept
{
    shareSource_.set(kind == SkinningKind::DualQuaternions ? 0 : kind == SkinningKind::Shared ? 1 : 2);
}

void SurfaceProgram::setMorphs(std::span<const glm::vec2> active, std::size_t vertices, std::size_t texelsPerVertex) noexcept
{
    morphCount_.set(static_cast<GLint>(active.size()));
    if (!active.empty()) {
        glUniform2fv(morphs_, static_cast<GLsizei>(active.size()), &active.front().x);
        morphVertices_.set(static_cast<GLint>(vertices));
        morphTexels_.set(static_cast<GLint>(texelsPerVertex));
    }
}

void SurfaceProgram::setInstances(std::size_t firstRecord, bool hasEightInfluences) noexcept
{
    firstRecord_.set(static_cast<GLint>(firstRecord));
    hasEightInfluences_.set(hasEightInfluences ? 1 : 0);
}

void SurfaceProgram::setInstanceMorphs(std::size_t firstWeight, std::size_t targets, std::size_t vertices,
                                       std::size_t texelsPerVertex) noexcept
{
    morphCount_.set(static_cast<GLint>(targets));
    firstMorph_.set(static_cast<GLint>(firstWeight));
    morphVertices_.set(static_cast<GLint>(vertices));
    morphTexels_.set(static_cast<GLint>(texelsPerVertex));
}

glm::mat3x2 textureTransform(const std::optional<TextureReference>& reference) noexcept
{
    if (!reference) {
        return glm::mat3x2(1.f);
    }
    const float cosine = std::cos(reference->rotation);
    const float sine = std::sin(reference->rotation);
    return {glm::vec2(cosine, -sine) * reference->scale.x, glm::vec2(sine, cosine) * reference->scale.y, reference->offset};
}

}  // namespace armature
