#include "surface_pass.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <glm/ext/matrix_float3x3.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "draw_list.hpp"

namespace armature {

namespace {

constexpr float pointPixels = 3.f;

float toSrgb(float value)
{
    return value <= 0.0031308f ? 12.92f * value : 1.055f * std::pow(value, 1.f / 2.4f) - 0.055f;
}

void clear(const DrawOptions& options)
{
    if (!options.background) {
        if (options.clearsDepth) {
            glClear(GL_DEPTH_BUFFER_BIT);
        }
        return;
    }
    const glm::vec4& color = *options.background;
    if (options.encodeSrgb) {
        glClearColor(toSrgb(color.r), toSrgb(color.g), toSrgb(color.b), color.a);
    } else {
        glClearColor(color.r, color.g, color.b, color.a);
    }
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glClearColor(0.f, 0.f, 0.f, 0.f);
}

/// Sets the values of attributes that a primitive lacks. These values belong to the context, not to the vertex array.
void setDefaultAttributes()
{
    glVertexAttrib4f(static_cast<GLuint>(VertexAttribute::Normal), 0.f, 0.f, 0.f, 0.f);
    glVertexAttrib4f(static_cast<GLuint>(VertexAttribute::Coordinates0), 0.f, 0.f, 0.f, 0.f);
    glVertexAttrib4f(static_cast<GLuint>(VertexAttribute::Coordinates1), 0.f, 0.f, 0.f, 0.f);
    glVertexAttrib4f(static_cast<GLuint>(VertexAttribute::Color), 1.f, 1.f, 1.f, 1.f);
    glVertexAttrib4f(static_cast<GLuint>(VertexAttribute::Tangent), 0.f, 0.f, 0.f, 0.f);
    glVertexAttrib4f(static_cast<GLuint>(VertexAttribute::JointColor), 0.5f, 0.5f, 0.5f, 1.f);
}

/// Returns the rotation from the world to the axes of the soft boxes: the camera's axes, rotated upright.
glm::mat3 studioAxes(const Camera& camera)
{
    const glm::mat3 axes = glm::transpose(glm::mat3(camera.view));
    glm::vec3 right(axes[0].x, 0.f, axes[0].z);
    if (glm::dot(right, right) < 1e-6f * glm::dot(axes[0], axes[0])) {  // the camera's right axis is vertical
        right = glm::cross(glm::vec3(0.f, 1.f, 0.f), axes[2]);
    }
    right = glm::normalize(right);
    return glm::transpose(glm::mat3(right, glm::vec3(0.f, 1.f, 0.f), glm::cross(right, glm::vec3(0.f, 1.f, 0.f))));
}

/// Returns the point or direction that represents the viewer: see FrameUniforms::viewer.
glm::vec4 viewerOf(const Camera& camera)
{
    const glm::vec3 back(camera.view[0][2], camera.view[1][2], camera.view[2][2]);
    return {glm::normalize(back), camera.projection[3][3] == 0.f ? 1.f : 0.f};
}

TexelKind kindOf(SurfaceTexture which)
{
    return which == SurfaceTexture::BaseColor || which == SurfaceTexture::Emissive ? TexelKind::Color : TexelKind::Data;
}

}  // namespace

SurfacePass::SurfacePass(std::size_t textureSize, const TextureLimits& textureLimits)
    : white_(makeWhiteTexture()), textureRules_{textureSize, textureLimits, white_.name()}
{}

void SurfacePass::resetState(const Camera& camera, const DrawOptions& options)
{
    eye_ = camera.getPosition();
    frame_.viewProjection = relativeViewProjection(camera);
    frame_.viewer = viewerOf(camera);
    frame_.studio = studioAxes(camera);
    frame_.options = options;
    frame_.keyDirection = towardsKeyLight(camera, options);
    frame_.shadow = std::exchange(shadow_, {});
    framed_.clear();
    program_ = nullptr;
    materialProgram_ = nullptr;
    material_ = nullptr;
    array_ = 0;
    isMirrored_ = false;
    isCulling_ = false;
    glEnable(GL_DEPTH_TEST);
    glPointSize(pointPixels);
    setDefaultAttributes();
}

bool SurfacePass::beginShadows(const Camera& camera, const DrawOptions& options, const Aabb& casters)
{
    resetState(camera, options);
    const ShadowView view = viewAlong(frame_.keyDirection, casters, eye_);
    if (view.center.w == 0.f) {
        return false;
    }
    shadowMap_.begin();
    frame_.viewProjection = view.getProjection();
    frame_.options.shown = DrawOptions::Shown::BaseColor;  // only alpha masks matter
    shadow_ = view;
    return true;
}

void SurfacePass::endShadows()
{
    end();
    shadowMap_.end();
}

void SurfacePass::begin(const Camera& camera, const DrawOptions& options)
{
    resetState(camera, options);
    if (frame_.shadow.center.w != 0.f) {
        glActiveTexture(GL_TEXTURE0 + SurfaceProgram::shadowUnit);
        glBindTexture(GL_TEXTURE_2D, shadowMap_.texture());
    }
    if (!options.encodeSrgb) {
        glEnable(GL_FRAMEBUFFER_SRGB);
    }
    clear(options);
    if (options.wireframe) {
        glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
    }
}

void SurfacePass::drawGround()
{
    if (!frame_.options.ground || frame_.options.shown != DrawOptions::Shown::Lit) {
        return;
    }
    if (!ground_) {
        ground_.emplace();
    }
    beginBlended();
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    setFaces(false, true);  // the ground is also visible from below
    ground_->draw(frame_, *frame_.options.ground, eye_);
    program_ = nullptr;
    array_ = 0;
    glPolygonMode(GL_FRONT_AND_BACK, frame_.options.wireframe ? GL_LINE : GL_FILL);
}

void SurfacePass::end()
{
    for (const GLint unit : SurfaceProgram::units) {
        glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
        glBindTexture(GL_TEXTURE_2D, 0);
        glBindTexture(GL_TEXTURE_BUFFER, 0);
        glBindSampler(static_cast<GLuint>(unit), 0);
    }
    glBindBufferBase(GL_UNIFORM_BUFFER, SurfaceProgram::paletteBinding, 0);
    if (hasStorage_) {
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, SurfaceProgram::paletteBinding, 0);
    }
    glBindVertexArray(0);
    glUseProgram(0);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glDisable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ZERO);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LESS);
    glPolygonOffset(0.f, 0.f);
    glDisable(GL_POLYGON_OFFSET_FILL);
    glDisable(GL_POLYGON_OFFSET_LINE);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
    glFrontFace(GL_CCW);
    glDisable(GL_FRAMEBUFFER_SRGB);
    glPointSize(1.f);
}

