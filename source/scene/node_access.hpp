#pragma once

#include <optional>
#include <span>

#include <armature/scene/node.hpp>

#include "scene/pose_target.hpp"
#include "scene/transform_hierarchy.hpp"

namespace armature {

class StateArchive;

/// Where a node's numbers are, for the library's own code.
class NodeAccess {
public:
    [[nodiscard]] static TransformHierarchy& hierarchy(const Node& node) noexcept { return *node.hierarchy_; }
    [[nodiscard]] static TransformHierarchy::Slot slot(const Node& node) noexcept { return node.slot_; }
    static void setSlot(Node& node, TransformHierarchy::Slot slot) noexcept { node.slot_ = slot; }
    /// Takes a node out of its parent's children, or puts it at the end of `parent`'s.
    static void relinkUnder(Node& node, Node* parent) noexcept { node.relinkUnder(parent); }
    /// The node in whose space this one is placed: its parent, or for a root the host of its hierarchy.
    [[nodiscard]] static const Node* above(const Node& node) noexcept;
    /// Null on a leaf, to which only nodes may be attached.
    [[nodiscard]] static const Bone* firstChildBone(const Node& node) noexcept;
    [[nodiscard]] static bool hostsSkeletons(const Node& node) noexcept;
    [[nodiscard]] static Affine worldAffine(const Node& node) noexcept;
    static void notifyChange(Node& node);
    /// The last call that observers of the nodes get: their subscriptions end. Says whether there were any.
    static bool notifyDisposals(std::span<Node* const> nodes);
    /// Where a user's write to the pose goes: the node itself, or for a bone whose link forwards writes the linked node. None while that
    /// node alone drives the bone.
    [[nodiscard]] static std::optional<PoseTarget> poseTarget(const Node& node) noexcept;
    /// Whatever drives the node, itself or the linked node: what solvers write to.
    [[nodiscard]] static PoseTarget driver(const Node& node) noexcept;
    [[nodiscard]] static Node* parent(const Node& node) noexcept { return node.parent_; }
    [[nodiscard]] static std::span<Skeleton* const> hostedSkeletons(const TransformNode& node) noexcept;
    static void addMeshInstance(TransformNode& node, MeshInstance& instance);
    static void removeMeshInstance(TransformNode& node, const MeshInstance& instance) noexcept;
    /// The bones that a node drives; none for a bone.
    [[nodiscard]] static std::span<Bone* const> drivenBones(const Node& node) noexcept;
    /// Name, metadata and switch: what nodes and bones have in common beside their pose.
    static void listState(StateArchive& state, Node& node);
    [[nodiscard]] static const std::shared_ptr<const std::string>& sharedName(const Node& node) noexcept { return node.name_; }
};

}  // namespace armature
