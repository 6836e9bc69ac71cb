#include "ik/known_rest.hpp"

#include <cstring>

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

template <class Numbers>
bool haveSameBits(const Numbers& a, const Numbers& b) noexcept
{
    return std::memcmp(&a, &b, sizeof(Numbers)) == 0;
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

// Compares bits, which takes a few whole words. Equal numbers with other bits, as -0 has, at most lead to the same work again.
bool KnownRest::isSame(const LocalPose& rest, const glm::vec3& scale) const noexcept
{
    return isKnown_ && rest.isMatrix == seen_.isMatrix && negative(scale) == signs_
           && (rest.isMatrix ? haveSameBits(rest.matrix, seen_.matrix) : haveSameBits(rest.parts, seen_.parts));
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
