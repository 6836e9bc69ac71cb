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

/// Bodies around the vertices that blends of joints move with dual quaternions: the bodies for linear blending, grown by how far the
/// results of the two methods may be apart.
///
/// Let x be the vertex after the blended stretches, y_i = R_i x + t_i the position to which the motion of joint i takes it, r_i that
/// joint's rotation with its sign in the blend, and N the length of the sum of w_i r_i. The blended motion takes x to the vector part of
/// the sum, over all i and j, of w_i w_j y_i r_i conjugate(r_j) / N^2. With c_ij the real part and v_ij the vector part of r_i
/// conjugate(r_j), and a_i the sum over j of w_j (1 - c_ij), this is
///
///     sum_i w_i y_i  +  sum_(i < j) w_i w_j ((a_j - a_i) (y_i - y_j) + (y_i - y_j) x v_ij) / N^2:
///
/// the position to which linear blending takes x, plus an offset for each pair of the vertex's joints, which is small if their rotations
/// are close. The two parts of the offset are at right angles, |v_ij| is the sine of half the angle between the joints, and N^2 = 1 - 2 sum
/// w_i w_j (1 - c_ij). All this holds for any angles, but each vertex has its own signs: those in the hemisphere of its heaviest joint. If
/// joints are turned so far apart that these signs disagree, let y be the position to which the heaviest joint takes the vertex. The
/// vertex's distance from y is at most the weighted distance between y and the positions to which the other joints take it, divided by N. N
/// is at least the largest weight plus the sum of the other weights, each times the cosine c_ij between its rotation and the heaviest
/// joint's.
///
/// A second bound does not grow with the angles. The blended motion is rigid; apart from stretches, it keeps the distance in bind space
/// between a vertex and a point of its body, such as the body's pivot.
class DualBodies {
public:
    /// How far a joint may deviate from its matrix, for instance within a span of time.
    struct Drift {
        double way = 0.;       ///< The largest displacement of any vertex that the joint moves, in the space to which its matrix leads.
        double halfTurn = 0.;  ///< Half the angle, in radians, by which the joint's rotation may differ.
        double stretch = 0.;   ///< Upper bound for the norm of the change of the joint's stretch.
    };

    explicit DualBodies(const Mesh& mesh);
    DualBodies(const Mesh& mesh, std::span<const JointBlend> blends);

    /// Extends a box by the mesh's vertices. `matrices` are those that were split into stretches and motions. With `drifts`, one per
    /// matrix, the joints may deviate by these; the caller must then also grow the box by how far the results of linear blending may
    /// deviate.
    void enclose(std::span<const Affine> matrices, std::span<const Affine> stretches, std::span<const DualQuaternion> motions,
                 std::span<const float> morphWeights, Aabb& inOutBox, std::span<const Drift> drifts = {}) const noexcept;

private:
    /// Two joints that move vertices together.
    struct Pair {
        std::uint32_t first = 0;
        std::uint32_t second = 0;
        bool isFirstOfSecond = false;  ///< Whether the second joint gets its sign from this pair, the first that contains it.
        glm::dvec3 pivot{0.};          ///< The middle of the vertices that both joints move, in bind space.
    };
    /// A pair of joints, with bounds over those vertices of one body that both joints move. A vertex's share is the product of the two
    /// joints' weights.
    struct Shared {
        std::uint32_t pair = 0;
        double share = 0.;   ///< The largest share of any of these vertices.
        double way = 0.;     ///< The largest product of a vertex's share and its distance from the pivot.
        double radius = 0.;  ///< The largest distance of a vertex from the pivot.
    };
    struct MorphReach {
        std::uint32_t target = 0;
        double reach = 0.;  ///< The largest displacement of a vertex, in bind space, for a weight of 1.
    };
    struct Body {
        std::size_t firstPart = 0;
        std::size_t partCount = 0;
        std::size_t firstShared = 0;
        std::size_t sharedCount = 0;
        std::size_t firstJoint = 0;  ///< Index of the body's first joint. The body's joints are those of its pairs, each once.
        std::size_t jointCount = 0;
        std::size_t firstMorph = 0;
        std::size_t morphCount = 0;
        std::size_t firstBlock = 0;
        std::size_t blockCount = 0;
        double shares = 0.;       ///< The largest sum of a vertex's shares over all pairs.
        double parts = 0.;        ///< Largest sum, over a vertex's pairs, of max(share / Shared::share, way / Shared::way).
        double heaviest = 1.;     ///< The smallest weight that the heaviest joint of a vertex has.
        double radius = 0.;       ///< Distance of the farthest corner from the origin of bind space.
        glm::dvec3 pivot{0.};     ///< The mean of the pivots of the body's pairs, by share, in bind space.
        double reach = 0.;        ///< Distance of the farthest vertex from the pivot.
        double spread = 0.;       ///< Largest distance between a pair's pivot and the body's pivot.
        bool isOfTwo = true;      ///< Whether no vertex has more than two joints.
        glm::vec3 farthest{0.f};  ///< The largest absolute coordinates of the corners.
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
