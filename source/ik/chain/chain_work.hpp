#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <armature/ik/chain_solver.hpp>

#include "ik/chain/chain_search.hpp"
#include "ik/chain/chain_task.hpp"
#include "ik/chain/joint_tree.hpp"

namespace armature {

/// What one solve of a ChainSolver works with. All memory is allocated by the constructor.
class ChainWork {
public:
    ChainWork(const Chain& chain, ChainMethod method);

    /// See ChainSolver::solve(). `start`: where a warm start begins, joint by joint; none: in the incoming pose. `outEffectors`: one for
    /// each, or none.
    IkReport solve(Skeleton& skeleton, std::span<const IkGoal> goals, Space space, const ChainSolverOptions& options,
                   std::span<const JointState> start, std::span<IkReport> outEffectors);
    IkReport solve(Pose& pose, std::span<const IkGoal> goals, const ChainSolverOptions& options, std::span<const JointState> start,
                   std::span<IkReport> outEffectors);

    /// Of the last solve that was done, before weights.
    [[nodiscard]] std::span<const JointState> solution() const noexcept { return solution_; }

private:
    template <class Target>
    IkReport solveOn(Target& target, IkStatus loaded, std::span<const IkGoal> goals, const ChainSolverOptions& options,
                     std::span<const JointState> start, std::span<IkReport> outEffectors);
    IkReport solveLoaded(std::span<const IkGoal> goals, const ChainSolverOptions& options, std::span<const JointState> start,
                         std::span<IkReport> outEffectors) noexcept;
    std::size_t solveInClosedForm() noexcept;
    void blend(double weight) noexcept;
    IkReport report(std::size_t iterations, std::span<IkReport> outEffectors) noexcept;

    ChainMethod method_;
    JointTree tree_;
    ChainTask task_;
    ChainSearch search_;
    std::vector<JointState> solution_;
};

}  // namespace armature
