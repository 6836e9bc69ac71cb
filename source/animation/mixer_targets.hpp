#pragma once

#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/math/transform.hpp>

#include "animation/pose_writer.hpp"
#include "math/aligned_vector.hpp"
#include "scene/kernels/pose_kernels.hpp"

namespace armature {

/// The numbers of a pose in a row.
[[nodiscard]] inline std::span<float> floatsOf(AlignedVector<TransformLanes>& pose) noexcept
{
    return {pose.empty() ? nullptr : &pose[0].component[0][0], pose.size() * TransformLanes::componentCount * laneCount};
}
[[nodiscard]] inline std::span<const float> floatsOf(const AlignedVector<TransformLanes>& pose) noexcept
{
    return {pose.empty() ? nullptr : &pose[0].component[0][0], pose.size() * TransformLanes::componentCount * laneCount};
}

/// What a channel of a layer moves.
struct MixerChannel {
    Node* node = nullptr;  ///< Null: nothing.
    ChannelPath path = ChannelPath::Translation;
    std::size_t components = 3;
};

/// What the layers of a mixer move between them, and where that is in a pose: a lane for each node, in blocks, and after these, in blocks
/// of their own, the morph weights one after the other.
class MixerTargets {
public:
    /// The morph weights at one node.
    struct Morph {
        Node* node = nullptr;
        std::size_t first = 0;  ///< In the pose as floats.
        std::size_t count = 0;
    };

    explicit MixerTargets(Scene& scene) noexcept : scene_(&scene) {}

    /// Forgets all and starts anew; rest poses of nodes are kept.
    void clear() noexcept;
    void add(std::span<const MixerChannel> channels);
    /// After the last add(): lays the pose out.
    void finish();
    /// `node` is about to be removed.
    void forget(const Node& node) noexcept;

    [[nodiscard]] std::size_t laneTotal() const noexcept { return nodes_.size(); }
    /// Null: a node that is gone.
    [[nodiscard]] const Node* nodeAt(std::size_t lane) const noexcept { return nodes_[lane]; }
    [[nodiscard]] std::size_t laneOf(const Node& node) const noexcept { return lanes_.at(&node); }
    [[nodiscard]] std::size_t morphPlace(const Node& node) const noexcept { return morphPlaces_.at(&node); }
    /// By morphPlace().
    [[nodiscard]] std::span<const Morph> morphs() const noexcept { return morphs_; }
    /// Blocks of lanes, without those of morph weights.
    [[nodiscard]] std::size_t transformBlocks() const noexcept { return (nodes_.size() + laneCount - 1) / laneCount; }
    /// The rest pose: how long a pose is, too.
    [[nodiscard]] const AlignedVector<TransformLanes>& rest() const noexcept { return rest_; }
    [[nodiscard]] std::span<const float> restFloats() const noexcept { return floatsOf(rest_); }
    /// Where a channel's values are in a pose as floats.
    [[nodiscard]] PoseEntry entryOf(const MixerChannel& channel) const noexcept;

    /// A writer of all parts that any channel moves.
    [[nodiscard]] PoseWriter makeWriter() const;

private:
    [[nodiscard]] Transform restOf(Node& node);
    void restMorphWeights(const Node& node, std::span<float> outWeights) const noexcept;

    Scene* scene_;
    std::vector<Node*> nodes_;
    std::unordered_map<const Node*, std::size_t> lanes_;
    std::unordered_map<const Node*, std::size_t> morphPlaces_;
    std::vector<Morph> morphs_;
    std::vector<MixerChannel> channels_;
    std::unordered_map<const Node*, Transform> nodeRests_;  // of nodes that drive no bone
    AlignedVector<TransformLanes> rest_;
};

}  // namespace armature
