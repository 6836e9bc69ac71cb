#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include <armature/mesh/mesh.hpp>
#include <armature/mesh/mesh_instance.hpp>

#include "node/file_numbers.hpp"

/// The rules for meshes and materials, for constructors and for importers, which have other names for the places.
namespace armature {

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

/// What is wrong with a mesh, and where.
struct MeshProblem {
    std::optional<std::size_t> primitive;  ///< None: the mesh as a whole.
    std::optional<std::size_t> target;     ///< Of the primitive's morph targets, whose arrays have the same names as the primitive's.
    MeshPart part = MeshPart::Positions;
    std::size_t element = 0;  ///< In that array.
    std::string text;         ///< "names vertex 9 as number 2, but there are 3 vertices"
};

/// What needs no check any more.
struct MeshKnowledge {
    bool areLooksFinite = false;  ///< All numbers but positions, weights and shares.
    bool areWeightsFine = false;
};

/// The first thing wrong with a mesh, if any. O(size): passes without branches where nothing is wrong.
[[nodiscard]] std::optional<MeshProblem> findProblem(const MeshDescription& mesh, const MeshKnowledge& known = {});

/// "uses image 7, but there are 2", if anything is wrong with a material in a scene of that many images.
[[nodiscard]] std::optional<std::string> findProblem(const Material& material, std::size_t imageCount);

/// "mesh body": how messages begin.
[[nodiscard]] std::string titleOf(const MeshDescription& mesh);

/// Checks of what must fit together, in the words of Scene::addMeshInstance.
void requireMesh(const Mesh* mesh, const TransformNode& node);
void requireOwnNode(const Mesh& mesh, const TransformNode& node, const Scene& scene);
void requireOwnSkeleton(const Mesh& mesh, const Skeleton& skeleton, const TransformNode& node);
void requireMaterials(const Mesh& mesh, std::size_t materialCount);
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
    /// A copy elsewhere. `numbers`: what the numbers of the original's scene become, null: unchanged; and those in its mesh's extensions.
    [[nodiscard]] static std::unique_ptr<MeshInstance> copy(const MeshInstance& original, TransformNode& node, Skeleton* skeleton,
                                                            const SharedFileNumbers& numbers, const SharedFileNumbers& ofExtensions);
    /// Shows another mesh that differs in its triangles only: materials and all else stay.
    static void exchange(MeshInstance& instance, std::shared_ptr<const Mesh> mesh) noexcept { instance.mesh_ = std::move(mesh); }
    /// What sampled poses and saved states are written to.
    [[nodiscard]] static std::span<float> morphWeights(MeshInstance& instance) noexcept { return instance.morphWeights_; }
};

}  // namespace armature
