#pragma once

#include <span>
#include <string>
#include <vector>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>

#include <armature/handle.hpp>
#include <armature/ik/node_constraints.hpp>
#include <armature/skeleton/bone.hpp>

namespace armature {

/// A node of a constraint, and the bone that the node is or drives, if any.
struct ConstrainedNode {
    Handle<const Node> node;
    Handle<const Bone> bone;  ///< Null if the node has no joint in any JointView.
    glm::dquat rest{1., 0., 0., 0.};
};

/// A constraint prepared for solving.
struct PlannedConstraint {
    std::size_t given = 0;  ///< Index among the constraints as given.
    ConstrainedNode node;
    ConstrainedNode source;
    NodeConstraintKind kind = NodeConstraintKind::Rotation;
    glm::dvec3 axis{1., 0., 0.};  ///< Unit length.
    double weight = 1.;
};

/// Throws std::invalid_argument with "node constraints: " and the message.
[[noreturn]] void refuseConstraints(const std::string& message);

/// The node that holds the pose: `node` itself or, for a linked bone, the node that drives it.
[[nodiscard]] const Node& drivingNode(const Node& node) noexcept;

/// Throws std::invalid_argument unless the weight is in [0, 1].
void requireConstraintWeight(const Node& node, float weight);

/// Returns the constraints in an order in which each follows the constraints it depends on. Throws std::invalid_argument if a constraint
/// has no node or source or an invalid parameter, if two constraints rotate the same node, or if constraints depend on each other in a
/// circle or in too long a row.
[[nodiscard]] std::vector<PlannedConstraint> planConstraints(std::span<const NodeConstraint> constraints);

}  // namespace armature
