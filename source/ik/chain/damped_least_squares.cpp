#include "ik/chain/damped_least_squares.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "ik/chain/chain_pace.hpp"
#include "ik/turns.hpp"

namespace armature {

namespace {

/// Damping relative to the trace: directions that the rows control less strongly than this count as not controlled.
constexpr double reachless = 1e-10;

/// The number of corrective steps towards the goals after each step towards preferred rotations.
constexpr int corrections = 2;

}  // namespace

DampedLeastSquares::DampedLeastSquares(const Chain& chain, const JointTree& tree) : jacobian_(chain, tree)
{
    const std::size_t columns = jacobian_.maxColumns();
    const std::size_t rows = jacobian_.maxRows();
    for (std::size_t i = 0; i < tree.size(); ++i) {
        hasPreference_ = hasPreference_ || (tree[i].preferred && tree[i].preference > 0.);
    }
    steps_.resize(columns);
    isHeld_.resize(columns);
    projected_.resize(rows * columns);
    projector_.resize(chain.effectors().size() > 1 || hasPreference_ ? columns * columns : 0);
    square_.resize(rows * rows);
    values_.resize(rows);
    scratch_.resize(columns);
    before_.resize(tree.size());
}

void DampedLeastSquares::begin() noexcept
{
    damping_ = pace::firstDamping;
    pull_ = 1.;
}

// --- the linear problem -------------------------------------------------------------------------------------------------

/// Multiplies the projected rows by their transpose, adds damping and factors the lower triangle in place, by Cholesky. Returns false if
/// the matrix is not positive definite.
bool DampedLeastSquares::factor(std::size_t rows, double damping) noexcept
{
    squareSize_ = rows;
    const std::size_t columns = jacobian_.columns().size();
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            double sum = i == j ? damping : 0.;
            const double* a = projected(i);
            const double* b = projected(j);
            for (std::size_t c = 0; c < columns; ++c) {
                sum += a[c] * b[c];
            }
            for (std::size_t k = 0; k < j; ++k) {
                sum -= square_[i * rows + k] * square_[j * rows + k];
            }
            if (i == j && !(sum > 0.)) {
                return false;
            }
            square_[i * rows + j] = i == j ? std::sqrt(sum) : sum / square_[j * rows + j];
        }
    }
    return true;
}

void DampedLeastSquares::substitute(std::span<double> values) const noexcept
{
    const std::size_t rows = squareSize_;
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t k = 0; k < i; ++k) {
            values[i] -= square_[i * rows + k] * values[k];
        }
        values[i] /= square_[i * rows + i];
    }
    for (std::size_t i = rows; i-- > 0;) {
        for (std::size_t k = i + 1; k < rows; ++k) {
            values[i] -= square_[k * rows + i] * values[k];
        }
        values[i] /= square_[i * rows + i];
    }
}

/// Appends a row of the Jacobian to `projected_`, projected into the remaining freedom if `isProjected`.
void DampedLeastSquares::projectRow(std::size_t row, bool isProjected) noexcept
{
    const std::span<const double> source = jacobian_.row(row);
    double* out = projected(squareSize_++);
    for (std::size_t c = 0; c < source.size(); ++c) {
        scratch_[c] = isHeld_[c] != 0 ? 0. : source[c];
        out[c] = scratch_[c];
    }
    if (isProjected) {
        for (std::size_t c = 0; c < source.size(); ++c) {
            double sum = 0.;
            for (std::size_t k = 0; k < source.size(); ++k) {
                sum += projector(c)[k] * scratch_[k];
            }
            out[c] = sum;
        }
    }
}

/// Adds the steps that the goals of one priority need, in the freedom that earlier priorities leave.
void DampedLeastSquares::addLevel(std::size_t level, bool isProjected, bool isLast) noexcept
{
    const std::size_t columns = jacobian_.columns().size();
    squareSize_ = 0;
    for (std::size_t row = 0; row < jacobian_.rowCount(); ++row) {
        if (jacobian_.level(row) != level) {
            continue;
        }
        double left = jacobian_.residual(row);
        for (std::size_t c = 0; c < columns; ++c) {
            left -= jacobian_.row(row)[c] * steps_[c];
        }
        values_[squareSize_] = left;
        projectRow(row, isProjected);
    }
    const std::size_t rows = squareSize_;
    if (rows == 0 || !factor(rows, damping_)) {
        return;
    }
    substitute({values_.data(), rows});
    for (std::size_t c = 0; c < columns; ++c) {
        for (std::size_t r = 0; r < rows; ++r) {
            steps_[c] += projected(r)[c] * values_[r];
        }
    }
    if (!isLast) {
        leaveToLaterLevels(rows);
    }
}

