#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/handle.hpp>
#include <armature/math/transform.hpp>

namespace armature {

/// The names above a node and its own, as ChannelTarget::path has them.
[[nodiscard]] std::string nearPathOf(const Node& node);

/// ChannelTarget::of() for a node or bone whose place in its list is known.
[[nodiscard]] ChannelTarget makeTarget(Node& node, std::size_t index, std::size_t skeleton);

/// "rotation of bone 3 of skeleton 0": for messages.
[[nodiscard]] std::string describe(const ChannelTarget& target);

/// Whether two channels were made for the same node or bone, or say the same of it.
[[nodiscard]] bool meanTheSame(const ChannelTarget& a, const ChannelTarget& b) noexcept;

/// What a channel moves: a node or bone that may go at any time, or why there is none.
struct ChannelBinding {
    Handle<Node> node;
    UnboundReason reason = UnboundReason::NotThere;
};

/// Finds what channels name in a scene, or on one skeleton, by the rules of ChannelTarget. For one pass over channels: nothing may come, go
/// or be renamed while it is used.
class TargetFinder {
public:
    /// Anywhere in `scene`.
    explicit TargetFinder(Scene& scene);
    /// The bones of `skeleton` and the nodes that drive them, whether or not it is in a scene. A bone of another skeleton, or a node that
    /// drives one, stands for the bone at its place if the two are clones of each other, else for the one of its name.
    explicit TargetFinder(Skeleton& skeleton);

    [[nodiscard]] ChannelBinding find(const ChannelTarget& target, ChannelPath path);
    [[nodiscard]] std::vector<ChannelBinding> findAll(std::span<const AnimationChannel> channels);

private:
    struct Match {
        Node* node = nullptr;
        UnboundReason reason = UnboundReason::NotThere;
    };
    using Names = std::unordered_multimap<std::string_view, Node*>;

    [[nodiscard]] Match findInScene(const ChannelTarget& target);
    [[nodiscard]] Match findInSkeleton(const ChannelTarget& target);
    [[nodiscard]] Match findNode(const ChannelTarget& target);
    [[nodiscard]] Match findBone(const ChannelTarget& target);
    [[nodiscard]] Match findNamed(const Names& names, const ChannelTarget& target, const Node* atIndex) const;
    [[nodiscard]] Node* findIdentified(const ChannelTarget& target);
    [[nodiscard]] Bone* counterpartOf(const Bone& bone);
    [[nodiscard]] const std::vector<Lifetime::Watch>& skeletonLives();
    [[nodiscard]] const Names& namesOfNodes();
    [[nodiscard]] const Names& namesOfBones();                     // of all skeletons of the scene
    [[nodiscard]] const Names& namesIn(const Skeleton& skeleton);  // of one

    Scene* scene_;
    Skeleton* skeleton_ = nullptr;
    Lifetime::Watch sceneLife_;
    std::vector<Lifetime::Watch> skeletonLives_;
    std::optional<Names> nodeNames_;
    std::optional<Names> boneNames_;
    std::unordered_map<const Skeleton*, Names> namesBySkeleton_;
    std::unordered_map<const Bone*, std::size_t> places_;  // of bones of skeletons that ours is a clone of
};

/// The channels that move nothing, those among them whose target has gone since they were bound.
[[nodiscard]] std::vector<UnboundChannel> listUnbound(std::span<const AnimationChannel> channels, std::span<const ChannelBinding> bindings);
[[nodiscard]] std::size_t countUnbound(std::span<const ChannelBinding> bindings) noexcept;

/// A bone that `node` drives, or null. O(skeletons).
[[nodiscard]] Bone* findDrivenBone(Scene& scene, const TransformNode& node);

/// What a write to `node` changes: the node itself, or what drives a linked bone; null where the link lets nothing through.
[[nodiscard]] Node* destinationOf(Node& node) noexcept;

}  // namespace armature
