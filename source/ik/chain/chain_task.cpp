#include "ik/chain/chain_task.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include "base/words.hpp"
#include "ik/option_checks.hpp"
#include "ik/softness.hpp"
#include "ik/turns.hpp"
#include "math/numbers.hpp"
#include "math/rotation_rule.hpp"

namespace armature {

namespace {

void requireGoal(std::size_t number, const IkGoal& goal)
{
    if (goal.position && !isFinite(*goal.position)) {
        throw std::invalid_argument(fmt::format("chain goal {}: the position ({}, {}, {}) is not finite", number, goal.position->x,
                                                goal.position->y, goal.position->z));
    }
    if (goal.rotation) {
        const double length = glm::length(glm::dquat(*goal.rotation));
        if (!(length > 0.) || !std::isfinite(length)) {
            throw std::invalid_argument(fmt::format("chain goal {}: the rotation ({}, {}, {}, {}) has no direction", number,
                                                    goal.rotation->x, goal.rotation->y, goal.rotation->z, goal.rotation->w));
        }
    }
    const auto whose = [number] { return fmt::format("chain goal {}", number); };
    requireWithin(whose, "positionWeight", goal.positionWeight);
    requireWithin(whose, "rotationWeight", goal.rotationWeight);
}

double square(double value) noexcept
{
    return value * value;
}

/// The range of distances that an effector can reach. Distances are measured from the first joint that rotates, in the axes above it. In
/// these axes, rotations of joints below preserve lengths, unless a bone of the chain scales non-uniformly.
struct Reach : ChainSpan {
    Frame axes;             ///< From these axes to goal space.
    double length = 0.;     ///< Current length of the segments between joints that rotate, in goal space.
    double ownLength = 0.;  ///< The same length in the axes above the first joint that rotates.
    bool isEven = true;     ///< Whether no bone of the chain scales non-uniformly.
};

/// Returns whether the columns are perpendicular to each other and equally long.
bool isEven(const glm::dmat3& linear) noexcept
{
    const glm::dmat3 metric = glm::transpose(linear) * linear;
    const double size = metric[0][0];
    const glm::dmat3 off = metric - glm::dmat3(size);
    return glm::dot(off[0], off[0]) + glm::dot(off[1], off[1]) + glm::dot(off[2], off[2]) <= 1e-8 * size * size;
}

/// Computes how near and how far an effector can reach. A chain bends only at joints that rotate; between two such joints only slides
/// change its length.
Reach reachOf(const ChainTarget& target, const JointTree& tree) noexcept
{
    const auto first = std::find_if(target.path.begin(), target.path.end(), [&](std::size_t joint) { return tree[joint].turns(); });
    Reach reach;
    reach.axes = tree[first != target.path.end() ? *first : target.path.front()].above;
    const Frame back = reach.axes.inverse();
    std::optional<glm::dvec3> last;
    double longest = 0.;
    double slides = 0.;
    const auto add = [&](const glm::dvec3& point) {
        const glm::dvec3 own = back.point(point);
        const double length = last ? glm::length(own - *last) : 0.;
        reach.root = last ? reach.root : own;
        reach.length += last ? glm::length(reach.axes.vector(own - *last)) : 0.;
        reach.ownLength += length;
        longest = std::max(longest, length);
        last = own;
    };
    for (const std::size_t number : target.path) {
        const JointTree::Joint& joint = tree[number];
        reach.isEven = reach.isEven && isEven(back.linear * joint.above.linear);
        if (joint.turns()) {
            add(tree.center(number));
        } else if (joint.slides()) {
            const double farther = std::max(joint.limit.maxDistance - joint.slide(), joint.slide() - joint.limit.minDistance);
            slides += farther * glm::length(back.vector(joint.above.vector(joint.slideAxis)));
        }
    }
    add(ChainTask::effectorPoint(tree, target));
    reach.tip = *last;
    reach.farthest = reach.ownLength + slides;
    reach.nearest = std::max(0., 2. * longest - reach.farthest);
    return reach;
}

}  // namespace

glm::dquat rotationInParent(const Frame& above, const glm::dquat& rotation) noexcept
{
    return rotationInto(glm::inverse(above.linear), rotation);
}

glm::dquat rotationInGoalSpace(const Frame& above, const glm::dquat& local) noexcept
{
    return rotationOutOf(above.linear, local);
}

ChainAim aimWithin(const ChainSpan& span, const glm::dvec3& goal, double softness, double weight) noexcept
{
    const glm::dvec3 line = goal - span.root;
    const double distance = glm::length(line);
    const double wanted = soften(distance, span.farthest, softness);
    const double beyond = std::max(distance - span.farthest, span.nearest - distance);
    ChainAim aim{.position = goal, .beyond = beyond > 1e-9 * span.farthest ? beyond : 0.};
    if (wanted < distance) {
        aim.position = span.root + line * (wanted / distance);
        aim.isAsGiven = false;
    }
    if (weight < 1.) {
        aim.position = span.tip + weight * (aim.position - span.tip);
        aim.isAsGiven = false;
    }
    aim.isTooFar = glm::length(aim.position - span.root) > span.farthest * (1. + 1e-9);
    return aim;
}

// --- costs --------------------------------------------------------------------------------------------------------------

bool ChainCost::isBelow(const ChainCost& other) const noexcept
{
    for (std::size_t i = 0; i < levels.size(); ++i) {
        // Costs of a level that differ only by rounding count as equal, so that they do not outweigh a gain at a later level.
        const double slack = 1e-9 * std::max(levels[i], other.levels[i]);
        if (std::abs(levels[i] - other.levels[i]) > slack) {
            return levels[i] < other.levels[i];
        }
    }
    return false;
}

double ChainCost::sum() const noexcept
{
    double sum = 0.;
    for (std::size_t i = 0; i < maxLevels; ++i) {
        sum += levels[i];
    }
    return sum;
}

int ChainMiss::compare(const ChainMiss& other) const noexcept
{
    for (std::size_t i = 0; i < levels.size(); ++i) {
        if (std::abs(levels[i] - other.levels[i]) > 1.) {
            return levels[i] < other.levels[i] ? -1 : 1;
        }
    }
    return 0;
}

// --- goals --------------------------------------------------------------------------------------------------------------

ChainTask::ChainTask(const Chain& chain, const JointTree& tree)
{
    for (const Chain::Effector& effector : chain.effectors()) {
        ChainTarget target;
        target.joint = effector.joint;
        target.ownPoint = effector.ownPoint;
        for (auto joint = static_cast<std::ptrdiff_t>(effector.joint); joint >= 0; joint = tree[static_cast<std::size_t>(joint)].parent) {
            target.path.push_back(static_cast<std::size_t>(joint));
        }
        std::reverse(target.path.begin(), target.path.end());
        targets_.push_back(std::move(target));
    }
    for (ChainTarget& target : targets_) {
        const auto isShared = [&](std::size_t joint) {
            return std::any_of(targets_.begin(), targets_.end(), [&](const ChainTarget& other) {
                return &other != &target && std::find(other.path.begin(), other.path.end(), joint) != other.path.end();
            });
        };
        const auto last = std::find_if(target.path.rbegin(), target.path.rend(), isShared);
        target.firstOwn = static_cast<std::size_t>(target.path.rend() - last);
    }
}

void ChainTask::setLevels(std::span<const IkGoal> goals)
{
    levelCount_ = 0;
    for (std::size_t i = 0; i < goals.size(); ++i) {
        std::size_t earlier = 0;  // the number of distinct priorities that come before that of goal i
        bool isFirst = true;
        for (std::size_t j = 0; j < goals.size(); ++j) {
            bool isCounted = goals[j].priority >= goals[i].priority;
            for (std::size_t k = 0; k < j && !isCounted; ++k) {
                isCounted = goals[k].priority == goals[j].priority;
            }
            earlier += isCounted ? 0 : 1;
            isFirst = isFirst && (j >= i || goals[j].priority != goals[i].priority);
        }
        targets_[i].level = earlier;
        levelCount_ += isFirst ? 1 : 0;
    }
    if (levelCount_ > ChainCost::maxLevels) {
        throw std::invalid_argument(
            fmt::format("chain: goals have {} different priorities; at most {} are allowed", levelCount_, ChainCost::maxLevels));
    }
}

void ChainTask::requireGoals(std::span<const IkGoal> goals)
{
    if (goals.size() != targets_.size()) {
        throw std::invalid_argument(fmt::format("chain: {} for {}", counted(goals.size(), "goal"), counted(targets_.size(), "effector")));
    }
    for (std::size_t i = 0; i < goals.size(); ++i) {
        requireGoal(i, goals[i]);
    }
    setLevels(goals);
}

void ChainTask::setGoals(std::span<const IkGoal> goals, const JointTree& tree, const ChainSolverOptions& options) noexcept
{
    tolerance_ = options.tolerance;
    angleTolerance_ = options.angleTolerance;
    for (std::size_t i = 0; i < goals.size(); ++i) {
        aim(targets_[i], goals[i], tree, options.softness);
    }
}

void ChainTask::aim(ChainTarget& target, const IkGoal& goal, const JointTree& tree, double softness) const noexcept
{
    const bool isAlone = targets_.size() == 1;
    const Reach reach = reachOf(target, tree);
    target.incomingLine = reach.tip - reach.root;
    target.length = reach.length > 0. ? reach.length : 1.;
    target.beyondReach = 0.;
    target.isTooFar = false;
    target.asked.reset();
    target.askedRotation.reset();
    target.hasPosition = goal.position && goal.positionWeight > 0.f;
    target.hasRotation = goal.rotation && goal.rotationWeight > 0.f;
    target.positionWeight = isAlone ? 1. : static_cast<double>(goal.positionWeight);
    target.rotationWeight = isAlone ? 1. : static_cast<double>(goal.rotationWeight);
    if (goal.position) {
        target.asked = glm::dvec3(*goal.position);
        target.position = *target.asked;
        const glm::dvec3 inAxes = reach.axes.inverse().point(*target.asked);
        const ChainAim aim = aimWithin(reach, inAxes, softness, isAlone ? static_cast<double>(goal.positionWeight) : 1.);
        const glm::dvec3 line = inAxes - reach.root;
        const double distance = glm::length(line);
        const double unit = distance > 0. ? glm::length(reach.axes.vector(line)) / distance : reach.length / reach.ownLength;
        target.beyondReach = aim.beyond > 0. ? aim.beyond * unit : 0.;
        target.position = aim.isAsGiven ? *target.asked : reach.axes.point(aim.position);
        target.isTooFar = reach.isEven && aim.isTooFar;
    }
    if (goal.rotation) {
        target.askedRotation = glm::normalize(glm::dquat(*goal.rotation));
        const JointTree::Joint& joint = tree[target.joint];
        const glm::dquat now = rotationInGoalSpace(joint.above, joint.pose.rotation);
        target.rotation = blendTurns(now, *target.askedRotation, isAlone ? static_cast<double>(goal.rotationWeight) : 1.);
    }
}

// --- distance from the goals --------------------------------------------------------------------------------------------

double ChainTask::distance(const JointTree& tree, const ChainTarget& target) noexcept
{
    return target.hasPosition ? glm::length(effectorPoint(tree, target) - target.position) : 0.;
}

double ChainTask::angle(const JointTree& tree, const ChainTarget& target) noexcept
{
    const JointTree::Joint& joint = tree[target.joint];
    return target.hasRotation ? angleBetween(target.rotation, rotationInGoalSpace(joint.above, joint.pose.rotation)) : 0.;
}

bool ChainTask::isReached(const JointTree& tree) const noexcept
{
    for (const ChainTarget& target : targets_) {
        if (!(distance(tree, target) <= tolerance_ * target.length) || !(angle(tree, target) <= angleTolerance_)) {
            return false;
        }
    }
    return true;
}

ChainCost ChainTask::cost(const JointTree& tree) const noexcept
{
    ChainCost cost;
    for (const ChainTarget& target : targets_) {
        const double far = std::max(0., distance(tree, target) / target.length - 0.5 * tolerance_);
        const double turned = std::max(0., angle(tree, target) - 0.5 * angleTolerance_);
        cost.levels[target.level] += square(target.positionWeight * far) + square(target.rotationWeight * turned);
    }
    for (std::size_t i = 0; i < tree.size(); ++i) {
        if (tree[i].preferred && tree[i].turns()) {
            cost.levels.back() += tree[i].preference * square(angleBetween(*tree[i].preferred, tree[i].pose.rotation));
        }
    }
    return cost;
}

ChainMiss ChainTask::miss(const JointTree& tree) const noexcept
{
    ChainMiss miss;
    for (const ChainTarget& target : targets_) {
        const double far = target.positionWeight * distance(tree, target) / (tolerance_ * target.length);
        const double turned = target.rotationWeight * angle(tree, target) / angleTolerance_;
        miss.levels[target.level] = std::max({miss.levels[target.level], far, turned});
    }
    return miss;
}

bool ChainTask::isOutOfReach() const noexcept
{
    return std::any_of(targets_.begin(), targets_.end(), [](const ChainTarget& target) { return target.isTooFar; });
}

ChainReport ChainTask::report(const JointTree& tree, std::size_t number) const noexcept
{
    const ChainTarget& target = targets_[number];
    const JointTree::Joint& joint = tree[target.joint];
    ChainReport report;
    const double far = target.asked ? glm::length(effectorPoint(tree, target) - *target.asked) : 0.;
    const double turned =
        target.askedRotation ? angleBetween(*target.askedRotation, rotationInGoalSpace(joint.above, joint.pose.rotation)) : 0.;
    report.distance = static_cast<float>(far);
    report.angle = static_cast<float>(turned);
    report.isReached = far <= tolerance_ * target.length && turned <= angleTolerance_;
    report.beyondReach = report.isReached ? 0.f : static_cast<float>(target.beyondReach);
    return report;
}

}  // namespace armature
