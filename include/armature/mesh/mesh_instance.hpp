#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/handle.hpp>

namespace armature {

struct FileNumbers;  // internal: source/node/file_numbers.hpp
struct ModelParts;   // internal: source/scene/model_parts.hpp

/// A mesh placed in a scene. With a skeleton, vertices are transformed by the final matrices and then by the host's world matrix, and the
/// node's own transform is ignored, as glTF demands. Without a skeleton, vertices are transformed by the node's world matrix.
///
/// Owned by its Scene (Scene::addMeshInstance), and removed with its node. Setters check their arguments as addMeshInstance does: on an
/// error they throw std::invalid_argument and change nothing. Getters are O(1); setMesh() and setSkeleton() are O(joints + primitives).
class ARMATURE_API MeshInstance final {
public:
    MeshInstance(const MeshInstance&) = delete;
    MeshInstance& operator=(const MeshInstance&) = delete;

    /// The mesh's name, unless the instance was given a name of its own.
    [[nodiscard]] const std::string& getName() const noexcept { return name_; }
    void setName(std::string_view name) { name_ = name; }

    [[nodiscard]] TransformNode& getNode() const noexcept { return *node_; }  ///< The node at which the mesh is placed.
    /// Moves the instance to another node of the scene.
    void setNode(TransformNode& node);

    /// The mesh that is shown; never null.
    [[nodiscard]] const std::shared_ptr<const Mesh>& getMesh() const noexcept { return mesh_; }
    /// Shows another mesh, with that mesh's materials. Morph weights stay if both meshes have the same number of morph targets; otherwise
    /// the new mesh's default weights replace them.
    void setMesh(std::shared_ptr<const Mesh> mesh);

    /// The skeleton that skins the mesh; null for a static mesh.
    [[nodiscard]] Skeleton* getSkeleton() const noexcept { return skeleton_; }
    /// The index of the skeleton's inverse bind set that the mesh uses (see Skeleton::addInverseBindSet()).
    [[nodiscard]] std::size_t getInverseBindSet() const noexcept { return inverseBindSet_; }
    /// Skins the mesh with a skeleton of the scene, which must have a palette slot for each joint of the mesh; null makes the mesh static.
    void setSkeleton(Skeleton* skeleton, std::size_t inverseBindSet = 0);

    /// The weights of the mesh's morph targets; animation changes them.
    [[nodiscard]] const std::vector<float>& getMorphWeights() const noexcept { return morphWeights_; }
    /// Sets the weights of all the mesh's morph targets. They must be finite.
    void setMorphWeights(std::span<const float> weights);
    /// Sets the weight of one morph target.
    void setMorphWeight(std::size_t target, float weight);

    /// The material of a primitive in this instance, as an index into Scene::materials(): the mesh's material, unless setMaterial() has set
    /// another. No value: white, lit. Throws std::out_of_range if there is no such primitive.
    [[nodiscard]] std::optional<std::size_t> getMaterial(std::size_t primitive) const;
    void setMaterial(std::size_t primitive, std::optional<std::size_t> material);

    /// The instance's lifetime, which ends when the instance is removed: see Handle.
    [[nodiscard]] const Lifetime& getLifetime() const noexcept { return lifetime_; }

private:
    friend class MeshAccess;
    friend class Scene;
    friend class SceneAccess;

    void listState(StateArchive& state);

    /// Precondition: Scene has checked the arguments.
    MeshInstance(std::shared_ptr<const Mesh> mesh, TransformNode& node, Skeleton* skeleton);

    std::string name_;
    std::uint32_t listPlace_ = 0;  // internal: source/node/owning_list.hpp
    TransformNode* node_;
    std::shared_ptr<const Mesh> mesh_;
    Skeleton* skeleton_;
    std::size_t inverseBindSet_ = 0;
    std::vector<float> morphWeights_;
    std::vector<std::optional<std::size_t>> materials_;  // for each primitive; empty: the mesh's own
    std::shared_ptr<const FileNumbers> numbers_;         // maps indices in the mesh's extensions to the scene's; null: they are the scene's
    std::shared_ptr<const ModelParts> parts_;            // the placed model to which the materials belong; null: none
    Lifetime lifetime_;
};

}  // namespace armature
