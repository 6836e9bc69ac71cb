#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/ik/ik_report.hpp>
#include <armature/math/glm_types.hpp>
#include <armature/skeleton/joint_view.hpp>

namespace armature {

/// The kind of a NodeConstraint, as in VRMC_node_constraint 1.0.
enum class NodeConstraintKind {
    Roll,      ///< Copies the source's rotation about one axis, for example from a hand to a twist bone.
    Aim,       ///< Turns one axis towards the source.
    Rotation,  ///< Copies the source's rotation relative to the source's rest.
};

/// How a node follows its source.
struct ARMATURE_API NodeConstraintRule {
    NodeConstraintKind kind = NodeConstraintKind::Rotation;  ///< The kind of constraint.
    /// In the node's own axes, of any length. Roll: the axis of the rotation; Aim: the axis that points at the source.
    glm::vec3 axis{1.f, 0.f, 0.f};
    float weight = 1.f;  ///< In [0, 1]: blends from the node's rest rotation (not from its pose) to the constraint's result.

    friend bool operator==(const NodeConstraintRule&, const NodeConstraintRule&) = default;
};

/// Makes the rotation of one node or bone follow another.
struct ARMATURE_API NodeConstraint {
    Node* node = nullptr;          ///< The bone or node to turn. For a linked bone, the node that drives it is turned.
    const Node* source = nullptr;  ///< The node to follow.
    NodeConstraintRule rule = {};  ///< How `node` follows `source`.
    /// The rotation of `node` at rest, in its parent's axes. Default: for a bone, the rotation of its rest matrix; for another node, its
    /// rotation when the constraint is made.
    std::optional<glm::quat> rest = {};
    std::optional<glm::quat> sourceRest = {};  ///< The rotation of `source` at rest, with the same default. Not used by Aim.
};

/// Makes nodes and bones follow others by the constraints of VRM 1.0 (VRMC_node_constraint). Call update() or solve() after the animation,
/// every frame.
///
/// A constraint replaces the rotation of its node, which must not be animated by anything else. Constraints are applied in the order of
/// their dependencies, not in the order in which they are given: a node whose source is turned by another constraint follows without a
/// frame of lag.
///
/// With Aim, the axis points exactly at the source under any scale above the node; if the axis points directly away from the source at
/// rest, the node turns by half a turn about an arbitrary axis. Nothing is remembered between frames and nothing is allocated. Any number
/// of threads may call solve() at once. Nodes may be destroyed before the NodeConstraints. See docs/lifetimes.md for moved-from objects.
class ARMATURE_API NodeConstraints final {
public:
    /// Prepares the constraints. Throws std::invalid_argument that names the constraint's node and the value if a node is missing or has
    /// two constraints, an axis is zero, a number is not finite or out of range, or nodes depend on each other in a circle; the message
    /// then shows the path of the circle.
    explicit NodeConstraints(std::span<const NodeConstraint> constraints);
    ~NodeConstraints();
    NodeConstraints(NodeConstraints&&) noexcept;
    NodeConstraints& operator=(NodeConstraints&&) noexcept;

    /// The constraints given to the constructor, with current weights and with null for nodes that were removed.
    [[nodiscard]] std::vector<NodeConstraint> getConstraints() const;
    /// Sets the weight of the constraint on `node`. Throws std::invalid_argument, changing nothing, if no constraint turns `node`, or the
    /// weight is outside [0, 1].
    void setWeight(const Node& node, float weight);

    /// Applies all constraints; if a node drives a bone, writes the node. `seconds` is ignored.
    ///
    /// A constraint that cannot be computed leaves its node as it is, and the other constraints are still applied. Returns the first
    /// problem: Gone if a node or source was removed, Singular if a matrix above the node is singular, Undefined if a matrix is not finite
    /// or the source of an Aim is at the node's position. O(constraints * depth).
    IkStatus update(double seconds = 0.);
    /// Applies the constraints to the joints of a skeleton, of a clone, of a pose or of a member of a Crowd. JointView::placedAt() places
    /// the joints in the world, which matters for Aim if the source is outside the rig. Throws std::invalid_argument if a constraint turns
    /// a node that neither is nor drives a bone of that rig, or the joints belong to another rig.
    IkStatus solve(JointView joints) const;

    /// Returns the function that ModifierStack::add() needs: it applies these constraints, even after the NodeConstraints was moved, and
    /// returns false once it is destroyed.
    [[nodiscard]] std::function<bool(double seconds)> getUpdater();

private:
    class ARMATURE_LOCAL State;
    std::unique_ptr<State> state_;
};

}  // namespace armature
