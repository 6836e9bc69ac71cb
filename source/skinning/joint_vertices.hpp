#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <glm/ext/vector_double3.hpp>

#include <armature/mesh/mesh.hpp>

namespace armature {

/// A vertex of a mesh, as a joint moves it. Weights are parts of their sum.
struct MovedVertex {
    std::uint32_t primitive = 0;
    std::uint32_t vertex = 0;
    double weightSum = 1.;  ///< Before the division.
    double weight = 0.;     ///< Of the joint.
    double heaviest = 0.;   ///< Of a single influence, at most.
};

/// The vertices that a joint has a weight for. noJoint: those that no joint moves.
///
/// Linear blending takes a vertex to the mean, by weight, of where its joints' matrices take it: what encloses all of these encloses it.
struct JointVertices {
    std::uint32_t joint = 0;
    std::vector<MovedVertex> vertices = {};
};

/// Of every joint that moves any, ascending.
[[nodiscard]] std::vector<JointVertices> findJointVertices(const Mesh& mesh);

/// Positions in bind space times the sum of their weights, to which linear blending scales them.
[[nodiscard]] std::vector<glm::dvec3> placesOf(const Mesh& mesh, std::span<const MovedVertex> vertices);

}  // namespace armature
