#include <armature/mesh/bake_transform.hpp>

#include <algorithm>
#include <numeric>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <armature/mesh/mesh.hpp>
#include <armature/node/transform_node.hpp>

#include "node/space_frame.hpp"

namespace armature {

namespace {

/// The parts of a matrix that geometry needs, in double.
struct Baking {
    explicit Baking(const glm::dmat4& whole) : matrix(whole), linear(whole), mirrors(glm::determinant(linear) < 0.)
    {
        // The cofactor matrix keeps normals perpendicular to the surface under any scale and shear. If the matrix mirrors, the sign is
        // changed, so that normals still point outwards.
        cofactor = glm::dmat3(glm::cross(linear[1], linear[2]), glm::cross(linear[2], linear[0]), glm::cross(linear[0], linear[1]));
        cofactor *= mirrors ? -1. : 1.;
    }

    [[nodiscard]] glm::vec3 point(const glm::vec3& p) const { return glm::vec3(matrix * glm::dvec4(p, 1.)); }
    [[nodiscard]] glm::vec3 offset(const glm::vec3& v) const { return glm::vec3(linear * glm::dvec3(v)); }
    [[nodiscard]] glm::vec3 normal(const glm::vec3& n) const { return unit(cofactor * glm::dvec3(n), n); }
    [[nodiscard]] glm::vec4 tangent(const glm::vec4& t) const { return {unit(linear * glm::dvec3(t), glm::vec3(t)), mirrors ? -t.w : t.w}; }
    /// Returns the normalised vector; `otherwise` if the matrix has flattened the vector to zero, which leaves no direction.
    [[nodiscard]] static glm::vec3 unit(const glm::dvec3& vector, const glm::vec3& otherwise)
    {
        const double length = glm::length(vector);
        return length > 0. ? glm::vec3(vector / length) : otherwise;
    }

    glm::dmat4 matrix;
    glm::dmat3 linear;
    glm::dmat3 cofactor{1.};
    bool mirrors;
};

/// Reverses triangles so that they keep their front when mirrored.
void flipTriangles(Primitive& primitive)
{
    std::vector<std::uint32_t>& indices = primitive.indices;
    if (indices.empty() && primitive.topology >= PrimitiveTopology::Triangles) {
        indices.resize(primitive.positions.size());
        std::iota(indices.begin(), indices.end(), 0u);
    }
    switch (primitive.topology) {
    case PrimitiveTopology::Triangles:
        for (std::size_t first = 0; first + 2 < indices.size(); first += 3) {
            std::swap(indices[first + 1], indices[first + 2]);
        }
        break;
    case PrimitiveTopology::TriangleStrip:  // adding a triangle without area in front makes odd triangles even
        if (!indices.empty()) {
            indices.insert(indices.begin(), indices.front());
        }
        break;
    case PrimitiveTopology::TriangleFan:
        if (!indices.empty()) {
            std::ranges::reverse(indices.begin() + 1, indices.end());
        }
        break;
    default: break;
    }
}

/// Bakes displacements so that displaced normals are right in the result: new = baked(normal + displacement) - baked(normal).
void bakeNormals(const Baking& baking, const std::vector<glm::vec3>& normals, MorphTarget& target)
{
    for (std::size_t i = 0; i < target.normals.size(); ++i) {
        const glm::vec3 from = i < normals.size() ? normals[i] : glm::vec3(0.f);
        target.normals[i] = baking.normal(from + target.normals[i]) - baking.normal(from);
    }
}

void bakePrimitive(const Baking& baking, Primitive& primitive)
{
    for (MorphTarget& target : primitive.morphTargets) {
        bakeNormals(baking, primitive.normals, target);
        std::ranges::transform(target.positions, target.positions.begin(), [&](const glm::vec3& p) { return baking.offset(p); });
        std::ranges::transform(target.tangents, target.tangents.begin(), [&](const glm::vec3& t) { return baking.offset(t); });
    }
    std::ranges::transform(primitive.positions, primitive.positions.begin(), [&](const glm::vec3& p) { return baking.point(p); });
    std::ranges::transform(primitive.normals, primitive.normals.begin(), [&](const glm::vec3& n) { return baking.normal(n); });
    std::ranges::transform(primitive.tangents, primitive.tangents.begin(), [&](const glm::vec4& t) { return baking.tangent(t); });
    if (baking.mirrors) {
        flipTriangles(primitive);
    }
}

}  // namespace

MeshDescription bakeTransformIntoVertices(const MeshDescription& mesh, const TransformNode& node, Space space)
{
    const Baking baking(SpaceFrame(node, space, nullptr).matrix());
    MeshDescription baked = mesh;
    for (Primitive& primitive : baked.primitives) {
        bakePrimitive(baking, primitive);
    }
    return baked;
}

}  // namespace armature
