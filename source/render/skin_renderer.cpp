#include <armature/render/skin_renderer.hpp>

#include <algorithm>
#include <array>
#include <vector>

#include <armature/skinning/cpu_skinning.hpp>

#include "draw_list.hpp"
#include "surface_pass.hpp"

namespace armature {

namespace {

bool isMorphed(const Primitive& primitive, std::span<const float> weights) noexcept
{
    return !primitive.morphTargets.empty() && std::any_of(weights.begin(), weights.end(), [](float weight) { return weight != 0.f; });
}

}  // namespace

class SkinRenderer::Implementation {
public:
    Implementation(const GlContext& context, const TextureLimits& textureLimits)
        : palettes(context)
        , programs_{SurfaceProgram(PaletteSource::None, 0), SurfaceProgram(PaletteSource::UniformBlock, palettes.getBonesPerBlock()),
                    SurfaceProgram(PaletteSource::BufferTexture, 0)}
        , pass_(context.getCapabilities().textureSize, textureLimits)
    {}

    void draw(const Scene& scene, const Camera& camera, const DrawOptions& options)
    {
        statistics = {};
        cache_.collectGarbage();
        list_.build(scene, camera, options.cullsOutOfView, fallback_, cache_, palettes);
        statistics.culledInstances = list_.culledCount();
        statistics.skeletons = list_.skeletons().size();
        for (const SkeletonUse& use : list_.skeletons()) {
            statistics.textureSkeletons += use.path == SkinPath::BufferTexture ? 1u : 0u;
        }

        pass_.begin(camera, options);
        pass_.usePaletteTexture(palettes.getTexture());
        boundSkeleton_ = list_.skeletons().size();
        GpuScene& gpuScene = cache_.scene(scene);
        for (const DrawItem& item : list_.opaque()) {
            drawItem(item, scene, gpuScene);
        }
        pass_.beginBlended();
        for (const DrawItem& item : list_.blended()) {
            drawItem(item, scene, gpuScene);
        }
        pass_.end();
        palettes.endFrame();
    }

    Statistics statistics;
    PaletteBuffer palettes;
    std::vector<std::string> warnings;

private:
    void drawItem(const DrawItem& item, const Scene& scene, GpuScene& gpuScene)
    {
        const GLuint array = updateVertices(item, gpuScene);
        const SurfaceProgram& program = programOf(item.path);
        pass_.useProgram(program);
        program.setModel(item.model);
        bindPalette(item, program);
        pass_.useMaterial(*item.material, SurfacePass::shadingOf(*item.material, *item.gpu), scene, gpuScene, warnings);
        pass_.setFaces(item.isMirrored, item.material->doubleSided);
        pass_.draw(*item.gpu, array);
        ++statistics.drawCalls;
    }

    [[nodiscard]] const SurfaceProgram& programOf(SkinPath path) const noexcept
    {
        return programs_[path == SkinPath::UniformBlock ? 1 : path == SkinPath::BufferTexture ? 2 : 0];
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

    /// The vertex array to draw from: the primitive's own, or the instance's with vertices morphed and, on the CPU path, skinned.
    GLuint updateVertices(const DrawItem& item, GpuScene& gpuScene)
    {
        const Primitive& primitive = item.instance->getMesh()->primitives()[item.primitiveIndex];
        const std::span<const float> weights = item.instance->getMorphWeights();
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
            const auto palette = item.instance->getSkeleton()->getFinalMatrices(item.instance->getInverseBindSet());
            if (item.gpu->plan.vertexCount() == 0) {
                item.gpu->plan = SkinPlan(primitive.skin, primitive.positions.size());
            }
            skinVertices({vertices.positions, vertices.normals}, item.gpu->plan, palette, {vertices.positions, vertices.normals});
            vertices.appliedWeights.clear();  // the vertices there are posed as well
            ++statistics.cpuPrimitives;
        }
        vertices.upload();
        return vertices.array.name();
    }

    const Material fallback_{};
    std::array<SurfaceProgram, 3> programs_;  // static and CPU, uniform block, buffer texture
    SurfacePass pass_;
    SceneCache cache_;
    DrawList list_;
    std::size_t boundSkeleton_ = 0;
};

SkinRenderer::SkinRenderer(const GlContext& context, const TextureLimits& textureLimits)
    : implementation_(std::make_unique<Implementation>(context, textureLimits))
{}
SkinRenderer::~SkinRenderer() = default;

void SkinRenderer::draw(const Scene& scene, const Camera& camera, const DrawOptions& options)
{
    implementation_->draw(scene, camera, options);
}

const SkinRenderer::Statistics& SkinRenderer::getStatistics() const noexcept
{
    return implementation_->statistics;
}

const PaletteBuffer& SkinRenderer::getPaletteBuffer() const noexcept
{
    return implementation_->palettes;
}

std::span<const std::string> SkinRenderer::warnings() const noexcept
{
    return implementation_->warnings;
}

}  // namespace armature
