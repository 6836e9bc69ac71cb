#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <glm/ext/vector_float2.hpp>

#include <armature/fwd.hpp>

#include "graph_playback.hpp"

namespace armature::tools {

/// A clip and its position in a blend.
struct BlendPlace {
    std::size_t clip = 0;  ///< Index into the `clips` of makeBlendGraph() and placesOf().
    glm::vec2 place{0.f};
};

/// Returns places for clips: the first one at the origin and the others on the unit circle, clockwise from (0, 1). The second of only two
/// clips is at (1, 0).
[[nodiscard]] std::vector<BlendPlace> placeAround(std::span<const std::size_t> clips);

/// Makes a graph that only blends clips of a scene by their positions, in step. Its parameters x and y (only x if `isLine`) are the
/// position at which it blends. A clip keeps its root motion in the graph if it travels by a bone of the first skeleton whose name is
/// unique and not empty. Throws Error if a clip has no name, or the same name as an earlier clip, because graphs find clips by their names.
[[nodiscard]] GraphSource makeBlendGraph(Scene& scene, std::span<AnimationGroup* const> clips, std::span<const BlendPlace> places,
                                         bool isLine);

/// Returns whether makeBlendGraph() made the graph: only such graphs have no file. placesOf() returns the positions of the clips of such a
/// graph; clips that are not in `clips` get the index clips.size().
[[nodiscard]] bool isMadeBlend(const GraphPlayback& graph) noexcept;
[[nodiscard]] std::vector<BlendPlace> placesOf(const GraphPlayback& graph, std::span<AnimationGroup* const> clips);

}  // namespace armature::tools
