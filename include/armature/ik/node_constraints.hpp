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
    Roll,      ///< Copies the source's turn about one axis: a twist bone follows the hand.
    Aim,       ///< Turns one axis towards the source.
    Rotation,  ///< Copies the source's turn from its rest.
};

/// The rotation of one node or bone follows another.
struct NodeConstraint {
    Node* node = nullptr;          ///< What is turned: a bone or a node. A linked bone counts as the node that drives it.
    const Node* source = nullptr;  ///< What it follows.
    NodeConstraintKind kind = NodeConstraintKind::Rotation;  ///< How it follows.
    glm::vec3 axis{1.f, 0.f, 0.f};  ///< Roll: of the turn; Aim: what points at the source. In the node's own axes, any length.
    float weight = 1.f;             ///< In [0, 1]: how far `node` goes from its rest, not from its pose, to where the source wants it.
    /// The rotation of `node` at rest, in its parent's axes. Not set: a bone's rest matrix, a node's pose when the constraint is made.
    std::optional<glm::quat> rest = {};
    std::optional<glm::quat> sourceRest = {};  ///< The same of `source`. Aim does not need it.
};

/// Turns nodes and bones after others by the constraints of VRM 1.0 (VRMC_node_constraint). Apply them after the animation, every frame.
///
/// A constraint replaces the rotation of its node, which must not be animated itself. Constraints run in the order in which they depend on
/// each other, in whatever order they are given: a node whose source is turned by another constraint follows without a frame of lag.
///
/// Aim points exactly at the source, whatever scale is above; directly away from it, any half turn will do. Nothing is remembered between
/// frames and nothing is allocated. Any number of threads may call solve() at once. Nodes may be destroyed first. A moved-from
/// NodeConstraints may be assigned to or destroyed; anything else throws std::invalid_argument.
class NodeConstraints final {
public:
    /// Throws std::invalid_argument that names the constraint's node and the value if a node is missing or has two constraints, an axis is
    /// zero, a number is not finite or out of range, or nodes depend on each other in a circle, whose path the message shows.
    explicit NodeConstraints(std::span<const NodeConstraint> constraints);
    ~NodeConstraints();
    NodeConstraints(NodeConstraints&&) noexcept;
    NodeConstraints& operator=(NodeConstraints&&) noexcept;

    /// As they were given, with null for nodes that were removed.
    [[nodiscard]] std::vector<NodeConstraint> getConstraints() const;
    /// Throws std::invalid_argument, changing nothing, if no constraint turns `node`, or the weight is outside [0, 1].
    void setWeight(const Node& node, float weight);

    /// Turns the nodes and bones, through links if nodes drive the bones. `seconds` does not matter.
    ///
    /// A constraint that cannot be computed leaves its node as it is, and says why: Gone if its node or source was removed, Singular if
    /// what is above the node is, Undefined if a matrix is not finite or a source to aim at is where the node is. The others go on. Of
    /// several problems, the first. O(constraints * depth).
    IkStatus update(double seconds = 0.);
    /// The same on the joints of a skeleton, a clone, a pose or a member of a Crowd. JointView::placedAt() says where they are in the
    /// world, which matters to Aim with a source outside of the rig. Throws std::invalid_argument if a constraint turns a node that neither
    /// is a bone of that rig nor drives one, or the joints are those of another rig.
    IkStatus solve(JointView joints) const;

    /// What ModifierStack::add() calls: updates this controller, wherever it was moved to; false, and nothing, once it is destroyed.
    [[nodiscard]] std::function<bool(double seconds)> getUpdater();

private:
    class State;
    std::unique_ptr<State> state_;
};

}  // namespace armature
