#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <glm/ext/vector_double3.hpp>

#include <armature/mesh/mesh.hpp>

namespace armature {

/// A joint of a blend, with its weight. noJoint stands for the identity.
struct BlendPart {
    std::uint32_t joint = 0;
    float weight = 1.f;
};

/// A vertex of a mesh that a blend moves.
struct BlendedVertex {
    std::uint32_t primitive = 0;
    std::uint32_t vertex = 0;
    double weightSum = 1.;  ///< Sum of the weights of the vertex's influences, before they are normalised.
    double share = 1.;      ///< The weight of this blend in the vertex.
};

/// Joints, ascending, with weights that sum to 1, and the vertices that these joints move.
struct JointBlend {
    std::vector<BlendPart> parts = {};
    std::vector<BlendedVertex> vertices = {};
};

/// Finds blends of joints whose weights are multiples of 1 / steps. The weights of each vertex are a weighted mean of the weights of
/// neighbouring blends, at most as many as the vertex has joints. With one step, each blend is a single joint.
///
/// Linear blending takes a vertex to the weighted mean of the positions to which its joints' matrices take it, and so to the weighted mean
/// of the positions to which these blends take it. A box around all of these positions contains the vertex. The finer the steps, the fewer
/// vertices are in a body only because of a small weight. Returns no blends if there would be more than `most`. O(vertices * log(blends)).
[[nodiscard]] std::vector<JointBlend> findBlends(const Mesh& mesh, unsigned steps,
                                                 std::size_t most = std::numeric_limits<std::size_t>::max());

/// Upper limit for the error of blends of more than one step, relative to the positions to which joints take a vertex. The error arises
/// because weights that are nearly on a step count as being on it.
constexpr double nearnessOfBlends = 1.5e-6;

/// Returns the vertices' positions in bind space, each times the sum of the vertex's weights, because linear blending scales positions by
/// that sum.
[[nodiscard]] std::vector<glm::dvec3> placesOf(const Mesh& mesh, std::span<const BlendedVertex> vertices);

}  // namespace armature
