#include <armature/render/skin_renderer.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <armature/skinning/cpu_skinning.hpp>

#include "draw_list.hpp"
#include "surface_program.hpp"

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

/// Values of attributes that a primitive lacks. They are the context's, not the vertex array's.
void setDefaultAttributes()
{
    glVertexAttrib4f(static_cast<GLuint>(VertexAttribute::Normal), 0.f, 0.f, 0.f, 0.f);
    glVertexAttrib4f(static_cast<GLuint>(VertexAttribute::Coordinates0), 0.f, 0.f, 0.f, 0.f);
    glVertexAttrib4f(static_cast<GLuint>(VertexAttribute::Coordinates1), 0.f, 0.f, 0.f, 0.f);
    glVertexAttrib4f(static_cast<GLuint>(VertexAttribute::Color), 1.f, 1.f, 1.f, 1.f);
}

Shading shadingOf(const DrawItem& item) noexcept
{
    if (item.material->unlit) {
        return Shading::Unlit;
    }
    if (item.gpu->hasNormals) {
        return Shading::Smooth;
    }
    return item.gpu->isSurface ? Shading::Flat : Shading::Unlit;
}

std::span<const float> morphWeights(const MeshInstance& instance) noexcept
{
    return instance.morphWeights.empty() ? std::span<const float>(instance.mesh->morphWeights)
                                         : std::span<const float>(instance.morphWeights);
}

bool isMorphed(const Primitive& primitive, std::span<const float> weights) noexcept
{
    return !primitive.morphTargets.empty() && std::any_of(weights.begin(), weights.end(), [](float weight) { return weight != 0.f; });
}

}  // namespace

class SkinRenderer::Implementation {
public:
    explicit Implementation(const GlContext& context)
        : palettes(context)
        , textureSize_(context.capabilities().textureSize)
        , programs_{SurfaceProgram(PaletteSource::None, 0), SurfaceProgram(PaletteSource::UniformBlock, palettes.getBonesPerBlock()),
                    SurfaceProgram(PaletteSource::BufferTexture, 0)}
        , white_(makeWhiteTexture())
    {}

    void draw(const Scene& scene, const Camera& camera, const DrawOptions& options)
    {
        statistics = {};
        cache_.collectGarbage();
        list_.build(scene, camera, fallback_, cache_, palettes);
        statistics.skeletons = list_.skeletons().size();
        for (const SkeletonUse& use : list_.skeletons()) {
            statistics.textureSkeletons += use.path == SkinPath::BufferTexture ? 1u : 0u;
        }

        begin(camera, options);
        GpuScene& gpuScene = cache_.scene(scene);
        for (const DrawItem& item : list_.opaque()) {
            drawItem(item, scene, gpuScene);
        }
        glEnable(GL_BLEND);
        glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
        glDepthMask(GL_FALSE);
        for (const DrawItem& item : list_.blended()) {
            drawItem(item, scene, gpuScene);
        }
        end();
        palettes.endFrame();
    }

    Statistics statistics;
    PaletteBuffer palettes;
    std::vector<std::string> warnings;

private:
    void begin(const Camera& camera, const DrawOptions& options)
    {
        frame_.viewProjection = relativeViewProjection(camera);
        frame_.lighting = options.lighting;
        frame_.encodesSrgb = options.encodeSrgb;
        frame_.keyDirection = glm::normalize(glm::inverse(glm::mat3(camera.view)) * options.lighting.keyDirection);
        isFrameSet_.fill(false);
        program_ = programs_.size();
        boundSkeleton_ = list_.skeletons().size();
        material_ = nullptr;
        isMirrored_ = false;
        isCulling_ = false;

        glEnable(GL_DEPTH_TEST);
        glPointSize(pointPixels);
        if (!options.encodeSrgb) {
            glEnable(GL_FRAMEBUFFER_SRGB);
        }
        clear(options);
        if (options.wireframe) {
            glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
        }
        setDefaultAttributes();
        glActiveTexture(GL_TEXTURE0 + SurfaceProgram::paletteUnit);
        glBindTexture(GL_TEXTURE_BUFFER, palettes.getTexture());
    }

    /// Back to OpenGL's defaults.
    void end()
    {
        for (const GLint unit : {SurfaceProgram::paletteUnit, SurfaceProgram::emissiveUnit, SurfaceProgram::baseColorUnit}) {
            glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
            glBindTexture(GL_TEXTURE_2D, 0);
            glBindTexture(GL_TEXTURE_BUFFER, 0);
            glBindSampler(static_cast<GLuint>(unit), 0);
        }
        glBindBufferBase(GL_UNIFORM_BUFFER, SurfaceProgram::paletteBinding, 0);
        glBindVertexArray(0);
        glUseProgram(0);
        glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
        glDisable(GL_BLEND);
        glBlendFunc(GL_ONE, GL_ZERO);
        glDepthMask(GL_TRUE);
        glDisable(GL_DEPTH_TEST);
        glDisable(GL_CULL_FACE);
        glFrontFace(GL_CCW);
        glDisable(GL_FRAMEBUFFER_SRGB);
        glPointSize(1.f);
    }

    void drawItem(const DrawItem& item, const Scene& scene, GpuScene& gpuScene)
    {
        const GLuint array = updateVertices(item, gpuScene);
        const SurfaceProgram& program = useProgram(item.path);
        program.setModel(item.model);
        bindPalette(item, program);
        useMaterial(item, program, scene, gpuScene);
        setFaces(item);

        glBindVertexArray(array);
        if (item.gpu->isIndexed) {
            glDrawElements(item.gpu->mode, item.gpu->count, GL_UNSIGNED_INT, nullptr);
        } else {
            glDrawArrays(item.gpu->mode, 0, item.gpu->count);
        }
        ++statistics.drawCalls;
    }

