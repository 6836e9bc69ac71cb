#pragma once

#include <optional>
#include <span>

#include <armature/node/node.hpp>
#include <armature/node/transform_node.hpp>

#include "node/pose_target.hpp"
#include "node/transform_hierarchy.hpp"
#include "node/transform_node_owner.hpp"

namespace armature {

class StateArchive;

/// Access to a node's internals, for the library's own code.
class NodeAccess {
public:
    [[nodiscard]] static TransformHierarchy& hierarchy(const Node& node) noexcept { return *node.hierarchy_; }
    [[nodiscard]] static TransformHierarchy::Slot slot(const Node& node) noexcept { return node.slot_; }
    [[nodiscard]] static TransformNodeOwner& owner(const TransformNode& node) noexcept
    {
        return static_cast<TransformNodeOwner&>(hierarchy(node).owner());
    }
    /// The node's index in its scene's list.
    [[nodiscard]] static std::uint32_t& listPlace(TransformNode& node) noexcept { return node.listPlace_; }
    static void setSlot(Node& node, TransformHierarchy::Slot slot) noexcept { node.slot_ = slot; }
    /// Removes a node from its parent's children and, if `parent` is not null, appends it to the children of `parent`.
    static void relinkUnder(Node& node, Node* parent) noexcept { node.relinkUnder(parent); }
    /// Returns the node in whose space this node is placed: its parent or, for a root, the host of its hierarchy (or null).
    [[nodiscard]] static const Node* above(const Node& node) noexcept;
    /// Returns the first child that is a bone; null if no child is a bone.
    template <class AnyBone = Bone>
    [[nodiscard]] static const AnyBone* firstChildBone(const Node& node) noexcept
    {
        for (const Node& child : node.getChildren()) {
            if (child.isBone()) {
                return child.asBone<AnyBone>();
            }
        }
        return nullptr;
    }
    [[nodiscard]] static bool hostsSkeletons(const Node& node) noexcept;
    [[nodiscard]] static Affine worldAffine(const Node& node) noexcept;
    static void notifyChange(Node& node);
    /// Notifies the nodes' observers of the disposal, and ends their subscriptions. Returns whether any node had observers.
    static bool notifyDisposals(std::span<Node* const> nodes);
    /// Returns the target of a user's write to the pose: the node itself or, for a bone whose link forwards writes, the linked node. No
    /// value if only the linked node may move the bone.
    [[nodiscard]] static std::optional<PoseTarget> poseTarget(const Node& node) noexcept
    {
        const bool isForeign = node.hierarchy_->driverOf(node.slot_) != nullptr && !node.hierarchy_->forwardsWrites(node.slot_);
        return isForeign ? std::nullopt : std::optional(driver(node));
    }
    /// Returns the target that holds the node's pose, to which solvers write: the node itself or the linked node that drives it.
    [[nodiscard]] static PoseTarget driver(const Node& node) noexcept
    {
        const Node* const other = node.hierarchy_->driverOf(node.slot_);
        const Node& driver = other != nullptr ? *other : node;
        return {driver.hierarchy_, driver.slot_};
    }
    [[nodiscard]] static Node* parent(const Node& node) noexcept { return node.parent_; }
    [[nodiscard]] static std::span<Skeleton* const> hostedSkeletons(const TransformNode& node) noexcept;
    static void addMeshInstance(TransformNode& node, MeshInstance& instance);
    static void removeMeshInstance(TransformNode& node, const MeshInstance& instance) noexcept;
    /// firstDriven() returns the first of the bones that a node drives, in the order in which they were linked; nextDriven() returns the
    /// bone after `bone`. Null marks the end.
    [[nodiscard]] static Node* firstDriven(const Node& node) noexcept { return node.hierarchy_->firstDriven(node.slot_); }
    [[nodiscard]] static Node* nextDriven(const Node& bone) noexcept { return bone.hierarchy_->nextDriven(bone.slot_); }
    /// Passes the name, the metadata and the enabled flag, which nodes and bones share besides their pose, to an archive.
    static void listState(StateArchive& state, Node& node);
    [[nodiscard]] static const std::shared_ptr<const std::string>& sharedName(const Node& node) noexcept { return node.name_; }
};

}  // namespace armature
