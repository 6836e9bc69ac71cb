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

GLint coordinateSet(const std::optional<TextureReference>& reference)
{
    return reference && reference->textureCoordinates != 0 ? 1 : 0;
}

}  // namespace

SurfaceProgram::SurfaceProgram(PaletteSource source, std::size_t bonesPerBlock, bool hasDualQuaternions)
    : program_(link(source, bonesPerBlock, hasDualQuaternions))
    , model_(program_.uniform("model"))
    , viewProjection_(program_.uniform("viewProjection"))
    , keyDirection_(program_.uniform("keyDirection"))
    , keyColor_(program_.uniform("keyColor"))
    , skyColor_(program_.uniform("skyColor"))
    , groundColor_(program_.uniform("groundColor"))
    , encodesSrgb_(program_.uniform("encodesSrgb"))
    , shading_(program_.uniform("shading"))
    , alphaMode_(program_.uniform("alphaMode"))
    , alphaCutoff_(program_.uniform("alphaCutoff"))
    , baseColor_(program_.uniform("baseColor"))
    , emissive_(program_.uniform("emissive"))
    , roughness_(program_.uniform("roughness"))
    , baseColorTransform_(program_.uniform("baseColorTransform"))
    , emissiveTransform_(program_.uniform("emissiveTransform"))
    , baseColorSet_(program_.uniform("baseColorSet"))
    , emissiveSet_(program_.uniform("emissiveSet"))
    , firstTexel_(program_.uniform("firstTexel"))
    , firstRecord_(program_.uniform("firstRecord"))
    , hasEightInfluences_(program_.uniform("hasEightInfluences"))
    , morphCount_(program_.uniform("morphCount"))
    , morphs_(program_.uniform("morphs"))
    , morphVertices_(program_.uniform("morphVertices"))
    , morphTexels_(program_.uniform("morphTexels"))
{
    program_.setBlockBinding("Palette", paletteBinding);
    if (source == PaletteSource::StorageBuffer) {
        program_.setStorageBinding("PaletteStorage", paletteBinding);
    }
    program_.use();
    glUniform1i(program_.uniform("baseColorTexture"), baseColorUnit);
    glUniform1i(program_.uniform("emissiveTexture"), emissiveUnit);
    glUniform1i(program_.uniform("paletteTexture"), paletteUnit);
    glUniform1i(program_.uniform("morphTexture"), morphUnit);
    glUseProgram(0);
}

void SurfaceProgram::setFrame(const FrameUniforms& frame) const noexcept
{
    glUniformMatrix4fv(viewProjection_, 1, GL_FALSE, glm::value_ptr(frame.viewProjection));
    glUniform3fv(keyDirection_, 1, glm::value_ptr(frame.keyDirection));
    glUniform3fv(keyColor_, 1, glm::value_ptr(frame.lighting.keyColor));
    glUniform3fv(skyColor_, 1, glm::value_ptr(frame.lighting.skyColor));
    glUniform3fv(groundColor_, 1, glm::value_ptr(frame.lighting.groundColor));
    glUniform1i(encodesSrgb_, frame.encodesSrgb ? 1 : 0);
}

void SurfaceProgram::setModel(const Affine& model) const noexcept
{
    glUniformMatrix3x4fv(model_, 1, GL_FALSE, glm::value_ptr(model));
}

void SurfaceProgram::setMaterial(const Material& material, Shading shading) const noexcept
{
    glUniform1i(shading_, static_cast<GLint>(shading));
    glUniform1i(alphaMode_, static_cast<GLint>(material.alphaMode));
    glUniform1f(alphaCutoff_, material.alphaCutoff);
    glUniform4fv(baseColor_, 1, glm::value_ptr(material.baseColor));
    const glm::vec3 emissive = material.emissive * material.emissiveStrength;
    glUniform3fv(emissive_, 1, glm::value_ptr(emissive));
    glUniform1f(roughness_, material.roughness);
    glUniformMatrix3x2fv(baseColorTransform_, 1, GL_FALSE, glm::value_ptr(textureTransform(material.baseColorTexture)));
    glUniformMatrix3x2fv(emissiveTransform_, 1, GL_FALSE, glm::value_ptr(textureTransform(material.emissiveTexture)));
    glUniform1i(baseColorSet_, coordinateSet(material.baseColorTexture));
    glUniform1i(emissiveSet_, coordinateSet(material.emissiveTexture));
}

void SurfaceProgram::setPalette(std::size_t firstTexel, bool hasEightInfluences) const noexcept
{
    glUniform1i(firstTexel_, static_cast<GLint>(firstTexel));
    glUniform1i(hasEightInfluences_, hasEightInfluences ? 1 : 0);
}

void SurfaceProgram::setMorphs(std::span<const glm::vec2> active, std::size_t vertices, std::size_t texelsPerVertex) const noexcept
{
    glUniform1i(morphCount_, static_cast<GLint>(active.size()));
    if (!active.empty()) {
        glUniform2fv(morphs_, static_cast<GLsizei>(active.size()), &active.front().x);
        glUniform1i(morphVertices_, static_cast<GLint>(vertices));
        glUniform1i(morphTexels_, static_cast<GLint>(texelsPerVertex));
    }
}

void SurfaceProgram::setInstances(std::size_t firstRecord, bool hasEightInfluences) const noexcept
{
    glUniform1i(firstRecord_, static_cast<GLint>(firstRecord));
    glUniform1i(hasEightInfluences_, hasEightInfluences ? 1 : 0);
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