void SurfacePass::beginBlended() noexcept
{
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glDepthMask(GL_FALSE);
}

void SurfacePass::beginGhost() noexcept
{
    glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    // Moves the ghost back a little in the depth test, so that surfaces with which it coincides count as nearer.
    glEnable(GL_POLYGON_OFFSET_FILL);
    glEnable(GL_POLYGON_OFFSET_LINE);
    glPolygonOffset(1.f, 4.f);
}

bool SurfacePass::colorGhost() noexcept
{
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDepthFunc(GL_EQUAL);
    beginBlended();
    return frame_.options.ghost->opacity > 0.f;
}

void SurfacePass::usePaletteTexture(GLuint texture) noexcept
{
    glActiveTexture(GL_TEXTURE0 + SurfaceProgram::paletteUnit);
    glBindTexture(GL_TEXTURE_BUFFER, texture);
}

void SurfacePass::useMorphTexture(GLuint texture) noexcept
{
    glActiveTexture(GL_TEXTURE0 + SurfaceProgram::morphUnit);
    glBindTexture(GL_TEXTURE_BUFFER, texture);
}

void SurfacePass::usePaletteStorage(const PaletteBuffer& palettes) noexcept
{
    palettes.bindStorage(SurfaceProgram::paletteBinding);
    hasStorage_ = true;
}

void SurfacePass::useProgram(const SurfaceProgram& program)
{
    if (program_ == &program) {
        return;
    }
    program.use();
    program_ = &program;
    if (std::ranges::find(framed_, &program) == framed_.end()) {
        program.setFrame(frame_);
        framed_.push_back(&program);
    }
}

