#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/math/aabb.hpp>
#include <armature/math/affine.hpp>

namespace armature {

/// Computes a box around a skinned mesh in any pose without skinning its vertices: for culling, picking and framing. For each joint of the
/// mesh it stores a body: a volume that encloses the vertices that the joint moves. One object serves any number of instances, frames and
/// threads, and does not refer to the mesh from which it was made.
///
/// The box is conservative: no vertex lies outside, not even by the rounding of skinVertices(). It is some tens of percent larger than the
/// smallest box, which computeBounds() finds by skinning, because a joint's body contains all vertices for which the joint has any weight.
/// Bodies are boxes, with corners cut off if a box is much larger than its contents. If a few joints share vertices that are far apart,
/// blends of these joints have bodies instead of the single joints. Small meshes, for which bodies would cost as much as skinning, are
/// skinned instead, and their box is the smallest possible. A mesh is small if it has up to 256 vertices. With dual quaternions, the box is
/// the smallest possible for meshes of up to 262144 vertices: bounds tell which few vertices may be farthest out, and these are skinned.
/// For these limits, each morph target counts as another set of all vertices.
class ARMATURE_API JointBounds {
public:
    /// Makes bounds that enclose no vertices.
    JointBounds() noexcept;
    /// Makes bounds for all primitives of a mesh, with their morph targets. O(influences + numbers in morph targets), once per mesh: some
    /// milliseconds per 1000 vertices. Up to the limit for dual quaternions, keeps a copy of the vertices: with four influences, some 40
    /// bytes for each, and 12 for each that a morph target moves.
    explicit JointBounds(const Mesh& mesh);
    ~JointBounds();
    JointBounds(JointBounds&&) noexcept;
    JointBounds& operator=(JointBounds&&) noexcept;

    /// Returns a box around all vertices as moved by linear blending, in the space to which `palette` maps: skeleton space for
    /// Skeleton::getFinalMatrices(). Missing joints count as the identity, missing morph weights as 0. The box is empty if there are no
    /// vertices, and infinite if a number that affects it is not finite. Does not allocate. O(joints * (1 + morph weights that are not 0)).
    [[nodiscard]] Aabb enclose(std::span<const Affine> palette, std::span<const float> morphWeights = {}) const noexcept;

    /// Does the same for dual quaternion skinning. O(pairs of joints that move a vertex together, and vertices that may be farthest out):
    /// 30 to 260 ns per joint; more if joints' scales differ or joints are turned far, at most 3 to 5 ns per vertex. For a mesh above the
    /// limit it starts from the bodies of linear blending, and grows each by the largest possible distance between the results of the two
    /// methods: some 300 ns per joint.
    [[nodiscard]] Aabb enclose(const DualQuaternionPalette& palette, std::span<const float> morphWeights = {}) const noexcept;

    /// Number of joints that move vertices, plus one if some vertices have no joint.
    [[nodiscard]] std::size_t jointCount() const noexcept;

private:
    struct ARMATURE_LOCAL Data;

    std::unique_ptr<const Data> data_;
};

}  // namespace armature
