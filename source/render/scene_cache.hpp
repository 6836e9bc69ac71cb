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

/// A mesh on the GPU, with one GpuPrimitive for each of its primitives, and its bounds for any pose. Both are created when first needed: a
/// mesh that is never in view is not uploaded.
struct GpuMesh {
    std::weak_ptr<const Mesh> mesh;
    std::vector<GpuPrimitive> primitives;
    bool isUploaded = false;
    SkinningKind asked = SkinningKind::Linear;  ///< The kind of skinning that the mesh specifies; set together with `bounds`.
    std::optional<JointBounds> bounds;
};

/// The GPU data of a single instance; entries are null for primitives that need none.
struct GpuInstance {
    Handle<const MeshInstance> instance;
    std::weak_ptr<const Mesh> mesh;
    std::vector<std::unique_ptr<DynamicVertices>> primitives;
    std::uint64_t lastFrame = 0;
};

/// The uploads for one scene, except meshes, which scenes may share.
struct GpuScene {
    Handle<const Scene> scene;
    TextureSet textures;
    std::unordered_map<const MeshInstance*, GpuInstance> instances;
};

/// Everything that a renderer has uploaded. Addresses are only keys: a new object may reuse the address of a deleted one, so identity is
/// checked by handles and shared ownership.
class SceneCache final {
public:
    /// Frees the data of removed meshes, scenes and instances, and of instances that were not drawn for a while. Call once per frame.
    void collectGarbage();

    [[nodiscard]] GpuScene& scene(const Scene& scene);
    /// Returns a mesh, which is uploaded on first use. The reference is valid until collectGarbage().
    [[nodiscard]] GpuMesh& mesh(const std::shared_ptr<const Mesh>& mesh);
    /// Returns a mesh with its `bounds` and `asked` set, but does not upload it.
    [[nodiscard]] const GpuMesh& boundedMesh(const std::shared_ptr<const Mesh>& mesh);
    /// Returns a box around the instance in its current pose, in the space of its skeleton or node.
    [[nodiscard]] Aabb boundsOf(const MeshInstance& instance, DrawOptions::Skinning skinning);
    /// Returns the changing vertices of one primitive of an instance.
    [[nodiscard]] DynamicVertices& vertices(GpuScene& scene, const MeshInstance& instance, const GpuPrimitive& primitive,
                                            std::size_t index);

private:
    [[nodiscard]] GpuMesh& entryOf(const std::shared_ptr<const Mesh>& mesh);

    std::unordered_map<const Scene*, GpuScene> scenes_;
    std::unordered_map<const Mesh*, GpuMesh> meshes_;
    GpuMesh* latest_ = nullptr;    // the mesh of the last look-up: many consecutive instances show the same one
    DualQuaternionPalette split_;  // the palette, split for dual quaternions, of the instance whose bounds are computed
    std::uint64_t frame_ = 0;
};

}  // namespace armature
