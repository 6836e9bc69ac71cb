#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <glm/ext/vector_double3.hpp>

#include <armature/mesh/mesh.hpp>

namespace armature {

/// One of the joints that are mixed. noJoint stands still.
struct BlendPart {
    std::uint32_t joint = 0;
    float weight = 1.f;
};

/// A vertex of a mesh, as a blend moves it.
struct BlendedVertex {
    std::uint32_t primitive = 0;
    std::uint32_t vertex = 0;
    double weightSum = 1.;  ///< Sum of the weights of its influences before they are divided by it.
    double share = 1.;      ///< How much of the vertex this blend moves.
};

/// Joints in a proportion, ascending, whose weights sum to 1; and the vertices that they move.
struct JointBlend {
    std::vector<BlendPart> parts = {};
    std::vector<BlendedVertex> vertices = {};
};

/// The blends of joints, in weights that are multiples of 1 / steps, between which the mesh's vertices are: each vertex's weights are a
/// mean of the weights of some of them, those next to it, as many at most as it has joints. One step: each joint alone.
///
/// Linear blending takes a vertex to the mean, by weight, of where its joints' matrices take it, and so to that of where these blends take
/// it: what encloses all of these encloses it. The finer the steps, the less is in a body for the sake of a small weight.
/// Empty if there would be more than `most`. O(influences) for each step.
[[nodiscard]] std::vector<JointBlend> findBlends(const Mesh& mesh, unsigned steps,
                                                 std::size_t most = std::numeric_limits<std::size_t>::max());

/// How far blends of more than one step may be off, as a part of where joints take a vertex: weights that are nearly on a step count as if
/// they were on it.
constexpr double nearnessOfBlends = 1.5e-6;

/// Positions in bind space times the sum of their weights, to which linear blending scales them.
[[nodiscard]] std::vector<glm::dvec3> placesOf(const Mesh& mesh, std::span<const BlendedVertex> vertices);

}  // namespace armature
