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

/// Bodies around the vertices that blends of joints move with dual quaternions: the bodies of linear blending, grown by how far the two
/// results may be apart.
///
/// Let x be the vertex after the blended stretches, y_i = R_i x + t_i the place to which the motion of joint i takes it, r_i that joint's
/// rotation with its sign in the blend, and N the length of the sum of w_i r_i. The blended motion takes x to the vector part of the sum of
/// w_i w_j y_i r_i conjugate(r_j) / N^2 over all i and j. With c_ij the real part and v_ij the vector part of r_i conjugate(r_j), and a_i
/// the sum over j of w_j (1 - c_ij), this is
///
///     sum_i w_i y_i  +  sum_(i < j) w_i w_j ((a_j - a_i) (y_i - y_j) + (y_i - y_j) x v_ij) / N^2:
///
/// the place to which linear blending takes it, plus for each pair of its joints an offset that is small if their rotations are close. The
/// two parts of the offset are at right angles, |v_ij| is the sine of half the angle between the joints, and N^2 = 1 - 2 sum w_i w_j (1 -
/// c_ij). All this holds for any angles, but each vertex has its own signs, those in the hemisphere of its heaviest joint. Where joints are
/// turned so far apart that these signs disagree, the distance of a vertex from where its heaviest joint takes it is at most that of where
/// the other joints take it, by weight, over N; and N is at least the largest weight plus the share of the other weights by which their
/// rotations agree with the heaviest one.
///
/// A second bound does not grow with the angles: the blended motion is rigid, so, apart from stretches, a vertex keeps its bind distance
/// from the place to which a point of its body is taken.
class DualBodies {
public:
    /// How far a joint may deviate from its matrix, for instance within a span of time.
    struct Drift {
        double way = 0.;       ///< The largest displacement of any vertex that it moves, in the space that its matrix leads to.
        double halfTurn = 0.;  ///< Half the angle by which its rotation may differ, in radians.
        double stretch = 0.;   ///< The norm of the largest difference of its stretch.
    };

    explicit DualBodies(const Mesh& mesh);
    DualBodies(const Mesh& mesh, std::span<const JointBlend> blends);

    /// Extends a box by the mesh's vertices. `matrices` are those that were split into stretches and motions. With `drifts`, one for each
    /// of them, the joints may deviate by so much; the caller then still has to grow the box by how far linear blending may be off.
    void enclose(std::span<const Affine> matrices, std::span<const Affine> stretches, std::span<const DualQuaternion> motions,
                 std::span<const float> morphWeights, Aabb& inOutBox, std::span<const Drift> drifts = {}) const noexcept;

private:
    /// Two joints that move vertices together.
    struct Pair {
        std::uint32_t first = 0;
        std::uint32_t second = 0;
        bool isFirstOfSecond = false;  ///< The pair from which the second joint gets its sign: the first of all pairs that it is part of.
        glm::dvec3 pivot{0.};          ///< The middle of the vertices in which both have weight, in bind space.
    };
    /// A pair in the vertices of a body. A share is the product of the two weights.
    struct Shared {
        std::uint32_t pair = 0;
        double share = 0.;   ///< The largest share of a vertex.
        double way = 0.;     ///< The largest distance of a vertex from the pivot, times its share.
        double radius = 0.;  ///< The largest distance of a vertex from the pivot.
    };
    struct MorphReach {
        std::uint32_t target = 0;
        double reach = 0.;  ///< In bind space, for a weight of 1.
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
        double shares = 0.;       ///< The largest sum of a vertex's shares over all pairs.
        double parts = 0.;        ///< Largest sum over a vertex's pairs of its share or way, whichever is more, relative to the pair's.
        double heaviest = 1.;     ///< The smallest weight of a vertex's heaviest joint.
        double radius = 0.;       ///< Distance of the farthest corner from the origin of bind space.
        glm::dvec3 pivot{0.};     ///< A point near those about which its joints turn, in bind space.
        double reach = 0.;        ///< Distance of the farthest vertex from the pivot.
        double spread = 0.;       ///< Distance of the farthest pair's pivot from the pivot.
        bool isOfTwo = true;      ///< No vertex has more than two joints.
        glm::vec3 farthest{0.f};  ///< The largest absolute coordinates.
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
