#include "ik/limb/bone_ik_checks.hpp"

#include <limits>
#include <stdexcept>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <armature/skeleton/bone.hpp>

#include "ik/limb/known_shape.hpp"
#include "ik/option_checks.hpp"
#include "ik/turns.hpp"
#include "node/checks.hpp"
#include "node/label.hpp"

namespace armature {

void refuseBone(const Bone& bone, const std::string& why)
{
    throw std::invalid_argument(fmt::format("{}: {}", label(bone), why));
}

void requireBoneIkOptions(const Bone& bone, const BoneIkOptions& options)
{
    if (options.bendAxis) {
        requireAxis(bone, "bendAxis", *options.bendAxis);
    }
    if (options.tip) {
        requireFinite(bone, "tip", *options.tip);
    }
    constexpr float pastStraight = 3.1415930f;  // limit just above pi, so that any float close to pi is accepted
    requireWithin(bone, "minAngle", options.minAngle, 0.f, options.maxAngle);
    requireWithin(bone, "maxAngle", options.maxAngle, options.minAngle, pastStraight);
    requireWithin(bone, "weight", options.weight);
    requireWithin(bone, "softness", options.softness);
    requireWithin(bone, "poleAngle", options.poleAngle, -1e6f, 1e6f);
    requireWithin(bone, "halfLife", options.halfLife, 0.f, std::numeric_limits<float>::max());
    requireWithin(bone, "maxPoleTurn", options.maxPoleTurn, 0.f, std::numeric_limits<float>::infinity());
}

void requireLimb(const Bone& lower, TwoBoneLimb limb, const BoneIkOptions& options)
{
    chooseLimbAxes(limb, options.bendAxis);
    const glm::dvec3 along = upperDirection(limb);
    if (along == glm::dvec3(0.)) {
        refuseBone(*lower.getParentBone(), fmt::format("the upper bone has no length: {} is at its joint", label(lower)));
    }
    if (lowerDirectionAtRest(limb) == glm::dvec3(0.)) {
        refuseBone(lower, "the lower bone has no length: it needs a child bone, a length, or a tip away from its joint");
    }
    if (!(glm::length(across(limb.bendAxis.toGlm(), along)) > 0.01)) {
        refuseBone(lower,
                   fmt::format("the bend axis ({}, {}, {}) lies along the upper bone", limb.bendAxis.x, limb.bendAxis.y, limb.bendAxis.z));
    }
}

}  // namespace armature
