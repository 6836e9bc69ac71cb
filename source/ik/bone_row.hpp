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
#include <armature/math/space.hpp>

#include "ik/posed_joint.hpp"

namespace armature {

struct Pose;

/// Bones each of which is the parent of the next, as joints to be turned: read from a skeleton or a pose, solved, blended, written back.
/// Everything is in skeleton space. Allocates in its constructor only.
class BoneRow {
public:
    /// Throws std::invalid_argument that names both paths if `tip` is neither `root` nor below it.
    BoneRow(const Bone& root, const Bone& tip);

    [[nodiscard]] std::size_t size() const noexcept { return joints_.size(); }
    /// As they were when the row was made.
    [[nodiscard]] const Transform& restOf(std::size_t joint) const noexcept { return rests_[joint]; }

    /// Throw std::invalid_argument if there are too few bones.
    void read(const Skeleton& skeleton);
    void read(const Pose& pose);

    /// Whether no matrix above or within the row is singular.
    [[nodiscard]] bool isInvertible() const noexcept;

    /// From the axes above the first bone to skeleton space, and the bones' local poses: those of now, to be changed.
    [[nodiscard]] const Frame& above() const noexcept { return above_; }
    [[nodiscard]] std::span<PosedJoint> joints() noexcept { return joints_; }
    [[nodiscard]] std::span<const PosedJoint> incoming() const noexcept { return incoming_; }

    /// Goes back to the incoming pose but for `weight`; the largest turn of a joint that is left.
    float blend(float weight) noexcept;
    void write(Skeleton& skeleton) const;
    void write(Pose& pose) const noexcept;

private:
    void requireBones(std::string_view name, std::size_t count) const;

    std::vector<std::size_t> bones_;      // positions in Skeleton::bones()
    std::vector<std::size_t> ancestors_;  // of those above the first, outermost first
    std::vector<Transform> rests_;
    std::vector<PosedJoint> joints_;
    std::vector<PosedJoint> incoming_;
    std::size_t boneCount_ = 0;  // one past the highest position
    Frame above_;
};

/// From a space to skeleton space; no value where the host is singular. Throws std::invalid_argument that names the skeleton and `what` if
/// the space is neither Skeleton nor World.
[[nodiscard]] std::optional<Frame> frameFrom(const Skeleton& skeleton, std::string_view what, Space space);
/// Throws std::invalid_argument that names `what` and the point.
void requireFinitePoint(std::string_view what, const glm::vec3& point);

}  // namespace armature
