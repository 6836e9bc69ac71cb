#include "ik/limb/known_shape.hpp"

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "ik/turns.hpp"

namespace armature {

namespace {

/// Threshold in radians: a limb that bends less than this at rest counts as straight, because the plane of so small a bend could be chance.
constexpr double straightRest = 0.05;

}  // namespace

void chooseLimbAxes(TwoBoneLimb& limb, const std::optional<glm::vec3>& bendAxis) noexcept
{
    const glm::dvec3 along = upperDirection(limb);
    const glm::dquat fromY = shortestTurn({0., 1., 0.}, along, {0., 0., 1.});
    limb.bendAxis = PlainVector(fromY * glm::dvec3(0., 0., -1.));
    limb.poleAxis = PlainVector(fromY * glm::dvec3(1., 0., 0.));
    if (bendAxis) {
        limb.bendAxis = PlainVector(glm::normalize(glm::dvec3(*bendAxis)));
        return;
    }
    const glm::dvec3 rest = glm::cross(lowerDirectionAtRest(limb), along);
    if (glm::length(rest) > straightRest) {
        const glm::dvec3 axis = glm::normalize(rest);
        limb.bendAxis = PlainVector(axis);
        limb.poleAxis = PlainVector(glm::cross(axis, along));
    }
}

TwoBoneLimb KnownShape::withReferences(const LimbPose& limb, const LimbRests& rests) const noexcept
{
    TwoBoneLimb complete;
    static_cast<LimbPose&>(complete) = limb;
    complete.upperReference = PlainTurn(upperRest_.rotationOf(rests.upper, glm::vec3(limb.upper.scale.toGlm())));
    complete.lowerReference = PlainTurn(lowerRest_.rotationOf(rests.lower, glm::vec3(limb.lower.scale.toGlm())));
    return complete;
}

const TwoBoneShape* KnownShape::compute(const LimbPose& limb, const LimbRests& rests, const std::optional<glm::vec3>& bendAxis,
                                        std::optional<TwoBoneShape>& outOther) const noexcept
{
    TwoBoneLimb bending = withReferences(limb, rests);
    chooseLimbAxes(bending, bendAxis);
    outOther = TwoBoneShape::of(bending);
    return outOther ? &*outOther : nullptr;
}

void KnownShape::replace(const LimbPose& limb, const LimbRests& rests, const std::optional<glm::vec3>& bendAxis) noexcept
{
    upperRest_.remember(rests.upper, glm::vec3(limb.upper.scale.toGlm()));
    lowerRest_.remember(rests.lower, glm::vec3(limb.lower.scale.toGlm()));
    static_cast<void>(compute(limb, rests, bendAxis, shape_));
    limb_ = limb;
    isKnown_ = true;
}

}  // namespace armature
