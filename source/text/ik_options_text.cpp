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

std::string toString(const SpringCollider& collider)
{
    return fieldsText("node", collider.node) + ", " + toString(collider.solid);
}

std::string toString(const SpringJoint& joint)
{
    return fieldsText("bone", joint.bone) + ", " + toString(joint.parameters);
}

// --- structs whose members are named ----------------------------------------------------------------------------------

template ARMATURE_API std::string membersText(const AimChainOptions&);
template ARMATURE_API std::string membersText(const AimOptions&);
template ARMATURE_API std::string membersText(const BoneIkOptions&);
template ARMATURE_API std::string membersText(const BoneLookOptions&);
template ARMATURE_API std::string membersText(const ChainSolverOptions&);
template ARMATURE_API std::string membersText(const CopyPositionOptions&);
template ARMATURE_API std::string membersText(const CopyRotationOptions&);
template ARMATURE_API std::string membersText(const CopyScaleOptions&);
template ARMATURE_API std::string membersText(const FootPlacementLeg&);
template ARMATURE_API std::string membersText(const FootPlacementOptions&);
template ARMATURE_API std::string membersText(const GroundPoint&);
template ARMATURE_API std::string membersText(const IkDebugStyle&);
template ARMATURE_API std::string membersText(const IkGoal&);
template ARMATURE_API std::string membersText(const LimitedTurn&);
template ARMATURE_API std::string membersText(const NodeConstraintRule&);
template ARMATURE_API std::string membersText(const SplineChainOptions&);
template ARMATURE_API std::string membersText(const SpringChain&);
template ARMATURE_API std::string membersText(const SpringColliderGroup&);
template ARMATURE_API std::string membersText(const SpringParameters&);
template ARMATURE_API std::string membersText(const SpringSolid&);
template ARMATURE_API std::string membersText(const StretchOptions&);
template ARMATURE_API std::string membersText(const SwingTwist&);

}  // namespace armature
