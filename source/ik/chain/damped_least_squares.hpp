#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ik/chain/chain_jacobian.hpp"
#include "ik/chain/chain_task.hpp"
#include "ik/chain/joint_tree.hpp"

namespace armature {

/// Moves all joints at once by the Jacobian, with Levenberg-Marquardt damping: a step is kept if it leads nearer to the goals, and its
/// success or failure adjusts the damping. Later priorities use the freedom that earlier priorities leave (Siciliano and Slotine, 1991),
/// and preferred rotations the freedom that then remains. A joint at the end of its range is held there if a step would take it beyond.
class DampedLeastSquares {
public:
    DampedLeastSquares(const Chain& chain, const JointTree& tree);

    /// Resets the damping, and the pull towards preferred rotations. Must be called before the first step from a pose.
    void begin() noexcept;

    /// Takes one step. Returns false if no step leads nearer to the goals: the search is then over. `cost` is the tree's cost and is
    /// updated. Frames must be current before, and are current afterwards. O(columns * rows^2); with priorities or preferences, O(columns^2
    /// * rows).
    bool step(JointTree& tree, const ChainTask& task, ChainCost& cost) noexcept;

private:
    /// Computes the step of each column, priority by priority.
    void solveSteps(const JointTree& tree, const ChainTask& task) noexcept;
    void addLevel(std::size_t level, bool isProjected, bool isLast) noexcept;
    void projectRow(std::size_t row, bool isProjected) noexcept;
    void leaveToLaterLevels(std::size_t rows) noexcept;
    void addPreference(const JointTree& tree) noexcept;
    bool holdAtEnds() noexcept;
    bool factor(std::size_t rows, double damping) noexcept;
    void substitute(std::span<double> values) const noexcept;

    [[nodiscard]] double* projected(std::size_t row) noexcept { return &projected_[row * jacobian_.maxColumns()]; }
    [[nodiscard]] double* projector(std::size_t row) noexcept { return &projector_[row * jacobian_.maxColumns()]; }

    ChainJacobian jacobian_;
    bool hasPreference_ = false;
    double damping_ = 0.;
    double pull_ = 1.;               // the fraction of the angle to preferred rotations that a step covers
    std::vector<double> steps_;      // one for each column
    std::vector<char> isHeld_;       // by column: whether it must not move
    std::vector<double> projected_;  // rows of the Jacobian, projected into the freedom that earlier levels leave
    std::vector<double> projector_;  // columns by columns: projects into this freedom
    std::vector<double> square_;     // projected_ * its transpose, then its Cholesky factor
    std::vector<double> values_;     // one for each row
    std::vector<double> scratch_;    // one for each column
    std::vector<JointState> before_;
    std::size_t squareSize_ = 0;
};

}  // namespace armature
