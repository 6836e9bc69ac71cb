#include <string>
#include <variant>

#include <fmt/format.h>

#include <armature/ik/bone_ik_controller.hpp>
#include <armature/ik/bone_look_controller.hpp>
#include <armature/ik/chain_solver.hpp>
#include <armature/ik/constraints.hpp>
#include <armature/ik/foot_placement.hpp>
#include <armature/ik/spline_chain.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/text.hpp>

#include "base/words.hpp"
#include "text/fields.hpp"

namespace armature {

namespace {

std::string textOf(const BallJoint&)
{
    return "ball";
}

std::string textOf(const SwingTwistJoint& joint)
{
    return fmt::format("swing up to {:.6g} and twist {:.6g} to {:.6g} about {}", joint.maxSwing, joint.minTwist, joint.maxTwist,
                       fieldText(joint.axis));
}

std::string textOf(const HingeJoint& joint)
{
    return fmt::format("hinge {:.6g} to {:.6g} about {}", joint.minAngle, joint.maxAngle, fieldText(joint.axis));
}

std::string textOf(const PrismaticJoint& joint)
{
    return fmt::format("slide {:.6g} to {:.6g} along {}", joint.minDistance, joint.maxDistance, fieldText(joint.axis));
}

std::string textOf(const FixedJoint&)
{
    return "fixed";
}

std::string_view notSolvedText(IkStatus status)
{
    switch (status) {
    case IkStatus::NoTarget: return "not solved: no target was set";
    case IkStatus::Gone: return "not solved: a bone or node that it refers to was removed";
    case IkStatus::Singular: return "not solved: a matrix above the bones is singular";
    case IkStatus::Undefined: return "not solved: directions coincide, or a bone has no length";
    case IkStatus::Solved: break;
    }
    return "solved";
}

std::string limitsText(std::uint64_t activeLimits)
{
    std::string text;
    for (std::size_t joint = 0; joint < 64; ++joint) {
        if ((activeLimits >> joint & 1u) != 0) {
            text += (text.empty() ? "" : ", ") + std::to_string(joint);
        }
    }
    return text;
}

}  // namespace

std::string toString(const JointLimit& limit)
{
    return std::visit([](const auto& joint) { return textOf(joint); }, limit);
}

namespace {

/// Returns the report's text. `held`: a clause about the limits that held joints back, such as "held by the range of pitch"; empty if none
/// did.
std::string textOf(const IkReport& report, std::string_view held)
{
    if (report.status != IkStatus::Solved) {
        return std::string(notSolvedText(report.status));
    }
    std::string text = report.isReached ? "reached" : "not reached";
    text += fmt::format(": {:.6g} off", report.distance);
    if (report.angle != 0.f) {
        text += fmt::format(", {:.6g} rad to turn", report.angle);
    }
    if (report.beyondReach != 0.f) {
        text += fmt::format(", {:.6g} beyond reach", report.beyondReach);
    }
    if (!held.empty()) {
        text += fmt::format(", {}", held);
    }
    return text + fmt::format("; joints turned by up to {:.6g} rad in {}", report.jointChange, counted(report.iterations, "iteration"));
}

}  // namespace

std::string toString(const IkReport& report)
{
    return textOf(report, "");
}

std::string toString(const ChainReport& report)
{
    return textOf(report, report.activeLimits != 0 ? "limits of joints " + limitsText(report.activeLimits) : "");
}

std::string toString(const BoneIkReport& report)
{
    return textOf(report, report.isAngleHeld ? "held by the range of the angle" : "");
}

std::string toString(const BoneLookReport& report)
{
    return textOf(report, report.isPitchHeld && report.isYawHeld ? "held by the ranges of pitch and yaw"
                          : report.isPitchHeld                   ? "held by the range of pitch"
                          : report.isYawHeld                     ? "held by the range of yaw"
                                                                 : "");
}

std::string toString(const StretchReport& report)
{
    return textOf(report, report.isMinHeld ? "held by minStretch" : report.isMaxHeld ? "held by maxStretch" : "");
}

std::string toString(const LimitReport& report)
{
    return textOf(report, report.isHeld ? "held by the limit" : "");
}

std::string toString(const SplineReport& report)
{
    const ChainReport& general = report;
    if (report.status != IkStatus::Solved) {
        return toString(general);
    }
    return fmt::format("{}; chain of {:.6g} on a curve of {:.6g}{}", toString(general), report.chainLength, report.curveLength,
                       report.isTooLong    ? ", too long"
                       : report.isTooShort ? ", too short"
                                           : "");
}

std::string toString(const FootReport& report)
{
    return fmt::format("{}, weight {:.6g}, {}", report.hasGround ? "ground" : "no ground", report.weight,
                       textOf(report.ik, report.isAnkleHeld ? "held by the range of the ankle" : ""));
}

std::string toString(const FootPlacementReport& report)
{
    std::string text = fmt::format("pelvis moved by {:.6g}", report.pelvisOffset);
    for (const FootReport& foot : report.feet) {
        text += "\n  " + toString(foot);
    }
    return text;
}

std::string toString(const Chain::Joint& joint)
{
    const Bone* bone = joint.handle.get();
    return fmt::format("{}: {}", bone != nullptr ? shown(bone->getName()) : "(removed)", toString(joint.options));
}

std::string toString(const Chain::Effector& effector)
{
    return fmt::format("effector at {} of joint {}", fieldText(effector.ownPoint), effector.joint);
}

std::string toString(const ChainJoint& joint)
{
    std::string text = toString(joint.limit);
    if (joint.stiffness != 0.f) {
        text += fmt::format(", stiffness {:.6g}", joint.stiffness);
    }
    if (joint.preferred) {
        text += fmt::format(", prefers {} by {:.6g}", fieldText(*joint.preferred), joint.preference);
    }
    return text;
}

std::string toString(const Chain& chain)
{
    const auto nameOf = [](const auto* named) { return named != nullptr ? shown(named->getName()) : std::string_view("(removed)"); };
    std::string text = fmt::format("chain of {}: {}, {}", nameOf(chain.getSkeleton()), counted(chain.joints().size(), "joint"),
                                   counted(chain.effectors().size(), "effector"));
    for (const Chain::Joint& joint : chain.joints()) {
        text += "\n  " + toString(joint);
    }
    for (const Chain::Effector& effector : chain.effectors()) {
        text += fmt::format("\n  effector at {} of {}", fieldText(effector.ownPoint), nameOf(chain.joints()[effector.joint].handle.get()));
    }
    return text;
}

}  // namespace armature
