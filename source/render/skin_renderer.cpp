#include <armature/render/skin_renderer.hpp>

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include <armature/skinning/cpu_skinning.hpp>

#include "base/words.hpp"
#include "draw_list.hpp"
#include "surface_pass.hpp"

namespace armature {

class SkinRenderer::Implementation {
public:
    Implementation(const GlContext& context, const TextureLimits& textureLimits)
        : palettes(context)
        , context_(context)
        , pass_(context.getCapabilities().textureSize, textureLimits)
        , list_(context.getCapabilities())
    {
        for (const SkinPath path : {SkinPath::Static, SkinPath::UniformBlock, SkinPath::BufferTexture}) {
            (void)programOf(path, false);  // compiled now, so that the first frame with linear skinning does not wait
        }
    }

    void draw(const Scene& scene, const Camera& camera, const DrawOptions& options)
    {
        context_.requireCurrent();
        requireGhost(options);
        statistics = {};
        cache_.collectGarbage();
        list_.build(scene, camera, options, fallback_, cache_, palettes);
        asked_ = options.path;
        showsJoints_ = options.shown == DrawOptions::Shown::Joints && !options.ghost;
        statistics.culledInstances = list_.culledCount();
        statistics.skeletons = list_.skeletons().size();
        for (const SkeletonUse& use : list_.skeletons()) {
            const SkinPath path = choosePath(use.obstacles, false, asked_);
            statistics.storageSkeletons += path == SkinPath::StorageBuffer ? 1u : 0u;
            statistics.textureSkeletons += path == SkinPath::BufferTexture ? 1u : 0u;
        }
        GpuScene& gpuScene = cache_.scene(scene);
        prepare(list_.opaque(), gpuScene);
        prepare(list_.blended(), gpuScene);

        if (castsShadows(options) && pass_.beginShadows(camera, options, list_.enclose(cache_, options.skinning))) {
            drawOpaque(scene, gpuScene);
            pass_.endShadows();
        }
        pass_.begin(camera, options);
        if (options.ghost) {
            drawGhost(scene, gpuScene);
        } else {
            drawOpaque(scene, gpuScene);
            pass_.drawGround();
            pass_.beginBlended();
            drawItems(list_.blended(), scene, gpuScene);
        }
        pass_.end();
        palettes.endFrame();
    }

    [[nodiscard]] std::vector<Route> describe(const Scene& scene) const
    {
        std::vector<Route> routes;
        for (const MeshInstance* instance : scene.meshInstances()) {
            for (std::size_t primitive = 0; primitive < instance->getMesh()->primitives().size(); ++primitive) {
                const auto isThis = [&](const DrawItem& item) { return item.instance == instance && item.primitiveIndex == primitive; };
                for (const std::span<const DrawItem> items : {list_.opaque(), list_.blended()}) {
                    if (const auto item = std::ranges::find_if(items, isThis); item != items.end()) {
                        routes.push_back(routeOf(*item));
                    }
                }
            }
        }
        return routes;
    }

    Statistics statistics;
    PaletteBuffer palettes;
    std::vector<std::string> warnings;

private:
    [[nodiscard]] PathFacts factsOf(const DrawItem& item) const noexcept
    {
        const SkeletonUse& use = list_.skeletons()[item.skeletonUse];
        return {use.obstacles, item.gpu->needsCpu, use.bones, palettes.getLayout().getBonesPerBlock(bytesPerBone(use.isDual))};
    }

    [[nodiscard]] Route routeOf(const DrawItem& item) const
    {
        Route route{item.instance->getName(), item.primitiveIndex, item.path};
        route.activeMorphs = item.activeMorphs;
        route.isMorphedOnCpu = item.activeMorphs > 0 && !item.morphsInShader;
        if (item.path == SkinPath::Static) {
            route.reason = item.instance->getSkeleton() == nullptr ? "no skeleton" : "no influences";
            return route;
        }
        const PathFacts facts = factsOf(item);
        route.skinning = namedSkinning(item.skinning);
        route.joints = facts.joints;
        route.influences = item.path == SkinPath::Cpu ? 0 : item.gpu->influences;
        route.reason = whyThis(item.path, asked_, facts);
        return route;
    }

    [[nodiscard]] static std::size_t bytesPerBone(bool isDual) noexcept
    {
        return isDual ? PaletteLayout::bytesPerDualQuaternion : PaletteLayout::bytesPerBone;
    }

