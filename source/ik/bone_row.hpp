#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/fwd.hpp>
#include <armature/ik/chain_solver.hpp>
#include <armature/math/space.hpp>

#include "ik/chain_bones.hpp"
#include "ik/limits/turn_limit.hpp"
#include "ik/posed_joint.hpp"

namespace armature {

struct Pose;

/// The joints of a Chain each of which is the parent of the next: read from a skeleton or a pose, turned within their limits, blended,
/// written back. Everything is in skeleton space. Allocates in its constructor only.
class BoneRow {
public:
    /// Throws std::invalid_argument that names `what` if the chain is not a row with one effector.
    BoneRow(const Chain& chain, std::string_view what);

    [[nodiscard]] const Chain& chain() const noexcept { return chain_; }
    [[nodiscard]] std::size_t size() const noexcept { return joints_.size(); }
    /// As they were when the row was made.
    [[nodiscard]] const Transform& restOf(std::size_t joint) const noexcept { return rests_[joint]; }
    /// How freely a joint turns: 1 - stiffness, 0 where its limit allows no turn.
    [[nodiscard]] double freedom(std::size_t joint) const noexcept { return freedoms_[joint]; }

    /// Solved, Gone, or Singular: a matrix above or within the row. Throw std::invalid_argument as ChainBones::find() does.
    [[nodiscard]] IkStatus read(const Skeleton& skeleton);
    [[nodiscard]] IkStatus read(const Pose& pose);

    /// The rotation next to `wanted` that a joint's limit allows; `outIsHeld`: that is another one.
    [[nodiscard]] glm::dquat allowed(std::size_t joint, const glm::dquat& wanted, bool& outIsHeld) const noexcept;

    /// From the axes above the first bone to skeleton space, and the bones' local poses: those of now, to be changed.
    [[nodiscard]] const Frame& above() const noexcept { return above_; }
    [[nodiscard]] std::span<PosedJoint> joints() noexcept { return joints_; }
    [[nodiscard]] std::span<const PosedJoint> incoming() const noexcept { return incoming_; }

    /// Goes back to the incoming pose but for `weight`; the largest turn of a joint that is left.
    float blend(float weight) noexcept;
    /// False, and nothing is written, where a number does not fit a float.
    [[nodiscard]] bool write(Skeleton& skeleton) const;
    [[nodiscard]] bool write(Pose& pose) const noexcept;

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

/// From a space to skeleton space; no value where the host is singular. Throws std::invalid_argument that names the skeleton and `what` if
/// the space is neither Skeleton nor World.
[[nodiscard]] std::optional<Frame> frameFrom(const Skeleton& skeleton, std::string_view what, Space space);
/// Throws std::invalid_argument that names `what` and the point.
void requireFinitePoint(std::string_view what, const glm::vec3& point);

}  // namespace armature
