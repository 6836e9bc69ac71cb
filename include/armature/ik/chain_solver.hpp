#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/handle.hpp>
#include <armature/ik/ik_memory.hpp>
#include <armature/ik/ik_report.hpp>
#include <armature/ik/joint_limits.hpp>
#include <armature/math/glm_types.hpp>
#include <armature/math/space.hpp>
#include <armature/skeleton/joint_view.hpp>

namespace armature {

/// How one joint of a chain behaves.
struct ARMATURE_API ChainJoint {
    JointLimit limit = BallJoint{};  ///< Relative to the bone's rest rotation and position.
    float stiffness = 0.f;           ///< From 0 (moves freely) to 1 (does not move): how much of the work the joint leaves to other joints.
    /// The local rotation towards which solvers turn the joint as far as the goals leave it free, and from which restarts begin.
    std::optional<glm::quat> preferred = {};
    float preference = 0.1f;  ///< Strength of `preferred`, in [0, 1].
};

/// The bones that a solver may move, and the effectors, which are the points on these bones that have goals: one chain, or a tree of
/// several chains that share joints.
///
/// ChainSolver, AimChain and SplineChain copy the Chain from which they are made. A chain works on the skeleton with which it was made, on
/// clones of that skeleton, and on poses and crowds of that rig. It identifies its own skeleton's bones even if their positions in bones()
/// change. Skeleton and bones may be destroyed before the chain or a solver: solvers then do nothing, and their reports' status is Gone.
class ARMATURE_API Chain {
public:
    /// A point on a joint for which a goal can be set.
    struct Effector {
        std::size_t joint;   ///< Index into joints() of the joint with the point.
        glm::vec3 ownPoint;  ///< The point, in the own axes of that joint's bone.
    };
    /// A bone of the chain.
    struct Joint {
        std::size_t bone;           ///< Position in Skeleton::bones() when the bone was added to the chain.
        Handle<const Bone> handle;  ///< The bone in the chain's own skeleton; null once the bone is removed.
        std::ptrdiff_t parent;      ///< Index of the next joint above; -1 for a root of the chain.
        ChainJoint options;         ///< See setJoint().
    };

    explicit Chain(const Skeleton& skeleton);  ///< Makes an empty chain for bones of `skeleton`.

    /// Makes a chain of the bones from `root` down to `tip`, both included, with an effector at the tip.
    [[nodiscard]] static Chain between(const Bone& root, const Bone& tip);

    /// Adds the bones from `root` down to `tip`, unless they are in the chain already, and an effector at `ownPoint` in the own axes of
    /// `tip`: by default at the origin of `tip` or, for a leaf with a length, at (0, length, 0). Returns the effector's index. Indices of
    /// existing joints below new ones may change. Throws std::invalid_argument if bones of the chain were removed, a bone belongs to
    /// another skeleton, `tip` is neither `root` nor below it (the message gives both paths), or the point is not finite.
    std::size_t addEffector(const Bone& root, const Bone& tip, std::optional<glm::vec3> ownPoint = {});

    /// Sets the options of a joint. Throws std::invalid_argument if the bone is not in the chain, an option is invalid (see limitTurn()),
    /// or bones of the chain were removed.
    void setJoint(const Bone& bone, const ChainJoint& joint);
    [[nodiscard]] const ChainJoint& getJoint(const Bone& bone) const;

    /// The joints, parents before children.
    [[nodiscard]] std::span<const Joint> joints() const noexcept { return joints_; }
    /// The effectors in the order they were added. Goals are given in the same order.
    [[nodiscard]] std::span<const Effector> effectors() const noexcept { return effectors_; }
    /// The skeleton with which the chain was made; null once the skeleton is destroyed.
    [[nodiscard]] const Skeleton* getSkeleton() const noexcept { return skeleton_.get(); }

private:
    [[nodiscard]] const Skeleton& requireSkeleton() const;
    [[nodiscard]] std::optional<std::size_t> findJoint(const Bone& bone) const noexcept;
    [[nodiscard]] std::size_t requireJoint(const Bone& bone) const;
    void connect();

