#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <armature/fwd.hpp>
#include <armature/handle.hpp>

namespace armature {

struct FileNumbers;  // internal: source/scene/file_numbers.hpp

/// A mesh placed in a scene. With a skeleton its vertices are placed by host world * final matrices and the node's own transform is not
/// used (as glTF demands); without one, by the node's world matrix.
///
/// Owned by its Scene (Scene::addMeshInstance), and gone with its node. Setters check what is set as addMeshInstance does: they throw
/// std::invalid_argument and change nothing. O(1), apart from a message.
class MeshInstance final {
public:
    MeshInstance(const MeshInstance&) = delete;
    MeshInstance& operator=(const MeshInstance&) = delete;

    /// The mesh's, unless it was given one of its own.
    [[nodiscard]] const std::string& getName() const noexcept { return name_; }
    void setName(std::string_view name) { name_ = name; }

    [[nodiscard]] TransformNode& getNode() const noexcept { return *node_; }
    /// Hangs it on another node of the scene.
    void setNode(TransformNode& node);

    /// Never null.
    [[nodiscard]] const std::shared_ptr<const Mesh>& getMesh() const noexcept { return mesh_; }
    /// Shows another mesh with its own materials. Morph weights stay if it has as many of them, and start with the mesh's otherwise.
    void setMesh(std::shared_ptr<const Mesh> mesh);

    /// Null: a static mesh.
    [[nodiscard]] Skeleton* getSkeleton() const noexcept { return skeleton_; }
    /// Which of the skeleton's sets of inverse binds the mesh was bound with (Skeleton::addInverseBindSet).
    [[nodiscard]] std::size_t getInverseBindSet() const noexcept { return inverseBindSet_; }
    /// Skins the mesh by a skeleton of the scene that has a palette slot for each of its joints; null makes it static.
    void setSkeleton(Skeleton* skeleton, std::size_t inverseBindSet = 0);

    /// As many as the mesh has morph targets; what animation changes.
    [[nodiscard]] const std::vector<float>& getMorphWeights() const noexcept { return morphWeights_; }
    /// As many as the mesh has morph targets, finite.
    void setMorphWeights(std::span<const float> weights);
    void setMorphWeight(std::size_t target, float weight);

    /// What a primitive of the mesh looks like here, into Scene::materials(): as the mesh says, unless it was given another. None: white,
    /// lit. Throws std::out_of_range if there is no such primitive.
    [[nodiscard]] std::optional<std::size_t> getMaterial(std::size_t primitive) const;
    void setMaterial(std::size_t primitive, std::optional<std::size_t> material);

    /// Ends when the instance is removed: see Handle.
    [[nodiscard]] const Lifetime& getLifetime() const noexcept { return lifetime_; }

private:
    friend class MeshAccess;
    friend class Scene;
    friend class SceneAccess;

    void listState(StateArchive& state);

    /// Of things that Scene has checked.
    MeshInstance(std::shared_ptr<const Mesh> mesh, TransformNode& node, Skeleton* skeleton);

    std::string name_;
    TransformNode* node_;
    std::shared_ptr<const Mesh> mesh_;
    Skeleton* skeleton_;
    std::size_t inverseBindSet_ = 0;
    std::vector<float> morphWeights_;
    std::vector<std::optional<std::size_t>> materials_;  // of each primitive; empty: as the mesh says
    std::shared_ptr<const FileNumbers> numbers_;         // of its mesh's extensions; null: the scene's own
    Lifetime lifetime_;
};

}  // namespace armature
