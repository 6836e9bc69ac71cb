#include <armature/ik/chain_solver.hpp>

#include <cmath>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <glm/gtc/quaternion.hpp>

#include <armature/skeleton/skeleton.hpp>

#include "base/moved_from.hpp"
#include "base/words.hpp"
#include "ik/chain/chain_work.hpp"
#include "ik/memory_numbers.hpp"
#include "ik/option_checks.hpp"
#include "math/work_pool.hpp"

namespace armature {

namespace {

/// The solver's name in messages.
constexpr const char* chainSolverName = "a ChainSolver";

void requireTolerance(std::string_view what, float value)
{
    if (!(value > 0.f) || !std::isfinite(value)) {
        throw std::invalid_argument(fmt::format("chain solver: {} of {} is not greater than 0", what, value));
    }
}

void requireSolverOptions(const ChainSolverOptions& options)
{
    requireWithin("chain solver", "weight", options.weight);
    requireWithin("chain solver", "softness", options.softness);
    requireTolerance("a tolerance", options.tolerance);
    requireTolerance("an angle tolerance", options.angleTolerance);
    if (options.maxIterations == 0) {
        throw std::invalid_argument("chain solver: at least 1 iteration is needed");
    }
}

const Chain& requireFitting(const Chain& chain, ChainMethod method)
{
    const std::size_t effectors = chain.effectors().size();
    if (effectors == 0) {
        const Skeleton* const skeleton = chain.getSkeleton();
        throw std::invalid_argument(fmt::format("chain solver: the chain of {} has no effector",
                                                skeleton != nullptr ? named("skeleton", skeleton->getName()) : "a removed skeleton"));
    }
    if (effectors > 1 && method != ChainMethod::DampedLeastSquares) {
        throw std::invalid_argument(fmt::format("chain solver: {} effectors; only DampedLeastSquares solves for more than one", effectors));
    }
    return chain;
}

}  // namespace

class ChainSolver::State {
public:
    State(const Chain& givenChain, const ChainSolverOptions& givenOptions)
        : chain_(requireFitting(givenChain, givenOptions.method))
        , options_(givenOptions)
        , work_(ChainWork(chain_, options_.method))
        , reports_(chain_.effectors().size())
    {
        requireSolverOptions(options_);
        last_.reserve(memorySize());
    }

    ChainReport solve(Skeleton& skeleton, std::span<const IkGoal> goals, Space space)
    {
        const auto work = work_.borrow();
        const ChainReport report = work->solve(skeleton, goals, space, options_, startFrom(last_), reports_);
        if (report.status == IkStatus::Solved) {
            work->keepSolution(last_);
        }
        return report;
    }

    ChainReport solve(JointView joints, std::span<const IkGoal> goals, Space space, IkMemory* memory,
                      std::span<ChainReport> outEffectors) const
    {
        if (!outEffectors.empty() && outEffectors.size() != reports_.size()) {
            throw std::invalid_argument(fmt::format("chain solver: there are reports for {}, but it has {}",
                                                    counted(outEffectors.size(), "effector"), reports_.size()));
        }
        std::span<const double> start;
        if (memory != nullptr) {
            requireOwn(*memory);
            start = startFrom(*memory);
        }
        const auto work = work_.borrow();
        const ChainReport report = work->solve(joints, goals, space, options_, start, outEffectors);
        if (report.status == IkStatus::Solved && memory != nullptr) {
            work->keepSolution(*memory);
        }
        return report;
    }

    void setOptions(const ChainSolverOptions& options)
    {
        if (options.method != options_.method) {
            throw std::invalid_argument("chain solver: the method cannot be changed; make another solver");
        }
        requireSolverOptions(options);
        options_ = options;
    }

    [[nodiscard]] std::span<const double> memory() const noexcept { return last_; }
    void setMemory(std::span<const double> memory)
    {
        requireOwn(memory);
        last_.assign(memory.begin(), memory.end());
    }
    [[nodiscard]] const Chain& chain() const noexcept { return chain_; }
    [[nodiscard]] const ChainSolverOptions& options() const noexcept { return options_; }
    [[nodiscard]] std::span<const ChainReport> reports() const noexcept { return reports_; }

private:
    [[nodiscard]] std::size_t memorySize() const noexcept { return chain_.joints().size() * numbersIn<JointState>; }
    [[nodiscard]] std::span<const double> startFrom(std::span<const double> memory) const noexcept
    {
        return options_.warmStart ? memory : std::span<const double>();
    }
    void requireOwn(std::span<const double> memory) const
    {
        requireMemory("chain solver", memory, memorySize());
        for (std::size_t at = 0; at < memory.size(); at += numbersIn<JointState>) {
            const auto joint = memoryFrom<JointState>(memory.subspan(at, numbersIn<JointState>));
            const double size = glm::dot(joint.rotation, joint.rotation);
            if (!(size > 0.) || !std::isfinite(size + glm::dot(joint.center, joint.center))) {
                throw std::invalid_argument("chain solver: the memory holds a rotation that is zero, or too large a number");
            }
        }
    }

    Chain chain_;
    ChainSolverOptions options_;
    mutable WorkPool<ChainWork> work_;
    IkMemory last_;  // the last solution, before weights are applied; empty if there is none
    std::vector<ChainReport> reports_;
};

ChainSolver::ChainSolver(const Chain& chain, const ChainSolverOptions& options) : state_(std::make_unique<State>(chain, options)) {}
ChainSolver::~ChainSolver() = default;
ChainSolver::ChainSolver(ChainSolver&&) noexcept = default;
ChainSolver& ChainSolver::operator=(ChainSolver&&) noexcept = default;

const Chain& ChainSolver::getChain() const
{
    return stateOf(state_, chainSolverName).chain();
}

const ChainSolverOptions& ChainSolver::getOptions() const
{
    return stateOf(state_, chainSolverName).options();
}

void ChainSolver::setOptions(const ChainSolverOptions& options)
{
    stateOf(state_, chainSolverName).setOptions(options);
}

ChainReport ChainSolver::solve(Skeleton& skeleton, std::span<const IkGoal> goals, Space space)
{
    return stateOf(state_, chainSolverName).solve(skeleton, goals, space);
}

ChainReport ChainSolver::solve(Skeleton& skeleton, const IkGoal& goal, Space space)
{
    return solve(skeleton, {&goal, 1}, space);
}

ChainReport ChainSolver::solve(JointView joints, std::span<const IkGoal> goals, Space space, IkMemory* memory,
                               std::span<ChainReport> outEffectors) const
{
    const State& state = stateOf(state_, chainSolverName);
    return state.solve(joints, goals, space, memory, outEffectors);
}

ChainReport ChainSolver::solve(JointView joints, const IkGoal& goal, Space space, IkMemory* memory,
                               std::span<ChainReport> outEffectors) const
{
    return solve(joints, {&goal, 1}, space, memory, outEffectors);
}

std::span<const ChainReport> ChainSolver::effectorReports() const
{
    return stateOf(state_, chainSolverName).reports();
}

std::span<const double> ChainSolver::getMemory() const
{
    return stateOf(state_, chainSolverName).memory();
}

void ChainSolver::setMemory(std::span<const double> memory)
{
    stateOf(state_, chainSolverName).setMemory(memory);
}

void ChainSolver::reset()
{
    setMemory({});
}

}  // namespace armature