/// Removes from the projector the directions that the rows in `projected_` control, and leaves the others to later priorities.
void DampedLeastSquares::leaveToLaterLevels(std::size_t rows) noexcept
{
    const std::size_t columns = jacobian_.columns().size();
    double trace = 0.;
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < columns; ++c) {
            trace += projected(r)[c] * projected(r)[c];
        }
    }
    if (!(trace > 0.) || !factor(rows, reachless * trace)) {
        return;
    }
    for (std::size_t k = 0; k < columns; ++k) {
        for (std::size_t r = 0; r < rows; ++r) {
            values_[r] = projected(r)[k];
        }
        substitute({values_.data(), rows});
        for (std::size_t c = 0; c < columns; ++c) {
            for (std::size_t r = 0; r < rows; ++r) {
                projector(c)[k] -= projected(r)[c] * values_[r];
            }
        }
    }
}

/// Adds steps towards the preferred rotations, in the remaining freedom.
void DampedLeastSquares::addPreference(const JointTree& tree) noexcept
{
    const auto columns = jacobian_.columns();
    double strongest = 0.;
    for (std::size_t i = 0; i < tree.size(); ++i) {
        strongest = tree[i].preferred ? std::max(strongest, tree[i].preference) : strongest;
    }
    for (std::size_t c = 0; c < columns.size(); ++c) {
        const JointTree::Joint& joint = tree[columns[c].joint];
        scratch_[c] = 0.;
        if (joint.preferred && !columns[c].isSlide && isHeld_[c] == 0 && strongest > 0.) {
            const glm::dquat way = *joint.preferred * glm::conjugate(joint.pose.rotation);
            const double angle = angleBetween(joint.pose.rotation, *joint.preferred);
            const glm::dvec3 vector = (way.w < 0. ? -1. : 1.) * glm::dvec3(way.x, way.y, way.z);
            const double sine = glm::length(vector);
            const double along = sine > 0. ? glm::dot(vector, columns[c].axis) / sine * angle : 0.;
            scratch_[c] = pull_ * joint.preference / strongest * along;
        }
    }
    for (std::size_t c = 0; c < columns.size(); ++c) {
        for (std::size_t k = 0; k < columns.size(); ++k) {
            steps_[c] += projector(c)[k] * scratch_[k];
        }
    }
}

/// Holds columns that are at the end of a range and whose step leads beyond it. Returns whether a column is newly held.
bool DampedLeastSquares::holdAtEnds() noexcept
{
    bool holds = false;
    for (std::size_t c = 0; c < jacobian_.columns().size(); ++c) {
        if (isHeld_[c] == 0 && jacobian_.columns()[c].end * steps_[c] > 0.) {
            isHeld_[c] = 1;
            holds = true;
        }
    }
    return holds;
}

void DampedLeastSquares::solveSteps(const JointTree& tree, const ChainTask& task) noexcept
{
    const std::size_t columns = jacobian_.columns().size();
    const std::size_t levels = task.levelCount();
    const bool isProjected = levels > 1 || (hasPreference_ && pull_ > 0.);
    std::fill(isHeld_.begin(), isHeld_.end(), 0);
    for (int pass = 0; pass < pace::holdPasses; ++pass) {
        std::fill(steps_.begin(), steps_.end(), 0.);
        if (isProjected) {
            for (std::size_t c = 0; c < columns; ++c) {
                std::fill_n(projector(c), columns, 0.);
                projector(c)[c] = isHeld_[c] != 0 ? 0. : 1.;
            }
        }
        for (std::size_t level = 0; level < levels; ++level) {
            addLevel(level, level > 0, !isProjected || (level + 1 == levels && !hasPreference_));
        }
        if (isProjected && hasPreference_) {
            addPreference(tree);
        }
        if (!holdAtEnds()) {
            break;
        }
    }
    double longest = 0.;
    for (std::size_t c = 0; c < columns; ++c) {
        longest = std::max(longest, std::abs(steps_[c]));
    }
    if (longest > pace::longestStep) {
        for (double& step : steps_) {
            step *= pace::longestStep / longest;
        }
    }
}

// --- the step -----------------------------------------------------------------------------------------------------------

bool DampedLeastSquares::step(JointTree& tree, const ChainTask& task, ChainCost& cost) noexcept
{
    tree.get(before_);
    jacobian_.compute(tree, task);
    while (damping_ <= pace::mostDamping) {
        solveSteps(tree, task);
        jacobian_.apply(tree, steps_);
        const double pull = pull_;
        for (int i = 0; hasPreference_ && i < corrections; ++i) {
            pull_ = 0.;
            jacobian_.compute(tree, task);
            solveSteps(tree, task);
            jacobian_.apply(tree, steps_);
        }
        pull_ = pull;
        const ChainCost next = task.cost(tree);
        if (next.isBelow(cost)) {
            cost = next;
            damping_ = std::max(pace::leastDamping, 0.1 * damping_);
            pull_ = std::min(1., 2. * pull_);
            return true;
        }
        tree.set(before_);
        if (hasPreference_) {
            jacobian_.compute(tree, task);
        }
        damping_ = std::max(1e-6, 10. * damping_);
        pull_ *= 0.5;
    }
    return false;
}

}  // namespace armature
