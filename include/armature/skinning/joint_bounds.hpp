#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include <armature/fwd.hpp>
#include <armature/math/aabb.hpp>
#include <armature/math/affine.hpp>

namespace armature {

/// Bodies around what each joint of a mesh moves. From them follows a box around the whole mesh in any pose, without skinning a vertex: for
/// culling, for picking, for framing. One serves any number of instances, frames and threads, and refers to nothing that it was made from.
///
/// The box is conservative: no vertex is outside, not even by the rounding of skinVertices(). It is larger than the smallest box, which
/// computeBounds() finds by skinning, by some tens of percent: a joint's body holds all vertices that it has any weight for. Bodies are
/// boxes; the corners of those are cut off that are much larger than what they hold. Where few joints share vertices far from each other,
/// bodies are those of mixtures of joints. Meshes of so few vertices that bodies would take as long are skinned after all, and their box is
/// as small as it can be: up to 256 vertices, and with dual quaternions up to 1024 or 80 for each joint, each morph target counted as so
/// many more.
class JointBounds {
public:
    /// Of no vertices: encloses nothing.
    JointBounds() noexcept;
    /// Of all primitives of a mesh, with their morph targets. O(influences + numbers of morph targets), once per mesh: some milliseconds
    /// for each 1000 vertices. Keeps the vertices that are skinned.
    explicit JointBounds(const Mesh& mesh);
    ~JointBounds();
    JointBounds(JointBounds&&) noexcept;
    JointBounds& operator=(JointBounds&&) noexcept;

    /// A box around every vertex as linear blending moves it: in the space that `palette` leads to, which is the skeleton's for
    /// Skeleton::getFinalMatrices(). Missing joints count as the identity, missing morph weights as 0. Empty without vertices; infinite if
    /// a number that matters is not finite. Does not allocate. O(joints * (1 + morph weights that are not 0)).
    [[nodiscard]] Aabb enclose(std::span<const Affine> palette, std::span<const float> morphWeights = {}) const noexcept;

    /// The same for dual quaternions: the box of linear blending, grown by how far the two may be apart, body by body. O(pairs of joints
    /// that move a vertex together), some 300 ns a joint; where vertices are skinned, 3 to 5 ns a vertex.
    [[nodiscard]] Aabb enclose(const DualQuaternionPalette& palette, std::span<const float> morphWeights = {}) const noexcept;

    /// How many joints move a vertex; one more if there are vertices that none moves.
    [[nodiscard]] std::size_t jointCount() const noexcept;

private:
    struct Data;

    std::unique_ptr<const Data> data_;
};

}  // namespace armature
