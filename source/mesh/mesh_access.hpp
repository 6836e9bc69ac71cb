#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <armature/mesh/mesh.hpp>
#include <armature/mesh/mesh_instance.hpp>

#include "node/file_numbers.hpp"

/// The rules for meshes and materials, for constructors and for importers, which have other names for the places.
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

/// A problem of a mesh, and its place.
struct MeshProblem {
    std::optional<std::size_t> primitive;  ///< None: the mesh as a whole.
    std::optional<std::size_t> target;     ///< Index of the morph target, whose arrays have the same names as the primitive's.
    MeshPart part = MeshPart::Positions;
    std::size_t element = 0;  ///< Index in that array.
    std::string text;         ///< "names vertex 9 as number 2, but there are 3 vertices"
};

/// Properties that are known and need no check.
struct MeshKnowledge {
    bool areLooksFinite = false;  ///< All numbers except positions, weights and shares are finite.
    bool areWeightsFine = false;
};

/// Finds the first problem of a mesh, if any. O(size): passes are free of branches where nothing is wrong.
[[nodiscard]] std::optional<MeshProblem> findProblem(const MeshDescription& mesh, const MeshKnowledge& known = {});

/// Finds a problem of a material in a scene with that many images, such as "uses image 7, but there are 2".
[[nodiscard]] std::optional<std::string> findProblem(const Material& material, std::size_t imageCount);

/// The beginning of messages about a mesh, such as "mesh body".
[[nodiscard]] std::string titleOf(const MeshDescription& mesh);

/// Check that things fit together, with the wording of Scene::addMeshInstance().
void requireMesh(const Mesh* mesh, const TransformNode& node);
void requireOwnNode(const Mesh& mesh, const TransformNode& node, const Scene& scene);
void requireOwnSkeleton(const Mesh& mesh, const Skeleton& skeleton, const TransformNode& node);
void requireMaterials(const Mesh& mesh, const TransformNodeOwner& scene);
/// Also requires that the joints have the names of the bones in their palette slots, as far as the names are known.
void requirePalette(const Mesh& mesh, const Skeleton& skeleton);

/// Bypasses the checks, for the library's own code.
class MeshAccess {
public:
    /// A mesh from a description that passed the checks.
    [[nodiscard]] static std::shared_ptr<const Mesh> adopt(MeshDescription description)
    {
        return std::shared_ptr<const Mesh>(new Mesh(std::move(description)));
    }
    [[nodiscard]] static std::unique_ptr<MeshInstance> make(std::shared_ptr<const Mesh> mesh, TransformNode& node, Skeleton* skeleton)
    {
        return std::unique_ptr<MeshInstance>(new MeshInstance(std::move(mesh), node, skeleton));
    }
    /// Names the joints of a mesh that only the caller has so far. For importers.
    static void nameJoints(const Mesh& mesh, std::shared_ptr<const std::vector<std::string>> names) noexcept
    {
        const_cast<Mesh&>(mesh).description_.jointNames = std::move(names);  // create() and adopt() make meshes that are not const
    }
    /// A copy elsewhere in the same scene.
    [[nodiscard]] static std::unique_ptr<MeshInstance> copy(const MeshInstance& original, TransformNode& node, Skeleton* skeleton);
    /// Makes a copy part of another scene. `numbers` are those of its mesh's extensions; `materialHere` returns the place of a material.
    static void transfer(MeshInstance& copy, SharedFileNumbers numbers, std::shared_ptr<const ModelParts> parts,
                         const std::function<std::size_t(std::size_t)>& materialHere);
    /// Makes an instance show another mesh that differs only in its triangles; materials and everything else stay.
    static void exchange(MeshInstance& instance, std::shared_ptr<const Mesh> mesh) noexcept { instance.mesh_ = std::move(mesh); }
    /// The instance's place in its scene's list.
    [[nodiscard]] static std::uint32_t& listPlace(MeshInstance& instance) noexcept { return instance.listPlace_; }
    /// The morph weights, for writing sampled poses and saved states.
    [[nodiscard]] static std::span<float> morphWeights(MeshInstance& instance) noexcept { return instance.morphWeights_; }
};

}  // namespace armature
