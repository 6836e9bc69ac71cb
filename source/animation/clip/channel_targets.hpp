#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/base/export.hpp>
#include <armature/handle.hpp>
#include <armature/math/transform.hpp>

#include "animation/clip/property_slot.hpp"

namespace armature {

/// Returns the lifetime of the skeleton or scene that owns a node.
[[nodiscard]] const Lifetime& lifetimeOfOwner(const Node& node) noexcept;

/// Returns a node's own name, preceded by the names of its nearest ancestors, in the form of ChannelTarget::path.
[[nodiscard]] std::string nearPathOf(const Node& node);

/// Returns what ChannelTarget::of() returns for a node or bone, without searching for its index. `index`: the node's index in its scene or
/// skeleton. `skeleton`: for a bone, the index of the skeleton.
[[nodiscard]] ARMATURE_PRIVATE_API ChannelTarget makeTarget(Node& node, std::size_t index, std::size_t skeleton);

/// Describes a target by its indices, even if it has a name: "bone 3 of skeleton 0", "material 2".
[[nodiscard]] ARMATURE_PRIVATE_API std::string placeInLists(const ChannelTarget& target);

/// Describes a target for messages by its name (or its indices, if it has no name) and its property.
[[nodiscard]] std::string describe(const ChannelTarget& target);

/// Whether two targets were made for the same object or describe the same one.
[[nodiscard]] bool meanTheSame(const ChannelTarget& a, const ChannelTarget& b) noexcept;

/// What a channel moves: a node or bone, which may be removed at any time, or a property of a node or another object; or why it moves
/// nothing.
struct ChannelBinding {
    Handle<Node> node;
    UnboundReason reason = UnboundReason::NotThere;
    std::optional<PropertySlot> property = {};

    [[nodiscard]] bool isBound() const noexcept { return property && property->kind != ChannelTarget::Kind::Node ? true : bool(node); }
};

/// Finds the targets of channels in a scene, or on one skeleton, by the rules of ChannelTarget. Use it for one pass over channels: nothing
/// may be added, removed or renamed meanwhile.
class TargetFinder {
public:
    /// Looks for targets anywhere in `scene`.
    explicit TargetFinder(AnimationTargets& scene);
    /// Finds the bones of `skeleton` and the nodes that drive them, whether or not the skeleton is in a scene. A target that is a bone of
    /// another skeleton, or a node that drives one, maps to the bone of the same index if the two skeletons are clones of each other,
    /// otherwise to the bone of the same name.
    explicit TargetFinder(Skeleton& skeleton);
    /// Returns a finder on `skeleton` that also finds the nodes around the skeleton (see nodesAround()) by name.
    [[nodiscard]] static TargetFinder around(Skeleton& skeleton);

    /// Returns what a channel moves. `components`: floats per value, for a property. `known`: for a finder on one skeleton, the node that
    /// the channel already moves in the scene; null: look it up.
    [[nodiscard]] ChannelBinding find(const ChannelTarget& target, ChannelPath path, std::size_t components, Node* known = nullptr);
    [[nodiscard]] std::vector<ChannelBinding> findAll(std::span<const AnimationChannel> channels);
    /// Finds targets for channels that another player has already bound; `known` holds that player's bindings, one for each channel.
    [[nodiscard]] std::vector<ChannelBinding> findAll(std::span<const AnimationChannel> channels, std::span<const ChannelBinding> known);

private:
    struct Match {
        Node* node = nullptr;
        UnboundReason reason = UnboundReason::NotThere;
    };
    using Names = std::unordered_multimap<std::string_view, Node*>;

    [[nodiscard]] ChannelBinding findProperty(const ChannelTarget& target, Match match, std::size_t components) const;
    [[nodiscard]] ChannelBinding findListed(const ChannelTarget& target, std::size_t components) const;
    [[nodiscard]] Match findInScene(const ChannelTarget& target);
    [[nodiscard]] Match findInSkeleton(const ChannelTarget& target, Node* known);
    [[nodiscard]] Match findAround(const ChannelTarget& target, Node* named);
    [[nodiscard]] Match findNode(const ChannelTarget& target);
    [[nodiscard]] Match findBone(const ChannelTarget& target);
    [[nodiscard]] Match findNamed(const Names& names, const ChannelTarget& target, const Node* atIndex) const;
    [[nodiscard]] Node* findIdentified(const ChannelTarget& target);
    [[nodiscard]] Bone* counterpartOf(const Bone& bone);
    [[nodiscard]] const std::vector<Lifetime::Watch>& skeletonLives();
    [[nodiscard]] const Names& namesOfNodes();
    [[nodiscard]] const Names& namesOfBones();                     // the bones of all skeletons of the scene, by name
    [[nodiscard]] const Names& namesIn(const Skeleton& skeleton);  // the bones of one skeleton, by name

    AnimationTargets* scene_ = nullptr;
    Skeleton* skeleton_ = nullptr;
    Lifetime::Watch sceneLife_;
    std::vector<Lifetime::Watch> skeletonLives_;
    std::optional<Names> nodeNames_;
    std::optional<Names> boneNames_;
    std::unordered_map<const Skeleton*, Names> namesBySkeleton_;
    bool looksAround_ = false;
    std::optional<Names> namesAround_;
    std::unordered_map<const Bone*, std::size_t> places_;  // by bone of a clone of skeleton_: its index in the clone
};

/// Returns a bone that `node` drives, or null. O(skeletons).
[[nodiscard]] Bone* findDrivenBone(AnimationTargets& scene, const TransformNode& node);

/// Returns the node that a write to `node` changes: `node` itself, or the node that drives a linked bone; null if the link blocks the
/// write.
[[nodiscard]] Node* destinationOf(Node& node) noexcept;

}  // namespace armature
