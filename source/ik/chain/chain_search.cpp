#include "ik/chain/chain_search.hpp"

#include <algorithm>

#include "ik/chain/ccd.hpp"
#include "ik/chain/chain_start.hpp"
#include "ik/chain/chain_twist.hpp"

namespace armature {

namespace {

/// A search whose cost has not fallen to this part within so many iterations is at a standstill.
constexpr double progress = 0.98;
constexpr std::size_t patience = 8;

/// FABRIK's way back knows nothing of limits. Where an iteration leaves more than this part of the cost, joints are turned as by CCD too.
constexpr double quickly = 0.25;

bool isOutOfReach(const ChainTask& task) noexcept
{
    return std::any_of(task.targets().begin(), task.targets().end(), [](const ChainTarget& target) { return target.isTooFar; });
}

/// A priority's goals have come nearer, and no earlier one's are farther away; or once all are met the preferred rotations.
bool hasProgressed(const ChainCost& now, const ChainCost& mark) noexcept
{
    for (std::size_t i = 0; i < mark.levels.size(); ++i) {
        if (now.levels[i] < progress * mark.levels[i]) {
            return true;
        }
        if (now.levels[i] > mark.levels[i] * (1. + 1e-9)) {
            return false;
        }
    }
    return false;
}

}  // namespace

ChainSearch::ChainSearch(const Chain& chain, const JointTree& tree, ChainMethod method)
    : method_(method), fabrik_(tree.size()), best_(tree.size()), scratch_(tree.size())
{
    if (method == ChainMethod::DampedLeastSquares) {
        leastSquares_.emplace(chain, tree);
    }
    for (std::size_t i = 0; i < tree.size(); ++i) {
        hasLimits_ = hasLimits_ || !tree[i].limit.isFree();
        hasPreference_ = hasPreference_ || (tree[i].preferred && tree[i].preference > 0. && tree[i].turns());
    }
}

void ChainSearch::keepBest(const JointTree& tree, const ChainCost& cost) noexcept
{
    if (cost.isBelow(bestCost_)) {
        bestCost_ = cost;
        tree.get(best_);
    }
}

bool ChainSearch::iterate(JointTree& tree, const ChainTask& task) noexcept
{
    if (leastSquares_) {
        return leastSquares_->step(tree, task, cost_);
    }
    const ChainTarget& target = task.targets().front();
    if (method_ == ChainMethod::Fabrik) {
        const double before = cost_.sum();
        fabrik_.iterate(tree, target);
        cost_ = task.cost(tree);
        if (!hasLimits_ || cost_.sum() < quickly * before) {
            return true;
        }
    }
    sweepCcd(tree, target);
    cost_ = task.cost(tree);
    return true;
}

std::size_t ChainSearch::runOnce(JointTree& tree, const ChainTask& task, std::size_t maxIterations) noexcept
{
    for (const ChainTarget& target : task.targets()) {
        bendIfStraight(tree, target, leastSquares_.has_value());
    }
    if (leastSquares_) {
        leastSquares_->begin();
    }
    cost_ = task.cost(tree);
    ChainCost mark = cost_;
    std::size_t markedAt = 0;
    std::size_t iterations = 0;
    const bool seeksPreferred = leastSquares_ && hasPreference_;
    while (iterations < maxIterations && (seeksPreferred || !task.isReached(tree)) && iterations - markedAt < patience) {
        ++iterations;
        if (!iterate(tree, task)) {
            break;
        }
        keepBest(tree, cost_);
        if (hasProgressed(cost_, mark)) {
            mark = cost_;
            markedAt = iterations;
        }
    }
    return iterations;
}

std::size_t ChainSearch::run(JointTree& tree, const ChainTask& task, const ChainSolverOptions& options) noexcept
{
    tree.get(scratch_);
    tree.setIncoming();
    bestCost_ = task.cost(tree);
    tree.get(best_);
    tree.set(scratch_);
    keepBest(tree, task.cost(tree));

    const bool isOut = isOutOfReach(task);
    std::size_t iterations = 0;
    if (isOut && !leastSquares_ && task.targets().front().hasPosition) {
        fabrik_.stretch(tree, task.targets().front());
        keepBest(tree, task.cost(tree));
    } else if (!leastSquares_ && hasPreference_) {
        leanTowardsPreferred(tree);
    }
    for (std::size_t start = 0;; ++start) {
        iterations += runOnce(tree, task, options.maxIterations);
        if (start >= options.restarts || isOut || task.isReached(tree)) {
            break;
        }
        scatter(tree, start);
    }
    tree.set(best_);
    if (task.targets().size() == 1) {
        takeOutTwist(tree, task, scratch_);
    }
    return iterations;
}

}  // namespace armature
