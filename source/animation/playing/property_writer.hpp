#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/animation_targets.hpp>
#include <armature/handle.hpp>

#include "animation/clip/channel_targets.hpp"
#include "animation/clip/property_slot.hpp"

namespace armature {

/// Writes the curves of a pose to their properties. Nodes and the scene may be removed at any time; nothing is written to removed ones. A
/// player without curves has an empty list.
class PropertyWriter {
public:
    struct Part {
        PropertySlot slot;
        Handle<Node> node;      ///< The node, if the slot is a property of a node.
        std::size_t first = 0;  ///< Index of the property's first number in the pose.
        std::size_t count = 0;
    };

    PropertyWriter() = default;
    /// Makes a writer of `parts`, except curves for the application.
    PropertyWriter(const Handle<AnimationTargets>& scene, std::span<const Part> parts);

    void write(std::span<const float> pose) const noexcept
    {
        if (!parts_.empty()) {
            writeAll(pose);
        }
    }
    void listState(StateArchive& state);

private:
    void writeAll(std::span<const float> pose) const noexcept;

    Handle<AnimationTargets> scene_;
    std::vector<Part> parts_;
};

}  // namespace armature
