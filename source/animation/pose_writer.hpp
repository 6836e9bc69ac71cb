#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <armature/animation/animation_clip.hpp>

#include "animation/packed_clip.hpp"

namespace armature {

/// Writes a sampled pose to the nodes, bones and mesh instances that a clip's channels name in one scene.
class PoseWriter {
public:
    /// What one channel writes, and where that is in the pose.
    struct Part {
        Node* node = nullptr;  ///< Null: nothing.
        ChannelPath path = ChannelPath::Translation;
        std::size_t components = 3;
        PoseEntry entry;
    };

    PoseWriter(Scene& scene, std::span<const Part> parts);
    /// Looks the targets up once. The pose comes in the layout of `entries`, one for each of `channels`.
    PoseWriter(Scene& scene, std::span<const ChannelDescription> channels, std::span<const PoseEntry> entries);

    [[nodiscard]] std::size_t unboundChannelCount() const noexcept { return unboundChannelCount_; }

    /// Writes the animated parts of each target and leaves its other parts as they are. Allocates nothing.
    void write(std::span<const float> pose) const noexcept;

    /// From now on leaves `node` alone, which is about to be removed.
    void forget(const Node& node) noexcept;

private:
    /// One node or bone and where its animated parts are in the pose.
    struct Target {
        Node* node = nullptr;
        std::optional<PoseEntry> translation;
        std::optional<PoseEntry> rotation;
        std::optional<PoseEntry> scale;
    };
    /// Morph weights for the mesh instances at a node.
    struct WeightsTarget {
        const Node* node = nullptr;
        PoseEntry entry;
        std::size_t count = 0;
    };

    static void writeTarget(const Target& target, std::span<const float> pose) noexcept;
    void writeWeights(std::span<const float> pose) const noexcept;

    Scene* scene_;
    std::vector<Target> targets_;
    std::vector<WeightsTarget> weights_;  // by address of the node
    std::size_t unboundChannelCount_ = 0;
};

}  // namespace armature
