#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/fwd.hpp>
#include <armature/ik/ik_report.hpp>
#include <armature/math/glm_types.hpp>
#include <armature/skeleton/joint_view.hpp>

namespace armature {

/// What a NodeConstraint does, as in VRMC_node_constraint 1.0.
enum class NodeConstraintKind {
    Roll,      ///< Copies the source's rotation about one axis, so that a twist bone follows the hand.
    Aim,       ///< Turns one axis towards the source.
    Rotation,  ///< Copies the source's rotation relative to its rest.
};

/// Makes the rotation of one node or bone follow another.
struct NodeConstraint {
    Node* node = nullptr;          ///< The bone or node to turn. A linked bone stands for the node that drives it.
    const Node* source = nullptr;  ///< The node that it follows.
    NodeConstraintKind kind = NodeConstraintKind::Rotation;  ///< How it follows.
    /// In the node's own axes, of any length. Roll: the axis of the rotation; Aim: the axis that points at the source.
    glm::vec3 axis{1.f, 0.f, 0.f};
    float weight = 1.f;  ///< In [0, 1]: how far `node` goes from its rest (not from its pose) to the constraint's result.
    /// The rotation of `node` at rest, in its parent's axes. Default: that of a bone's rest matrix, or of a node's pose when the constraint
    /// is made.
    std::optional<glm::quat> rest = {};
    std::optional<glm::quat> sourceRest = {};  ///< The rotation of `source` at rest, likewise. Aim does not need it.
};

/// Makes nodes and bones follow others by the constraints of VRM 1.0 (VRMC_node_constraint). Apply them after the animation, every frame.
///
/// A constraint replaces the rotation of its node, which must not be animated itself. Constraints run in the order of their dependencies,
/// whatever order they are given in: a node whose source is turned by another constraint follows without a frame of lag.
///
/// Aim points exactly at the source under any scale above; if the axis points directly away from the source, the node makes some half turn.
/// Nothing is remembered between frames and nothing is allocated. Any number of threads may call solve() at once. Nodes may be destroyed
/// first. See docs/lifetimes.md for moved-from objects.
class NodeConstraints final {
public:
    /// Prepares the constraints. Throws std::invalid_argument that names the constraint's node and the value if a node is missing or has
    /// two constraints, an axis is zero, a number is not finite or out of range, or nodes depend on each other in a circle, whose path the
    /// message shows.
    explicit NodeConstraints(std::span<const NodeConstraint> constraints);
    ~NodeConstraints();
    NodeConstraints(NodeConstraints&&) noexcept;
    NodeConstraints& operator=(NodeConstraints&&) noexcept;

    /// The constraints as they were given, with null for nodes that were removed.
    [[nodiscard]] std::vector<NodeConstraint> getConstraints() const;
    /// Sets the weight of the constraint on `node`. Throws std::invalid_argument, changing nothing, if no constraint turns `node`, or the
    /// weight is outside [0, 1].
    void setWeight(const Node& node, float weight);

    /// Applies all constraints, through links if nodes drive the bones. `seconds` is ignored.
    ///
    /// A constraint that cannot be computed leaves its node as it is, and the others go on. Returns the first problem: Gone if a node or
    /// source was removed, Singular if a matrix above the node is singular, Undefined if a matrix is not finite or the source of an Aim is
    /// at the node's position. O(constraints * depth).
    IkStatus update(double seconds = 0.);
    /// Applies the constraints to the joints of a skeleton, of a clone, of a pose or of a member of a Crowd. JointView::placedAt() says
    /// where they are in the world, which matters to an Aim whose source is outside the rig. Throws std::invalid_argument if a constraint
    /// turns a node that is not a bone of that rig and drives none, or the joints belong to another rig.
    IkStatus solve(JointView joints) const;

    /// The function that ModifierStack::add() calls: it applies these constraints, even after a move, and returns false once they are
    /// destroyed.
    [[nodiscard]] std::function<bool(double seconds)> getUpdater();

private:
    class State;
    std::unique_ptr<State> state_;
};

}  // namespace armature
