#pragma once

#include <span>

#include <glm/ext/vector_float3.hpp>

#include <armature/math/affine.hpp>
#include <armature/scene/mesh.hpp>

namespace armature {

/// The matrix that moves one vertex: the sum of weight * palette[joint], left to right. All weights zero (an unskinned vertex): the
/// identity. A joint beyond the palette counts as the identity. O(influences).
[[nodiscard]] Affine blendPalette(const SkinWeights& skin, std::span<const Affine> palette, std::size_t vertex) noexcept;

/// Multiplies a normal by the cofactor of the linear part, which keeps it perpendicular to the surface under any scale and shear, and
/// turns it to the outer side where the map mirrors. Unit length; zero if the map flattens the surface onto a line.
[[nodiscard]] glm::vec3 transformNormal(const Affine& affine, const glm::vec3& normal) noexcept;

/// Positions moved by the palette (Skeleton::getFinalMatrices()), from bind to skeleton space. `outPositions` is as long as `positions`
/// and may be the same memory. Without influences it copies. O(vertices * influences), no allocation.
void skinPositions(std::span<const glm::vec3> positions, const SkinWeights& skin, std::span<const Affine> palette,
                   std::span<glm::vec3> outPositions) noexcept;

/// The same for normals (see transformNormal).
void skinNormals(std::span<const glm::vec3> normals, const SkinWeights& skin, std::span<const Affine> palette,
                 std::span<glm::vec3> outNormals) noexcept;

/// Adds the primitive's morph targets, scaled by `weights` (missing ones count as 0). `outPositions` is as long as primitive.positions.
void morphPositions(const Primitive& primitive, std::span<const float> weights, std::span<glm::vec3> outPositions) noexcept;

/// The same for normals, of unit length. `outNormals` is as long as primitive.normals.
void morphNormals(const Primitive& primitive, std::span<const float> weights, std::span<glm::vec3> outNormals) noexcept;

}  // namespace armature
