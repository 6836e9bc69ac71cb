#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <armature/base/export.hpp>
#include <armature/mesh/mesh.hpp>
#include <armature/mesh/mesh_instance.hpp>

#include "node/file_numbers.hpp"

/// The rules for meshes and materials, which constructors and importers share. A MeshProblem states the place of a problem by part and
/// index, because constructors and importers name places differently.
namespace armature {

class TransformNodeOwner;

enum class MeshPart {
    Topology,
    Positions,
    Normals,
    Tangents,
    TextureCoordinates0,
    TextureCoordinates1,
    Colors,
    Indices,
    Joints,
    Weights,
    MorphTargets,
    MorphWeights,
    MorphTargetNames,
};

/// A problem of a mesh and the place of the problem in the mesh's description.
struct MeshProblem {
    std::optional<std::size_t> primitive;  ///< No value for a problem of the mesh as a whole.
    std::optional<std::size_t> target;     ///< Index of the morph target, whose arrays have the same names as the primitive's.
    MeshPart part = MeshPart::Positions;
    std::size_t element = 0;  ///< Index in the array of `part`.
    std::string text;         ///< Such as "names vertex 9 as number 2, but there are 3 vertices".
};

/// Properties of a mesh that are already known and need no check.
struct MeshKnowledge {
    bool areLooksFinite = false;  ///< Whether all numbers except positions, weights and dual quaternion shares are finite.
    bool areWeightsFine = false;
};

/// Finds the first problem of a mesh, if any. O(size); where nothing is wrong, most passes have no branches.
[[nodiscard]] ARMATURE_PRIVATE_API std::optional<MeshProblem> findProblem(const MeshDescription& mesh, const MeshKnowledge& known = {});

/// Finds a problem of a material in a scene with `imageCount` images, such as "uses image 7, but there are 2".
[[nodiscard]] ARMATURE_PRIVATE_API std::optional<std::string> findProblem(const Material& material, std::size_t imageCount);

/// Returns the beginning of messages about a mesh, such as "mesh body".
[[nodiscard]] std::string titleOf(const MeshDescription& mesh);

/// These functions check the arguments of Scene::addMeshInstance(). They throw std::invalid_argument unless the arguments fit together.
void requireMesh(const Mesh* mesh, const TransformNode& node);
void requireOwnNode(const Mesh& mesh, const TransformNode& node, const Scene& scene);
void requireOwnSkeleton(const Mesh& mesh, const Skeleton& skeleton, const TransformNode& node);
void requireMaterials(const Mesh& mesh, const TransformNodeOwner& scene);
/// Throws std::invalid_argument if the skeleton has fewer palette slots than the mesh has joints, or if a joint whose name is known does
/// not have the name of the bone in its palette slot.
void requirePalette(const Mesh& mesh, const Skeleton& skeleton);

/// Access to meshes and mesh instances without checks, for the library's own code.
class MeshAccess {
public:
    /// Returns a mesh made from a description that passed the checks.
    [[nodiscard]] static std::shared_ptr<const Mesh> adopt(MeshDescription description)
    {
        return std::shared_ptr<const Mesh>(new Mesh(std::move(description)));
    }
    [[nodiscard]] static std::unique_ptr<MeshInstance> make(std::shared_ptr<const Mesh> mesh, TransformNode& node, Skeleton* skeleton)
    {
        return std::unique_ptr<MeshInstance>(new MeshInstance(std::move(mesh), node, skeleton));
    }
    /// Sets the names of a mesh's joints, for importers. Precondition: nobody but the caller has the mesh yet.
    static void nameJoints(const Mesh& mesh, std::shared_ptr<const std::vector<std::string>> names) noexcept
    {
        const_cast<Mesh&>(mesh).description_.jointNames = std::move(names);  // create() and adopt() make meshes that are not const
    }
    /// Returns a copy of an instance at another node of the same scene.
    [[nodiscard]] static std::unique_ptr<MeshInstance> copy(const MeshInstance& original, TransformNode& node, Skeleton* skeleton);
    /// Makes a copy part of another scene. `numbers` maps indices in the extensions of its mesh to indices in the other scene;
    /// `materialHere` returns the index that a material has in the other scene.
    static void transfer(MeshInstance& copy, SharedFileNumbers numbers, std::shared_ptr<const ModelParts> parts,
                         const std::function<std::size_t(std::size_t)>& materialHere);
    /// Makes an instance show another mesh; its materials, morph weights and everything else stay. Precondition: the mesh has the same
    /// number of primitives and of morph targets.
    static void exchange(MeshInstance& instance, std::shared_ptr<const Mesh> mesh) noexcept { instance.mesh_ = std::move(mesh); }
    /// The instance's index in its scene's list of mesh instances.
    [[nodiscard]] static std::uint32_t& listPlace(MeshInstance& instance) noexcept { return instance.listPlace_; }
    /// The instance's morph weights, to which sampled poses and saved states are written.
    [[nodiscard]] static std::span<float> morphWeights(MeshInstance& instance) noexcept { return instance.morphWeights_; }
};

}  // namespace armature
