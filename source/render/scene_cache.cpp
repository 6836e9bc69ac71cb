#include "scene_cache.hpp"

#include <armature/skeleton/skeleton.hpp>

namespace armature {

namespace {

// The number of frames after which the data of an instance that is not drawn are freed: enough to keep instances that are culled or
// disabled for a moment.
constexpr std::uint64_t framesToKeep = 600;

template <typename A, typename B>
bool ownsTheSame(const A& a, const B& b) noexcept
{
    return !a.owner_before(b) && !b.owner_before(a);
}

}  // namespace

void SceneCache::collectGarbage()
{
    ++frame_;
    latest_ = nullptr;
    std::erase_if(meshes_, [](const auto& entry) { return entry.second.mesh.expired(); });
    std::erase_if(scenes_, [](const auto& entry) { return !entry.second.scene; });
    for (auto& [address, scene] : scenes_) {
        std::erase_if(scene.instances,
                      [this](const auto& entry) { return !entry.second.instance || entry.second.lastFrame + framesToKeep < frame_; });
        scene.textures.collectGarbage(*scene.scene.get());
    }
}

GpuScene& SceneCache::scene(const Scene& scene)
{
    GpuScene& cached = scenes_[&scene];
    if (cached.scene.get() != &scene) {  // new, or an entry of an earlier scene at this address
        cached = GpuScene();
        cached.scene = Handle(scene);
    }
    return cached;
}

GpuMesh& SceneCache::entryOf(const std::shared_ptr<const Mesh>& mesh)
{
    if (latest_ != nullptr && ownsTheSame(latest_->mesh, mesh)) {
        return *latest_;
    }
    latest_ = &meshes_[mesh.get()];
    if (!ownsTheSame(latest_->mesh, mesh)) {  // new, or an entry of an earlier mesh at this address
        *latest_ = GpuMesh();
        latest_->mesh = mesh;
    }
    return *latest_;
}

GpuMesh& SceneCache::mesh(const std::shared_ptr<const Mesh>& mesh)
{
    GpuMesh& cached = entryOf(mesh);
    if (!cached.isUploaded) {
        cached.primitives.clear();
        for (const Primitive& primitive : mesh->primitives()) {
            cached.primitives.emplace_back(primitive);
        }
        cached.isUploaded = true;
    }
    return cached;
}

const GpuMesh& SceneCache::boundedMesh(const std::shared_ptr<const Mesh>& mesh)
{
    GpuMesh& cached = entryOf(mesh);
    if (!cached.bounds) {
        cached.bounds.emplace(*mesh);
        cached.asked = askedSkinning(*mesh);
    }
    return cached;
}

Aabb SceneCache::boundsOf(const MeshInstance& instance, DrawOptions::Skinning skinning)
{
    const GpuMesh& mesh = boundedMesh(instance.getMesh());
    const Skeleton* const skeleton = instance.getSkeleton();
    if (skeleton == nullptr) {
        return mesh.bounds->enclose(std::span<const Affine>(), instance.getMorphWeights());
    }
    const auto palette = skeleton->getFinalMatrices(instance.getInverseBindSet());
    const SkinningKind kind = chooseSkinning(skinning, mesh.asked);
    if (kind != SkinningKind::Linear) {
        split_.assign(palette);
    }
    return enclose(*mesh.bounds, kind, palette, split_, instance.getMorphWeights());
}

DynamicVertices& SceneCache::vertices(GpuScene& scene, const MeshInstance& instance, const GpuPrimitive& primitive, std::size_t index)
{
    GpuInstance& cached = scene.instances[&instance];
    // An entry is new, or belongs to another instance or mesh, if it does not refer to this instance and its mesh.
    if (cached.instance.get() != &instance || !ownsTheSame(cached.mesh, instance.getMesh())) {
        cached = GpuInstance();
        cached.instance = Handle(instance);
        cached.mesh = instance.getMesh();
        cached.primitives.resize(instance.getMesh()->primitives().size());
    }
    cached.lastFrame = frame_;
    std::unique_ptr<DynamicVertices>& vertices = cached.primitives[index];
    if (!vertices) {
        vertices = std::make_unique<DynamicVertices>(primitive);
    }
    return *vertices;
}

}  // namespace armature
