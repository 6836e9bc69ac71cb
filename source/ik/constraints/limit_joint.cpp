#include <algorithm>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/ik/constraints.hpp>
#include <armature/skeleton/bone.hpp>

#include "ik/constraints/joint_ref.hpp"
#include "ik/known_rest.hpp"
#include "ik/limits/turn_limit.hpp"
#include "ik/not_solved.hpp"
#include "ik/turns.hpp"
#include "node/checks.hpp"

namespace armature {

namespace {

LimitReport holdWithin(JointRef ref, const JointLimit& limit, const Transform& rest, float weight)
{
    ref.requireWeight("limitJoint", weight);
    const TurnLimit checked = TurnLimit::of(limit);
    const auto part = static_cast<double>(weight);
    const PosedJoint before = ref.read();
    PosedJoint joint = before;
    const glm::dquat restTurn = glm::normalize(glm::dquat(rest.rotation));
    const glm::dquat turn = glm::conjugate(restTurn) * before.rotation;
    const glm::dquat allowed = restTurn * checked.apply(turn);
    double shift = 0.;
    if (checked.kind == TurnLimit::Kind::Slide) {
        const glm::dvec3 axis = restTurn * checked.axis;
        const glm::dvec3 origin(rest.translation);
        const glm::dvec3 now = before.local().origin;
        const glm::dvec3 held = origin + axis * std::clamp(glm::dot(now - origin, axis), checked.minDistance, checked.maxDistance);
        joint.center += part * (held - now);
        shift = glm::length(held - now);
    }
    const bool isTurned = checked.violation(turn) > roundingError;
    const bool isShifted = shift > roundingError * (glm::length(before.center) + glm::length(glm::dvec3(rest.translation)));
    if (isTurned) {
        joint.rotation = blendTurns(before.rotation, allowed, part);
    }
    if ((isTurned || isShifted) && !ref.isWritable(joint)) {
        return notSolved<LimitReport>(IkStatus::Undefined);
    }
    if (isTurned || isShifted) {
        ref.write(joint);
    }
    LimitReport report;
    report.iterations = 1;
    report.angle = static_cast<float>(isTurned ? angleBetween(joint.rotation, allowed) : 0.);
    report.distance = static_cast<float>(isShifted ? (1. - part) * shift : 0.);
    report.jointChange = static_cast<float>(angleBetween(before.rotation, joint.rotation));
    report.isHeld = isTurned || isShifted;
    report.isReached = !report.isHeld || part == 1.;
    return report;
}

}  // namespace

LimitReport limitJoint(Node& node, const JointLimit& limit, const Transform& rest, float weight)
{
    return holdWithin(JointRef(node), limit, requireTransform(node, rest), weight);
}

LimitReport limitJoint(Bone& bone, const JointLimit& limit, float weight)
{
    return holdWithin(JointRef(bone), limit, restOf(bone), weight);
}

LimitReport limitJoint(JointView joints, std::size_t joint, const JointLimit& limit, float weight)
{
    return holdWithin(JointRef(joints, joint), limit, joints.getRest(joint), weight);
}

}  // namespace armature
