#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <armature/ik/chain_solver.hpp>

#include "ik/chain/chain_task.hpp"
#include "ik/chain/damped_least_squares.hpp"
#include "ik/chain/fabrik.hpp"
#include "ik/chain/joint_tree.hpp"

namespace armature {

/// Looks for a pose of a tree that meets its goals, by the iterative methods.
class ChainSearch {
public:
    ChainSearch(const Chain& chain, const JointTree& tree, ChainMethod method);

    /// From the tree's pose on, and if it comes to a standstill from others; leaves the best that was seen, which is never worse than the
    /// incoming one. Returns the number of iterations.
    std::size_t run(JointTree& tree, const ChainTask& task, const ChainSolverOptions& options) noexcept;

private:
    std::size_t runOnce(JointTree& tree, const ChainTask& task, std::size_t maxIterations) noexcept;
    bool iterate(JointTree& tree, const ChainTask& task) noexcept;
    void keepBest(const JointTree& tree, const ChainCost& cost) noexcept;

    ChainMethod method_;
    Fabrik fabrik_;
    std::optional<DampedLeastSquares> leastSquares_;
    bool hasLimits_ = false;
    bool hasPreference_ = false;
    ChainCost cost_;      // of the pose that the search is at
    ChainCost bestCost_;  // and the best one seen
    std::vector<JointState> best_;
    std::vector<JointState> scratch_;
};

}  // namespace armature
