#include <armature/skinning/joint_bounds.hpp>

#include <optional>

#include <armature/mesh/mesh.hpp>
#include <armature/skinning/cpu_skinning.hpp>

#include "skinning/dual_bodies.hpp"
#include "skinning/few_vertices.hpp"
#include "skinning/joint_bodies.hpp"

namespace armature {

namespace {

/// Limits for the number of vertices and morphs: up to these, skinning all vertices takes no longer than enclosing bodies. The limits for
/// dual quaternions are higher, because their bodies take far longer to enclose.
constexpr std::size_t fewForLinear = 256;
constexpr std::size_t fewForDual = 1024;
constexpr std::size_t fewForDualPerJoint = 80;

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
        if (moves <= std::max(fewForDual, fewForDualPerJoint * jointCount)) {
            vertices.emplace(mesh);
        } else {
            dual.emplace(mesh);
        }
        if (moves > fewForLinear) {
            bodies.emplace(mesh, chooseBlends(mesh));
        }
    }

    std::size_t jointCount;
    std::optional<FewVertices> vertices;  // used where there are no bodies
    std::optional<JointBodies> bodies;
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
    if (data_ != nullptr && data_->dual) {
        data_->dual->enclose(palette.matrices(), palette.stretches(), palette.motions(), morphWeights, box);
    } else if (data_ != nullptr) {
        data_->vertices->enclose(palette.matrices(), palette.stretches(), palette.motions(), morphWeights, box);
    }
    return box;
}

std::size_t JointBounds::jointCount() const noexcept
{
    return data_ != nullptr ? data_->jointCount : 0;
}

}  // namespace armature
