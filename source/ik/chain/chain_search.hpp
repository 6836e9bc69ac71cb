#pragma once

#include <cstddef>
#include <vector>

#include <armature/ik/chain_solver.hpp>

#include "ik/chain/chain_task.hpp"
#include "ik/chain/damped_least_squares.hpp"
#include "ik/chain/fabrik.hpp"
#include "ik/chain/joint_tree.hpp"

namespace armature {

/// Searches for a pose of a tree that meets its goals, by the iterative methods. If FABRIK stalls short of the goal, damped least squares
/// continues from its pose.
class ChainSearch {
public:
    ChainSearch(const Chain& chain, const JointTree& tree, ChainMethod method);

    /// Searches from the tree's pose (the incoming pose, unless `startsElsewhere`) and, if that search stalls, from other poses. Leaves the
    /// tree in the best pose seen, which is never worse than the incoming one. Among results equally near to the goals within the
    /// tolerances, picks the one that moves the joints least, or the first of several. Returns the number of iterations.
    std::size_t run(JointTree& tree, const ChainTask& task, const ChainSolverOptions& options, bool startsElsewhere) noexcept;

private:
    struct Result {
        ChainCost cost;
        std::vector<JointState> joints;
    };

    void begin(const JointTree& tree, const ChainTask& task) noexcept;
    void keepBest(const JointTree& tree, const ChainCost& cost) noexcept;
    std::size_t finish(JointTree& tree, const ChainTask& task, std::size_t maxIterations) noexcept;
    std::size_t descend(JointTree& tree, const ChainTask& task, ChainMethod method, std::size_t maxIterations) noexcept;
    bool iterate(JointTree& tree, const ChainTask& task, ChainMethod method) noexcept;
    [[nodiscard]] bool isFreeToStraighten(const ChainTask& task) const noexcept;
    std::size_t straightenOut(JointTree& tree, const ChainTask& task, std::size_t maxIterations) noexcept;
    std::size_t restart(JointTree& tree, const ChainTask& task, const ChainSolverOptions& options) noexcept;
    std::size_t comeBack(JointTree& tree, const ChainTask& task, std::size_t maxIterations) noexcept;

    ChainMethod method_;
    Fabrik fabrik_;
    DampedLeastSquares leastSquares_;
    bool isReached_ = false;  // whether the last descent reached all goals
    bool hasLimits_ = false;
    bool isStiff_ = false;
    bool hasPreference_ = false;
    ChainCost cost_;  // the cost of the search's current pose
    Result best_;     // the best pose since begin()
    std::vector<JointState> kept_;
    std::vector<JointState> start_;
    std::vector<glm::dvec3> points_;
};

}  // namespace armature
