#include <armature/ik/node_constraints.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/skeleton/skeleton.hpp>

#include "base/moved_from.hpp"
#include "base/words.hpp"
#include "ik/constraints/constraint_plan.hpp"
#include "ik/constraints/joint_ref.hpp"
#include "ik/limits/turn_limit.hpp"
#include "ik/turns.hpp"
#include "node/label.hpp"
#include "node/updater.hpp"
#include "skeleton/joint_access.hpp"
#include "skeleton/skeleton_access.hpp"

namespace armature {

namespace {

constexpr const char* nodeConstraintsName = "a NodeConstraints";  // the class's name in messages

/// Computes the rotation of an aim constraint. Aims in the axes above the node, so that the constrained axis points at the source even if
/// those axes scale non-uniformly.
IkStatus solveAim(const PlannedConstraint& constraint, const JointRef& ref, const JointRef& source, glm::dquat& outTarget)
{
    const Frame above = ref.above(Space::World);
    const std::optional<Frame> place = ref.frameOf(source, Space::World);
    if (!above.isInvertible() || !place) {
        return IkStatus::Singular;
    }
    const glm::dvec3 way = above.inverse().vector(place->origin - above.point(ref.origin()));
    const double length = glm::length(way);
    if (!(length > 0.) || !std::isfinite(length)) {
        return IkStatus::Undefined;
    }
    const glm::dvec3 axis = constraint.node.rest * constraint.axis;
    outTarget = shortestTurn(axis, way / length, anyAcross(axis)) * constraint.node.rest;
    return IkStatus::Solved;
}

// See VRMC_node_constraint 1.0, "Implementation of constraints".
IkStatus apply(const PlannedConstraint& constraint, JointRef ref, const JointRef& source)
{
    const glm::dquat& rest = constraint.node.rest;
    const glm::dquat& sourceRest = constraint.source.rest;
    glm::dquat target = rest;
    if (constraint.kind == NodeConstraintKind::Aim) {
        if (const IkStatus status = solveAim(constraint, ref, source, target); status != IkStatus::Solved) {
            return status;
        }
    } else if (constraint.kind == NodeConstraintKind::Roll) {
        const glm::dquat turn = glm::conjugate(rest) * source.read().rotation * glm::conjugate(sourceRest) * rest;
        target = rest * splitTurn(turn, constraint.axis).twist;
    } else {
        target = rest * glm::conjugate(sourceRest) * source.read().rotation;
    }
    PosedJoint posed = ref.read();
    posed.rotation = glm::normalize(blendTurns(rest, target, constraint.weight));
    if (!ref.isWritable(posed)) {
        return IkStatus::Undefined;
    }
    ref.write(posed);
    return IkStatus::Solved;
}

/// Returns the joint of a view that corresponds to a bone. Throws std::invalid_argument if the view is of another skeleton in which there
/// is no joint at the bone's index, or one with another parent.
std::size_t jointOf(const JointView& joints, const Bone& bone)
{
    const std::size_t joint = SkeletonAccess::positionOf(bone);
    if (JointAccess::skeleton(joints) == &bone.getSkeleton()) {
        return joint;
    }
    if (joint >= joints.size()) {
        refuseConstraints(
            fmt::format("{} has {}, too few for {}", JointAccess::owner(joints), counted(joints.size(), "bone"), label(bone)));
    }
    const Bone* const above = bone.getParentBone();
    if (JointAccess::parent(joints, joint) != (above != nullptr ? SkeletonAccess::positionOf(*above) : noSlot)) {
        refuseConstraints(fmt::format("{} has another parent in {}", label(bone), JointAccess::owner(joints)));
    }
    return joint;
}

}  // namespace

class NodeConstraints::State : public Updatable {
public:
    explicit State(std::span<const NodeConstraint> constraints)
        : plan_(planConstraints(constraints)), given_(constraints.begin(), constraints.end())
    {
        for (const NodeConstraint& each : constraints) {
            nodes_.emplace_back(*each.node);
            sources_.emplace_back(*each.source);
        }
    }

