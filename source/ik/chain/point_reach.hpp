#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include <armature/ik/chain_solver.hpp>

#include "ik/chain/arm_row.hpp"
#include "ik/chain/chain_task.hpp"
#include "ik/chain/joint_tree.hpp"
#include "ik/chain/point_search.hpp"

namespace armature {

/// Solves for the position of the effector of one unbranched chain of bones that scale evenly, without matrices. Solves that do not succeed
/// in this way are left to ChainSearch, which starts over. All memory is allocated by the constructor.
class PointReach {
public:
    PointReach(const Chain& chain, const JointTree& tree, ChainMethod method);

    /// Reads the pose and solves. Returns no value if the chain, its pose or the goal is not of the kind that this class solves, or if the
    /// search does not reach the goal. A chain without limits is stretched towards a goal out of reach, which counts as solved. `tree` must
    /// have found its bones; only the rests and poses that it holds change. `start` is the memory for a warm start, or empty. `outSolution`
    /// gets the joints' states before the weight is applied.
    [[nodiscard]] std::optional<ChainReport> solve(const JointView& joints, JointTree& tree, const IkGoal& goal, Space space,
                                                   const ChainSolverOptions& options, std::span<const double> start,
                                                   std::span<JointState> outSolution) noexcept;
    /// Writes the joints that the last solve changed. Returns false, and writes nothing, if a number does not fit a float.
    [[nodiscard]] bool write(JointView& joints, JointTree& tree) const;

private:
    using Link = ArmRow::Link;

    [[nodiscard]] bool read(const JointView& joints, JointTree& tree, Space space) noexcept;
    [[nodiscard]] double readPose(const JointView& joints, JointTree& tree, std::size_t link, glm::vec3& outScale) noexcept;
    [[nodiscard]] bool readBase(const JointView& joints, std::size_t root, Space space) noexcept;
    void measure() noexcept;
    void aim(const IkGoal& goal, const ChainSolverOptions& options) noexcept;
    void setStart(std::span<const double> start) noexcept;
    void settle(Link& link, const PlainTurn& rotation) noexcept;
    void stretch() noexcept;
    void finish() noexcept;
    [[nodiscard]] bool mayTurn(std::size_t link, const PlainTurn& above, const PlainTurn& turn) const noexcept;
    void takeOutSwivel() noexcept;
    void blend(double weight) noexcept;
    [[nodiscard]] ChainReport report(double tolerance, std::size_t iterations) const noexcept;

    bool fits_ = false;
    bool isUnlimited_ = true;  // whether all joints move and are free and not stiff
    bool isUniform_ = true;    // whether all joints move, and the chain is no limb
    bool isLimb_ = false;      // whether two joints move, the lower one a hinge
    bool isPlain_ = true;      // whether all poses are stored as plain parts
    std::size_t first_ = 0;    // the first joint that moves
    glm::dvec3 ownPoint_{0.};

    ArmRow row_;
    PointSearch search_;
    bool hasBase_ = false;      // whether base_ is used; otherwise it would be the identity
    Frame base_;                // from the axes above the root to the space of the goal
    double length_ = 0.;        // length of the chain from the first joint that moves
    double longest_ = 0.;       // length of the chain's longest segment
    PlainVector incomingLine_;  // from the first joint that moves to the effector, in the axes above this joint
    glm::dvec3 asked_{0.};      // the goal as given
    ChainAim aim_;
    double change_ = 0.;  // the square of the largest chord from a loaded rotation to a solved one
};

}  // namespace armature
