#include "ik/known_rest.hpp"

#include <glm/gtc/quaternion.hpp>
#include <glm/vector_relational.hpp>

#include "math/rotation_rule.hpp"
#include "skeleton/skeleton_access.hpp"

namespace armature {

namespace {

glm::bvec3 negative(const glm::vec3& scale) noexcept
{
    return glm::lessThan(scale, glm::vec3(0.f));
}

glm::dquat unitRotation(const Transform& parts) noexcept
{
    return glm::normalize(glm::dquat(parts.rotation));
}

}  // namespace

Transform restOf(const LocalPose& rest, const glm::vec3& scale) noexcept
{
    return withSigns(rest.toParts(), scale);
}

Transform restOf(const Bone& bone) noexcept
{
    const PoseTarget driver = NodeAccess::driver(bone);
    return restOf(SkeletonAccess::rest(bone), driver.hierarchy->transform(driver.slot).scale);
}

bool KnownRest::isSame(const LocalPose& rest, const glm::vec3& scale) const noexcept
{
    return holds(rest) && negative(scale) == signs_;
}

bool KnownRest::remember(const LocalPose& rest, const glm::vec3& scale) noexcept
{
    if (isSame(rest, scale)) {
        return false;
    }
    seen_ = rest;
    signs_ = negative(scale);
    isKnown_ = true;
    parts_ = restOf(rest, scale);
    rotation_ = unitRotation(parts_);
    return true;
}

glm::dquat KnownRest::rotationOf(const LocalPose& rest, const glm::vec3& scale) const noexcept
{
    return isSame(rest, scale) ? rotation_ : unitRotation(restOf(rest, scale));
}

}  // namespace armature
