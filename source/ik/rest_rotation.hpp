#pragma once

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/math/transform.hpp>

#include "scene/transform_hierarchy.hpp"

namespace armature {

class Bone;

/// The rest of a bone as parts, to be compared with a pose whose scale is `scale`: a matrix does not tell which axes a mirroring scale
/// turns around, and two of them are half a turn; of the ways to split the rest it is the one with the pose's signs.
[[nodiscard]] Transform restOf(const Bone& bone, const glm::vec3& scale) noexcept;
/// The same for the pose of now.
[[nodiscard]] Transform restOf(const Bone& bone) noexcept;

/// The rotation of that. May remember it with the rest that it was split from, which seldom changes.
class RestRotation {
public:
    [[nodiscard]] glm::dquat of(const Bone& bone) const noexcept;
    void remember(const Bone& bone) noexcept;

private:
    [[nodiscard]] bool isSame(const LocalPose& rest, const glm::vec3& scale) const noexcept;

    LocalPose seen_;
    glm::bvec3 signs_{false};
    bool isKnown_ = false;
    glm::dquat rotation_{1., 0., 0., 0.};
};

}  // namespace armature
