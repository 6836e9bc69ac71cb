#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/fwd.hpp>
#include <armature/ik/chain_solver.hpp>

#include "ik/chain_bones.hpp"
#include "ik/limits/turn_limit.hpp"
#include "skeleton/posed_joint.hpp"

namespace armature {

/// The joints of an unbranched Chain: each is the parent of the next. Reads the joints from a view, rotates them within their limits,
/// blends them and writes them back. Poses are local. Allocates in its constructor only.
class BoneRow {
public:
    /// Throws std::invalid_argument that names `what` if the chain branches, skips bones or does not have exactly one effector, at its end.
    BoneRow(const Chain& chain, std::string_view what);

    [[nodiscard]] const Chain& chain() const noexcept { return chain_; }
    [[nodiscard]] const ChainBones& bones() const noexcept { return bones_; }
    [[nodiscard]] std::size_t size() const noexcept { return joints_.size(); }
    /// The joint's rest pose when the row was created.
    [[nodiscard]] const Transform& restOf(std::size_t joint) const noexcept { return rests_[joint]; }
    /// How freely a joint rotates: 1 - stiffness, or 0 if its limit allows no rotation.
    [[nodiscard]] double freedom(std::size_t joint) const noexcept { return freedoms_[joint]; }

    /// Whether a joint's limit allows every rotation.
    [[nodiscard]] bool isFree(std::size_t joint) const noexcept { return limits_[joint].isFree(); }

    /// Reads the pose. Returns Solved, Gone, or Singular (a matrix above or within the row is singular). Throws std::invalid_argument as
    /// ChainBones::find() does.
    [[nodiscard]] IkStatus read(const JointView& joints);

    /// Looks up the joints, without reading them. Returns false if they are gone. Throws as read() does.
    [[nodiscard]] bool find(const JointView& joints) { return bones_.find(joints); }

    /// Returns `wanted`, clamped to the joint's limit; `outIsHeld` tells whether this changed it by more than rounding.
    [[nodiscard]] glm::dquat allowed(std::size_t joint, const glm::dquat& wanted, bool& outIsHeld) const noexcept;

    /// The frame from the axes above the first bone to skeleton space. joints() returns the bones' current local poses, which the caller
    /// may change.
    [[nodiscard]] const Frame& above() const noexcept { return above_; }
    [[nodiscard]] std::span<PosedJoint> joints() noexcept { return joints_; }
    [[nodiscard]] std::span<const PosedJoint> incoming() const noexcept { return incoming_; }

    /// Blends from the incoming pose (`weight` 0) to the current one (1). Returns the largest angle, in radians, between a joint's incoming
    /// and blended rotations.
    float blend(float weight) noexcept;
    /// Writes the pose. Returns false, and writes nothing, if a number does not fit a float.
    [[nodiscard]] bool write(JointView joints) const;

private:
    [[nodiscard]] bool isInvertible() const noexcept;

    Chain chain_;
    ChainBones bones_;
    std::vector<TurnLimit> limits_;
    std::vector<double> freedoms_;
    std::vector<Transform> rests_;
    std::vector<PosedJoint> joints_;
    std::vector<PosedJoint> incoming_;
    Frame above_;
};

/// Throws std::invalid_argument that names `what` and the point if the point is not finite.
void requireFinitePoint(std::string_view what, const glm::vec3& point);

}  // namespace armature