    const SurfaceProgram& useProgram(SkinPath path)
    {
        std::size_t wanted = 0;
        if (path == SkinPath::UniformBlock || path == SkinPath::BufferTexture) {
            wanted = path == SkinPath::UniformBlock ? 1 : 2;
        }
        const SurfaceProgram& program = programs_[wanted];
        if (program_ != wanted) {
            program.use();
            program_ = wanted;
        }
        if (!isFrameSet_[wanted]) {
            program.setFrame(frame_);
            isFrameSet_[wanted] = true;
        }
        return program;
    }

    void bindPalette(const DrawItem& item, const SurfaceProgram& program)
    {
        if (item.path != SkinPath::UniformBlock && item.path != SkinPath::BufferTexture) {
            return;
        }
        const SkeletonUse& use = list_.skeletons()[item.skeletonUse];
        if (item.path == SkinPath::UniformBlock && boundSkeleton_ != item.skeletonUse) {
            palettes.bindRange(use.range, SurfaceProgram::paletteBinding);
            boundSkeleton_ = item.skeletonUse;
            ++statistics.rangesBound;
        }
        program.setPalette(palettes.getFirstTexel(use.range), item.gpu->influences > 4);
    }

    void useMaterial(const DrawItem& item, const SurfaceProgram& program, const Scene& scene, GpuScene& gpuScene)
    {
        const Shading shading = shadingOf(item);
        if (material_ == item.material && shading_ == shading && materialProgram_ == program_) {
            return;
        }
        program.setMaterial(*item.material, shading);
        bindTexture(SurfaceProgram::baseColorUnit, item.material->baseColorTexture, scene, gpuScene);
        bindTexture(SurfaceProgram::emissiveUnit, item.material->emissiveTexture, scene, gpuScene);
        material_ = item.material;
        shading_ = shading;
        materialProgram_ = program_;
    }

    void bindTexture(GLint unit, const std::optional<TextureReference>& reference, const Scene& scene, GpuScene& gpuScene)
    {
        glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
        const GLuint texture = reference ? gpuScene.textures.get(scene.images(), reference->image, textureSize_, warnings) : white_.name();
        glBindTexture(GL_TEXTURE_2D, texture);
        glBindSampler(static_cast<GLuint>(unit), reference ? samplers_.get(*reference) : 0);
    }

    void setFaces(const DrawItem& item)
    {
        if (isMirrored_ != item.isMirrored) {
            isMirrored_ = item.isMirrored;
            glFrontFace(isMirrored_ ? GL_CW : GL_CCW);
        }
        if (isCulling_ == item.material->doubleSided) {
            isCulling_ = !isCulling_;
            if (isCulling_) {
                glEnable(GL_CULL_FACE);
            } else {
                glDisable(GL_CULL_FACE);
            }
        }
    }

    /// The vertex array to draw from: the primitive's own, or the instance's with vertices morphed and, on that path, skinned by the CPU.
    GLuint updateVertices(const DrawItem& item, GpuScene& gpuScene)
    {
        const Primitive& primitive = item.instance->mesh->primitives[item.primitiveIndex];
        const std::span<const float> weights = morphWeights(*item.instance);
        const bool needsMorph = isMorphed(primitive, weights);
        if (!needsMorph && item.path != SkinPath::Cpu) {
            return item.gpu->array.name();
        }
        DynamicVertices& vertices = cache_.vertices(gpuScene, *item.instance, *item.gpu, item.primitiveIndex);
        const bool isCurrent = vertices.isFilled && item.path != SkinPath::Cpu && std::ranges::equal(vertices.appliedWeights, weights);
        if (isCurrent) {
            return vertices.array.name();
        }
        morphPositions(primitive, weights, vertices.positions);
        morphNormals(primitive, weights, vertices.normals);
        vertices.appliedWeights.assign(weights.begin(), weights.end());
        statistics.morphedPrimitives += needsMorph ? 1u : 0u;
        if (item.path == SkinPath::Cpu) {
            const auto palette = item.instance->skeleton->getFinalMatrices(item.instance->inverseBindSet);
            skinVertices({vertices.positions, vertices.normals}, primitive.skin, palette, {vertices.positions, vertices.normals});
            vertices.appliedWeights.clear();  // what is there is posed as well
            ++statistics.cpuPrimitives;
        }
        vertices.upload();
        return vertices.array.name();
    }

    const Material fallback_{};
    std::size_t textureSize_;
    std::array<SurfaceProgram, 3> programs_;  // static and CPU, uniform block, buffer texture
    GlTexture white_;
    SamplerSet samplers_;
    SceneCache cache_;
    DrawList list_;
    FrameUniforms frame_;
    std::array<bool, 3> isFrameSet_{};
    std::size_t program_ = 0;
    std::size_t boundSkeleton_ = 0;

    // What OpenGL was last told in this frame, so that it is told only what changes.
    const Material* material_ = nullptr;
    Shading shading_ = Shading::Smooth;
    std::size_t materialProgram_ = 0;
    bool isMirrored_ = false;
    bool isCulling_ = false;
};

SkinRenderer::SkinRenderer(const GlContext& context) : implementation_(std::make_unique<Implementation>(context)) {}
SkinRenderer::~SkinRenderer() = default;

void SkinRenderer::draw(const Scene& scene, const Camera& camera, const DrawOptions& options)
{
    implementation_->draw(scene, camera, options);
}

const SkinRenderer::Statistics& SkinRenderer::statistics() const noexcept
{
    return implementation_->statistics;
}

const PaletteBuffer& SkinRenderer::palettes() const noexcept
{
    return implementation_->palettes;
}

std::span<const std::string> SkinRenderer::warnings() const noexcept
{
    return implementation_->warnings;
}

}  // namespace armature
