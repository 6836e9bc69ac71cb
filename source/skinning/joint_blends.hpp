#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <glm/ext/vector_double3.hpp>

#include <armature/mesh/mesh.hpp>

namespace armature {

/// One of the joints that are blended. noJoint does not move.
struct BlendPart {
    std::uint32_t joint = 0;
    float weight = 1.f;
};

/// A vertex of a mesh that a blend moves.
struct BlendedVertex {
    std::uint32_t primitive = 0;
    std::uint32_t vertex = 0;
    double weightSum = 1.;  ///< Sum of the weights of its influences, before they are normalised.
    double share = 1.;      ///< How much of the vertex this blend moves.
};

/// Joints, ascending, with weights that sum to 1, and the vertices that they move.
struct JointBlend {
    std::vector<BlendPart> parts = {};
    std::vector<BlendedVertex> vertices = {};
};

/// Finds blends of joints, with weights that are multiples of 1 / steps, such that each vertex's weights are a mean of those of
/// neighbouring blends, at most as many as it has joints. With one step, each blend is a single joint.
///
/// Linear blending takes a vertex to the weighted mean of where its joints' matrices take it, and so to the weighted mean of where these
/// blends take it: a box around all of these contains it. The finer the steps, the fewer vertices are in a body only because of a small
/// weight. Empty if there would be more than `most`. O(influences) for each step.
[[nodiscard]] std::vector<JointBlend> findBlends(const Mesh& mesh, unsigned steps,
                                                 std::size_t most = std::numeric_limits<std::size_t>::max());

/// The largest error of blends of more than one step, relative to where joints take a vertex: weights that are nearly on a step count as
/// being on it.
constexpr double nearnessOfBlends = 1.5e-6;

/// Positions in bind space times the sum of their weights, because linear blending scales them by it.
[[nodiscard]] std::vector<glm::dvec3> placesOf(const Mesh& mesh, std::span<const BlendedVertex> vertices);

}  // namespace armature
