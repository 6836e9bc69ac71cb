#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include <armature/fwd.hpp>
#include <armature/math/aabb.hpp>
#include <armature/math/affine.hpp>

namespace armature {

/// Bodies that enclose the vertices that each joint of a mesh moves. They give a box around the whole mesh in any pose without skinning a
/// vertex: for culling, picking and framing. One object serves any number of instances, frames and threads, and does not refer to the mesh
/// it was made from.
///
/// The box is conservative: no vertex lies outside it, not even by the rounding of skinVertices(). It is some tens of percent larger than
/// the smallest box, which computeBounds() finds by skinning, because a joint's body holds all vertices for which the joint has any weight.
/// Bodies are boxes; boxes that are much larger than their contents have their corners cut off. Where a few joints share vertices that are
/// far apart, mixtures of joints get bodies instead. Small meshes, for which bodies would cost as much as skinning, are skinned instead,
/// and their box is the smallest one: meshes of up to 256 vertices or, with dual quaternions, up to 1024 vertices or 80 per joint,
/// whichever is more. For this count, each morph target adds the number of vertices once more.
class JointBounds {
public:
    /// Makes bounds that enclose no vertices.
    JointBounds() noexcept;
    /// Encloses all primitives of a mesh, with their morph targets. O(influences + numbers in morph targets), once per mesh: some
    /// milliseconds per 1000 vertices. For a mesh that is skinned instead, keeps a copy of the vertices.
    explicit JointBounds(const Mesh& mesh);
    ~JointBounds();
    JointBounds(JointBounds&&) noexcept;
    JointBounds& operator=(JointBounds&&) noexcept;

    /// Returns a box around all vertices as moved by linear blending, in the space that `palette` maps to: skeleton space for
    /// Skeleton::getFinalMatrices(). Missing joints count as the identity, missing morph weights as 0. The box is empty if there are no
    /// vertices, and infinite if a number that affects it is not finite. Does not allocate. O(joints * (1 + morph weights that are not 0)).
    [[nodiscard]] Aabb enclose(std::span<const Affine> palette, std::span<const float> morphWeights = {}) const noexcept;

    /// Does the same for dual quaternions: the box of linear blending, grown body by body by the largest distance between the two methods.
    /// O(pairs of joints that move a vertex together), some 300 ns per joint; 3 to 5 ns per vertex if the vertices are skinned instead.
    [[nodiscard]] Aabb enclose(const DualQuaternionPalette& palette, std::span<const float> morphWeights = {}) const noexcept;

    /// Number of joints that move any vertex, plus one if some vertices have no joint.
    [[nodiscard]] std::size_t jointCount() const noexcept;

private:
    struct Data;

    std::unique_ptr<const Data> data_;
};

}  // namespace armature
