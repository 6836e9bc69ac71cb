#include "ik/chain/point_search.hpp"

#include <algorithm>
#include <cmath>

#include "ik/chain/chain_jacobian.hpp"
#include "ik/chain/chain_pace.hpp"

namespace armature {

namespace {

/// Searches stop at this fraction of the tolerance: reports compute the distance in another way, and rounding must not take it beyond the
/// tolerance.
constexpr double wellWithin = 0.999;

/// The largest rotation of a joint in one step, in radians. DampedLeastSquares limits its steps to less, because it does not correct them.
constexpr double longestStep = 1.4;

/// Threshold: goals that the joints control more weakly (squared, in lengths of the chain) are left to bendIfStraight().
constexpr double unbent = 1e-11;

/// Limits the rotation of a joint's arm, given the axes above the joint. Returns false if the rotation has surely not changed.
bool keepWithin(const ArmRow::Link& link, const PlainTurn& above, PlainTurn& turn) noexcept
{
    const PlainTurn rest = above * link.rest;
    const glm::dquat own = (back(rest) * turn).toGlm();
    if (link.limit.kind == TurnLimit::Kind::SwingTwist && link.limit.place(own).isWithin()) {
        return false;
    }
    turn = normalized(rest * PlainTurn(link.limit.apply(own)));
    return true;
}

}  // namespace

// --- the equations --------------------------------------------------------------------------------------------------------

[[gnu::always_inline]] inline void PointSearch::Square::add(const PlainVector& vector, double factor) noexcept
{
    const PlainVector scaled = factor * vector;
    xx += scaled.x * vector.x;
    yx += scaled.y * vector.x;
    yy += scaled.y * vector.y;
    zx += scaled.z * vector.x;
    zy += scaled.z * vector.y;
    zz += scaled.z * vector.z;
}

[[gnu::always_inline]] inline double PointSearch::Square::along(const PlainVector& v) const noexcept
{
    return xx * v.x * v.x + yy * v.y * v.y + zz * v.z * v.z + 2. * (yx * v.x * v.y + zx * v.x * v.z + zy * v.y * v.z);
}

[[gnu::always_inline]] inline PlainVector PointSearch::Square::solution(double damping, const PlainVector& right) const noexcept
{
    // L D L^T, which needs no square roots. The damping keeps the divisors positive.
    const double x = 1. / (xx + damping);
    const double lyx = yx * x;
    const double lzx = zx * x;
    const double y = 1. / (yy + damping - lyx * yx);
    const double rest = zy - lzx * yx;
    const double lzy = rest * y;
    const double z = 1. / (zz + damping - lzx * zx - lzy * rest);
    const double outY = right.y - lyx * right.x;
    const double outZ = (right.z - lzx * right.x - lzy * outY) * z;
    const double upY = outY * y - lzy * outZ;
    return {right.x * x - lyx * upY - lzx * outZ, upY, outZ};
}

PointSearch::PointSearch(const ArmRow& row) : levers_(row.size()), next_(row.size())
{
    std::size_t columns = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
        const ArmRow::Link& link = row.links[i];
        const bool isLimited = link.moves && !link.isFree;
        levers_[i].freedom = link.freedom;
        columns += isLimited ? 3 : 0;
        isSummed_ = isSummed_ && !isLimited;
    }
    columns_.resize(columns);  // not reserve(), so that copies have the memory too
}

/// Computes the levers and the normal equations of the current pose.
void PointSearch::gather(const ArmRow& row, double length) noexcept
{
    columns_.clear();
    Square square{};
    const double unitOfLength = 1. / length;
    for (std::size_t i = 0; i < row.size(); ++i) {
        const ArmRow::Link& link = row.links[i];
        const PlainVector arm = unitOfLength * (row.tip - row.places[i].point);
        levers_[i].arm = arm;
        const std::size_t columns = columns_.size();
        if (link.moves && !link.isFree) {
            addColumns(row, i);
        }
        if (columns_.size() == columns) {  // the joint rotates about any axis
            const double factor = link.freedom * link.freedom;
            const double size = factor * squared(arm);
            square.add(arm, -factor);
            square.xx += size;
            square.yy += size;
            square.zz += size;
        }
    }
    freeSquare_ = square;
}

/// Adds the columns of a joint that cannot rotate in every direction: a hinge, or a joint at the end of its range.
void PointSearch::addColumns(const ArmRow& row, std::size_t number) noexcept
{
    const ArmRow::Link& link = row.links[number];
    const PlainTurn rest = row.above(number) * link.rest;
    const glm::dquat turn = (back(rest) * row.places[number].turn).toGlm();
    const TurnPlace at = link.limit.place(turn);
    const auto add = [&](const glm::dvec3& ownAxis, int end) {
        const PlainVector axis = rest * PlainVector(ownAxis);
        columns_.push_back({number, axis, cross(axis, levers_[number].arm), end, false});
    };
    const bool isTwisted = at.isTwistNear(pace::atEnd);
    if (link.limit.kind == TurnLimit::Kind::Hinge) {
        add(link.limit.axis, isTwisted ? at.twistSide : 0);
    } else if (isTwisted || at.isSwingNear(pace::atEnd)) {
        for (const ConeAxis& each : coneAxes(link.limit, turn)) {
            add(each.axis, each.end);
        }
    }
}

/// Returns how strongly the joints move the effector in a direction, squared.
double PointSearch::control(const PlainVector& direction) const noexcept
{
    double sum = freeSquare_.along(direction);
    for (const Column& column : columns_) {
        const double along = levers_[column.link].freedom * inner(column.moved, direction);
        sum += along * along;
    }
    return sum;
}

