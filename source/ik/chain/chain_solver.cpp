#include <armature/ik/chain_solver.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <glm/gtc/quaternion.hpp>

#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/text.hpp>

#include "ik/chain/chain_search.hpp"
#include "ik/chain/chain_task.hpp"
#include "ik/chain/chain_two_bone.hpp"
#include "ik/chain/joint_tree.hpp"
#include "ik/moved_from.hpp"
#include "ik/turns.hpp"
#include "text/names.hpp"
#include "text/words.hpp"

namespace armature {

namespace {

/// For messages.
constexpr const char* name = "a ChainSolver";

/// A joint nearer to the end of a range than this (radians, or of a slide the part of its range) is held by its limit.
constexpr double heldBy = 1e-5;

void requireFraction(std::string_view what, float value)
{
    if (!(value >= 0.f && value <= 1.f)) {
        throw std::invalid_argument(fmt::format("chain solver: a {} of {} is not within [0, 1]", what, value));
    }
}

void requireTolerance(std::string_view what, float value)
{
    if (!(value > 0.f) || !std::isfinite(value)) {
        throw std::invalid_argument(fmt::format("chain solver: {} of {} is not greater than 0", what, value));
    }
}

void requireOptions(const ChainSolverOptions& options)
{
    requireFraction("weight", options.weight);
    requireFraction("softness", options.softness);
    requireTolerance("a tolerance", options.tolerance);
    requireTolerance("an angle tolerance", options.angleTolerance);
    if (options.maxIterations == 0) {
        throw std::invalid_argument("chain solver: at least 1 iteration is needed");
    }
}

const Chain& requireFitting(const Chain& chain, ChainMethod method)
{
    const std::size_t effectors = chain.effectors().size();
    const std::size_t joints = chain.joints().size();
    if (effectors == 0) {
        const Skeleton* const skeleton = chain.getSkeleton();
        throw std::invalid_argument(fmt::format("chain solver: the chain of {} has no effector",
                                                skeleton != nullptr ? named("skeleton", skeleton->getName()) : "a removed skeleton"));
    }
    if (effectors > 1 && method != ChainMethod::DampedLeastSquares) {
        throw std::invalid_argument(fmt::format("chain solver: {} effectors; only DampedLeastSquares solves for more than one", effectors));
    }
    if (method == ChainMethod::TwoBone && joints != 2 && joints != 3) {
        throw std::invalid_argument(fmt::format("chain solver: TwoBone solves chains of two or three joints, this one has {}", joints));
    }
    return chain;
}

}  // namespace

class ChainSolver::State {
public:
    State(const Chain& givenChain, const ChainSolverOptions& givenOptions)
        : chain_(requireFitting(givenChain, givenOptions.method))
        , options_(givenOptions)
        , tree_(chain_)
        , task_(chain_, tree_)
        , search_(chain_, tree_, options_.method)
        , solution_(tree_.size())
        , last_(tree_.size())
        , reports_(chain_.effectors().size())
    {
        requireOptions(options_);
    }

    IkReport solve(Skeleton& skeleton, std::span<const IkGoal> goals, Space space)
    {
        if (space != Space::Skeleton && space != Space::World) {
            throw std::invalid_argument(fmt::format("chain solver: goals in {} space; only Skeleton and World are", toString(space)));
        }
        return solveOn(skeleton, tree_.load(skeleton, space), goals);
    }

    IkReport solve(Pose& pose, std::span<const IkGoal> goals) { return solveOn(pose, tree_.load(pose), goals); }

    void setOptions(const ChainSolverOptions& options)
    {
        if (options.method != options_.method) {
            throw std::invalid_argument("chain solver: the method cannot be changed; make another solver");
        }
        requireOptions(options);
        options_ = options;
    }

    [[nodiscard]] std::span<const ChainJointMemory> memory() const noexcept
    {
        return hasLast_ ? std::span<const ChainJointMemory>(last_) : std::span<const ChainJointMemory>();
    }
    void setMemory(std::span<const ChainJointMemory> memory)
    {
        if (!memory.empty() && memory.size() != last_.size()) {
            throw std::invalid_argument(fmt::format("chain solver: a memory of {} for {}", counted(memory.size(), "joint"), last_.size()));
        }
        for (const ChainJointMemory& joint : memory) {
            const double size = glm::dot(joint.rotation, joint.rotation);
            if (!(size > 0.) || !std::isfinite(size + glm::dot(joint.center, joint.center))) {
                throw std::invalid_argument("chain solver: a memory with numbers that are not finite, or a rotation of zero");
            }
        }
        hasLast_ = !memory.empty();
        std::copy(memory.begin(), memory.end(), last_.begin());
    }
    [[nodiscard]] const Chain& chain() const noexcept { return chain_; }
    [[nodiscard]] const ChainSolverOptions& options() const noexcept { return options_; }
    [[nodiscard]] std::span<const IkReport> reports() const noexcept { return reports_; }

private:
    /// `status`: of the tree as it was loaded.
    template <class Target>
    IkReport solveOn(Target& target, IkStatus status, std::span<const IkGoal> goals)
    {
        task_.requireGoals(goals);
        const IkReport report = status == IkStatus::Solved ? solve(goals) : IkReport{.status = status};
        const bool isStored = report.status == IkStatus::Solved && (options_.weight == 0.f || tree_.store(target));
        if (isStored) {
            last_ = solution_;
            hasLast_ = true;
            return report;
        }
        const IkReport none{.status = report.status == IkStatus::Solved ? IkStatus::Undefined : report.status};
        std::fill(reports_.begin(), reports_.end(), none);
        return none;
    }

