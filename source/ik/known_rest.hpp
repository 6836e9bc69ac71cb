#pragma once

#include <cstring>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/math/transform.hpp>

#include "node/transform_hierarchy.hpp"

namespace armature {

class Bone;

/// Splits a rest pose into parts, for comparison with a pose whose scale is `scale`. A mirroring matrix does not tell which axes its scale
/// flips, and flipping two axes equals half a turn. Of all possible splits, returns the one whose scale has the signs of `scale`.
[[nodiscard]] Transform restOf(const LocalPose& rest, const glm::vec3& scale) noexcept;
/// Splits the rest pose of a bone into parts, for comparison with its current pose.
[[nodiscard]] Transform restOf(const Bone& bone) noexcept;

/// A rest pose split into parts. The cached parts stay valid as long as the rest pose and the signs of the pose's scale do not change; they
/// seldom do.
class KnownRest {
public:
    /// Caches a rest pose. Returns false if it was cached already.
    bool remember(const LocalPose& rest, const glm::vec3& scale) noexcept;
    [[nodiscard]] const Transform& parts() const noexcept { return parts_; }
    [[nodiscard]] const glm::dquat& rotation() const noexcept { return rotation_; }

    /// Returns the rest rotation of a joint of any view: the cached one if the rest pose and the signs of the scale are the cached ones.
    [[nodiscard]] glm::dquat rotationOf(const LocalPose& rest, const glm::vec3& scale) const noexcept;

    /// Whether `rest` is the cached rest pose, bit for bit. Equal numbers with other bits, as -0 has, at most lead to the same work again.
    [[nodiscard]] bool holds(const LocalPose& rest) const noexcept
    {
        return isKnown_ && rest.isMatrix == seen_.isMatrix
               && (rest.isMatrix ? haveSameBits(rest.matrix, seen_.matrix) : haveSameBits(rest.parts, seen_.parts));
    }

private:
    template <class Numbers>
    [[nodiscard]] static bool haveSameBits(const Numbers& a, const Numbers& b) noexcept
    {
        return std::memcmp(&a, &b, sizeof(Numbers)) == 0;  // NOLINT(bugprone-suspicious-memory-comparison): bits are meant
    }
    [[nodiscard]] bool isSame(const LocalPose& rest, const glm::vec3& scale) const noexcept;

    LocalPose seen_;
    glm::bvec3 signs_{false};
    bool isKnown_ = false;
    Transform parts_;
    glm::dquat rotation_{1., 0., 0., 0.};
};

}  // namespace armature
