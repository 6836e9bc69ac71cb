#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/handle.hpp>

#include "animation/packed_clip.hpp"
#include "scene/transform_hierarchy.hpp"

namespace armature {

/// Writes a sampled pose to the nodes, bones and mesh instances that a clip's channels name in one scene.
///
/// Where the numbers go - slots of hierarchies, and the bones that a written node drives - is looked up once and kept until one of those
/// hierarchies says that it has changed (TransformHierarchy::layoutVersion()), or has gone: a frame touches numbers and marks, and no node
/// or bone. Targets, their skeletons and the scene may go at any time; nothing is written to what has gone.
class PoseWriter {
public:
    /// What one channel writes, and where that is in the pose.
    struct Part {
        Handle<Node> node;  ///< Null: nothing.
        ChannelPath path = ChannelPath::Translation;
        std::size_t components = 3;
        PoseEntry entry;
    };

    PoseWriter(const Handle<Scene>& scene, std::span<const Part> parts);

    /// Writes the animated parts of each target and leaves its other parts as they are. Allocates nothing as long as no slots change.
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
        const Node* address = nullptr;  // what they are sorted by
        PoseEntry entry;
        std::size_t count = 0;
    };

    /// Where one target goes.
    struct Destination {
        TransformHierarchy* hierarchy;
        TransformHierarchy::Slot slot;
        std::uint32_t target;     // in targets_
        std::uint32_t drivenEnd;  // its driven slots lie before that in driven_, and after those of the destination before
    };
    /// A bone's slot that a written node drives.
    struct Driven {
        TransformHierarchy* hierarchy;
        TransformHierarchy::Slot slot;
    };
    struct Layout {
        const TransformHierarchy* hierarchy;
        Lifetime::Watch owner;
        std::uint64_t version;
    };

    [[nodiscard]] bool isCurrent() const noexcept;
    void lookUp();
    void watch(const Node& node);
    void writeTarget(const Target& target, std::span<const float> pose, float* outParts) const noexcept;
    void writeWeights(std::span<const float> pose) const noexcept;

    Handle<Scene> scene_;
    std::vector<Target> targets_;
    std::vector<Destination> destinations_;
    std::vector<Driven> driven_;
    std::vector<Layout> layouts_;  // of the hierarchies that all of these belong to
    bool isLookedUp_ = false;
    std::vector<WeightsTarget> weights_;  // by address of the node
};

}  // namespace armature