    /// Does the work that is needed only once per item, even if the item is drawn several times, and that may fail: compiles shaders on
    /// first use, updates the CPU's vertices and creates morph targets. Also counts and warns. Must run before OpenGL's state changes.
    void prepare(std::span<DrawItem> items, GpuScene& gpuScene)
    {
        for (DrawItem& item : items) {
            (void)programOf(item);
            item.array = updateVertices(item, gpuScene);
            statistics.shaderMorphs += item.morphsInShader ? 1u : 0u;
            const auto& mesh = item.instance->getMesh();
            if (item.morphsInShader && item.gpu->morphs == nullptr) {
                item.gpu->morphs = std::make_unique<GpuMorphs>(mesh->primitives()[item.primitiveIndex]);
            }
            if (asked_ && item.path != *asked_ && item.path != SkinPath::Static) {
                warn(fmt::format("{}, primitive {}: not skinned by {}, as asked, but by {}: {}",
                                 named("mesh instance", item.instance->getName()), item.primitiveIndex, nameOf(*asked_), nameOf(item.path),
                                 whyNot(*asked_, factsOf(item))));
            }
        }
    }

    void warn(std::string text)
    {
        if (std::ranges::find(warnings, text) == warnings.end()) {
            warnings.push_back(std::move(text));
        }
    }

    void drawOpaque(const Scene& scene, GpuScene& gpuScene)
    {
        usePalettes();
        drawItems(list_.opaque(), scene, gpuScene);
    }

    /// Draws the depth of all surfaces, then their colours, so that only the nearest surfaces are blended.
    void drawGhost(const Scene& scene, GpuScene& gpuScene)
    {
        usePalettes();
        pass_.beginGhost();
        drawItems(list_.opaque(), scene, gpuScene);
        drawItems(list_.blended(), scene, gpuScene);
        if (pass_.colorGhost()) {
            drawItems(list_.opaque(), scene, gpuScene);
            drawItems(list_.blended(), scene, gpuScene);
        }
    }

    void usePalettes()
    {
        pass_.usePaletteTexture(palettes.getTexture());
        pass_.usePaletteStorage(palettes);
        boundSkeleton_ = list_.skeletons().size();
    }

    void drawItems(std::span<const DrawItem> items, const Scene& scene, GpuScene& gpuScene)
    {
        for (const DrawItem& item : items) {
            drawItem(item, scene, gpuScene);
        }
    }

    void drawItem(const DrawItem& item, const Scene& scene, GpuScene& gpuScene)
    {
        SurfaceProgram& program = programOf(item);
        pass_.useProgram(program);
        program.setModel(item.model);
        bindPalette(item, program);
        bindMorphs(item, program);
        pass_.useMaterial(*item.material, SurfacePass::shadingOf(*item.material, *item.gpu), scene, gpuScene, warnings);
        pass_.setFaces(item.isMirrored, item.material->doubleSided);
        pass_.draw(*item.gpu, item.array);
        if (item.morphsInShader) {
            program.setMorphs({}, 0, 0);
        }
        ++statistics.drawCalls;
    }

    [[nodiscard]] SurfaceProgram& programOf(const DrawItem& item) { return programOf(item.path, item.skinning != SkinningKind::Linear); }

    [[nodiscard]] SurfaceProgram& programOf(SkinPath path, bool isDual)
    {
        const PaletteSource source = sourceOf(path);
        const bool hasDualQuaternions = isDual && source != PaletteSource::None;
        std::optional<SurfaceProgram>& program = programs_[2 * static_cast<std::size_t>(source) + (hasDualQuaternions ? 1 : 0)];
        if (!program) {
            program.emplace(source, palettes.getLayout().getBonesPerBlock(bytesPerBone(hasDualQuaternions)), hasDualQuaternions);
        }
        return *program;
    }

    [[nodiscard]] static PaletteSource sourceOf(SkinPath path) noexcept
    {
        switch (path) {
        case SkinPath::UniformBlock: return PaletteSource::UniformBlock;
        case SkinPath::StorageBuffer: return PaletteSource::StorageBuffer;
        case SkinPath::BufferTexture: return PaletteSource::BufferTexture;
        case SkinPath::Static:
        case SkinPath::Cpu: break;
        }
        return PaletteSource::None;
    }

