#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <glm/ext/vector_double3.hpp>

#include <armature/math/aabb.hpp>
#include <armature/math/affine.hpp>
#include <armature/mesh/mesh.hpp>

#include "skinning/joint_bodies.hpp"
#include "skinning/kernels/skinning_kernels.hpp"

namespace armature {

/// Which joints move vertices together, and how much: what bounds dual quaternion skinning needs beside boxes.
///
/// Let y_i = R_i x + t_i be where the motion of joint i takes x, the vertex as the blended stretches leave it. With r the normalised sum of
/// w_i r_i, of length N before, and q_i = r_i conjugate(r), the blended motion takes x to the vector part of sum (w_i / N) y_i q_i, and sum
/// (w_i / N) q_i = 1. So for any point c it is no farther from c than sum (w_i / N) |y_i - c|. Here c is y of the heaviest joint.
///
/// Split into its real part k_i, the cosine of half the angle from r, and its vector s_i, q_i also says: sum (w_i / N) k_i y_i + (w_i / N)
/// (y_i - c) x s_i. Where no two joints are more than half a turn apart all k_i are at least 0 and their sum is 1: the first is between
/// the y_i, as with linear blending, no farther from c than its part w_i / N of each y_i - c. The second is small: N |s_i| is at most the
/// sum over all others of w_j times the sine of half the angle between them.
class JointPairs {
public:
    JointPairs(const Mesh& mesh, std::span<const JointVertices> joints);

    /// Extends a box by the mesh's vertices. `bodies` are those of the same joints.
    void enclose(const JointBodies& bodies, std::span<const Affine> stretches, std::span<const DualQuaternion> motions,
                 std::span<const float> morphWeights, Aabb& inOutBox) const noexcept;

private:
    /// A box around what weights make of the way from a pivot to each vertex, and of none.
    struct Weighted {
        double most = 0.;    ///< The largest weight.
        double radius = 0.;  ///< The longest of these ways.
        glm::dvec3 center{0.};
        glm::dvec3 half{0.};
    };
    /// Another joint that moves vertices of which a joint is the heaviest.
    struct Pair {
        std::uint32_t joint = 0;
        double weight = 0.;  ///< At most.
        glm::dvec3 center{0.};
        glm::dvec3 half{0.};   ///< Of the vertices, along the axes of bind space.
        glm::dvec3 pivot{0.};  ///< In the middle of where both joints have weight.
        Weighted weighted;     ///< By the weight w: what is far from the pivot has little.
        Weighted shared;       ///< By w (1 - w).
    };
    /// A joint as the heaviest of some vertices.
    struct Group {
        std::uint32_t joint = 0;
        std::uint32_t number = 0;  ///< Among those that move a vertex.
        std::uint32_t first = 0;   ///< Of its pairs.
        std::uint32_t count = 0;
        double leastWeight = 1.;
        JointBox box;  ///< Around these.
    };
    struct Moves;
    struct Moved;
    struct Scaled;
    struct Turns;
    struct Shared;

    bool addPairs(const Mesh& mesh, const JointVertices& joint, Group& inOutGroup);
    [[nodiscard]] static Pair pairOf(std::uint32_t other, std::span<const Shared> vertices);
    template <class Scale>
    [[nodiscard]] static Weighted weightedBy(std::span<const Shared> vertices, const glm::dvec3& pivot, const Scale& scale);
    [[nodiscard]] static double farthest(const glm::dmat3& linear, const glm::dvec3& shift, const Pair& pair, double more) noexcept;
    void extendBy(const Group& group, const JointBox& box, double morphReach, std::span<const Affine> stretches,
                  std::span<const DualQuaternion> motions, Aabb& inOutBox) const noexcept;

    static double widen(std::span<const Pair> pairs, const Moves& base, const Turns& turns, double morphReach,
                        std::span<const Affine> stretches, std::span<const DualQuaternion> motions, glm::dvec3& inOutLow,
                        glm::dvec3& inOutHigh) noexcept;

    std::vector<Group> groups_;
    std::vector<Pair> pairs_;
    double rounding_;
};

}  // namespace armature
