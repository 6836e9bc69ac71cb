#pragma once

#include <memory>
#include <span>

#include <glm/ext/vector_float3.hpp>
#include <glm/ext/vector_float4.hpp>

#include <armature/fwd.hpp>
#include <armature/math/affine.hpp>
#include <armature/scene/mesh.hpp>

namespace armature {

struct DualQuaternion;

/// The matrix that moves one vertex: the sum of weight * palette[joint], left to right. All weights zero (an unskinned vertex): the
/// identity. A joint beyond the palette counts as the identity. O(influences).
[[nodiscard]] Affine blendPalette(const SkinWeights& skin, std::span<const Affine> palette, std::size_t vertex) noexcept;

/// Multiplies a normal by the cofactor of the linear part, which keeps it perpendicular to the surface under any scale and shear, and
/// turns it to the outer side where the map mirrors. Unit length; zero if the map flattens the surface onto a line.
[[nodiscard]] glm::vec3 transformNormal(const Affine& affine, const glm::vec3& normal) noexcept;

/// The vertices to skin. A stream that is empty is left out; the others are of one length, and as long as the influences.
struct SkinStreams {
    std::span<const glm::vec3> positions = {};
    std::span<const glm::vec3> normals = {};
    std::span<const glm::vec4> tangents = {};  ///< xyz, and in w the handedness of the bitangent.
};

/// Where they go: each as long as its input, and possibly the same memory.
struct SkinnedStreams {
    std::span<glm::vec3> positions = {};
    std::span<glm::vec3> normals = {};
    std::span<glm::vec4> tangents = {};
};

/// Linear blend skinning from bind to skeleton space: every vertex is moved by the sum of its influences' matrices, left to right (see
/// blendPalette). Normals are turned by cofactors (see transformNormal), tangents by the matrix itself, with a handedness that follows
/// mirroring; both come out unit. Without influences positions are copied, directions made unit. Any number of influences; one pass
/// over the vertices; no allocation. O(vertices * influences). For a mesh that is skinned every frame a SkinPlan makes it quicker.
void skinVertices(const SkinStreams& streams, const SkinWeights& skin, std::span<const Affine> palette,
                  const SkinnedStreams& outStreams) noexcept;

/// A palette taken apart for dual quaternion skinning: what each bone's matrix does to shape (scale and shear, in bind space), and the
/// rotation and translation that follow it. Empty at first, and when it was moved from. Keeps its memory from one assign() to the next.
class DualQuaternionPalette {
public:
    DualQuaternionPalette() noexcept;
    ~DualQuaternionPalette();
    DualQuaternionPalette(DualQuaternionPalette&&) noexcept;
    DualQuaternionPalette& operator=(DualQuaternionPalette&&) noexcept;

    /// Takes over Skeleton::getFinalMatrices(). A matrix that flattens space has a rotation only as far as one can be found (see
    /// decompose()). O(bones).
    void assign(std::span<const Affine> palette);

private:
    friend void skinVertices(const SkinStreams& streams, const SkinWeights& skin, const DualQuaternionPalette& palette,
                             const SkinnedStreams& outStreams) noexcept;
    friend void skinVertices(const SkinStreams& streams, const SkinPlan& plan, const DualQuaternionPalette& palette,
                             const SkinnedStreams& outStreams) noexcept;
    struct Data;

    [[nodiscard]] std::span<const Affine> stretches() const noexcept;
    [[nodiscard]] std::span<const DualQuaternion> motions() const noexcept;

    std::unique_ptr<Data> data_;
};

/// The same with dual quaternions (L. Kavan et al., "Geometric Skinning with Approximate Dual Quaternion Blending", 2008), which keep the
/// volume of twisted and bent limbs: shapes are blended as matrices, rotations and translations as dual quaternions, each with the sign
/// that goes the way of the heaviest.
void skinVertices(const SkinStreams& streams, const SkinWeights& skin, const DualQuaternionPalette& palette,
                  const SkinnedStreams& outStreams) noexcept;

/// Skins as SkinWeights::dualQuaternionShares say: between what linear blending and what dual quaternions give, directions of unit length.
/// Linear if there are none. For meshes that are written out or compared rather than drawn: it allocates where there are shares.
/// O(vertices * influences).
void skinVerticesAsAsked(const SkinStreams& streams, const SkinWeights& skin, std::span<const Affine> palette,
                         const SkinnedStreams& outStreams);

/// Adds the primitive's morph targets, scaled by `weights` (missing ones count as 0). `outPositions` is as long as primitive.positions.
void morphPositions(const Primitive& primitive, std::span<const float> weights, std::span<glm::vec3> outPositions) noexcept;

/// The same for normals, of unit length. `outNormals` is as long as primitive.normals.
void morphNormals(const Primitive& primitive, std::span<const float> weights, std::span<glm::vec3> outNormals) noexcept;

}  // namespace armature