    void bindMorphs(const DrawItem& item, SurfaceProgram& program)
    {
        if (item.morphsInShader) {
            const GpuMorphs& morphs = *item.gpu->morphs;
            pass_.useMorphTexture(morphs.texture());
            program.setMorphs(morphs.active(item.instance->getMorphWeights()).entries(), morphs.vertexCount(), morphs.texelsPerVertex());
        }
    }

    void bindPalette(const DrawItem& item, SurfaceProgram& program)
    {
        if (sourceOf(item.path) == PaletteSource::None) {
            return;
        }
        const SkeletonUse& use = list_.skeletons()[item.skeletonUse];
        if (item.path == SkinPath::UniformBlock && boundSkeleton_ != item.skeletonUse) {
            palettes.bindRange(use.range, SurfaceProgram::paletteBinding);
            boundSkeleton_ = item.skeletonUse;
            ++statistics.rangesBound;
        }
        program.setPalette(palettes.getFirstTexel(use.range), item.gpu->influences > 4);
        if (use.isDual) {
            program.setSkinning(item.skinning);
        }
    }

    /// Returns the vertex array from which to draw: the primitive's own, or the instance's. Fills the latter with morphed and, on the CPU
    /// path, skinned vertices.
    GLuint updateVertices(const DrawItem& item, GpuScene& gpuScene)
    {
        const Primitive& primitive = item.instance->getMesh()->primitives()[item.primitiveIndex];
        const std::span<const float> weights = item.instance->getMorphWeights();
        const bool needsMorph = item.activeMorphs > 0 && !item.morphsInShader;
        if (!needsMorph && item.path != SkinPath::Cpu) {
            return item.gpu->array.name();
        }
        DynamicVertices& vertices = cache_.vertices(gpuScene, *item.instance, *item.gpu, item.primitiveIndex);
        if (showsJoints_ && item.path == SkinPath::Cpu) {
            vertices.showJoints(primitive.skin);
        }
        const bool isCurrent = vertices.isFilled && item.path != SkinPath::Cpu && std::ranges::equal(vertices.appliedWeights, weights);
        if (isCurrent) {
            return vertices.array.name();
        }
        morphPositions(primitive, weights, vertices.positions);
        morphNormals(primitive, weights, vertices.normals);
        morphTangents(primitive, weights, vertices.tangents);
        vertices.appliedWeights.assign(weights.begin(), weights.end());
        statistics.morphedPrimitives += needsMorph ? 1u : 0u;
        if (item.path == SkinPath::Cpu) {
            skinOnCpu(item, primitive, vertices);
            vertices.appliedWeights.clear();  // these vertices are also skinned, so they cannot be reused
            ++statistics.cpuPrimitives;
        }
        vertices.upload();
        return vertices.array.name();
    }

    void skinOnCpu(const DrawItem& item, const Primitive& primitive, DynamicVertices& vertices)
    {
        const auto palette = item.instance->getSkeleton()->getFinalMatrices(item.instance->getInverseBindSet());
        const SkinStreams from{vertices.positions, vertices.normals, vertices.tangents};
        const SkinnedStreams to{vertices.positions, vertices.normals, vertices.tangents};
        if (item.skinning != SkinningKind::Linear) {
            split_.assign(palette);
        }
        if (item.skinning == SkinningKind::Shared) {
            skinByShares(from, primitive.skin, palette, split_, to, shared_);
            return;
        }
        if (item.gpu->plan.vertexCount() == 0) {
            item.gpu->plan = SkinPlan(primitive.skin, primitive.positions.size());
        }
        if (item.skinning == SkinningKind::DualQuaternions) {
            skinVertices(from, item.gpu->plan, split_, to);
        } else {
            skinVertices(from, item.gpu->plan, palette, to);
        }
    }

    const GlContext& context_;
    const Material fallback_{};
    std::array<std::optional<SurfaceProgram>, 8> programs_;  // for each source of palettes, linear and dual; created when first needed
    SurfacePass pass_;
    SceneCache cache_;
    DrawList list_;
    std::optional<SkinPath> asked_;
    bool showsJoints_ = false;
    DualQuaternionPalette split_;   // for skinning on the CPU
    SharedSkinningScratch shared_;  // for skinning on the CPU
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

std::vector<SkinRenderer::Route> SkinRenderer::describe(const Scene& scene) const
{
    return implementation_->describe(scene);
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
