#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <glm/ext/vector_double3.hpp>

#include <armature/math/aabb.hpp>
#include <armature/math/affine.hpp>
#include <armature/mesh/mesh.hpp>
#include <armature/skinning/skin_plan.hpp>

#include "skinning/kernels/body_limits.hpp"

namespace armature {

/// Encloses the vertices of a small mesh, moved by linear blending, by skinning them. Bodies around them would cost as much, and no box is
/// tighter than this one.
class FewVertices {
public:
    explicit FewVertices(const Mesh& mesh);

    /// Extends a box by the vertices, morphed and moved by linear blending.
    void enclose(std::span<const Affine> palette, std::span<const float> morphWeights, Aabb& inOutBox) const noexcept;

private:
    struct Part {
        std::vector<glm::vec3> positions;
        std::vector<std::vector<glm::vec3>> targets;  // by target: the displacements; empty if the target moves nothing
        SkinPlan plan;
    };

    void add(const Primitive& primitive);

    std::vector<Part> parts_;
    std::vector<std::uint32_t> joints_;  // the joints that move at least one vertex, ascending
    glm::dvec3 farthest_{0.};
    std::vector<glm::dvec3> targetReaches_;  // for each target, the largest absolute coordinates of its displacements
    double rounding_;
};

}  // namespace armature
