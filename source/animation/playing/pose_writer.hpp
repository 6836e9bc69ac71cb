#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/handle.hpp>

#include "animation/clip/packed_clip.hpp"
#include "node/transform_hierarchy.hpp"

namespace armature {

/// Writes a sampled pose to the nodes, bones and mesh instances that a clip's channels name in one scene.
///
/// The destinations (slots of hierarchies, and the bones that a written node drives) are looked up once. They are kept until one of these
/// hierarchies reports a change (TransformHierarchy::layoutVersion()) or is gone. So a frame accesses numbers and marks, but no node or
/// bone. Targets, their skeletons and the scene may be removed at any time; nothing is written to removed ones.
class PoseWriter {
public:
    /// What one channel writes, and where its numbers are in the pose.
    struct Part {
        Node* node = nullptr;  ///< Null: no node.
        ChannelPath path = ChannelPath::Translation;
        std::size_t components = 3;
        PoseEntry entry;
    };

    PoseWriter(const Handle<AnimationTargets>& scene, std::span<const Part> parts);

    /// Writes the animated parts of each target and leaves its other parts as they are. Does not allocate as long as no slots change.
    void write(std::span<const float> pose) noexcept;

private:
    /// One node or bone and where its animated parts are in the pose.
    struct Target {
        Handle<Node> node;
        std::optional<PoseEntry> translation;
        std::optional<PoseEntry> rotation;
        std::optional<PoseEntry> scale;
    };
    /// Morph weights for the mesh instances at a node.
    struct WeightsTarget {
        Handle<Node> node;
        const Node* address = nullptr;  // the sort key
        PoseEntry entry;
        std::size_t count = 0;
    };

    /// The destination of one target.
    struct Destination {
        TransformHierarchy* hierarchy;
        TransformHierarchy::Slot slot;
        std::uint32_t target;     // index in targets_
        std::uint32_t drivenEnd;  // end of its driven slots in driven_; they begin at the end of the previous destination
    };
    /// The slot of a bone that a written node drives.
    struct Driven {
        TransformHierarchy* hierarchy;
        TransformHierarchy::Slot slot;
    };
    struct Layout {
        const TransformHierarchy* hierarchy;
        Lifetime::Watch owner;
        std::uint64_t version;
    };

    /// `firstParts`: for each part, the first part of the same node.
    void addTargets(std::span<const Part> parts, std::span<const std::size_t> firstParts);
    [[nodiscard]] bool isCurrent() const noexcept;
    void lookUp();
    void watch(const Node& node);
    void writeTarget(const Target& target, std::span<const float> pose, float* outParts) const noexcept;
    void writeWeights(std::span<const float> pose) const noexcept;

    Handle<AnimationTargets> scene_;
    std::vector<Target> targets_;
    std::vector<Destination> destinations_;
    std::vector<Driven> driven_;
    std::vector<Layout> layouts_;  // of all hierarchies that lookUp() found
    bool isLookedUp_ = false;
    std::vector<WeightsTarget> weights_;  // sorted by the node's address
};

}  // namespace armature
