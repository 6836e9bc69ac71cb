#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>

#include <armature/ik/chain_solver.hpp>

#include "ik/chain/chain_task.hpp"
#include "ik/chain/joint_tree.hpp"

namespace armature {

/// Brings the effector of one unbranched chain to a point by damped least squares, as DampedLeastSquares does, but without matrices: bones
/// that scale evenly are a row of arms of constant length, and one point needs three equations, however many joints there are. Only takes
/// solves that succeed so; all others are left to ChainSearch, which begins anew.
///
/// Everything is in the axes above the chain's root. All memory is allocated by the constructor.
class PointReach {
public:
    PointReach(const Chain& chain, const JointTree& tree, ChainMethod method);

    /// Reads the pose and solves. Returns no value if the chain, its pose or the goal is of another kind, or if the search does not reach
    /// the goal, unless a chain without limits is stretched towards a goal out of reach. `tree` must have found its bones; only the rests
    /// that it knows change. `start` is the memory for a warm start, or empty. `outSolution` gets the joints' states before the weight is applied.
    [[nodiscard]] std::optional<ChainReport> solve(const JointView& joints, JointTree& tree, const IkGoal& goal, Space space,
                                                   const ChainSolverOptions& options, std::span<const double> start,
                                                   std::span<JointState> outSolution) noexcept;
    /// Writes the joints that the last solve changed.
    /// Returns false, and writes nothing, if a number does not fit a float.
    [[nodiscard]] bool write(JointView& joints, JointTree& tree) const;

private:
    struct Link {
        bool moves = false;
        bool isFree = false;  ///< Whether every rotation is allowed.
        bool isBall = false;  ///< Whether the joint may twist: it is neither a hinge nor stiff.
        double freedom = 0.;
        bool isPlain = true;     ///< Whether the pose is stored as plain parts; otherwise it is in the JointTree.
        bool isFlipped = false;  ///< Whether the bone's scale and shear rotate: by `flip`.
        glm::dquat flip{1., 0., 0., 0.};
        glm::dvec3 center{0.};                 ///< In the parent's axes.
        glm::dvec3 arm{0.};                    ///< From this joint to the next, or to the effector, before this joint's rotation.
        glm::dquat loaded{1., 0., 0., 0.};     ///< Local rotations: as read,
        glm::dquat incoming{1., 0., 0., 0.};   ///< clamped to the limit,
        glm::dquat solved{1., 0., 0., 0.};     ///< and solved.
        glm::quat stored{1.f, 0.f, 0.f, 0.f};  ///< `solved`, rounded.
        bool isChanged = false;                ///< Whether `stored` is to be written.
        glm::dvec3 lever{0.};                  ///< From the joint to the effector, in lengths of the chain.
        glm::dvec3 step{0.};                   ///< The rotation vector of the current step.
    };

    /// Where a joint is: its center, and the rotation of its arm.
    struct Place {
        glm::dquat turn{1., 0., 0., 0.};
        glm::dvec3 point{0.};
    };

    /// An axis about which a limited joint may rotate; see ChainJacobian::Column.
    struct Column {
        std::size_t link;
        glm::dvec3 axis;
        glm::dvec3 moved;  ///< The effector's movement for a unit of this column.
        int end;
        bool isHeld;
    };

    /// The lower triangle of a symmetric matrix.
    struct Square {
        double xx, yx, yy, zx, zy, zz;

        void add(const glm::dvec3& vector, double factor) noexcept
        {
            const glm::dvec3 scaled = factor * vector;
            xx += scaled.x * vector.x;
            yx += scaled.y * vector.x;
            yy += scaled.y * vector.y;
            zx += scaled.z * vector.x;
            zy += scaled.z * vector.y;
            zz += scaled.z * vector.z;
        }
        /// Returns the product with a vector from both sides.
        [[nodiscard]] double along(const glm::dvec3& v) const noexcept
        {
            return xx * v.x * v.x + yy * v.y * v.y + zz * v.z * v.z + 2. * (yx * v.x * v.y + zx * v.x * v.z + zy * v.y * v.z);
        }
    };

    [[nodiscard]] bool read(const JointView& joints, JointTree& tree, Space space) noexcept;
    [[nodiscard]] double readPose(const JointView& joints, JointTree& tree, std::size_t link, glm::vec3& outScale) noexcept;
    [[nodiscard]] bool readBase(const JointView& joints, std::size_t root, Space space) noexcept;
    void aim(const IkGoal& goal, const ChainSolverOptions& options) noexcept;
    void setStart(const JointTree& tree, std::span<const double> start) noexcept;
    void place() noexcept;
    [[nodiscard]] bool search(const JointTree& tree, const ChainSolverOptions& options) noexcept;
    [[nodiscard]] bool step(const JointTree& tree) noexcept;
    void gather(const JointTree& tree) noexcept;
    void addColumns(const JointTree::Joint& joint, std::size_t link) noexcept;
    [[nodiscard]] double control(const glm::dvec3& direction) const noexcept;
    [[nodiscard]] Square square() const noexcept;
    [[nodiscard]] double along(const Column& column, const glm::dvec3& pull) const noexcept;
    void findSteps(const glm::dvec3& residual) noexcept;
    bool setSteps(const glm::dvec3& pull) noexcept;
    [[nodiscard]] glm::dvec3 bend() const noexcept;
    void move(const JointTree& tree) noexcept;
    void stretch() noexcept;
    void finish(const JointTree& tree) noexcept;
    void takeOutSwivel(const JointTree& tree) noexcept;
    [[nodiscard]] bool mayTurn(const JointTree& tree, std::size_t link, const glm::dquat& above, const glm::dquat& turn) const noexcept;
    void settle(Link& link, const glm::dquat& rotation) noexcept;
    void blend(const JointTree& tree, double weight) noexcept;
    [[nodiscard]] ChainReport report(const JointTree& tree) const noexcept;

    [[nodiscard]] glm::dquat above(std::size_t link) const noexcept;

    bool fits_ = false;
    bool isUnlimited_ = true;  // whether all joints move and are free and not stiff
    /// Whether all joints are free: arms are then rotated by the sum of the steps above them, not by the product of their rotations. To the
    /// first order, joints turn by their steps in both cases, and in a sum no joint waits for the one before.
    bool isSummed_ = true;
    bool isLimb_ = false;    // whether two joints move, the lower one a hinge
    bool isUniform_ = true;  // whether all joints move, and the chain is no limb
    bool isPlain_ = true;    // whether all poses are stored as plain parts
    std::vector<Link> links_;
    std::vector<Place> places_;  // by link
    std::vector<Place> next_;    // after a step that may be kept
    std::vector<Column> columns_;
    glm::dvec3 ownPoint_{0.};

    bool hasBase_ = false;  // whether base_ is not the identity
    Frame base_;            // from the axes above the root to the space of the goal
    glm::dvec3 asked_{0.};  // the goal as given, in that space
    ChainAim aim_;
    std::size_t first_ = 0;  // the first joint that rotates
    double length_ = 0.;     // the length of the chain from that joint on
    glm::dvec3 incomingLine_{0.};
    glm::dvec3 tip_{0.};
    glm::dvec3 nextTip_{0.};
    double distance_ = 0.;  // from the effector to the point that the search aims at
    double change_ = 0.;    // the square of the largest chord from a loaded rotation to a solved one
    double damping_ = 0.;
    double tolerance_ = 0.;
    std::size_t iterations_ = 0;
    Square freeSquare_{};  // the part of the normal equations that no hold changes
};

}  // namespace armature
