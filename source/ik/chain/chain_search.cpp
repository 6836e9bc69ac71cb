#include "ik/chain/chain_search.hpp"

#include <algorithm>
#include <cmath>

#include "ik/chain/ccd.hpp"
#include "ik/chain/chain_pace.hpp"
#include "ik/chain/chain_start.hpp"
#include "ik/chain/chain_twist.hpp"
#include "ik/turns.hpp"

namespace armature {

namespace {

/// FABRIK's backward pass ignores limits. If an iteration leaves more than this fraction of the cost, a sweep of cyclic coordinate descent
/// follows.
constexpr double quickly = 0.25;

/// The largest number of searches that comeBack() makes, each from half way between the best pose and the start pose.
constexpr int returns = 3;

/// Returns whether the goals of some priority have come nearer and those of all earlier priorities have not moved away. Preferred rotations
/// are the last priority.
bool hasProgressed(const ChainCost& now, const ChainCost& mark) noexcept
{
    for (std::size_t i = 0; i < mark.levels.size(); ++i) {
        if (now.levels[i] < pace::leastCostProgress * mark.levels[i]) {
            return true;
        }
        if (now.levels[i] > mark.levels[i] * (1. + 1e-9)) {
            return false;
        }
    }
    return false;
}

/// Returns how far the joints have moved from their start: the root of the sum of squares of all rotations (radians) and slides (fractions
/// of their range).
double changeOf(const JointTree& tree, std::span<const JointState> start) noexcept
{
    double sum = 0.;
    for (std::size_t i = 0; i < tree.size(); ++i) {
        const JointTree::Joint& joint = tree[i];
        const double range = joint.limit.maxDistance - joint.limit.minDistance;
        const double turn = angleBetween(start[i].rotation, joint.pose.rotation);
        const double slide = joint.slides() && range > 0. ? glm::length(joint.pose.center - start[i].center) / range : 0.;
        sum += turn * turn + slide * slide;
    }
    return std::sqrt(sum);
}

/// Puts each joint back to its start state, unless that would move the effectors farther from their goals.
void putIdleJointsBack(JointTree& tree, const ChainTask& task, std::span<const JointState> start) noexcept
{
    const ChainCost cost = task.cost(tree);
    for (std::size_t i = tree.size(); i-- > 0;) {
        const JointState now{tree[i].pose.rotation, tree[i].pose.center};
        tree[i].pose.rotation = start[i].rotation;
        tree[i].pose.center = start[i].center;
        tree.update(i);
        if (cost.isBelow(task.cost(tree))) {
            tree[i].pose.rotation = now.rotation;
            tree[i].pose.center = now.center;
            tree.update(i);
        }
    }
}

}  // namespace

ChainSearch::ChainSearch(const Chain& chain, const JointTree& tree, ChainMethod method)
    : method_(method), fabrik_(tree.size()), leastSquares_(chain, tree), kept_(tree.size()), start_(tree.size()), points_(tree.size())
{
    best_.joints.resize(tree.size());
    for (std::size_t i = 0; i < tree.size(); ++i) {
        hasLimits_ = hasLimits_ || !tree[i].limit.isFree();
        isStiff_ = isStiff_ || tree[i].freedom < 1.;
        hasPreference_ = hasPreference_ || (tree[i].preferred && tree[i].preference > 0. && tree[i].turns());
    }
}

void ChainSearch::begin(const JointTree& tree, const ChainTask& task) noexcept
{
    best_.cost = task.cost(tree);
    tree.get(best_.joints);
}

void ChainSearch::keepBest(const JointTree& tree, const ChainCost& cost) noexcept
{
    if (cost.isBelow(best_.cost)) {
        best_.cost = cost;
        tree.get(best_.joints);
    }
}

bool ChainSearch::iterate(JointTree& tree, const ChainTask& task, ChainMethod method) noexcept
{
    if (method == ChainMethod::DampedLeastSquares) {
        return leastSquares_.step(tree, task, cost_);
    }
    const ChainTarget& target = task.targets().front();
    const double before = cost_.sum();
    fabrik_.iterate(tree, target);
    cost_ = task.cost(tree);
    if (hasLimits_ && !(cost_.sum() < quickly * before)) {
        sweepCcd(tree, target);
        cost_ = task.cost(tree);
    }
    return true;
}

/// Searches by one method from the tree's pose, until all goals are reached, progress stalls or the iterations run out. With preferred
/// rotations, continues after the goals are reached. Leaves the tree in the pose that reaches all goals, or else in the best pose seen
/// since begin(). Sets isReached_. Returns the number of iterations.
std::size_t ChainSearch::descend(JointTree& tree, const ChainTask& task, ChainMethod method, std::size_t maxIterations) noexcept
{
    const bool isLeastSquares = method == ChainMethod::DampedLeastSquares;
    for (const ChainTarget& target : task.targets()) {
        bendIfStraight(tree, target, isLeastSquares);
    }
    if (isLeastSquares) {
        leastSquares_.begin();
    }
    cost_ = task.cost(tree);
    ChainCost mark = cost_;
    std::size_t markedAt = 0;
    std::size_t iterations = 0;
    const bool seeksPreferred = isLeastSquares && hasPreference_;
    isReached_ = !seeksPreferred && task.isReached(tree);
    while (!isReached_ && iterations < maxIterations && iterations - markedAt < pace::patience) {
        ++iterations;
        if (!iterate(tree, task, method)) {
            break;
        }
        isReached_ = !seeksPreferred && task.isReached(tree);
        keepBest(tree, cost_);
        if (hasProgressed(cost_, mark)) {
            mark = cost_;
            markedAt = iterations;
        }
    }
    if (!isReached_) {
        tree.set(best_.joints);
        isReached_ = task.isReached(tree);
    }
    return iterations;
}

/// Continues the search from the tree's pose by damped least squares.
std::size_t ChainSearch::finish(JointTree& tree, const ChainTask& task, std::size_t maxIterations) noexcept
{
    return descend(tree, task, ChainMethod::DampedLeastSquares, maxIterations);
}

/// Returns whether the straight pose is the best one if the goal is out of reach: there are no limits, no stiffness, no preferred
/// rotations, no rotation goal and no second effector.
bool ChainSearch::isFreeToStraighten(const ChainTask& task) const noexcept
{
    return !hasLimits_ && !isStiff_ && !hasPreference_ && task.targets().size() == 1 && !task.targets().front().hasRotation;
}

/// Tries a straight pose for each effector, because an iterative search approaches such poses ever more slowly. If one is better than the
/// best pose so far, but not surely the best of all, continues from it by damped least squares. Returns the number of iterations.
std::size_t ChainSearch::straightenOut(JointTree& tree, const ChainTask& task, std::size_t maxIterations) noexcept
{
    bool isNearer = false;
    for (const ChainTarget& target : task.targets()) {
        straighten(tree, target, points_);
        const ChainCost cost = task.cost(tree);
        isNearer = isNearer || cost.isBelow(best_.cost);
        keepBest(tree, cost);
        tree.set(best_.joints);
    }
    return isNearer && !isFreeToStraighten(task) ? finish(tree, task, maxIterations) : 0;
}

/// Searches from other start poses by damped least squares, and keeps the best result. After FABRIK, the first of these poses is the
/// incoming one.
std::size_t ChainSearch::restart(JointTree& tree, const ChainTask& task, const ChainSolverOptions& options) noexcept
{
    ChainMiss miss = task.miss(tree);
    double change = changeOf(tree, start_);
    bool isElsewhere = false;
    std::size_t iterations = 0;
    tree.get(kept_);
    const bool isHelped = method_ != ChainMethod::DampedLeastSquares;
    for (std::size_t start = 0; start < options.restarts && !isReached_; ++start) {
        const bool isIncoming = isHelped && start == 0;
        if (isIncoming) {
            tree.setIncoming();
        } else {
            scatter(tree, isHelped ? start - 1 : start);
        }
        begin(tree, task);
        iterations += finish(tree, task, options.maxIterations);
        const ChainMiss newMiss = task.miss(tree);
        const double newChange = changeOf(tree, start_);
        const int order = newMiss.compare(miss);
        if (order < 0 || (order == 0 && newChange < change)) {
            miss = newMiss;
            change = newChange;
            isElsewhere = !isIncoming;
            tree.get(kept_);
        } else {
            tree.set(kept_);
        }
    }
    if (isElsewhere && !hasPreference_) {
        iterations += comeBack(tree, task, options.maxIterations);
    }
    return iterations;
}

/// Searches for an equally good pose nearer to the start, after a restart has found a pose far away.
std::size_t ChainSearch::comeBack(JointTree& tree, const ChainTask& task, std::size_t maxIterations) noexcept
{
    std::size_t iterations = 0;
    const bool wasReached = isReached_;
    for (int i = 0; i < returns; ++i) {
        const ChainMiss miss = task.miss(tree);
        const double change = changeOf(tree, start_);
        tree.get(kept_);
        goHalfWayBack(tree, start_);
        begin(tree, task);
        iterations += finish(tree, task, maxIterations);
        const bool isAsGood = wasReached ? isReached_ : task.miss(tree).compare(miss) <= 0;
        if (!isAsGood || !(changeOf(tree, start_) < change)) {
            tree.set(kept_);
            break;
        }
    }
    putIdleJointsBack(tree, task, start_);
    return iterations;
}

std::size_t ChainSearch::run(JointTree& tree, const ChainTask& task, const ChainSolverOptions& options, bool startsElsewhere) noexcept
{
    tree.get(start_);
    if (startsElsewhere) {
        tree.setIncoming();
    }
    begin(tree, task);
    if (startsElsewhere) {
        tree.set(start_);
        keepBest(tree, task.cost(tree));
    }
    const bool isOut = task.isOutOfReach();
    std::size_t iterations = 0;
    if (isOut && isFreeToStraighten(task)) {
        iterations = 1 + straightenOut(tree, task, options.maxIterations);
    } else {
        if (method_ != ChainMethod::DampedLeastSquares && hasPreference_) {
            leanTowardsPreferred(tree);
        }
        iterations = descend(tree, task, method_, options.maxIterations);
        if (method_ != ChainMethod::DampedLeastSquares && !isReached_) {
            iterations += finish(tree, task, options.maxIterations);
        }
        if (!isReached_) {
            iterations += straightenOut(tree, task, options.maxIterations);
            iterations += isOut ? 0 : restart(tree, task, options);
        }
    }
    if (task.targets().size() == 1) {
        takeOutTwist(tree, task, kept_);
    }
    return iterations;
}

}  // namespace armature
