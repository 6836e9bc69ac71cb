#include "crowd_surfaces.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "base/words.hpp"

namespace armature {

std::span<const float> CrowdPart::weightsOf(const CrowdPlacement& placement) const noexcept
{
    const std::span<const float> own = instance->getMorphWeights();
    return placement.morphWeights.empty() ? own : placement.morphWeights.subspan(firstWeight, own.size());
}

void CrowdSurface::writeWeights(std::span<const float> weights, glm::vec4* outTexels) const noexcept
{
    const std::span<const std::size_t> targets = gpu->morphs->targets();
    for (std::size_t texel = 0; texel < weightTexels(); ++texel) {
        glm::vec4 four(0.f);
        for (std::size_t i = 4 * texel; i < std::min(4 * texel + 4, targets.size()); ++i) {
            four[static_cast<glm::length_t>(i % 4)] = weights[targets[i]];
        }
        outTexels[texel] = four;
    }
}

// Looks up earlier warnings by instance and primitive, so that later frames construct no text.
void CrowdSurfaces::warn(std::vector<std::string>& warnings, const MeshInstance& instance, std::optional<std::size_t> primitive,
                         std::string_view what)
{
    const Named key{Handle(instance), primitive};
    if (std::ranges::find(named_, key) != named_.end()) {
        return;
    }
    std::erase_if(named_, [](const Named& each) { return each.instance.hasGone(); });
    named_.push_back(key);
    const std::string ofPrimitive = primitive ? fmt::format(", primitive {}", *primitive) : std::string();
    std::string text = fmt::format("{}{}: {}", named("mesh instance", instance.getName()), ofPrimitive, what);
    if (std::ranges::find(warnings, text) == warnings.end()) {
        warnings.push_back(std::move(text));
    }
}

void CrowdSurfaces::collect(const Scene& model, DrawOptions::Skinning skinning, bool morphs, std::size_t textureTexels, SceneCache& cache,
                            std::vector<std::string>& warnings)
{
    parts_.clear();
    surfaces_.clear();
    jointCount_ = 0;
    morphWeightCount_ = 0;
    for (const MeshInstance* instance : model.meshInstances()) {
        const std::size_t firstWeight = morphWeightCount_;
        morphWeightCount_ += instance->getMorphWeights().size();
        if (!instance->getNode().isEnabled()) {
            continue;
        }
        if (instance->getSkeleton() == nullptr) {
            warn(warnings, *instance, {}, "not drawn as a crowd: it has no skeleton");
            continue;
        }
        const GpuMesh& bounded = cache.boundedMesh(instance->getMesh());
        parts_.push_back({instance, &*bounded.bounds, chooseSkinning(skinning, bounded.asked), firstWeight});
        GpuMesh& mesh = cache.mesh(instance->getMesh());
        for (std::size_t i = 0; i < mesh.primitives.size(); ++i) {
            GpuPrimitive& gpu = mesh.primitives[i];
            if (gpu.needsCpu || gpu.influences == 0) {
                warn(warnings, *instance, i,
                     gpu.needsCpu ? "not drawn as a crowd: more than eight influences on a vertex" : "not drawn as a crowd: no influences");
                continue;
            }
            add(*instance, i, gpu, model, skinning);
            chooseMorphs(surfaces_.back(), i, morphs, textureTexels, warnings);
        }
    }
}

void CrowdSurfaces::add(const MeshInstance& instance, std::size_t primitive, GpuPrimitive& gpu, const Scene& model,
                        DrawOptions::Skinning skinning)
{
    const std::optional<std::size_t> number = instance.getMaterial(primitive);
    const Material& material = number ? model.materials()[*number] : fallback_;
    surfaces_.push_back({.part = parts_.size() - 1,
                         .gpu = &gpu,
                         .material = &material,
                         .skinning = chooseSkinning(skinning, gpu.asked),
                         .isBlended = material.alphaMode == AlphaMode::Blend});
    jointCount_ = std::max(jointCount_, gpu.jointCount);
}

void CrowdSurfaces::chooseMorphs(CrowdSurface& surface, std::size_t primitive, bool morphs, std::size_t textureTexels,
                                 std::vector<std::string>& warnings)
{
    const MeshInstance& instance = *parts_[surface.part].instance;
    const Primitive& source = instance.getMesh()->primitives()[primitive];
    if (surface.gpu->morphTexels == 0 || (!morphs && countActiveMorphs(source, instance.getMorphWeights()) == 0)) {
        return;
    }
    if (surface.gpu->morphTexels > textureTexels) {
        warn(warnings, instance, primitive,
             fmt::format("not morphed in a crowd: its targets need {}, a buffer texture holds {}",
                         counted(surface.gpu->morphTexels, "texel"), textureTexels));
        return;
    }
    if (surface.gpu->morphs == nullptr) {
        surface.gpu->morphs = std::make_unique<GpuMorphs>(source);
    }
    surface.morphTargets = surface.gpu->morphs->targets().size();
}

bool CrowdSurfaces::hasBlended() const noexcept
{
    return std::ranges::any_of(surfaces_, &CrowdSurface::isBlended);
}

bool CrowdSurfaces::needsDualQuaternions() const noexcept
{
    return std::ranges::any_of(parts_, [](const CrowdPart& part) { return part.skinning != SkinningKind::Linear; });
}

std::size_t CrowdSurfaces::weightTexels() const noexcept
{
    std::size_t texels = 0;
    for (const CrowdSurface& surface : surfaces_) {
        texels += surface.weightTexels();
    }
    return texels;
}

}  // namespace armature
