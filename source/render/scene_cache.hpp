#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include <armature/render/skin_renderer.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skinning/cpu_skinning.hpp>
#include <armature/skinning/joint_bounds.hpp>

#include "gpu_mesh.hpp"
#include "skin_path.hpp"
#include "texture_set.hpp"

namespace armature {

/// A mesh on the GPU, one GpuPrimitive for each of its primitives, and what encloses it in any pose. Each is made when first asked for: a
/// mesh that is never in view is not uploaded.
struct GpuMesh {
    std::weak_ptr<const Mesh> mesh;
    std::vector<GpuPrimitive> primitives;
    bool isUploaded = false;
    SkinningKind asked = SkinningKind::Linear;  ///< With `bounds`.
    std::optional<JointBounds> bounds;
};

/// What one instance has of its own on the GPU; entries are null for primitives that need nothing.
struct GpuInstance {
    Handle<const MeshInstance> instance;
    std::weak_ptr<const Mesh> mesh;
    std::vector<std::unique_ptr<DynamicVertices>> primitives;
    std::uint64_t lastFrame = 0;
};

/// What was uploaded for one scene, except meshes, which scenes may share.
struct GpuScene {
    Handle<const Scene> scene;
    TextureSet textures;
    std::unordered_map<const MeshInstance*, GpuInstance> instances;
};

/// Everything a renderer has uploaded. Addresses are only keys: identity is checked by handles and shared ownership, because a new object
/// may reuse the address of one that is gone.
class SceneCache final {
public:
    /// Frees what belongs to removed meshes, scenes and instances, and to instances that were not drawn for a while. Call once per frame.
    void collectGarbage();

    [[nodiscard]] GpuScene& scene(const Scene& scene);
    /// Valid until collectGarbage().
    [[nodiscard]] GpuMesh& mesh(const std::shared_ptr<const Mesh>& mesh);
    [[nodiscard]] const GpuMesh& boundedMesh(const std::shared_ptr<const Mesh>& mesh);  ///< With `bounds`.
    /// The instance as it is posed now, in the space of its skeleton or node.
    [[nodiscard]] Aabb boundsOf(const MeshInstance& instance, DrawOptions::Skinning skinning);
    /// The changing vertices of one primitive of an instance.
    [[nodiscard]] DynamicVertices& vertices(GpuScene& scene, const MeshInstance& instance, const GpuPrimitive& primitive,
                                            std::size_t index);

private:
    [[nodiscard]] GpuMesh& entryOf(const std::shared_ptr<const Mesh>& mesh);

    std::unordered_map<const Scene*, GpuScene> scenes_;
    std::unordered_map<const Mesh*, GpuMesh> meshes_;
    GpuMesh* latest_ = nullptr;    // of them: many instances in a row show the same mesh
    DualQuaternionPalette split_;  // of the instance whose bounds are computed
    std::uint64_t frame_ = 0;
};

}  // namespace armature
