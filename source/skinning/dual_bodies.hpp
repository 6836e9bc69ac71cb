#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <glm/ext/vector_double3.hpp>

#include <armature/math/aabb.hpp>
#include <armature/math/affine.hpp>
#include <armature/mesh/mesh.hpp>

#include "skinning/joint_blends.hpp"
#include "skinning/kernels/joint_corner_kernels.hpp"
#include "skinning/kernels/skinning_kernels.hpp"

namespace armature {

/// Bodies around what blends of joints move with dual quaternions: those of linear blending, grown by how far the two may be apart.
///
/// Let y_i = R_i x + t_i be where the motion of joint i takes x, the vertex as the blended stretches leave it, r_i its rotation with the
/// sign of the blend, and N the length of the sum of w_i r_i. The blended motion takes x to the vector part of the sum of w_i w_j y_i r_i
/// conjugate(r_j) / N^2 over all i and j. With c_ij the real part of r_i conjugate(r_j) and v_ij its vector, and a_i the sum over j of w_j
/// (1 - c_ij), that is
///
///     sum_i w_i y_i  +  sum_(i < j) w_i w_j ((a_j - a_i) (y_i - y_j) + (y_i - y_j) x v_ij) / N^2:
///
/// the place to which linear blending takes it, and for each two of its joints a way that is small where their turns are near each other.
/// Its two parts are at right angles, |v_ij| is the sine of half the angle between the joints, and N^2 = 1 - 2 sum w_i w_j (1 - c_ij).
/// Nothing of this holds only for some angles, but the signs are each vertex's own, those next to its heaviest joint. Where joints are so
/// far apart that signs do not fit together, a vertex is no farther from where its heaviest joint takes it than the others do, by weight,
/// over N, and N is at least the largest weight and, of the other weights, the share by which their rotations agree with the heaviest one.
///
/// A second bound does not grow with the angles: the blended motion is rigid, so a vertex stays as far from where a point of its body comes
/// to as it was at bind, but for what joints stretch.
class DualBodies {
public:
    /// How far a joint may be from where its matrix has it, in a stretch of time for instance.
    struct Drift {
        double way = 0.;       ///< The farthest that any vertex that it moves may be, in the space to which its matrix leads.
        double halfTurn = 0.;  ///< Half the angle by which its rotation may differ, in radians.
        double stretch = 0.;   ///< The norm of what its stretch may differ by.
    };

    explicit DualBodies(const Mesh& mesh);
    DualBodies(const Mesh& mesh, std::span<const JointBlend> blends);

    /// Extends a box by the mesh's vertices. `matrices`: those that were split into stretches and motions. With `drifts`, one for each of
    /// them, the joints may be anywhere near, and the box has still to be grown by how far linear blending may be off then.
    void enclose(std::span<const Affine> matrices, std::span<const Affine> stretches, std::span<const DualQuaternion> motions,
                 std::span<const float> morphWeights, Aabb& inOutBox, std::span<const Drift> drifts = {}) const noexcept;

private:
    /// Two joints that move vertices together.
    struct Pair {
        std::uint32_t first = 0;
        std::uint32_t second = 0;
        bool isFirstOfSecond = false;  ///< That is, of all pairs that the second is part of: by it the second gets its sign.
        glm::dvec3 pivot{0.};          ///< In the middle of where both have weight, in bind space.
    };
    /// A pair in the vertices of a body. Shares are products of two weights.
    struct Shared {
        std::uint32_t pair = 0;
        double share = 0.;   ///< At most.
        double way = 0.;     ///< The longest way from the pivot, times the vertex's share.
        double radius = 0.;  ///< The longest way from the pivot.
    };
    struct MorphReach {
        std::uint32_t target = 0;
        double reach = 0.;  ///< In bind space, of a weight of 1.
    };
    struct Body {
        std::size_t firstPart = 0;
        std::size_t partCount = 0;
        std::size_t firstShared = 0;
        std::size_t sharedCount = 0;
        std::size_t firstJoint = 0;  ///< The joints of the pairs that it shares, each once.
        std::size_t jointCount = 0;
        std::size_t firstMorph = 0;
        std::size_t morphCount = 0;
        std::size_t firstBlock = 0;
        std::size_t blockCount = 0;
        double shares = 0.;       ///< Shares of all pairs of a vertex, at most.
        double parts = 0.;        ///< The sum of what a vertex has of each pair's share and way, as parts of the largest, at most.
        double heaviest = 1.;     ///< The weight of a vertex's heaviest joint, at least.
        double radius = 0.;       ///< The farthest corner from the origin of bind space.
        glm::dvec3 pivot{0.};     ///< A point near those about which its joints turn, in bind space.
        double reach = 0.;        ///< The farthest vertex from the pivot.
        double spread = 0.;       ///< The farthest pivot of a pair from the pivot.
        bool isOfTwo = true;      ///< No vertex has more than two joints.
        glm::vec3 farthest{0.f};  ///< Coordinates, without signs.
    };
    struct Posed;
    struct Turn;
    class Turns;
    class Builder;

    void addMorphs(const Mesh& mesh, std::span<const BlendedVertex> vertices, Body& body);
    [[nodiscard]] double morphReach(const Body& body, std::span<const float> weights) const noexcept;
    [[nodiscard]] double roomOf(const Body& body, const Turns& turns, double morphReach) const noexcept;
    [[nodiscard]] Aabb ballOf(const Body& body, const Posed& posed, double morphReach) const noexcept;

    std::vector<Pair> pairs_;
    std::vector<Body> bodies_;
    std::vector<BlendPart> parts_;
    std::vector<Shared> shared_;
    std::vector<std::uint32_t> joints_;
    std::vector<MorphReach> morphs_;
    std::vector<CornerBlock> blocks_;
    double rounding_;
};

}  // namespace armature
