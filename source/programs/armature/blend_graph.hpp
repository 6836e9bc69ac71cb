#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <glm/ext/vector_float2.hpp>

#include <armature/fwd.hpp>

#include "graph_playback.hpp"

namespace armature::tools {

/// A clip and where it is in a blend.
struct BlendPlace {
    std::size_t clip = 0;  ///< Index among the given clips.
    glm::vec2 place{0.f};
};

/// One clip at the origin and the others on a circle around it, clockwise from the top; two are on a line.
[[nodiscard]] std::vector<BlendPlace> placeAround(std::span<const std::size_t> clips);

/// A graph that does nothing but blend clips of a scene by their places, in step, over its parameters x and y; on a line, over x alone. It
/// travels as they do. Throws Error if a clip has no name, or that of another one before it: graphs find clips by their names.
[[nodiscard]] GraphSource makeBlendGraph(Scene& scene, std::span<AnimationGroup* const> clips, std::span<const BlendPlace> places,
                                         bool isLine);

/// Whether a graph was made so, and the places that it has then.
[[nodiscard]] bool isMadeBlend(const GraphPlayback& graph) noexcept;
[[nodiscard]] std::vector<BlendPlace> placesOf(const GraphPlayback& graph, std::span<AnimationGroup* const> clips);

}  // namespace armature::tools