    Handle<const Skeleton> skeleton_;
    std::vector<Joint> joints_;
    std::vector<Effector> effectors_;
};

/// The goal of an effector.
struct ARMATURE_API IkGoal {
    std::optional<glm::vec3> position = {};  ///< Where the effector's point should be. None: its position is free.
    /// The rotation that Bone::getRotationQuaternion(space) of the effector's bone should return. None: the rotation is free.
    std::optional<glm::quat> rotation = {};
    /// Weight of the position, in [0, 1], relative to other goals; if there is only one effector, it moves that fraction of the way to its
    /// goal.
    float positionWeight = 1.f;
    float rotationWeight = 1.f;  ///< Weight of the rotation, in [0, 1], relative to other goals.
    /// Goals with lower priority values take precedence; goals with higher values use the freedom that remains (DampedLeastSquares only).
    /// There may be at most eight different values.
    int priority = 0;
};

/// The method of a ChainSolver. Both methods support chains of any length and all limits. If FABRIK stalls short of a goal, which limits
/// and rotation goals can cause, damped least squares continues from there: so the methods differ in how they bend the chain, not in which
/// goals they reach.
enum class ChainMethod {
    /// Forward and backward reaching: few, cheap iterations; long chains bend most near the tip. Where limits get in the way, this method
    /// also turns the joints one by one, beginning at the tip (cyclic coordinate descent).
    Fabrik,
    /// Turns all joints at once, using the Jacobian. The more reliable method with limits; supports several effectors, rotations,
    /// priorities and preferred rotations.
    DampedLeastSquares,
};

/// How a ChainSolver solves.
struct ARMATURE_API ChainSolverOptions {
    ChainMethod method = ChainMethod::DampedLeastSquares;  ///< Cannot be changed after construction.
    std::size_t maxIterations = 64;                        ///< The most iterations per search; at least 1.
    float tolerance = 1e-4f;       ///< Distance within which a goal counts as reached, as a fraction of the chain's length.
    float angleTolerance = 1e-3f;  ///< Angle within which a rotation goal counts as reached, in radians.
    /// Blends from the incoming pose (0: nothing is written) to the solution (1) by slerp of each joint.
    float weight = 1.f;
    /// Fraction of the chain's length over which the chain slows down before it is fully stretched, so that it does not snap straight. The
    /// effector then stops short of goals near the end of its reach. 0: no slowing down.
    float softness = 0.f;
    /// If true, a search starts from the last solution instead of the incoming pose: steadier, and fewer iterations.
    bool warmStart = false;
    /// The most times that a search is restarted from other poses (the same poses every time) if it stalls short of goals within reach. A
    /// restart's result is used if it is nearer to the goals by more than the tolerances, or if it is equally near and its pose is closer
    /// to the pose from which the first search started. The first search reaches nearly all goals, and then there is no extra cost; for
    /// goals that limits forbid, the cost is multiplied by the number of searches. 0: a single search, so that the pose does not jump while
    /// a goal that limits forbid moves.
    std::size_t restarts = 8;
};

/// Poses a chain so that its effectors reach their goals.
///
/// Reads the current pose, animation included, and writes the rotations and slides of the chain's joints; if a node drives a bone, it
/// writes the node. Scale and shear stay. The incoming pose is clamped to the limits first. A solution is never farther from the goals than
/// that clamped pose, and keeps all limits even when blended by weight. Fixed joints and joints with stiffness 1 keep the animation's pose.
/// Joints twist only as far as the goals require. Results are bitwise reproducible: they depend only on the input and, with warmStart, on
/// the memory.
///
/// Any number of threads may call the const overloads of solve() at once; they take no lock, and working memory is pooled. See
/// docs/lifetimes.md for pooled memory and moved-from objects.
class ARMATURE_API ChainSolver final {
public:
    /// Makes a solver. Throws std::invalid_argument, with the reason, if the chain has no effectors, if it has several and the method is
    /// not DampedLeastSquares, if bones of the chain were removed or no longer hang on one another, or if an option is out of range.
    explicit ChainSolver(const Chain& chain, const ChainSolverOptions& options = {});
    ~ChainSolver();
    ChainSolver(ChainSolver&&) noexcept;
    ChainSolver& operator=(ChainSolver&&) noexcept;

    [[nodiscard]] const Chain& getChain() const;                 ///< The solver's own copy of the chain.
    [[nodiscard]] const ChainSolverOptions& getOptions() const;  ///< The options that were last set.
    /// Replaces the options. Throws std::invalid_argument as the constructor does, and if the method differs, because it cannot be changed.
    void setOptions(const ChainSolverOptions& options);

    /// Solves for one goal per effector, in `space` (Skeleton or World). `skeleton` is the chain's own skeleton or a clone; limits are
    /// relative to its rest pose. The report describes the pose as written, for all effectors together; its beyondReach is exact for chains
    /// of ball joints under uniform scale, and a lower bound with limits. Nothing changes, and the reports' status says why, if bones of
    /// the chain were removed, if a matrix above a joint is singular, or if a number of the solution does not fit a float. Throws
    /// std::invalid_argument, changing nothing, if the number of goals is wrong, if a goal is not finite, if a weight is outside [0, 1], if
    /// there are more than eight priorities, or if the structure of `skeleton` differs from the structure of the chain's own skeleton.
    ChainReport solve(Skeleton& skeleton, std::span<const IkGoal> goals, Space space = Space::World);
    ChainReport solve(Skeleton& skeleton, const IkGoal& goal, Space space = Space::World);
    /// Solves on the joints of the chain's own skeleton, of a clone, of a pose or of a member of a Crowd. `memory` belongs to one
    /// character: it receives the solution, from which warmStart starts the next solve; null: nothing is remembered. `outEffectors`
    /// receives a report per effector, or may be empty. May be called for any number of characters at once: the solver's own memory and
    /// reports stay as they are. Also throws std::invalid_argument if setMemory() would refuse the memory, or the number of reports is
    /// wrong.
    ChainReport solve(JointView joints, std::span<const IkGoal> goals, Space space = Space::World, IkMemory* memory = nullptr,
                      std::span<ChainReport> outEffectors = {}) const;
    ChainReport solve(JointView joints, const IkGoal& goal, Space space = Space::World, IkMemory* memory = nullptr,
                      std::span<ChainReport> outEffectors = {}) const;

    /// One report per effector, from the last solve of a skeleton.
    [[nodiscard]] std::span<const ChainReport> effectorReports() const;
    /// The last solution of a skeleton; empty if there is none. Valid until the next solve.
    [[nodiscard]] std::span<const double> getMemory() const;
    /// Replaces the memory. Throws std::invalid_argument, changing nothing, if it has the wrong size, a number is not finite, or a rotation
    /// is zero.
    void setMemory(std::span<const double> memory);
    /// Forgets the last solution.
    void reset();

private:
    class ARMATURE_LOCAL State;
    std::unique_ptr<State> state_;
};

}  // namespace armature
