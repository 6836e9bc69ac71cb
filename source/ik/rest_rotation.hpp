#pragma once

#include <glm/ext/quaternion_double.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/math/decompose.hpp>

#include "skeleton/skeleton_access.hpp"

namespace armature {

/// The rotation of a bone's rest. Remembers the rest it was split from, which seldom changes.
class RestRotation {
public:
    [[nodiscard]] const glm::dquat& of(const Bone& bone) noexcept
    {
        const LocalPose& rest = SkeletonAccess::rest(bone);
        if (!isKnown_ || rest.isMatrix != seen_.isMatrix
            || (rest.isMatrix ? rest.matrix != seen_.matrix : rest.parts.rotation != seen_.parts.rotation)) {
            seen_ = rest;
            isKnown_ = true;
            rotation_ = glm::normalize(glm::dquat(rest.isMatrix ? decompose(rest.matrix).transform.rotation : rest.parts.rotation));
        }
        return rotation_;
    }

private:
    LocalPose seen_;
    bool isKnown_ = false;
    glm::dquat rotation_{1., 0., 0., 0.};
};

}  // namespace armature
