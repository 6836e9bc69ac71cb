#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/handle.hpp>
#include <armature/math/transform.hpp>

#include "animation/playing/pose_blocks.hpp"
#include "animation/playing/pose_writer.hpp"
#include "animation/playing/property_writer.hpp"

namespace armature {

/// Returns the index of a part of a transform: 0 for translation, 1 for rotation, 2 for scale.
[[nodiscard]] inline std::size_t partOf(ChannelPath path) noexcept
{
    return path == ChannelPath::Translation ? 0 : path == ChannelPath::Rotation ? 1 : 2;
}

/// What a channel of a layer moves.
struct MixerChannel {
    Node* node = nullptr;  ///< Null: the channel moves no node. Valid as long as nothing is removed.
    ChannelPath path = ChannelPath::Translation;
    std::size_t components = 3;
    std::optional<PropertySlot> property = {};
    std::string_view curve = {};  ///< The name of a curve for the application. Valid as long as the clip.

    /// Whether the channel moves anything.
    [[nodiscard]] bool isBound() const noexcept { return property && property->kind != ChannelTarget::Kind::Node ? true : node != nullptr; }
};

/// Values of nodes and bones. A removed node has no value, even if another node is created at its address.
template <class T>
class NodeValues {
public:
    void set(const Node& node, const T& value) { values_.insert_or_assign(&node, Entry{Handle<const Node>(node), value}); }
    /// Returns null if the node has no value.
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

/// Everything that the layers of a mixer move, and where it is in a pose: first a lane for each node, in blocks; then, in blocks of their
/// own, rows of numbers one after the other.
class MixerTargets {
public:
    /// The morph weights at one node, or the numbers of one property or curve.
    struct Row {
        Handle<Node> node;
        std::optional<PropertySlot> property;
        std::string curve;
        std::size_t first = 0;  ///< Index of the row's first number in floatsOf() a pose.
        std::size_t count = 0;
    };

    /// Finds lanes and rows by channel while a mixer is laid out. Afterwards it is thrown away: a mixer does not need it to play.
    class Places {
    public:
        Places() = default;
        explicit Places(const MixerTargets& targets);

        [[nodiscard]] std::size_t laneOf(const Node& node) const { return lanes_.at(&node); }
        [[nodiscard]] std::size_t rowOf(const MixerChannel& channel) const { return rows_.at(RowKey(channel)); }

    private:
        friend class MixerTargets;
        /// Identifies a row.
        struct RowKey {
            explicit RowKey(const MixerChannel& channel)
                : node(channel.node)
                , kind(channel.property ? static_cast<int>(channel.property->kind) : -1)
                , property(channel.property ? channel.property->property : 0)
                , place(channel.property ? channel.property->place : 0)
                , curve(channel.curve)
            {}
            friend auto operator<=>(const RowKey&, const RowKey&) = default;

            const Node* node;
            int kind;
            std::uint32_t property;
            std::size_t place;
            std::string_view curve;
        };

        std::unordered_map<const Node*, std::size_t> lanes_;
        std::map<RowKey, std::size_t> rows_;
    };

    MixerTargets(const Handle<AnimationTargets>& scene, std::shared_ptr<PlayerMemory> memory);

    /// Forgets everything and starts again; rest poses of nodes are kept.
    void clear() noexcept;
    /// Adds what channels move. All calls after clear() pass the same `places`, which are empty at first.
    void add(std::span<const MixerChannel> channels, Places& places);
    /// Lays the pose out, after the last add().
    void finish();

    [[nodiscard]] std::size_t laneTotal() const noexcept { return nodes_.size(); }
    /// Returns null for a node that was removed.
    [[nodiscard]] const Node* nodeAt(std::size_t lane) const noexcept { return nodes_[lane].get(); }
    /// Returns the lane of a node; nullopt if no channel moves the node. O(lanes).
    [[nodiscard]] std::optional<std::size_t> findLane(const Node& node) const noexcept;
    /// The rows, as numbered by Places::rowOf().
    [[nodiscard]] std::span<const Row> rows() const noexcept { return rows_; }
    /// The number of blocks that hold lanes; the blocks of rows do not count.
    [[nodiscard]] std::size_t transformBlocks() const noexcept { return (nodes_.size() + laneCount - 1) / laneCount; }
    /// The rest pose. All poses have as many elements as this one.
    [[nodiscard]] const PoseBlocks& rest() const noexcept { return rest_->blocks; }
    [[nodiscard]] std::span<const float> restFloats() const noexcept { return floatsOf(rest_->blocks); }
    /// Returns where a channel's values are in floatsOf() a pose.
    [[nodiscard]] PoseEntry entryOf(const MixerChannel& channel, const Places& places) const;

    void listState(StateArchive& state, AnimationTargets* scene);

    /// makeWriter() returns a writer of all parts that any channel moves, makePropertyWriter() a writer of all properties.
    [[nodiscard]] PoseWriter makeWriter() const;
    [[nodiscard]] PropertyWriter makePropertyWriter() const;

private:
    [[nodiscard]] Transform restOf(Node& node);
    void restRow(const Row& row, std::span<float> outNumbers) const noexcept;
    void restMorphWeights(const Node& node, std::span<float> outWeights) const noexcept;

    Handle<AnimationTargets> scene_;
    std::shared_ptr<PlayerMemory> memory_;
    std::vector<Handle<Node>> nodes_;
    std::vector<Row> rows_;
    std::vector<std::array<bool, 3>> parts_;  // by lane: whether a channel moves its translation, rotation, scale
    NodeValues<Transform> nodeRests_;         // the rest poses of nodes that drive no bone
    std::shared_ptr<const RestPose> rest_;
};

}  // namespace armature
