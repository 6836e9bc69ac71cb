#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <glm/ext/vector_float3.hpp>
#include <glm/ext/vector_float4.hpp>

#include <armature/math/affine.hpp>

/// The inner loops of skinning on the CPU, as plain functions over memory that the caller owns. They neither allocate nor hold state.
///
/// The matrices of a vertex's influences are summed, ((w0 m0 + w1 m1) + w2 m2) ..., in lanes with one vertex each, or as rows that are
/// then transposed into lanes. There positions, normals and tangents are multiplied. Sums of products are fused (see fused.hpp), and
/// positions and directions have no -0; all instruction sets give the same bits, except those of a NaN. A matrix that is not finite affects
/// only vertices that give it a weight.
namespace armature {

/// The vertices to move. A null pointer means that there is no such stream. Every output may be its input.
struct SkinStreamPointers {
    std::size_t count = 0;
    const glm::vec3* positions = nullptr;
    const glm::vec3* normals = nullptr;
    const glm::vec4* tangents = nullptr;
    glm::vec3* outPositions = nullptr;
    glm::vec3* outNormals = nullptr;
    glm::vec4* outTangents = nullptr;
};

/// The influences of the vertices. A joint beyond the palette counts as the identity, and the identity moves a vertex whose weights are all
/// 0.
struct InfluencePointers {
    std::size_t perVertex = 0;
    const std::uint16_t* joints = nullptr;
    const float* weights = nullptr;
};

/// A rotation and a translation as a dual quaternion, x y z w each.
struct alignas(32) DualQuaternion {
    float real[4];
    float dual[4];
};

void skinLinear(const SkinStreamPointers& streams, const InfluencePointers& influences, std::span<const Affine> palette) noexcept;

/// Moves each vertex first by its blend of `stretches`, matrices with the scale and shear of each bone, then by the blended dual
/// quaternions of the same bones.
void skinDualQuaternions(const SkinStreamPointers& streams, const InfluencePointers& influences, std::span<const Affine> stretches,
                         std::span<const DualQuaternion> motions) noexcept;

/// The same functions in plain C++ (see pose_kernels.hpp).
namespace reference {

void skinLinear(const SkinStreamPointers& streams, const InfluencePointers& influences, std::span<const Affine> palette);
void skinDualQuaternions(const SkinStreamPointers& streams, const InfluencePointers& influences, std::span<const Affine> stretches,
                         std::span<const DualQuaternion> motions);

}  // namespace reference

}  // namespace armature