    IkReport solve(std::span<const IkGoal> goals)
    {
        task_.setGoals(goals, tree_, options_);
        const bool isWarm = options_.warmStart && hasLast_;
        if (isWarm) {
            tree_.setLimited(last_);
        }
        const std::size_t iterations =
            options_.method == ChainMethod::TwoBone ? solveInClosedForm() : search_.run(tree_, task_, options_, isWarm);
        if (!tree_.isWritable()) {
            return {.status = IkStatus::Undefined};
        }
        tree_.get(solution_);
        blend();
        return report(iterations);
    }

    std::size_t solveInClosedForm() noexcept
    {
        tree_.setIncoming();
        const ChainCost before = task_.cost(tree_);
        const std::size_t rounds = solveTwoBoneChain(tree_, task_);
        if (before.isBelow(task_.cost(tree_))) {  // limits hold the joints somewhere worse
            tree_.setIncoming();
        }
        return rounds;
    }

    /// From the incoming pose towards the solution; what lies between two allowed turns need not be allowed.
    void blend() noexcept
    {
        const double weight = options_.weight;
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

    IkReport report(std::size_t iterations) noexcept
    {
        double change = 0.;
        std::uint64_t active = 0;
        for (std::size_t i = 0; i < tree_.size(); ++i) {
            const JointTree::Joint& joint = tree_[i];
            change = std::max(change, angleBetween(joint.loaded.rotation, joint.pose.rotation));
            const bool isHeld =
                (joint.turns() && joint.limit.isAtEnd(joint.turn(), heldBy)) || (joint.slides() && joint.isSlideAtEnd(heldBy));
            active |= isHeld ? std::uint64_t{1} << std::min<std::size_t>(i, 63) : 0;
        }
        IkReport whole;
        whole.isReached = true;
        for (std::size_t i = 0; i < reports_.size(); ++i) {
            reports_[i] = task_.report(tree_, i);
            reports_[i].iterations = iterations;
            reports_[i].activeLimits = active;
            reports_[i].jointChange = static_cast<float>(change);
            whole.distance = std::max(whole.distance, reports_[i].distance);
            whole.angle = std::max(whole.angle, reports_[i].angle);
            whole.beyondReach = std::max(whole.beyondReach, reports_[i].beyondReach);
            whole.isReached = whole.isReached && reports_[i].isReached;
        }
        whole.iterations = iterations;
        whole.activeLimits = active;
        whole.jointChange = static_cast<float>(change);
        return whole;
    }

    Chain chain_;
    ChainSolverOptions options_;
    JointTree tree_;
    ChainTask task_;
    ChainSearch search_;
    std::vector<JointState> solution_;  // before weights
    std::vector<JointState> last_;
    bool hasLast_ = false;
    std::vector<IkReport> reports_;
};

ChainSolver::ChainSolver(const Chain& chain, const ChainSolverOptions& options) : state_(std::make_unique<State>(chain, options)) {}
ChainSolver::~ChainSolver() = default;
ChainSolver::ChainSolver(ChainSolver&&) noexcept = default;
ChainSolver& ChainSolver::operator=(ChainSolver&&) noexcept = default;

const Chain& ChainSolver::getChain() const
{
    return stateOf(state_, name).chain();
}

const ChainSolverOptions& ChainSolver::getOptions() const
{
    return stateOf(state_, name).options();
}

void ChainSolver::setOptions(const ChainSolverOptions& options)
{
    stateOf(state_, name).setOptions(options);
}

IkReport ChainSolver::solve(Skeleton& skeleton, std::span<const IkGoal> goals, Space space)
{
    return stateOf(state_, name).solve(skeleton, goals, space);
}

IkReport ChainSolver::solve(Skeleton& skeleton, const IkGoal& goal, Space space)
{
    return solve(skeleton, {&goal, 1}, space);
}

IkReport ChainSolver::solve(Pose& pose, std::span<const IkGoal> goals)
{
    return stateOf(state_, name).solve(pose, goals);
}

IkReport ChainSolver::solve(Pose& pose, const IkGoal& goal)
{
    return solve(pose, {&goal, 1});
}

std::span<const IkReport> ChainSolver::effectorReports() const
{
    return stateOf(state_, name).reports();
}

std::span<const ChainJointMemory> ChainSolver::getMemory() const
{
    return stateOf(state_, name).memory();
}

void ChainSolver::setMemory(std::span<const ChainJointMemory> memory)
{
    stateOf(state_, name).setMemory(memory);
}

void ChainSolver::reset()
{
    setMemory({});
}

}  // namespace armature
