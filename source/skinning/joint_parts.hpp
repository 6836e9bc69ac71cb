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
    double weightSum = 1.;    ///< Before the division.
    double weight = 0.;       ///< Of the joint.
    double heaviest = 0.;     ///< Of a single influence, at most.
    std::uint32_t guide = 0;  ///< The joint of most weight, the lowest of equals.
    double guideWeight = 0.;  ///< Of that joint.
};

/// Vertices that a joint has a weight for. noJoint: those that no joint moves.
///
/// Linear blending takes a vertex to the mean, by weight, of where its joints' matrices M_i take it: a box around all of these encloses it.
/// If it belongs to joint j for at least half, where the other matrices take it can be left out, for the points on the way there from
/// where M_j takes it, a part s of the way, as long as s is no less than 1 - w_j: the mean of these is the same.
struct JointPart {
    std::uint32_t joint = 0;
    std::uint32_t from = 0;  ///< M_j; the joint itself for all of the way.
    double share = 1.;       ///< Of the way from there.
    std::vector<MovedVertex> vertices = {};

    [[nodiscard]] bool isWhole() const noexcept { return from == joint; }
};

/// The vertices of every joint that moves any, ascending.
[[nodiscard]] std::vector<JointPart> findJointParts(const Mesh& mesh);

/// Divides the parts, those first whose boxes shrink most by it, until it is no longer worth it or there are two for each joint, and lanes
/// are full. Whole parts come first.
[[nodiscard]] std::vector<JointPart> divideJointParts(const Mesh& mesh, const std::vector<JointPart>& joints);

/// Positions in bind space times the sum of their weights, to which linear blending scales them.
[[nodiscard]] std::vector<glm::dvec3> placesOf(const Mesh& mesh, std::span<const MovedVertex> vertices);

}  // namespace armature
