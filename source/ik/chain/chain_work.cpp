#include "ik/chain/chain_work.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>
#include <glm/gtc/quaternion.hpp>

#include "ik/memory_numbers.hpp"
#include "ik/not_solved.hpp"
#include "ik/turns.hpp"

namespace armature {

namespace {

/// Tolerance: a joint this close to the end of its range (radians, or a fraction of a slide's range) counts as held by its limit.
constexpr double heldBy = 1e-5;

}  // namespace

ChainWork::ChainWork(const Chain& chain, ChainMethod method)
    : tree_(chain), task_(chain, tree_), reach_(chain, tree_, method), search_(chain, tree_, method), solution_(tree_.size())
{}

ChainReport ChainWork::solve(JointView joints, std::span<const IkGoal> goals, Space space, const ChainSolverOptions& options,
                             std::span<const double> start, std::span<ChainReport> outEffectors)
{
    if (space != Space::Skeleton && space != Space::World) {
        throw std::invalid_argument(
            fmt::format("chain solver: goals are in {} space, but must be in Skeleton or World", space == Space::Own ? "Own" : "Local"));
    }
    const bool isFound = tree_.find(joints);
    task_.requireGoals(goals);
    if (isFound) {
        if (const auto report = reach_.solve(joints, tree_, goals.front(), space, options, start, solution_)) {
            const bool isWritten = !(options.weight > 0.f) || reach_.write(joints, tree_);
            const ChainReport written = isWritten ? *report : notSolved<ChainReport>(IkStatus::Undefined);
            std::fill(outEffectors.begin(), outEffectors.end(), written);
            return written;
        }
    }
    const IkStatus loaded = isFound ? tree_.load(joints, space) : IkStatus::Gone;
    ChainReport report = loaded == IkStatus::Solved ? solveLoaded(goals, options, start, outEffectors) : notSolved<ChainReport>(loaded);
    if (report.status == IkStatus::Solved && options.weight > 0.f && !tree_.store(joints)) {
        report = notSolved<ChainReport>(IkStatus::Undefined);
    }
    if (report.status != IkStatus::Solved) {
        std::fill(outEffectors.begin(), outEffectors.end(), report);
    }
    return report;
}

ChainReport ChainWork::solveLoaded(std::span<const IkGoal> goals, const ChainSolverOptions& options, std::span<const double> start,
                                   std::span<ChainReport> outEffectors) noexcept
{
    task_.setGoals(goals, tree_, options);
    if (!start.empty()) {
        readNumbers(start, std::span(solution_));
        tree_.setLimited(solution_);
    }
    const std::size_t iterations = search_.run(tree_, task_, options, !start.empty());
    if (!tree_.isWritable()) {
        return notSolved<ChainReport>(IkStatus::Undefined);
    }
    tree_.get(solution_);
    blend(options.weight);
    return report(iterations, outEffectors);
}

void ChainWork::keepSolution(IkMemory& memory) const
{
    memory.resize(solution_.size() * numbersIn<JointState>);
    writeNumbers(std::span(solution_), memory);
}

/// Blends from the incoming pose towards the solution. Applies the limits again, because a rotation between two allowed rotations may
/// violate them.
void ChainWork::blend(double weight) noexcept
{
    if (weight >= 1.) {
        return;
    }
    for (std::size_t i = 0; i < tree_.size(); ++i) {
        const JointTree::Joint& joint = tree_[i];
        if (joint.turns()) {
            tree_.setRotation(i, blendTurns(joint.incoming.rotation, joint.pose.rotation, weight));
        } else if (joint.slides()) {
            const double from = glm::dot(joint.incoming.center - joint.rest.center, joint.slideAxis);
            tree_.setSlide(i, from + weight * (joint.slide() - from));
        }
    }
    tree_.update();
}

ChainReport ChainWork::report(std::size_t iterations, std::span<ChainReport> outEffectors) noexcept
{
    double change = 0.;
    std::uint64_t active = 0;
    for (std::size_t i = 0; i < tree_.size(); ++i) {
        const JointTree::Joint& joint = tree_[i];
        change = std::max(change, angleBetween(joint.loaded.rotation, joint.pose.rotation));
        const bool isHeld = (joint.turns() && joint.limit.isAtEnd(joint.turn(), heldBy)) || (joint.slides() && joint.isSlideAtEnd(heldBy));
        active |= isHeld ? std::uint64_t{1} << std::min<std::size_t>(i, 63) : 0;
    }
    ChainReport whole;
    whole.isReached = true;
    whole.iterations = iterations;
    whole.activeLimits = active;
    whole.jointChange = static_cast<float>(change);
    for (std::size_t i = 0; i < task_.targets().size(); ++i) {
        ChainReport effector = task_.report(tree_, i);
        effector.iterations = iterations;
        effector.activeLimits = active;
        effector.jointChange = whole.jointChange;
        whole.distance = std::max(whole.distance, effector.distance);
        whole.angle = std::max(whole.angle, effector.angle);
        whole.beyondReach = std::max(whole.beyondReach, effector.beyondReach);
        whole.isReached = whole.isReached && effector.isReached;
        if (!outEffectors.empty()) {
            outEffectors[i] = effector;
        }
    }
    return whole;
}

}  // namespace armature
