#include "ik/limb/known_shape.hpp"

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "ik/turns.hpp"

namespace armature {

namespace {

/// Threshold in radians: a limb that bends less than this at rest counts as straight, because the plane of so small a bend could be chance.
constexpr double straightRest = 0.05;

bool sameButTurned(const TwoBoneLimb& a, const TwoBoneLimb& b) noexcept
{
    return a.lower.center == b.lower.center && a.tip == b.tip && a.upper.shape == b.upper.shape && a.lower.shape == b.lower.shape
           && a.upperReference == b.upperReference && a.lowerReference == b.lowerReference && a.upper.shift == b.upper.shift
           && a.lower.shift == b.lower.shift;
}

}  // namespace

void chooseLimbAxes(TwoBoneLimb& limb, const std::optional<glm::vec3>& bendAxis) noexcept
{
    const glm::dvec3 along = upperDirection(limb);
    const glm::dquat fromY = shortestTurn({0., 1., 0.}, along, {0., 0., 1.});
    limb.bendAxis = fromY * glm::dvec3(0., 0., -1.);
    limb.poleAxis = fromY * glm::dvec3(1., 0., 0.);
    if (bendAxis) {
        limb.bendAxis = glm::normalize(glm::dvec3(*bendAxis));
        return;
    }
    const glm::dvec3 rest = glm::cross(lowerDirectionAtRest(limb), along);
    if (glm::length(rest) > straightRest) {
        limb.bendAxis = glm::normalize(rest);
        limb.poleAxis = glm::cross(limb.bendAxis, along);
    }
}

const TwoBoneShape* KnownShape::of(const TwoBoneLimb& limb, const std::optional<glm::vec3>& bendAxis,
                                   std::optional<TwoBoneShape>& outOther) const noexcept
{
    if (isKnown_ && sameButTurned(limb, limb_)) {
        return shape_ ? &*shape_ : nullptr;
    }
    TwoBoneLimb bending = limb;
    chooseLimbAxes(bending, bendAxis);
    outOther = TwoBoneShape::of(bending);
    return outOther ? &*outOther : nullptr;
}

const TwoBoneShape* KnownShape::remember(const TwoBoneLimb& limb, const std::optional<glm::vec3>& bendAxis) noexcept
{
    if (!isKnown_ || !sameButTurned(limb, limb_)) {
        limb_ = limb;
        chooseLimbAxes(limb_, bendAxis);
        shape_ = TwoBoneShape::of(limb_);
        isKnown_ = true;
    }
    return shape_ ? &*shape_ : nullptr;
}

}  // namespace armature