    [[nodiscard]] std::vector<NodeConstraint> constraints() const
    {
        std::vector<NodeConstraint> result = given_;
        for (std::size_t i = 0; i < result.size(); ++i) {
            result[i].node = nodes_[i].get();
            result[i].source = sources_[i].get();
        }
        return result;
    }

    void setWeight(const Node& node, float weight)
    {
        const auto found = std::ranges::find_if(plan_, [&](const PlannedConstraint& each) { return each.node.node.get() == &node; });
        if (found == plan_.end()) {
            refuseConstraints(fmt::format("{} has no constraint", label(node)));
        }
        requireConstraintWeight(node, weight);
        found->weight = static_cast<double>(weight);
        given_[found->given].rule.weight = weight;
    }

    [[nodiscard]] IkStatus update(double /*seconds*/ = 0.) const
    {
        return applyAll([](const ConstrainedNode& each) { return JointRef(*each.node.get()); });
    }

    [[nodiscard]] IkStatus solve(const JointView& joints) const
    {
        const Skeleton* const skeleton = requireJoints(joints);
        return applyAll([&](const ConstrainedNode& each) {
            const Bone* const bone = each.bone.get();
            return bone != nullptr && &bone->getSkeleton() == skeleton ? JointRef(joints, jointOf(joints, *bone))
                                                                       : JointRef(*each.node.get());
        });
    }

private:
    [[nodiscard]] static bool isThere(const PlannedConstraint& each) noexcept
    {
        return each.node.node.get() != nullptr && each.source.node.get() != nullptr;
    }

    /// Returns the skeleton of the constrained nodes; null if no constraint has both of its nodes left. Throws std::invalid_argument if the
    /// nodes are not all bones of one skeleton that fits the view.
    const Skeleton* requireJoints(const JointView& joints) const
    {
        const Skeleton* skeleton = nullptr;
        for (const PlannedConstraint& each : plan_) {
            if (!isThere(each)) {
                continue;
            }
            const Bone* const bone = each.node.bone.get();
            if (bone == nullptr || (skeleton != nullptr && &bone->getSkeleton() != skeleton)) {
                refuseConstraints(
                    fmt::format("{} is not a bone of {}: update() turns it", label(*each.node.node.get()), JointAccess::owner(joints)));
            }
            skeleton = &bone->getSkeleton();
            static_cast<void>(jointOf(joints, *bone));
        }
        return skeleton;
    }

    /// Applies all constraints. `refTo(node)` returns the JointRef for a node of a constraint. Returns Solved, or the first other status.
    template <class RefTo>
    [[nodiscard]] IkStatus applyAll(const RefTo& refTo) const
    {
        IkStatus result = IkStatus::Solved;
        for (const PlannedConstraint& each : plan_) {
            const IkStatus status = isThere(each) ? apply(each, refTo(each.node), refTo(each.source)) : IkStatus::Gone;
            result = result == IkStatus::Solved ? status : result;
        }
        return result;
    }

    std::vector<PlannedConstraint> plan_;
    std::vector<NodeConstraint> given_;  // the pointers in it may dangle, unlike the handles below
    std::vector<Handle<Node>> nodes_;
    std::vector<Handle<const Node>> sources_;
};

NodeConstraints::NodeConstraints(std::span<const NodeConstraint> constraints) : state_(std::make_unique<State>(constraints)) {}

NodeConstraints::~NodeConstraints() = default;
NodeConstraints::NodeConstraints(NodeConstraints&&) noexcept = default;
NodeConstraints& NodeConstraints::operator=(NodeConstraints&&) noexcept = default;

std::vector<NodeConstraint> NodeConstraints::getConstraints() const
{
    return stateOf(state_, nodeConstraintsName).constraints();
}

void NodeConstraints::setWeight(const Node& node, float weight)
{
    stateOf(state_, nodeConstraintsName).setWeight(node, weight);
}

IkStatus NodeConstraints::update(double /*seconds*/)
{
    return stateOf(state_, nodeConstraintsName).update();
}

IkStatus NodeConstraints::solve(JointView joints) const
{
    return stateOf(state_, nodeConstraintsName).solve(joints);
}

std::function<bool(double seconds)> NodeConstraints::getUpdater()
{
    return updaterOf(stateOf(state_, nodeConstraintsName), nullptr);
}

}  // namespace armature
