#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <armature/ik/chain_solver.hpp>

#include "ik/chain/joint_tree.hpp"

namespace armature {

/// The goal of one effector, in goal space (skeleton or world space).
struct ChainTarget {
    std::size_t joint = 0;
    glm::dvec3 ownPoint{0.};
    std::vector<std::size_t> path;  ///< The joints from the root down to `joint`.
    std::size_t firstOwn = 0;       ///< Index in `path` of the first joint that, like all after it, moves only this effector.

    std::optional<glm::dvec3> asked = {};  ///< The position goal as given.
    std::optional<glm::dquat> askedRotation = {};
    bool hasPosition = false;  ///< Whether a position goal is given and its weight is not 0.
    bool hasRotation = false;
    glm::dvec3 position{0.};  ///< The point that the search aims at, with weight and softness applied.
    glm::dquat rotation{1., 0., 0., 0.};
    double positionWeight = 1.;  ///< The weight relative to the goals of other effectors.
    double rotationWeight = 1.;
    std::size_t level = 0;        ///< The goal's rank among the priorities of this solve: 0 comes first.
    double length = 1.;           ///< Length of the path, greater than 0; the unit of distances.
    glm::dvec3 incomingLine{0.};  ///< From the first joint that rotates to the effector in the incoming pose, in the axes above that joint.
    double beyondReach = 0.;      ///< How far the goal as given lies out of reach.
    bool isTooFar = false;        ///< Whether `position` is farther away than the chain can ever stretch.
};

/// The distances that an effector can reach, and where it is, in axes in which rotations of the chain preserve lengths.
struct ChainSpan {
    glm::dvec3 root{0.};  ///< The centre of the first joint that rotates.
    glm::dvec3 tip{0.};   ///< The effector in the incoming pose.
    double nearest = 0.;  ///< The smallest distance from `root` that the effector can have.
    double farthest = 0.;
};

/// The point at which a search aims.
struct ChainAim {
    glm::dvec3 position{0.};
    double beyond = 0.;     ///< How far the goal as given lies out of reach.
    bool isTooFar = false;  ///< Whether `position` is farther away than the chain can ever stretch.
    bool isAsGiven = true;  ///< Whether `position` is the goal as given.
};

/// Returns the point at which a search aims for a position goal, with softness and weight applied. All points are in the axes of `span`.
/// `weight` is 1 if there are other goals, against which the goal is weighed later.
[[nodiscard]] ChainAim aimWithin(const ChainSpan& span, const glm::dvec3& goal, double softness, double weight) noexcept;

/// A pose's squared distance from its goals, per priority, earlier priorities first. Smaller is better. A goal adds 0 within half of its
/// tolerance.
struct ChainCost {
    /// The most priorities in one solve. One more level measures how far joints are from their preferred rotations.
    static constexpr std::size_t maxLevels = 8;
    std::array<double, maxLevels + 1> levels{};

    [[nodiscard]] bool isBelow(const ChainCost& other) const noexcept;
    /// The sum over the priorities, without preferred rotations.
    [[nodiscard]] double sum() const noexcept;
};

/// A pose's distance from its goals in units of the tolerances: for each priority, the distance from the farthest of its goals. At 1, that
/// goal is just reached.
struct ChainMiss {
    std::array<double, ChainCost::maxLevels> levels{};

    /// Returns a negative number if this pose is nearer to the goals than `other` by more than the tolerances, a positive number if it is
    /// farther, otherwise 0.
    [[nodiscard]] int compare(const ChainMiss& other) const noexcept;
};

/// The goals of one solve, and measures of how far a pose is from them.
class ChainTask {
public:
    ChainTask(const Chain& chain, const JointTree& tree);

    /// Throws std::invalid_argument if there is not one goal per effector, a number is not finite, a rotation is zero, a weight is outside
    /// [0, 1], or there are more than ChainCost::maxLevels different priorities.
    void requireGoals(std::span<const IkGoal> goals);
    /// Sets the goals. `tree` must hold the incoming pose.
    void setGoals(std::span<const IkGoal> goals, const JointTree& tree, const ChainSolverOptions& options) noexcept;

    [[nodiscard]] std::span<const ChainTarget> targets() const noexcept { return targets_; }
    [[nodiscard]] std::size_t levelCount() const noexcept { return levelCount_; }
    [[nodiscard]] double angleTolerance() const noexcept { return angleTolerance_; }
    /// The tolerance for distances, in lengths of the chain.
    [[nodiscard]] double tolerance() const noexcept { return tolerance_; }

    [[nodiscard]] static glm::dvec3 effectorPoint(const JointTree& tree, const ChainTarget& target) noexcept
    {
        return tree[target.joint].frame.point(target.ownPoint);
    }
    /// The distance from the effector to the point that the search aims at; 0 without a position goal.
    [[nodiscard]] static double distance(const JointTree& tree, const ChainTarget& target) noexcept;
    [[nodiscard]] static double angle(const JointTree& tree, const ChainTarget& target) noexcept;

    [[nodiscard]] bool isReached(const JointTree& tree) const noexcept;
    [[nodiscard]] ChainCost cost(const JointTree& tree) const noexcept;
    [[nodiscard]] ChainMiss miss(const JointTree& tree) const noexcept;
    /// Returns whether some goal is farther away than its chain can ever stretch.
    [[nodiscard]] bool isOutOfReach() const noexcept;

    /// Returns the report for a target, relative to the goal as given.
    [[nodiscard]] ChainReport report(const JointTree& tree, std::size_t target) const noexcept;

private:
    void setLevels(std::span<const IkGoal> goals);
    void aim(ChainTarget& target, const IkGoal& goal, const JointTree& tree, double softness) const noexcept;

    std::vector<ChainTarget> targets_;
    std::size_t levelCount_ = 1;
    double tolerance_ = 0.;
    double angleTolerance_ = 0.;
};

/// Returns the local rotation of a joint whose rotation in goal space is `rotation`, by the rule of Bone::setRotationQuaternion().
[[nodiscard]] glm::dquat rotationInParent(const Frame& above, const glm::dquat& rotation) noexcept;
/// The inverse of rotationInParent(): returns a joint's rotation in goal space.
[[nodiscard]] glm::dquat rotationInGoalSpace(const Frame& above, const glm::dquat& local) noexcept;

}  // namespace armature
