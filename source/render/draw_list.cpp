#include "draw_list.hpp"

#include <algorithm>
#include <tuple>

#include <glm/ext/matrix_double4x4.hpp>
#include <glm/geometric.hpp>

#include "view_frustum.hpp"

namespace armature {

namespace {

// This runs for every bone in every frame, so it computes only the sign of the determinant and can be inlined. In double, the products of
// small scales do not vanish.
bool isMirroring(const Affine& map) noexcept
{
    const glm::dvec3 row0(map[0]);
    const glm::dvec3 row1(map[1]);
    const glm::dvec3 row2(map[2]);
    return glm::dot(row0, glm::cross(row1, row2)) < 0.;
}

// Returns whether most of the matrices mirror. Stops as soon as more than half of them agree, usually after the first half.
bool isMirrored(std::span<const Affine> palette) noexcept
{
    std::size_t mirrored = 0;
    std::size_t straight = 0;
    for (const Affine& matrix : palette) {
        (isMirroring(matrix) ? mirrored : straight) += 1;
        if (2 * std::max(mirrored, straight) > palette.size()) {
            break;
        }
    }
    return mirrored > straight;
}

bool isSkinnedPrimitive(const GpuPrimitive& primitive) noexcept
{
    return primitive.influences > 0 || primitive.needsCpu;
}

glm::mat4 worldOf(const MeshInstance& instance) noexcept
{
    return instance.getSkeleton() != nullptr ? instance.getSkeleton()->getWorldMatrix() : instance.getNode().getWorldMatrix();
}

const Material& materialOf(const MeshInstance& instance, std::size_t primitive, const Scene& scene, const Material& fallback)
{
    const std::optional<std::size_t> material = instance.getMaterial(primitive);
    return material ? scene.materials()[*material] : fallback;
}

bool isDrawnBefore(const DrawItem& a, const DrawItem& b) noexcept
{
    return std::tie(a.path, a.skinning, a.skeletonUse, a.order) < std::tie(b.path, b.skinning, b.skeletonUse, b.order);
}

bool isFarther(const DrawItem& a, const DrawItem& b) noexcept
{
    return a.depth != b.depth ? a.depth > b.depth : a.order < b.order;
}

// Tests first whether sorting is needed: in most frames, the items are listed in draw order already, and moving such large items is slow.
void sortUnlessSorted(std::vector<DrawItem>& items, bool (*isBefore)(const DrawItem&, const DrawItem&) noexcept)
{
    if (!std::ranges::is_sorted(items, isBefore)) {
        std::ranges::sort(items, isBefore);
    }
}

}  // namespace

bool castsShadows(const DrawOptions& options) noexcept
{
    return options.shadows && options.shown == DrawOptions::Shown::Lit && !options.ghost;
}

Aabb DrawList::enclose(SceneCache& cache, DrawOptions::Skinning skinning) const
{
    Aabb all;
    for (const ListedInstance& listed : instances_) {
        const Aabb box = cache.boundsOf(*listed.instance, skinning);
        if (!box.isEmpty()) {
            for (int corner = 0; corner < 8; ++corner) {
                const glm::vec3 place((corner & 1) != 0 ? box.maximum.x : box.minimum.x, (corner & 2) != 0 ? box.maximum.y : box.minimum.y,
                                      (corner & 4) != 0 ? box.maximum.z : box.minimum.z);
                all.extend(glm::vec3(listed.world * glm::vec4(place, 1.f)));
            }
        }
    }
    return all;
}

Affine relativeTo(const glm::mat4& world, const glm::vec3& eye) noexcept
{
    glm::mat4 relative = world;
    relative[3] = glm::vec4(glm::vec3(glm::dvec3(world[3]) - glm::dvec3(eye)), 1.f);
    return toAffine(relative);
}

glm::mat4 relativeViewProjection(const Camera& camera) noexcept
{
    glm::dmat4 view(camera.view);
    view[3] = glm::dvec4(0, 0, 0, 1);
    return glm::mat4(glm::dmat4(camera.projection) * view);
}

void DrawList::build(const Scene& scene, const Camera& camera, const DrawOptions& options, const Material& fallback, SceneCache& cache,
                     PaletteBuffer& palettes)
{
    opaque_.clear();
    blended_.clear();
    collectInstances(scene, camera, options, cache);
    collectSkeletons(options.skinning, cache);
    uploadPalettes(palettes);
    const View view{camera.getPosition(), -glm::vec3(camera.view[0][2], camera.view[1][2], camera.view[2][2])};
    for (const ListedInstance& listed : instances_) {
        addInstance(listed, scene, view, options, fallback);
    }
    sortUnlessSorted(opaque_, isDrawnBefore);
    sortUnlessSorted(blended_, isFarther);
}

void DrawList::collectInstances(const Scene& scene, const Camera& camera, const DrawOptions& options, SceneCache& cache)
{
    instances_.clear();
    const bool culls = options.cullsOutOfView && !castsShadows(options);
    culledCount_ = 0;
    const ViewFrustum frustum(camera);
    for (const MeshInstance* instance : scene.meshInstances()) {
        if (!instance->getNode().isEnabled()) {
            continue;
        }
        const glm::mat4 world = worldOf(*instance);
        if (culls && !frustum.sees(cache.boundsOf(*instance, options.skinning), world)) {
            ++culledCount_;
        } else {
            instances_.push_back({instance, world});
        }
    }
}

void DrawList::collectSkeletons(DrawOptions::Skinning skinning, SceneCache& cache)
{
    ++frame_;
    if (places_.size() > 4 * skeletons_.size() + 64) {
        places_.clear();
    }
    skeletons_.clear();
    for (ListedInstance& listed : instances_) {
        listed.mesh = &cache.mesh(listed.instance->getMesh());
        if (listed.instance->getSkeleton() == nullptr) {
            continue;
        }
        // Several meshes of one skeleton share one range, which must hold the highest joint used by any of them.
        for (const GpuPrimitive& primitive : listed.mesh->primitives) {
            if (!isSkinnedPrimitive(primitive)) {
                continue;
            }
            const bool isDual = chooseSkinning(skinning, primitive.asked) != SkinningKind::Linear;
            std::size_t& place = listed.skeletonUses[isDual ? 1 : 0];
            place = place == none ? findSkeleton(*listed.instance, isDual) : place;
            skeletons_[place].jointCount = std::max(skeletons_[place].jointCount, primitive.jointCount);
        }
    }
}

void DrawList::uploadPalettes(PaletteBuffer& palettes)
{
    palettes.beginFrame();
    for (SkeletonUse& use : skeletons_) {
        const auto palette = use.skeleton->getFinalMatrices(use.inverseBindSet);
        use.range = use.isDual ? palettes.addDualQuaternions(palette, use.jointCount) : palettes.add(palette, use.jointCount);
        use.bones = palettes.getLayout().ranges()[use.range].bones;
        use.isMirrored = isMirrored(palette);
    }
    palettes.upload();
    for (SkeletonUse& use : skeletons_) {
        use.obstacles = findObstacles(palettes, use.range, capabilities_);
    }
}

void DrawList::addInstance(const ListedInstance& listed, const Scene& scene, const View& view, const DrawOptions& options,
                           const Material& fallback)
{
    const MeshInstance& instance = *listed.instance;
    const Affine model = relativeTo(listed.world, view.eye);
    const bool isWorldMirrored = isMirroring(model);
    for (std::size_t index = 0; index < listed.mesh->primitives.size(); ++index) {
        GpuPrimitive& primitive = listed.mesh->primitives[index];
        if (primitive.count == 0) {
            continue;
        }
        DrawItem item;
        item.instance = &instance;
        item.primitiveIndex = index;
        item.gpu = &primitive;
        item.material = &materialOf(instance, index, scene, fallback);
        item.model = model;
        item.isMirrored = isWorldMirrored;
        item.order = opaque_.size() + blended_.size();
        item.depth = glm::dot(view.forward, transformPoint(model, primitive.center));
        if (instance.getSkeleton() != nullptr && isSkinnedPrimitive(primitive)) {
            item.skinning = chooseSkinning(options.skinning, primitive.asked);
            item.skeletonUse = listed.skeletonUses[item.skinning == SkinningKind::Linear ? 0 : 1];
            const SkeletonUse& use = skeletons_[item.skeletonUse];
            item.path = choosePath(use.obstacles, primitive.needsCpu, options.path);
            item.isMirrored = isWorldMirrored != use.isMirrored;
        }
        chooseMorphs(item, options.morphsOnCpu);
        (item.material->alphaMode == AlphaMode::Blend ? blended_ : opaque_).push_back(item);
    }
}

void DrawList::chooseMorphs(DrawItem& item, bool isOnCpu) const noexcept
{
    if (item.gpu->morphTexels == 0) {
        return;
    }
    item.activeMorphs = countActiveMorphs(item.instance->getMesh()->primitives()[item.primitiveIndex], item.instance->getMorphWeights());
    item.morphsInShader = item.activeMorphs > 0 && item.activeMorphs <= ActiveMorphs::most && !isOnCpu && item.path != SkinPath::Cpu
                          && item.gpu->morphTexels <= capabilities_.textureBufferTexels;
}

std::size_t DrawList::findSkeleton(const MeshInstance& instance, bool isDual)
{
    Place& place = places_[{instance.getSkeleton(), 2 * instance.getInverseBindSet() + (isDual ? 1 : 0)}];
    if (place.frame != frame_) {
        place = {frame_, skeletons_.size()};
        SkeletonUse& use = skeletons_.emplace_back();
        use.skeleton = instance.getSkeleton();
        use.inverseBindSet = instance.getInverseBindSet();
        use.isDual = isDual;
    }
    return place.index;
}

}  // namespace armature
