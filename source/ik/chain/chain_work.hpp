#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <armature/ik/chain_solver.hpp>

#include "ik/chain/chain_search.hpp"
#include "ik/chain/chain_task.hpp"
#include "ik/chain/joint_tree.hpp"
#include "ik/chain/point_reach.hpp"

namespace armature {

/// The working memory of one solve of a ChainSolver, all allocated by the constructor.
class ChainWork {
public:
    ChainWork(const Chain& chain, ChainMethod method);

    /// See ChainSolver::solve(). `start` is the memory for a warm start; if it is empty, the search starts from the incoming pose.
    /// `outEffectors` has one entry per effector, or none.
    ChainReport solve(JointView joints, std::span<const IkGoal> goals, Space space, const ChainSolverOptions& options,
                      std::span<const double> start, std::span<ChainReport> outEffectors);

    /// Stores the joints' states after the last completed solve, before the weight is applied, in a memory.
    void keepSolution(IkMemory& memory) const;

private:
    ChainReport solveLoaded(std::span<const IkGoal> goals, const ChainSolverOptions& options, std::span<const double> start,
                            std::span<ChainReport> outEffectors) noexcept;
    void blend(double weight) noexcept;
    ChainReport report(std::size_t iterations, std::span<ChainReport> outEffectors) noexcept;

    JointTree tree_;
    ChainTask task_;
    PointReach reach_;
    ChainSearch search_;
    std::vector<JointState> solution_;
};

}  // namespace armature
