#include <string>

#include <armature/ik/aim_chain.hpp>
#include <armature/ik/bone_ik_controller.hpp>
#include <armature/ik/bone_look_controller.hpp>
#include <armature/ik/chain_solver.hpp>
#include <armature/ik/constraints.hpp>
#include <armature/ik/foot_placement.hpp>
#include <armature/ik/ik_debug_lines.hpp>
#include <armature/ik/node_constraints.hpp>
#include <armature/ik/spline_chain.hpp>
#include <armature/ik/spring_bones.hpp>
#include <armature/text.hpp>

#include "base/words.hpp"
#include "text/fields.hpp"

namespace armature {

std::string toString(const AimChainOptions& options)
{
    return fieldsText("forward", options.forward, "eye", options.eye, "upAxis", options.upAxis, "maxIterations", options.maxIterations,
                      "tolerance", options.tolerance, "weight", options.weight);
}

std::string toString(const AimOptions& options)
{
    return fieldsText("axis", options.axis, "upAxis", options.upAxis, "up", options.up, "weight", options.weight);
}

std::string toString(const BoneIkMemory& memory)
{
    return fieldsText("line", memory.line, "side", memory.side, "pole", memory.pole, "upper", memory.upper, "lower", memory.lower);
}

std::string toString(const BoneIkOptions& options)
{
    return fieldsText("bendAxis", options.bendAxis, "tip", options.tip, "poleAngle", options.poleAngle, "minAngle", options.minAngle,
                      "maxAngle", options.maxAngle, "weight", options.weight, "halfLife", options.halfLife, "softness", options.softness,
                      "maxPoleTurn", options.maxPoleTurn);
}

std::string toString(const BoneLookMemory& memory)
{
    return fieldsText("rotation", memory.rotation);
}

std::string toString(const BoneLookOptions& options)
{
    return fieldsText("forward", options.forward, "upAxis", options.upAxis, "up", options.up, "upSpace", options.upSpace, "ahead",
                      options.ahead, "minYaw", options.minYaw, "maxYaw", options.maxYaw, "minPitch", options.minPitch, "maxPitch",
                      options.maxPitch, "adjustYaw", options.adjustYaw, "adjustPitch", options.adjustPitch, "adjustRoll",
                      options.adjustRoll, "weight", options.weight, "halfLife", options.halfLife);
}

std::string toString(const ChainJointMemory& memory)
{
    return fieldsText("rotation", memory.rotation, "center", memory.center);
}

std::string toString(const ChainSolve& along)
{
    return fieldsText("memory", along.memory != nullptr ? std::optional(along.memory->size()) : std::nullopt, "effectors",
                      along.effectors.size());
}

std::string toString(const ChainSolverOptions& options)
{
    return fieldsText("method", options.method, "maxIterations", options.maxIterations, "tolerance", options.tolerance, "angleTolerance",
                      options.angleTolerance, "weight", options.weight, "softness", options.softness, "warmStart", options.warmStart,
                      "restarts", options.restarts);
}

std::string toString(const CopyPositionOptions& options)
{
    return fieldsText("space", options.space, "axes", options.axes, "invert", options.invert, "offset", options.offset, "weight",
                      options.weight);
}

std::string toString(const CopyRotationOptions& options)
{
    return fieldsText("space", options.space, "axes", options.axes, "invert", options.invert, "offset", options.offset, "fromRest",
                      options.fromRest, "weight", options.weight);
}

std::string toString(const CopyScaleOptions& options)
{
    return fieldsText("space", options.space, "axes", options.axes, "factor", options.factor, "weight", options.weight);
}

std::string toString(const FootMemory& memory)
{
    return fieldsText("groundHeight", memory.groundHeight, "groundNormal", memory.groundNormal);
}

std::string toString(const FootPlacementLeg& leg)
{
    return fieldsText("foot", leg.foot, "ankleHeight", leg.ankleHeight, "probes",
                      leg.probes ? std::optional(leg.probes->size()) : std::nullopt, "maxAnkleAngle", leg.maxAnkleAngle);
}

std::string toString(const FootPlacementMemory& memory)
{
    return fieldsText("pelvisOffset", memory.pelvisOffset, "feet", memory.feet.size());
}

std::string toString(const FootPlacementOptions& options)
{
    return fieldsText("pelvis", options.pelvis, "up", options.up, "animatedGround", options.animatedGround, "maxDrop", options.maxDrop,
                      "maxRise", options.maxRise, "liftBegin", options.liftBegin, "liftEnd", options.liftEnd, "weight", options.weight,
                      "footHalfLife", options.footHalfLife, "pelvisHalfLife", options.pelvisHalfLife);
}

std::string toString(const GroundPoint& point)
{
    return fieldsText("position", point.position, "normal", point.normal);
}

std::string toString(const IkDebugStyle& style)
{
    return fieldsText("chainColor", style.chainColor, "goalColor", style.goalColor, "residualColor", style.residualColor, "limitColor",
                      style.limitColor, "activeLimitColor", style.activeLimitColor, "poseColor", style.poseColor, "curveColor",
                      style.curveColor, "size", style.size, "segments", style.segments);
}

std::string toString(const IkGoal& goal)
{
    return fieldsText("position", goal.position, "rotation", goal.rotation, "positionWeight", goal.positionWeight, "rotationWeight",
                      goal.rotationWeight, "priority", goal.priority);
}

std::string toString(const LimitedTurn& turn)
{
    return fieldsText("turn", turn.turn, "isActive", turn.isActive);
}

std::string toString(const SplineChainOptions& options)
{
    return fieldsText("movesRoot", options.movesRoot, "minStretch", options.minStretch, "maxStretch", options.maxStretch, "startRoll",
                      options.startRoll, "endRoll", options.endRoll, "tip", options.tip, "tolerance", options.tolerance, "weight",
                      options.weight);
}

std::string toString(const StretchOptions& options)
{
    return fieldsText("mode", options.mode, "axis", options.axis, "tip", options.tip, "minStretch", options.minStretch, "maxStretch",
                      options.maxStretch, "keepVolume", options.keepVolume, "aims", options.aims, "weight", options.weight);
}

std::string toString(const SwingTwist& parts)
{
    return fieldsText("swing", parts.swing, "twist", parts.twist, "twistAngle", parts.twistAngle);
}

std::string toString(const AimChain& chain)
{
    return toString(chain.getOptions()) + "\n" + toString(chain.getChain());
}

std::string toString(const BoneIkController& controller)
{
    return toString(controller.getOptions());
}

std::string toString(const BoneLookController& controller)
{
    return toString(controller.getOptions());
}

std::string toString(const ChainSolver& solver)
{
    return toString(solver.getOptions()) + "\n" + toString(solver.getChain());
}

std::string toString(const FootPlacement& placement)
{
    return toString(placement.getOptions());
}

std::string toString(const SplineChain& chain)
{
    return toString(chain.getOptions()) + "\n" + toString(chain.getChain());
}

std::string toString(const SpringBones& springs)
{
    std::size_t swinging = 0;
    const std::vector<SpringChain> chains = springs.getChains();
    for (const SpringChain& chain : chains) {
        swinging += chain.joints.size() - (chain.end ? 0 : 1);
    }
    return counted(chains.size(), "chain") + ", " + counted(swinging, "joint") + " that swing, "
           + counted(springs.getColliders().size(), "collider");
}

std::string toString(const NodeConstraints& constraints)
{
    const std::vector<NodeConstraint> all = constraints.getConstraints();
    std::string text = counted(all.size(), "node constraint");
    for (const NodeConstraint& each : all) {
        text += "\n  " + toString(each);
    }
    return text;
}

std::string toString(const NodeConstraint& constraint)
{
    return fieldsText("node", constraint.node, "source", constraint.source) + ", " + toString(constraint.rule) + ", "
           + fieldsText("rest", constraint.rest, "sourceRest", constraint.sourceRest);
}

std::string toString(const NodeConstraintRule& rule)
{
    return fieldsText("kind", rule.kind, "axis", rule.axis, "weight", rule.weight);
}

std::string toString(const SpringChain& chain)
{
    return fieldsText("name", chain.name, "joints", chain.joints.size(), "end", chain.end, "colliderGroups", chain.colliderGroups.size(),
                      "center", chain.center);
}

std::string toString(const SpringCollider& collider)
{
    return fieldsText("node", collider.node) + ", " + toString(collider.solid);
}

std::string toString(const SpringColliderGroup& group)
{
    return fieldsText("name", group.name, "colliders", group.colliders.size());
}

std::string toString(const SpringJoint& joint)
{
    return fieldsText("bone", joint.bone) + ", " + toString(joint.parameters);
}

std::string toString(const SpringParameters& parameters)
{
    return fieldsText("stiffness", parameters.stiffness, "gravityPower", parameters.gravityPower, "gravityDirection",
                      parameters.gravityDirection, "drag", parameters.drag, "hitRadius", parameters.hitRadius);
}

std::string toString(const SpringSolid& solid)
{
    return fieldsText("shape", solid.shape, "offset", solid.offset, "tail", solid.tail, "normal", solid.normal, "radius", solid.radius,
                      "isInside", solid.isInside);
}

}  // namespace armature
