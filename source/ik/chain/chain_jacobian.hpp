#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "ik/chain/chain_task.hpp"
#include "ik/chain/joint_tree.hpp"

namespace armature {

/// An axis about which a joint with a limited swing and twist may rotate, in the joint's axes at rest. Unit length.
struct ConeAxis {
    glm::dvec3 axis;
    int end;  ///< +1 or -1: the joint is at the upper or lower end of its range about this axis; 0: it is at neither.
};

/// Returns three axes for a joint with a limited swing and twist: the axis of the swing, the bone's own direction, and an axis about which
/// the bone moves around the cone. The last is perpendicular to the other two or, if the twist is at an end of its range, keeps the twist.
/// Swing and twist can thus be held at their limits independently. `turn` is the joint's rotation from rest.
[[nodiscard]] std::array<ConeAxis, 3> coneAxes(const TurnLimit& limit, const glm::dquat& turn) noexcept;

/// The Jacobian of a tree's effectors: one column for each degree of freedom of a joint, and rows for the goals. Distances are in lengths
/// of the chain, rotations in radians; stiffness scales the columns.
class ChainJacobian {
public:
    struct Column {
        std::size_t joint;
        glm::dvec3 axis;  ///< The axis of the rotation or slide, in the axes of the joint's parent. Unit length.
        double scale;     ///< How far a unit of this column moves the joint, in radians or the parent's units.
        bool isSlide;
        int end;  ///< +1 or -1: the joint is at the upper or lower end of its range and cannot go further; 0: it is at neither.
    };

    ChainJacobian(const Chain& chain, const JointTree& tree);

    /// Computes columns, rows and residuals for the current pose.
    void compute(const JointTree& tree, const ChainTask& task) noexcept;

    [[nodiscard]] std::span<const Column> columns() const noexcept { return columns_; }
    [[nodiscard]] std::size_t rowCount() const noexcept { return rowCount_; }
    [[nodiscard]] std::size_t maxColumns() const noexcept { return maxColumns_; }
    [[nodiscard]] std::size_t maxRows() const noexcept { return 6 * effectorCount_; }
    [[nodiscard]] std::span<const double> row(std::size_t row) const noexcept { return {&elements_[row * maxColumns_], columns_.size()}; }
    /// A row's component of the vector from the effector to its goal (for rotation goals, of the rotation vector), limited in length and
    /// multiplied by the goal's weight.
    [[nodiscard]] double residual(std::size_t row) const noexcept { return residuals_[row]; }
    /// The priority of a row.
    [[nodiscard]] std::size_t level(std::size_t row) const noexcept { return levels_[row]; }

    /// Moves the joints by `steps`, one per column, as far as limits allow. Frames are current afterwards.
    void apply(JointTree& tree, std::span<const double> steps) const noexcept;

private:
    void addColumns(const JointTree& tree, std::size_t joint, double length) noexcept;
    void addSwingTwist(const JointTree::Joint& joint, std::size_t number) noexcept;
    void addRows(const JointTree& tree, const ChainTarget& target, std::size_t number) noexcept;

    std::size_t effectorCount_;
    std::size_t maxColumns_ = 0;
    std::size_t rowCount_ = 0;
    std::vector<char> isOnPath_;  // by effector, then by joint: whether the joint moves the effector
    std::vector<Column> columns_;
    std::vector<glm::dmat3> inverses_;  // by joint: the inverse of the linear part of the frame above the joint
    std::vector<double> elements_;      // row by row, maxColumns_ apart
    std::vector<double> residuals_;
    std::vector<std::size_t> levels_;
};

}  // namespace armature
