#pragma once

#include <cstddef>
#include <vector>

#include "ik/chain/arm_row.hpp"

namespace armature {

/// Brings the end of a row of arms to a point by damped least squares, as DampedLeastSquares does, but without matrices: three equations
/// suffice, however many joints there are. Each step is corrected to the second order, so that it follows the joints' arcs: one step is
/// enough if the goal has moved little. All memory is allocated by the constructor.
class PointSearch {
public:
    explicit PointSearch(const ArmRow& row);

    struct Quest {
        PlainVector goal;
        double length = 1.;     ///< Length of the chain, greater than 0; the unit of distances.
        double tolerance = 0.;  ///< The distance at which the goal counts as reached, in lengths of the chain.
        std::size_t maxIterations = 0;
    };

    /// Searches from the row's places, and leaves the row where the search ends. Returns whether the goal is reached.
    [[nodiscard]] bool run(ArmRow& row, const Quest& quest) noexcept;
    [[nodiscard]] std::size_t iterations() const noexcept { return iterations_; }

private:
    /// An axis about which a joint may rotate that cannot rotate in every direction; see ChainJacobian::Column.
    struct Column {
        std::size_t link;
        PlainVector axis;
        PlainVector moved;  ///< The effector's movement for a unit of this column.
        int end;
        bool isHeld;
    };

    /// A link during a step.
    struct Lever {
        PlainVector arm;   ///< From the joint to the effector, in lengths of the chain.
        PlainVector step;  ///< The rotation vector of the step.
        double freedom;
    };

    /// The lower triangle of a symmetric matrix.
    struct Square {
        double xx, yx, yy, zx, zy, zz;

        void add(const PlainVector& vector, double factor) noexcept;
        /// Returns vector^T * this * vector.
        [[nodiscard]] double along(const PlainVector& vector) const noexcept;
        /// Returns the solution of (this + damping) * x = right.
        [[nodiscard]] PlainVector solution(double damping, const PlainVector& right) const noexcept;
    };

    [[nodiscard]] bool step(ArmRow& row, const Quest& quest) noexcept;
    void gather(const ArmRow& row, double length) noexcept;
    void addColumns(const ArmRow& row, std::size_t link) noexcept;
    [[nodiscard]] double control(const PlainVector& direction) const noexcept;
    [[nodiscard]] Square square() const noexcept;
    [[nodiscard]] double along(const Column& column, const PlainVector& pull) const noexcept;
    void findSteps(const PlainVector& residual) noexcept;
    bool setSteps(const PlainVector& pull) noexcept;
    [[nodiscard]] PlainVector bend() const noexcept;
    void move(const ArmRow& row) noexcept;

    /// Whether all joints are free: arms are then rotated by the sum of the steps above them, not by the product of their rotations. To the
    /// first order, joints turn by their steps in both cases, and in a sum no joint waits for the one before.
    bool isSummed_ = true;
    std::vector<Lever> levers_;  // one for each link
    std::vector<Column> columns_;
    std::vector<ArmRow::Place> next_;  // the places after a step that may be kept
    PlainVector nextTip_;
    Square freeSquare_{};  // the part of the normal equations that does not depend on held columns
    double distance_ = 0.;
    double damping_ = 0.;
    std::size_t iterations_ = 0;
};

}  // namespace armature
