#pragma once

#include <memory>
#include <span>

#include <glm/ext/vector_float3.hpp>
#include <glm/ext/vector_float4.hpp>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/math/affine.hpp>
#include <armature/mesh/mesh.hpp>

namespace armature {

struct DualQuaternion;

/// Returns the matrix that moves one vertex: the sum of weight * palette[joint], added left to right, or the identity if all weights are
/// zero (an unskinned vertex). A joint beyond the palette counts as the identity. O(influences).
[[nodiscard]] ARMATURE_API Affine blendPalette(const SkinWeights& skin, std::span<const Affine> palette, std::size_t vertex) noexcept;

/// Multiplies a normal by the cofactor matrix of the map's linear part. This keeps the normal perpendicular to the surface under any scale
/// and shear, and on the outer side if the map mirrors. Returns a unit vector, or zero if the map flattens the surface onto a line.
[[nodiscard]] ARMATURE_API glm::vec3 transformNormal(const Affine& affine, const glm::vec3& normal) noexcept;

/// The vertices to skin. Empty streams are skipped; all other streams have one element for each vertex of the SkinWeights or SkinPlan.
struct ARMATURE_API SkinStreams {
    std::span<const glm::vec3> positions = {};  ///< In bind space.
    std::span<const glm::vec3> normals = {};    ///< Of unit length, in bind space.
    std::span<const glm::vec4> tangents = {};   ///< xyz: the tangent, in bind space; w: the handedness of the bitangent.
};

/// The skinned vertices: each stream is as long as its input stream, and may be in the same memory.
struct ARMATURE_API SkinnedStreams {
    std::span<glm::vec3> positions = {};  ///< In skeleton space.
    std::span<glm::vec3> normals = {};    ///< Normalised, in skeleton space.
    std::span<glm::vec4> tangents = {};   ///< xyz: normalised, in skeleton space; w: the handedness.
};

/// Performs linear blend skinning from bind to skeleton space: moves every vertex by the weighted sum of its influences' matrices, added
/// left to right (see blendPalette). Transforms normals by cofactors (see transformNormal) and tangents by the matrix itself, flipping the
/// handedness if it mirrors; both are normalised. Without influences, positions are copied, and normals and tangents are normalised. A
/// matrix that is not finite affects only the vertices that have a weight for it. Supports any number of influences and makes one pass over
/// the vertices. Allocates nothing, but uses some 35 KB of the stack. O(vertices * influences). For a mesh that is skinned every frame, a
/// SkinPlan is faster on processors with AVX2.
ARMATURE_API void skinVertices(const SkinStreams& streams, const SkinWeights& skin, std::span<const Affine> palette,
                               const SkinnedStreams& outStreams) noexcept;

/// A palette prepared for dual quaternion skinning: each matrix is split into scale and shear, which apply first, in bind space, and
/// rotation and translation. A default-constructed palette is empty. assign() reuses memory.
class ARMATURE_API DualQuaternionPalette {
public:
    DualQuaternionPalette() noexcept;  ///< Makes an empty palette.
    ~DualQuaternionPalette();
    DualQuaternionPalette(DualQuaternionPalette&&) noexcept;
    DualQuaternionPalette& operator=(DualQuaternionPalette&&) noexcept;

    /// Splits a palette, such as Skeleton::getFinalMatrices(). The motion of a singular matrix has no rotation. O(bones).
    void assign(std::span<const Affine> palette);

private:
    friend void skinVertices(const SkinStreams& streams, const SkinWeights& skin, const DualQuaternionPalette& palette,
                             const SkinnedStreams& outStreams) noexcept;
    friend void skinVertices(const SkinStreams& streams, const SkinPlan& plan, const DualQuaternionPalette& palette,
                             const SkinnedStreams& outStreams) noexcept;
    friend class JointBounds;
    struct ARMATURE_LOCAL Data;

    [[nodiscard]] std::span<const Affine> matrices() const noexcept;
    [[nodiscard]] std::span<const Affine> stretches() const noexcept;
    [[nodiscard]] std::span<const DualQuaternion> motions() const noexcept;

    std::unique_ptr<Data> data_;
};

/// Skins with dual quaternions (L. Kavan et al., "Geometric Skinning with Approximate Dual Quaternion Blending", 2008), which keep the
/// volume of twisted and bent limbs. Scale and shear are blended as matrices; rotations and translations are blended as dual quaternions,
/// each with the sign that puts it in the hemisphere of the heaviest influence. In all other respects, this overload works like the one for
/// a palette of matrices.
ARMATURE_API void skinVertices(const SkinStreams& streams, const SkinWeights& skin, const DualQuaternionPalette& palette,
                               const SkinnedStreams& outStreams) noexcept;

/// Skins as SkinWeights::dualQuaternionShares specify: interpolates between the results of linear blending and of dual quaternions, and
/// normalises normals and tangents. Without shares, blends linearly. Allocates if there are shares: meant for meshes that are exported or
/// compared rather than drawn. O(vertices * influences).
ARMATURE_API void skinVerticesAsAsked(const SkinStreams& streams, const SkinWeights& skin, std::span<const Affine> palette,
                                      const SkinnedStreams& outStreams);

/// Writes the primitive's positions plus its morph targets' displacements times `weights` (missing weights count as 0). `outPositions` is
/// as long as primitive.positions.
ARMATURE_API void morphPositions(const Primitive& primitive, std::span<const float> weights, std::span<glm::vec3> outPositions) noexcept;

/// Does the same for the primitive's normals, and normalises the sums. `outNormals` is as long as primitive.normals.
ARMATURE_API void morphNormals(const Primitive& primitive, std::span<const float> weights, std::span<glm::vec3> outNormals) noexcept;

}  // namespace armature