/// Returns the normal equations without the columns that are held.
PointSearch::Square PointSearch::square() const noexcept
{
    Square square = freeSquare_;
    for (const Column& column : columns_) {
        const double freedom = levers_[column.link].freedom;
        square.add(column.moved, column.isHeld ? 0. : freedom * freedom);
    }
    return square;
}

inline double PointSearch::along(const Column& column, const PlainVector& pull) const noexcept
{
    return column.isHeld ? 0. : levers_[column.link].freedom * inner(column.moved, pull);
}

// --- the step -------------------------------------------------------------------------------------------------------------

/// Sets the steps of all levers from `pull`, the solution of the normal equations. Returns false if the steps had to be shortened.
bool PointSearch::setSteps(const PlainVector& pull) noexcept
{
    double longest = 0.;
    for (Lever& lever : levers_) {
        lever.step = lever.freedom * cross(lever.arm, pull);
        longest = std::max(longest, squared(lever.step));
    }
    if (!columns_.empty()) {
        for (const Column& column : columns_) {
            levers_[column.link].step = PlainVector();
        }
        for (const Column& column : columns_) {
            levers_[column.link].step += along(column, pull) * column.axis;
        }
        longest = 0.;
        for (const Lever& lever : levers_) {
            longest = std::max(longest, squared(lever.step));
        }
    }
    const bool isLong = longest > longestStep * longestStep;
    const double part = isLong ? longestStep / std::sqrt(longest) : 1.;
    for (Lever& lever : levers_) {
        lever.step = part * lever.freedom * lever.step;
    }
    return !isLong;
}

/// Returns the part of the effector's movement that is of second order in the steps, in lengths of the chain: it arises because rotations
/// move the effector along arcs. See move().
PlainVector PointSearch::bend() const noexcept
{
    PlainVector sum;
    PlainVector bend;
    for (const Lever& lever : levers_) {
        const PlainVector moved = cross(lever.step, lever.arm);
        if (isSummed_) {
            bend += 0.5 * (cross(sum + lever.step, moved) + cross(lever.step, cross(sum, lever.arm)));
        } else {
            bend += cross(sum + 0.5 * lever.step, moved);
        }
        sum += lever.step;
    }
    return bend;
}

/// Computes the rotation vector of each joint. Joints at an end of their range do not move beyond it.
void PointSearch::findSteps(const PlainVector& residual) noexcept
{
    for (Column& column : columns_) {
        column.isHeld = false;
    }
    Square equations{};
    PlainVector pull;
    bool holds = true;
    for (int pass = 0; pass < pace::holdPasses && holds; ++pass) {
        equations = square();
        pull = equations.solution(damping_, residual);
        holds = false;
        for (Column& column : columns_) {
            const bool isNew = column.end * along(column, pull) > 0.;
            column.isHeld = column.isHeld || isNew;
            holds = holds || isNew;
        }
    }
    if (setSteps(pull)) {
        const PlainVector correction = equations.solution(damping_, bend());
        if (squared(correction) < squared(pull)) {  // otherwise, the goal is too far for a correction
            setSteps(pull - correction);
        }
    }
}

/// Rotates the joints by their steps, as far as their limits allow.
void PointSearch::move(const ArmRow& row) noexcept
{
    PlainVector sum;
    PlainTurn change;  // the rotation by all joints so far
    PlainTurn above;
    PlainVector point = row.links.front().center;
    for (std::size_t i = 0; i < row.size(); ++i) {
        const ArmRow::Link& link = row.links[i];
        sum += levers_[i].step;
        change = isSummed_ ? turnBy(sum) : change * turnBy(levers_[i].step);
        PlainTurn turn = change * row.places[i].turn;
        if (link.moves && !link.isFree && keepWithin(link, above, turn)) {
            change = turn * back(row.places[i].turn);
        }
        next_[i] = {turn, point};
        point += turn * link.arm;
        above = link.below(turn);
    }
    nextTip_ = point;
}

/// Takes one step. Returns false if no step leads nearer to the goal.
bool PointSearch::step(ArmRow& row, const Quest& quest) noexcept
{
    gather(row, quest.length);
    const PlainVector left = quest.goal - row.tip;
    if (control((1. / distance_) * left) < unbent) {
        return false;
    }
    const double part = std::min(1. / quest.length, pace::longestResidual / distance_);
    for (; damping_ <= pace::mostDamping; damping_ = std::max(1e-6, 10. * damping_)) {
        findSteps(part * left);
        move(row);
        const double distance = length(quest.goal - nextTip_);
        if (distance < (1. - 1e-9) * distance_) {
            row.places.swap(next_);
            row.tip = nextTip_;
            distance_ = distance;
            damping_ = std::max(pace::leastDamping, 0.1 * damping_);
            return true;
        }
    }
    return false;
}

bool PointSearch::run(ArmRow& row, const Quest& quest) noexcept
{
    const double near = wellWithin * quest.tolerance * quest.length;
    const auto cost = [&](double distance) {
        const double far = std::max(0., distance / quest.length - 0.5 * quest.tolerance);
        return far * far;
    };
    distance_ = length(quest.goal - row.tip);
    // Near the goal, steps need little damping, and with little damping one step suffices.
    const double part = distance_ / quest.length;
    damping_ = std::clamp(0.1 * part * part, pace::leastDamping, pace::firstDamping);
    double mark = distance_;
    std::size_t markedAt = 0;
    iterations_ = 0;
    while (!(distance_ <= near)) {
        if (iterations_ >= quest.maxIterations || iterations_ - markedAt >= pace::patience) {
            return false;
        }
        ++iterations_;
        if (!step(row, quest)) {
            return false;
        }
        if (cost(distance_) < pace::leastCostProgress * cost(mark)) {
            mark = distance_;
            markedAt = iterations_;
        }
    }
    return true;
}

}  // namespace armature
