#include <armature/skinning/joint_bounds.hpp>

#include <optional>

#include <armature/mesh/mesh.hpp>
#include <armature/skinning/cpu_skinning.hpp>

#include "skinning/dual_bodies.hpp"
#include "skinning/few_vertices.hpp"
#include "skinning/joint_bodies.hpp"
#include "skinning/vertex_clusters.hpp"

namespace armature {

namespace {

/// Limit for the number of vertices and morphs: up to this, skinning all vertices takes no longer than enclosing bodies that have many
/// corners, or several joints each.
constexpr std::size_t fewForLinear = 256;
/// Limit for the number of vertices and morphs: more vertices are not kept for dual quaternions, because they would take too much memory:
/// with four influences, some 40 bytes a vertex and 12 a morph.
constexpr std::size_t mostKept = std::size_t{1} << 18u;

/// Returns the number of vertices, plus one for each morph target of each vertex.
std::size_t countMoves(const Mesh& mesh) noexcept
{
    std::size_t count = 0;
    for (const Primitive& primitive : mesh.primitives()) {
        count += primitive.positions.size() * (1 + primitive.morphTargets.size());
    }
    return count;
}

}  // namespace

struct JointBounds::Data {
    explicit Data(const Mesh& mesh) : jointCount(findBlends(mesh, 1).size())
    {
        const std::size_t moves = countMoves(mesh);
        bodies.emplace(mesh, chooseBlends(mesh));
        if (moves <= fewForLinear && !bodies->areTight()) {
            bodies.reset();
            vertices.emplace(mesh);
        }
        if (moves <= mostKept) {
            clusters.emplace(mesh);
        } else {
            dual.emplace(mesh);
        }
    }

    std::size_t jointCount;
    // Linear blending uses the one of these two that has a value:
    std::optional<FewVertices> vertices;
    std::optional<JointBodies> bodies;
    // Dual quaternions use the one of these two that has a value:
    std::optional<VertexClusters> clusters;
    std::optional<DualBodies> dual;
};

JointBounds::JointBounds() noexcept = default;
JointBounds::JointBounds(const Mesh& mesh) : data_(std::make_unique<const Data>(mesh)) {}
JointBounds::~JointBounds() = default;
JointBounds::JointBounds(JointBounds&&) noexcept = default;
JointBounds& JointBounds::operator=(JointBounds&&) noexcept = default;

Aabb JointBounds::enclose(std::span<const Affine> palette, std::span<const float> morphWeights) const noexcept
{
    Aabb box;
    if (data_ != nullptr && data_->bodies) {
        data_->bodies->enclose(palette, morphWeights, box);
    } else if (data_ != nullptr) {
        data_->vertices->enclose(palette, morphWeights, box);
    }
    return box;
}

Aabb JointBounds::enclose(const DualQuaternionPalette& palette, std::span<const float> morphWeights) const noexcept
{
    Aabb box;
    if (data_ == nullptr) {
        return box;
    }
    const SplitPaletteView split{palette.matrices(), palette.stretches(), palette.motions()};
    if (data_->clusters) {
        data_->clusters->enclose(split, morphWeights, box);
    } else {
        data_->dual->enclose(split.matrices, split.stretches, split.motions, morphWeights, box);
    }
    return box;
}

std::size_t JointBounds::jointCount() const noexcept
{
    return data_ != nullptr ? data_->jointCount : 0;
}

}  // namespace armature
