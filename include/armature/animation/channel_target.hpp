#pragma once

#include <cstddef>
#include <string>

#include <armature/fwd.hpp>
#include <armature/handle.hpp>

namespace armature {

/// Which node or bone a channel was made for: known again by its life, not by its address or its place in a list.
class TargetIdentity {
public:
    TargetIdentity() noexcept = default;
    explicit TargetIdentity(Node& node);

    /// There was something that the channel was made for. It may have gone since.
    [[nodiscard]] bool isSet() const noexcept { return owner_ != Lifetime::Watch(); }
    /// The node or bone, if it is still there and belongs to `owner`: the scene of a node, the skeleton of a bone. Null otherwise. Looks
    /// into nothing that belongs to others, so a clip may be bound on a thread that its own scene is not used from.
    [[nodiscard]] Node* findIn(const Lifetime::Watch& owner) const noexcept { return owner_ == owner ? node_.get() : nullptr; }

    friend bool operator==(const TargetIdentity&, const TargetIdentity&) noexcept = default;

private:
    Handle<Node> node_;
    Lifetime::Watch owner_;
};

/// What a channel moves.
///
/// Whoever plays a clip looks for its targets in this order: what the channel was made for (`identity`), if it is there; the one node or
/// bone of that name; of several, the one above which most names agree with `path`. Where a node is asked for and none has the name, a bone
/// may have it. `index` says which of several of that name is meant if there is no path, and counts by itself only where there is neither
/// name nor identity. What is found in none of these ways, or is found twice, is left out: see AnimationGroup::unboundChannels().
struct ChannelTarget {
    enum class Kind {
        Node,  ///< `index` into Scene::nodes().
        Bone,  ///< `index` into Skeleton::bones() of Scene::skeletons()[skeleton].
    };
    Kind kind = Kind::Node;
    std::size_t index = 0;
    std::size_t skeleton = 0;
    std::string name = {};
    /// The names above and its own, nearest last: "hips/spine/arm". May begin anywhere, so it need not reach up to the root.
    std::string path = {};
    TargetIdentity identity = {};

    /// A channel's target that means `node` and nothing else: all of the above, with a path of at most eight names and 128 characters. A
    /// bone of a skeleton outside a scene is one of skeleton 0. O(nodes of the scene, or bones and skeletons).
    [[nodiscard]] static ChannelTarget of(Node& node);

    friend bool operator==(const ChannelTarget&, const ChannelTarget&) = default;
};

/// Why a channel of a clip moves nothing.
enum class UnboundReason {
    NotThere,    ///< Nothing has its name.
    Ambiguous,   ///< Several have its name, and its path is not nearer to one of them than to all others.
    Gone,        ///< It was there when the player was made, and has been removed.
    Unsuitable,  ///< Morph weights for a bone.
};

/// A channel that moves nothing.
struct UnboundChannel {
    std::size_t channel = 0;  ///< Into AnimationClip::channels().
    std::string target = {};  ///< The name that was looked for; without name "node 3" or "bone 3 of skeleton 0".
    UnboundReason reason = UnboundReason::NotThere;

    friend bool operator==(const UnboundChannel&, const UnboundChannel&) = default;
};

}  // namespace armature
