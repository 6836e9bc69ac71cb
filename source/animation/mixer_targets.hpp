#pragma once

#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/handle.hpp>
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
    Node* node = nullptr;  ///< Null: nothing. Good as long as nothing is removed.
    ChannelPath path = ChannelPath::Translation;
    std::size_t components = 3;
};

/// Numbers of nodes and bones. Those that have gone have none, even if others come to be at their addresses.
template <class T>
class NodeValues {
public:
    void set(const Node& node, const T& value) { values_.insert_or_assign(&node, Entry{Handle<const Node>(node), value}); }
    /// Null: it has none.
    [[nodiscard]] const T* find(const Node& node) const noexcept
    {
        const auto found = values_.find(&node);
        return found != values_.end() && found->second.node.get() != nullptr ? &found->second.value : nullptr;
    }
    [[nodiscard]] T at(const Node& node, const T& otherwise) const noexcept
    {
        const T* const value = find(node);
        return value != nullptr ? *value : otherwise;
    }
    void clear() noexcept { values_.clear(); }
    [[nodiscard]] bool empty() const noexcept { return values_.empty(); }

private:
    struct Entry {
        Handle<const Node> node;
        T value;
    };
    std::unordered_map<const Node*, Entry> values_;
};

using NodeMasks = NodeValues<float>;

/// What the layers of a mixer move between them, and where that is in a pose: a lane for each node, in blocks, and after these, in blocks
/// of their own, the morph weights one after the other.
class MixerTargets {
public:
    /// The morph weights at one node.
    struct Morph {
        Handle<Node> node;
        std::size_t first = 0;  ///< In the pose as floats.
        std::size_t count = 0;
    };

    explicit MixerTargets(const Handle<Scene>& scene) noexcept : scene_(scene) {}

    /// Forgets all and starts anew; rest poses of nodes are kept.
    void clear() noexcept;
    void add(std::span<const MixerChannel> channels);
    /// After the last add(): lays the pose out.
    void finish();

    [[nodiscard]] std::size_t laneTotal() const noexcept { return nodes_.size(); }
    /// Null: a node that has gone.
    [[nodiscard]] const Node* nodeAt(std::size_t lane) const noexcept { return nodes_[lane].get(); }
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

    void listState(StateArchive& state, Scene* scene);

    /// A writer of all parts that any channel moves.
    [[nodiscard]] PoseWriter makeWriter() const;

private:
    [[nodiscard]] Transform restOf(Node& node);
    void restMorphWeights(const Node& node, std::span<float> outWeights) const noexcept;

    Handle<Scene> scene_;
    std::vector<Handle<Node>> nodes_;
    std::unordered_map<const Node*, std::size_t> lanes_;
    std::unordered_map<const Node*, std::size_t> morphPlaces_;
    std::vector<Morph> morphs_;
    std::vector<MixerChannel> channels_;
    NodeValues<Transform> nodeRests_;  // of nodes that drive no bone
    AlignedVector<TransformLanes> rest_;
};

}  // namespace armature
