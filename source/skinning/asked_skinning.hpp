#pragma once

#include <span>
#include <vector>

#include <glm/ext/vector_float3.hpp>
#include <glm/ext/vector_float4.hpp>

#include <armature/base/export.hpp>
#include <armature/math/aabb.hpp>
#include <armature/math/affine.hpp>
#include <armature/skinning/cpu_skinning.hpp>
#include <armature/skinning/joint_bounds.hpp>

namespace armature {

/// How vertices are skinned, or should be according to SkinWeights::dualQuaternionShares.
enum class SkinningKind : unsigned char {
    Linear,
    DualQuaternions,
    Shared,  ///< Each vertex is mixed from both results, by its share.
};

/// Returns the kind that the shares ask for: Linear if there are none or all are 0, DualQuaternions if all are 1, otherwise Shared.
/// O(vertices) if there are shares.
[[nodiscard]] ARMATURE_PRIVATE_API SkinningKind askedSkinning(const SkinWeights& skin) noexcept;
/// Returns the kind that the mesh's primitives ask for; Shared if they ask for different kinds.
[[nodiscard]] ARMATURE_PRIVATE_API SkinningKind askedSkinning(const Mesh& mesh) noexcept;

/// Reusable memory for the results of dual quaternion skinning, which skinByShares() mixes with those of linear skinning.
struct SharedSkinningScratch {
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;
    std::vector<glm::vec4> tangents;
};

/// Does the work of skinVerticesAsAsked() for SkinningKind::Shared, with the palette already split.
ARMATURE_PRIVATE_API void skinByShares(const SkinStreams& streams, const SkinWeights& skin, std::span<const Affine> palette,
                                       const DualQuaternionPalette& split, const SkinnedStreams& outStreams,
                                       SharedSkinningScratch& scratch);

/// Returns a box around all vertices, skinned as `kind` says. With Shared, each vertex lies between its two results. `split` is read only
/// for kinds other than Linear.
[[nodiscard]] ARMATURE_PRIVATE_API Aabb enclose(const JointBounds& bounds, SkinningKind kind, std::span<const Affine> palette,
                                                const DualQuaternionPalette& split, std::span<const float> morphWeights) noexcept;

}  // namespace armature
