#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/math/affine.hpp>
#include <armature/mesh/mesh.hpp>

#include "scene/ray_hits.hpp"
#include "skinning/asked_skinning.hpp"

namespace armature {

/// A box in double precision, given by its centre and half its extents.
struct WideBox {
    glm::dvec3 center{0.};
    glm::dvec3 half{0.};
};

/// Returns whether the ray meets the box within the distance `farthest`, in multiples of the ray's direction. A box that is not finite
/// counts as met.
[[nodiscard]] bool meets(const Ray& ray, const WideBox& box, double farthest) noexcept;

/// The matrices and weights that pose an instance.
struct InstancePose {
    Affine world{0.f};
    bool isSkinned = false;
    std::span<const Affine> palette = {};          ///< Set if the instance is skinned.
    const DualQuaternionPalette* split = nullptr;  ///< The palette, split for dual quaternions, if the mesh asks for them.
    std::span<const float> morphWeights = {};
};

/// Scratch memory in which a group's vertices are posed.
struct PoseScratch {
    std::vector<glm::vec3> positions;
    SharedSkinningScratch shared;
};

/// A few neighbouring triangles of a primitive, with bounds for any pose: for each joint, the box of the vertices that it moves. A linearly
/// blended vertex lies in the convex hull of these boxes, each transformed by its joint; so does a triangle of such vertices.
class TriangleGroup {
public:
    TriangleGroup(const Primitive& primitive, std::size_t primitiveNumber, std::span<const std::uint32_t> triangles);

    /// Returns a box in world space. It is infinite if a number is not finite, or if dual quaternions move the vertices: bounding a blend
    /// of motions would cost more than posing the vertices.
    [[nodiscard]] WideBox enclose(const InstancePose& pose) const noexcept;

    [[nodiscard]] std::size_t triangleCount() const noexcept { return triangles_.size(); }

    /// Poses the vertices as appendPosedPositions() does, and passes the triangles to nearest.show().
    void showTo(NearestTriangle& nearest, const InstancePose& pose, PoseScratch& scratch) const;

private:
    /// The box of the vertices that one joint moves.
    struct Reach {
        std::uint32_t joint = 0;
        glm::dvec3 low{0.};
        glm::dvec3 high{0.};
    };

    void addVertex(const Primitive& primitive, std::size_t vertex);
    void boundVertices();
    void skin(const InstancePose& pose, PoseScratch& scratch) const;

    std::size_t primitiveNumber_;
    SkinningKind skinning_ = SkinningKind::Linear;
    // The group as a primitive: positions, skin and morph positions of its vertices, and the indices of its triangles.
    Primitive vertices_;
    std::vector<std::uint32_t> triangles_;  // the triangles' indices in the primitive
    std::vector<Reach> reaches_;
    std::vector<glm::dvec3> morphReaches_;  // by target, the largest displacement along each axis
    // The largest difference between 1 and the sum of a vertex's weights; boxes grow by this share of translations and morphs.
    double slack_ = 0.;
};

/// Divides the triangles of a mesh into groups.
[[nodiscard]] std::vector<TriangleGroup> groupTriangles(const Mesh& mesh);

}  // namespace armature
