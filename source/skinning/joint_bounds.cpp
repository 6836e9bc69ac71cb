#include <armature/skinning/joint_bounds.hpp>

#include <armature/mesh/mesh.hpp>
#include <armature/skinning/cpu_skinning.hpp>

#include "skinning/joint_bodies.hpp"
#include "skinning/joint_pairs.hpp"

namespace armature {

struct JointBounds::Data {
    explicit Data(const Mesh& mesh) : Data(mesh, findJointVertices(mesh)) {}
    Data(const Mesh& mesh, const std::vector<JointVertices>& joints) : jointCount(joints.size()), bodies(mesh, joints), pairs(mesh, joints)
    {}

    std::size_t jointCount;
    JointBodies bodies;
    JointPairs pairs;
};

JointBounds::JointBounds() noexcept = default;
JointBounds::JointBounds(const Mesh& mesh) : data_(std::make_unique<const Data>(mesh)) {}
JointBounds::~JointBounds() = default;
JointBounds::JointBounds(JointBounds&&) noexcept = default;
JointBounds& JointBounds::operator=(JointBounds&&) noexcept = default;

Aabb JointBounds::enclose(std::span<const Affine> palette, std::span<const float> morphWeights) const noexcept
{
    Aabb box;
    if (data_ != nullptr) {
        data_->bodies.enclose(palette, morphWeights, box);
    }
    return box;
}

Aabb JointBounds::enclose(const DualQuaternionPalette& palette, std::span<const float> morphWeights) const noexcept
{
    Aabb box;
    if (data_ != nullptr) {
        data_->pairs.enclose(data_->bodies, palette.stretches(), palette.motions(), morphWeights, box);
    }
    return box;
}

std::size_t JointBounds::jointCount() const noexcept
{
    return data_ != nullptr ? data_->jointCount : 0;
}

}  // namespace armature
