#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include <armature/fwd.hpp>
#include <armature/math/aabb.hpp>
#include <armature/math/affine.hpp>

namespace armature {

/// Bodies that enclose what each joint of a mesh moves. They give a box around the whole mesh in any pose, without skinning a vertex: for
/// culling, for picking, for framing. One object serves any number of instances, frames and threads, and refers to nothing that it was made
/// from.
///
/// The box is conservative: no vertex lies outside it, not even by the rounding of skinVertices(). It is some tens of percent larger than
/// the smallest box, which computeBounds() finds by skinning, because a joint's body holds all vertices for which the joint has any weight.
/// Bodies are boxes; corners are cut off from boxes that are much larger than their contents. Where a few joints share vertices that are
/// far apart, the bodies are those of mixtures of joints. Small meshes, for which bodies would cost as much as skinning, are skinned
/// instead, and their box is the smallest one: meshes of up to 256 vertices, and with dual quaternions of up to 1024 vertices or 80 for
/// each joint. For this count, each morph target adds the number of vertices once more.
class JointBounds {
public:
    /// Encloses no vertices.
    JointBounds() noexcept;
    /// Encloses all primitives of a mesh, with their morph targets. O(influences + numbers of morph targets), once per mesh: some
    /// milliseconds for each 1000 vertices. A mesh that is skinned instead keeps a copy of its vertices here.
    explicit JointBounds(const Mesh& mesh);
    ~JointBounds();
    JointBounds(JointBounds&&) noexcept;
    JointBounds& operator=(JointBounds&&) noexcept;

    /// A box around every vertex as linear blending moves it, in the space that `palette` leads to: the skeleton's for
    /// Skeleton::getFinalMatrices(). Missing joints count as the identity, missing morph weights as 0. The box is empty without vertices,
    /// and infinite if a number that matters is not finite. Does not allocate. O(joints * (1 + morph weights that are not 0)).
    [[nodiscard]] Aabb enclose(std::span<const Affine> palette, std::span<const float> morphWeights = {}) const noexcept;

    /// The same for dual quaternions: the box of linear blending, grown body by body by the largest distance between the two methods.
    /// O(pairs of joints that move a vertex together), some 300 ns a joint; where vertices are skinned, 3 to 5 ns a vertex.
    [[nodiscard]] Aabb enclose(const DualQuaternionPalette& palette, std::span<const float> morphWeights = {}) const noexcept;

    /// How many joints move a vertex, plus one if some vertices have no joint.
    [[nodiscard]] std::size_t jointCount() const noexcept;

private:
    struct Data;

    std::unique_ptr<const Data> data_;
};

}  // namespace armature
