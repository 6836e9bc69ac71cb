#include "ik/rest_rotation.hpp"

#include <glm/gtc/quaternion.hpp>
#include <glm/vector_relational.hpp>

#include "math/rotation_rule.hpp"
#include "skeleton/skeleton_access.hpp"

namespace armature {

namespace {

glm::vec3 scaleNow(const Bone& bone) noexcept
{
    const PoseTarget driver = NodeAccess::driver(bone);
    return driver.hierarchy->transform(driver.slot).scale;
}

glm::bvec3 negative(const glm::vec3& scale) noexcept
{
    return glm::lessThan(scale, glm::vec3(0.f));
}

}  // namespace

Transform restOf(const Bone& bone, const glm::vec3& scale) noexcept
{
    return withSigns(SkeletonAccess::rest(bone).toParts(), scale);
}

Transform restOf(const Bone& bone) noexcept
{
    return restOf(bone, scaleNow(bone));
}

bool RestRotation::isSame(const LocalPose& rest, const glm::vec3& scale) const noexcept
{
    return isKnown_ && rest.isMatrix == seen_.isMatrix && negative(scale) == signs_
           && (rest.isMatrix ? rest.matrix == seen_.matrix : rest.parts == seen_.parts);
}

glm::dquat RestRotation::of(const Bone& bone) const noexcept
{
    const glm::vec3 scale = scaleNow(bone);
    return isSame(SkeletonAccess::rest(bone), scale) ? rotation_ : glm::normalize(glm::dquat(restOf(bone, scale).rotation));
}

void RestRotation::remember(const Bone& bone) noexcept
{
    const LocalPose& rest = SkeletonAccess::rest(bone);
    const glm::vec3 scale = scaleNow(bone);
    if (!isSame(rest, scale)) {
        seen_ = rest;
        signs_ = negative(scale);
        isKnown_ = true;
        rotation_ = glm::normalize(glm::dquat(restOf(bone, scale).rotation));
    }
}

}  // namespace armature