void SurfacePass::useMaterial(const Material& material, Shading shading, const Scene& scene, GpuScene& gpuScene,
                              std::vector<std::string>& warnings)
{
    if (material_ == &material && shading_ == shading && materialProgram_ == program_) {
        return;
    }
    const auto references = material.textures();
    SurfaceTextures textures{};
    for (std::size_t i = 0; i < textures.size(); ++i) {
        textures[i] = bindTexture(static_cast<SurfaceTexture>(i), *references[i], scene, gpuScene, warnings);
    }
    program_->setMaterial(material, textures, shading);
    material_ = &material;
    shading_ = shading;
    materialProgram_ = program_;
}

bool SurfacePass::bindTexture(SurfaceTexture which, const std::optional<TextureReference>& reference, const Scene& scene,
                              GpuScene& gpuScene, std::vector<std::string>& warnings)
{
    const auto unit = static_cast<GLuint>(which);
    glActiveTexture(GL_TEXTURE0 + unit);
    const GLuint texture =
        reference ? gpuScene.textures.get(scene, reference->image, kindOf(which), textureRules_, warnings) : white_.name();
    glBindTexture(GL_TEXTURE_2D, texture);
    glBindSampler(unit, reference ? samplers_.get(*reference) : 0);
    return texture != white_.name();
}

void SurfacePass::setFaces(bool isMirrored, bool isDoubleSided)
{
    if (isMirrored_ != isMirrored) {
        isMirrored_ = isMirrored;
        glFrontFace(isMirrored_ ? GL_CW : GL_CCW);
    }
    if (isCulling_ == isDoubleSided) {
        isCulling_ = !isCulling_;
        if (isCulling_) {
            glEnable(GL_CULL_FACE);
        } else {
            glDisable(GL_CULL_FACE);
        }
    }
}

void SurfacePass::draw(const GpuPrimitive& primitive, GLuint array, std::size_t instances) noexcept
{
    if (array_ != array) {
        glBindVertexArray(array);
        array_ = array;
    }
    const auto count = static_cast<GLsizei>(instances);
    if (instances == 1) {
        if (primitive.isIndexed) {
            glDrawElements(primitive.mode, primitive.count, GL_UNSIGNED_INT, nullptr);
        } else {
            glDrawArrays(primitive.mode, 0, primitive.count);
        }
    } else if (primitive.isIndexed) {
        glDrawElementsInstanced(primitive.mode, primitive.count, GL_UNSIGNED_INT, nullptr, count);
    } else {
        glDrawArraysInstanced(primitive.mode, 0, primitive.count, count);
    }
}

glm::vec3 SurfacePass::towardsKeyLight(const Camera& camera, const DrawOptions& options) noexcept
{
    return glm::normalize(glm::inverse(glm::mat3(camera.view)) * options.lighting.keyDirection);
}

Shading SurfacePass::shadingOf(const Material& material, const GpuPrimitive& primitive) noexcept
{
    if (material.unlit) {
        return Shading::Unlit;
    }
    if (primitive.hasNormals) {
        return Shading::Smooth;
    }
    return primitive.isSurface ? Shading::Flat : Shading::Unlit;
}

void requireGhost(const DrawOptions& options)
{
    if (!options.ghost) {
        return;
    }
    const auto& [tint, opacity, setback] = *options.ghost;
    if (!(opacity >= 0.f && opacity <= 1.f)) {
        throw std::invalid_argument(fmt::format("ghost: an opacity of {} is not from 0 to 1", opacity));
    }
    const auto isLight = [](float channel) { return std::isfinite(channel) && channel >= 0.f; };
    if (!isLight(tint.r) || !isLight(tint.g) || !isLight(tint.b)) {
        throw std::invalid_argument(fmt::format("ghost: a tint of {}, {}, {} is not finite and at least 0", tint.r, tint.g, tint.b));
    }
    if (!std::isfinite(setback) || setback < 0.f) {
        throw std::invalid_argument(fmt::format("ghost: a setback of {} is not finite and at least 0", setback));
    }
}

}  // namespace armature
