#pragma once

#include <memory>
#include <span>

#include <glm/ext/vector_float3.hpp>
#include <glm/ext/vector_float4.hpp>

#include <armature/fwd.hpp>
#include <armature/math/affine.hpp>
#include <armature/mesh/mesh.hpp>

namespace armature {

struct DualQuaternion;

/// Returns the matrix that moves one vertex: the sum of weight * palette[joint], added left to right, or the identity if all weights are
/// zero (an unskinned vertex). A joint beyond the palette counts as the identity. O(influences).
[[nodiscard]] Affine blendPalette(const SkinWeights& skin, std::span<const Affine> palette, std::size_t vertex) noexcept;

/// Multiplies a normal by the cofactor matrix of the linear part, which keeps it perpendicular to the surface under any scale and shear,
/// and on the outer side if the map mirrors. Returns a unit vector, or zero if the map flattens the surface onto a line.
[[nodiscard]] glm::vec3 transformNormal(const Affine& affine, const glm::vec3& normal) noexcept;

/// The vertices to skin. Empty streams are skipped; all others have as many elements as there are vertices in the influences.
struct SkinStreams {
    std::span<const glm::vec3> positions = {};  ///< In bind space.
    std::span<const glm::vec3> normals = {};    ///< Of unit length, in bind space.
    std::span<const glm::vec4> tangents = {};   ///< xyz: the tangent, in bind space; w: the handedness of the bitangent.
};

/// The skinned vertices: each stream is as long as its input and may share its memory.
struct SkinnedStreams {
    std::span<glm::vec3> positions = {};  ///< In skeleton space.
    std::span<glm::vec3> normals = {};    ///< Normalised, in skeleton space.
    std::span<glm::vec4> tangents = {};   ///< xyz: normalised, in skeleton space; w: the handedness.
};

/// Linear blend skinning from bind to skeleton space: moves every vertex by the sum of its influences' matrices, left to right (see
/// blendPalette). Transforms normals by cofactors (see transformNormal) and tangents by the matrix itself, with the handedness flipped by
/// mirroring; both are normalised. Without influences, positions are copied and directions normalised. A matrix that is not finite affects
/// only vertices with a weight for it. Takes any number of influences and makes one pass over the vertices. Allocates nothing, but uses
/// some 35 KB of the stack. O(vertices * influences). For a mesh that is skinned every frame, a SkinPlan is faster on processors with AVX2.
void skinVertices(const SkinStreams& streams, const SkinWeights& skin, std::span<const Affine> palette,
                  const SkinnedStreams& outStreams) noexcept;

/// A palette split for dual quaternion skinning: each bone's scale and shear (in bind space), and the rotation and translation that follow
/// them. A default-constructed palette is empty. assign() reuses its memory.
class DualQuaternionPalette {
public:
    DualQuaternionPalette() noexcept;  ///< Empty.
    ~DualQuaternionPalette();
    DualQuaternionPalette(DualQuaternionPalette&&) noexcept;
    DualQuaternionPalette& operator=(DualQuaternionPalette&&) noexcept;

    /// Splits a palette, such as Skeleton::getFinalMatrices(). For a singular matrix, finds as much of a rotation as possible (see
    /// decompose()). O(bones).
    void assign(std::span<const Affine> palette);

private:
    friend void skinVertices(const SkinStreams& streams, const SkinWeights& skin, const DualQuaternionPalette& palette,
                             const SkinnedStreams& outStreams) noexcept;
    friend void skinVertices(const SkinStreams& streams, const SkinPlan& plan, const DualQuaternionPalette& palette,
                             const SkinnedStreams& outStreams) noexcept;
    friend class JointBounds;
    struct Data;

    [[nodiscard]] std::span<const Affine> matrices() const noexcept;
    [[nodiscard]] std::span<const Affine> stretches() const noexcept;
    [[nodiscard]] std::span<const DualQuaternion> motions() const noexcept;

    std::unique_ptr<Data> data_;
};

/// Skins with dual quaternions (L. Kavan et al., "Geometric Skinning with Approximate Dual Quaternion Blending", 2008), which keep the
/// volume of twisted and bent limbs. Scale and shear are blended as matrices, rotations and translations as dual quaternions, with signs
/// that put them in the hemisphere of the heaviest influence. Otherwise the same as with a palette of matrices.
void skinVertices(const SkinStreams& streams, const SkinWeights& skin, const DualQuaternionPalette& palette,
                  const SkinnedStreams& outStreams) noexcept;

/// Skins by SkinWeights::dualQuaternionShares: interpolates between linear blending and dual quaternions, and normalises directions. Blends
/// linearly if there are no shares. Allocates if there are shares: meant for meshes that are exported or compared rather than drawn.
/// O(vertices * influences).
void skinVerticesAsAsked(const SkinStreams& streams, const SkinWeights& skin, std::span<const Affine> palette,
                         const SkinnedStreams& outStreams);

/// Writes the primitive's positions plus its morph targets, scaled by `weights` (missing weights count as 0). `outPositions` is as long as
/// primitive.positions.
void morphPositions(const Primitive& primitive, std::span<const float> weights, std::span<glm::vec3> outPositions) noexcept;

/// Writes the primitive's normals plus its morph targets, likewise, and normalises the sums. `outNormals` is as long as primitive.normals.
void morphNormals(const Primitive& primitive, std::span<const float> weights, std::span<glm::vec3> outNormals) noexcept;

}  // namespace armature
