#include "retarget/foot_contacts.hpp"

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/math/affine.hpp>

#include "retarget/stance.hpp"
#include "skeleton/joint_access.hpp"

namespace armature {

std::vector<RetargetLeg> findLegs(const RetargetPlan& plan)
{
    const RolePairs roles = pairsByRole(plan.map);
    const Rises rises = risesOf(plan.source, plan.target, plan.map, plan.scale);
    std::vector<RetargetLeg> legs;
    for (const LegRoles& each : legRoles) {
        const auto sourceLength = lengthOf(each, plan.source, plan.map, &RetargetPair::source);
        const auto targetLength = lengthOf(each, plan.target, plan.map, &RetargetPair::target);
        if (!sourceLength || !targetLength) {
            continue;
        }
        const auto upper = roles[indexOf(each.upper)];
        const auto lower = roles[indexOf(each.lower)];
        const auto foot = roles[indexOf(each.foot)];
        const auto pairOf = [&](const std::optional<std::size_t>& pair) -> const RetargetPair& { return plan.map.pairs[*pair]; };
        const RetargetPair& ball = pairOf(roles[indexOf(each.toes)] ? roles[indexOf(each.toes)] : foot);
        RetargetLeg leg;
        leg.target = {pairOf(upper).target, pairOf(lower).target, pairOf(foot).target};
        leg.targetBall = ball.target;
        leg.sourceBall = ball.source;
        leg.sourceLength = *sourceLength;
        leg.targetLength = *targetLength;
        leg.sourceRestHeight = plan.source.origins[ball.source].y + rises.source;
        leg.targetRestHeight = plan.target.origins[ball.target].y + rises.target;
        leg.kneeDirection = glm::conjugate(plan.target.turns[leg.target.upper]) * glm::dvec3(0., 0., 1.);
        const bool isChain =
            plan.target.parents[leg.target.foot] == leg.target.lower && plan.target.parents[leg.target.lower] == leg.target.upper;
        if (isChain && leg.sourceLength > 0. && leg.targetLength > 0.) {
            legs.push_back(leg);
        }
    }
    return legs;
}

glm::dvec3 placeOf(const RestRig& rig, const JointView& joints, std::size_t joint) noexcept
{
    return rig.toWorld.point(glm::dvec3(translationOf(JointAccess::absolute(joints, joint))));
}

glm::dvec3 placeOf(const RestRig& rig, JointPlaces& joints, std::size_t joint) noexcept
{
    return rig.toWorld.point(glm::dvec3(translationOf(joints.at(joint))));
}

}  // namespace armature
