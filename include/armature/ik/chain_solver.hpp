#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/fwd.hpp>
#include <armature/handle.hpp>
#include <armature/ik/ik_report.hpp>
#include <armature/ik/joint_limits.hpp>
#include <armature/math/glm_types.hpp>
#include <armature/math/space.hpp>

namespace armature {

struct Pose;

/// How one joint of a chain takes part.
struct ChainJoint {
    JointLimit limit = BallJoint{};  ///< Counted from the bone's rest rotation (and rest position).
    float stiffness = 0.f;           ///< 0: gives way freely; towards 1: leaves the work to other joints; 1: does not move.
    /// Where the joint likes to be: a local rotation that solvers with freedom left move towards, and start again from.
    std::optional<glm::quat> preferred = {};
    float preference = 0.1f;  ///< How strongly, in [0, 1]; counts where `preferred` is given.
};

/// Which bones a solver may move, and which points of them have goals: one chain, or a tree of several with common joints.
///
/// The one description of chains: for ChainSolver, AimChain and SplineChain, which copy it. Good for the skeleton that it was made with,
/// whose bones it knows by identity, its clones, and crowds of that rig. Skeleton and bones may go first: solvers then do nothing, and
/// their reports' status is Gone.
class Chain {
public:
    struct Effector {
        std::size_t joint;   ///< Number of the joint that carries it.
        glm::vec3 ownPoint;  ///< In that bone's own axes.
    };
    struct Joint {
        std::size_t bone;           ///< Position in Skeleton::bones() when it was added.
        Handle<const Bone> handle;  ///< In the chain's own skeleton; null once it was removed.
        std::ptrdiff_t parent;      ///< Number of the next joint above; -1: there is none, the bone is a root of the chain.
        ChainJoint options;
    };

    explicit Chain(const Skeleton& skeleton);

    /// From `root` down to `tip`, both included, with an effector at the tip.
    [[nodiscard]] static Chain between(const Bone& root, const Bone& tip);

    /// Adds the bones from `root` down to `tip` that are not in the chain yet, and an effector in tip's own axes: at `ownPoint`, by default
    /// at the tip's origin or, if it is a leaf with a length, at (0, length, 0). Returns the effector's number. Joints that are there
    /// already may get other numbers, if they hang below new ones.
    /// Throws std::invalid_argument if bones of the chain were removed, a bone belongs to another skeleton, `tip` is neither `root` nor
    /// below it (the message names both paths), or the point is not finite.
    std::size_t addEffector(const Bone& root, const Bone& tip, std::optional<glm::vec3> ownPoint = {});

    /// Throws std::invalid_argument if the bone is not in the chain, or options cannot be (see limitTurn()).
    void setJoint(const Bone& bone, const ChainJoint& joint);
    [[nodiscard]] const ChainJoint& getJoint(const Bone& bone) const;

    /// Parents before children.
    [[nodiscard]] std::span<const Joint> joints() const noexcept { return joints_; }
    [[nodiscard]] std::span<const Effector> effectors() const noexcept { return effectors_; }
    /// The skeleton it was made with; null once that has gone.
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

/// What an effector is to reach.
struct IkGoal {
    std::optional<glm::vec3> position = {};
    std::optional<glm::quat> rotation = {};  ///< Of the effector's bone, as Bone::getRotationQuaternion(space) would read it.
    /// Against other goals; for an effector alone, how far towards the goal it goes. In [0, 1].
    float positionWeight = 1.f;
    float rotationWeight = 1.f;
    /// Goals of lower numbers are met first, later ones as far as that leaves freedom (DampedLeastSquares only). At most eight different.
    int priority = 0;
};

/// The iterative ones serve chains of any length and all limits. Where CCD and FABRIK come to a standstill short of a goal, as they may do
/// by limits and rotation goals, damped least squares goes on from there: they differ in how they bend, not in what they reach.
enum class ChainMethod {
    /// In closed form; a chain of two bones that bend and, at will, a third at the tip. Ball joints, that bend in the plane in which they
    /// come in (or else rest, or else about x); other limits are applied after.
    TwoBone,
    /// Cyclic coordinate descent: joint by joint from the tip. Bends most near the tip; slow where the chain is nearly stretched.
    Ccd,
    /// Forward and backward reaching: few and cheap iterations, shapes that look natural. Where limits are in the way, with sweeps of CCD.
    Fabrik,
    /// All joints at once, by the Jacobian: the surest with limits; several effectors, rotations, priorities, preferred poses.
    DampedLeastSquares,
};

struct ChainSolverOptions {
    ChainMethod method = ChainMethod::DampedLeastSquares;
    std::size_t maxIterations = 64;  ///< Of each search; at least 1.
    float tolerance = 1e-4f;         ///< Of the length of the chain: when an effector counts as being at its goal.
    float angleTolerance = 1e-3f;    ///< Radians.
    /// From the incoming pose (0: nothing is written) to the solution (1), by slerp of each joint.
    float weight = 1.f;
    /// Part of the chain's length over which it slows down before it is fully stretched, so that it does not snap straight; 0: none. The
    /// effector then stays short of goals near the end of its reach.
    float softness = 0.f;
    bool warmStart = false;  ///< Starts from the last solution instead of the incoming pose: fewer iterations, steadier.
    /// Times that a search that came to a standstill short of goals within reach begins anew elsewhere; the same places every time. What it
    /// finds there is taken if it is nearer to the goals by more than the tolerances, or as near and nearer to where the search began
    /// first. Goals that are reached at once, nearly all, cost no more; those that limits forbid so many times as much. 0: one search,
    /// whose pose does not jump as such a goal moves.
    std::size_t restarts = 8;
};

/// What a ChainSolver remembers of a joint from one solve to the next, for warmStart: plain data without padding, to be saved, compared and
/// hashed by its bytes.
struct ChainJointMemory {
    glm::dquat rotation{1., 0., 0., 0.};  ///< Local, of the last solution before weights.
    glm::dvec3 center{0.};                ///< Where it turns, in its parent's axes.

    friend bool operator==(const ChainJointMemory&, const ChainJointMemory&) = default;
};

/// What a solve of a pose takes along from the one before, and says besides its report: the caller's own, so that any number of characters
/// and threads share a solver. What is left out is neither remembered nor said.
struct ChainSolve {
    /// One for each character: empty at first, then the last solution, one for each joint, with which warmStart begins. Stays as it is where
    /// nothing was solved.
    std::vector<ChainJointMemory>* memory = nullptr;
    std::span<IkReport> effectors = {};  ///< Gets how each effector ended; as many, or none.
};

/// Moves a chain so that its effectors reach their goals.
///
/// Reads the pose as it is now, animation included, and writes the joints of the chain, through links where nodes drive them; scale and
/// shear stay as they are. The incoming pose is made to obey the limits first; a solution is never farther off than that, and keeps all
/// limits, also blended by weight. Fixed joints and those of stiffness 1 are left as the animation has them. Joints get no twist that no
/// goal needs. The same input gives the same bits; with warmStart the same input and the same memory.
///
/// Poses are solved by const calls, which any number of threads may make at once. Each takes working arrays from a pool inside: one set is
/// made at construction, another only when more threads solve at once than ever did before, and nothing else is allocated. No lock is held
/// while solving. A solver that was moved from may be assigned to or destroyed; all else throws std::invalid_argument.
class ChainSolver final {
public:
    /// Throws std::invalid_argument that says what does not fit: a chain without effectors, more than one for a method other than
    /// DampedLeastSquares, for TwoBone a number of joints other than two or three, an option out of its range.
    explicit ChainSolver(const Chain& chain, const ChainSolverOptions& options = {});
    ~ChainSolver();
    ChainSolver(ChainSolver&&) noexcept;
    ChainSolver& operator=(ChainSolver&&) noexcept;

    [[nodiscard]] const Chain& getChain() const;
    [[nodiscard]] const ChainSolverOptions& getOptions() const;
    /// The method cannot be changed: std::invalid_argument.
    void setOptions(const ChainSolverOptions& options);

    /// One goal for each effector, in `space` (Skeleton or World). `skeleton` is the chain's own or a clone of it; limits count from its
    /// rest. The report tells of the pose that was written, by all effectors together; its beyondReach is exact for chains of ball joints
    /// under even scale, with limits at least as much is missing. Where bones of the chain have gone, a matrix above a joint is
    /// singular, or a number of the solution fits no float, nothing changes, and the reports' status says so. Throws std::invalid_argument, and changes nothing, if the number of
    /// goals is wrong, a goal is not finite or a weight not within [0, 1], or another skeleton is built otherwise than the chain's own.
    IkReport solve(Skeleton& skeleton, std::span<const IkGoal> goals, Space space = Space::World);
    IkReport solve(Skeleton& skeleton, const IkGoal& goal, Space space = Space::World);
    /// The same on a pose of such a skeleton, in skeleton space: for members of a Crowd. The solver's own memory and reports play no part.
    /// Throws std::invalid_argument also if `along` has a memory that setMemory() would refuse, or another number of reports.
    IkReport solve(Pose& pose, std::span<const IkGoal> goals, const ChainSolve& along = {}) const;
    IkReport solve(Pose& pose, const IkGoal& goal, const ChainSolve& along = {}) const;

    /// How each effector ended, of the last solve of a skeleton.
    [[nodiscard]] std::span<const IkReport> effectorReports() const;
    /// The last solution of a skeleton, joint by joint as in Chain::joints(); none if there is none. Good until the next solve.
    [[nodiscard]] std::span<const ChainJointMemory> getMemory() const;
    /// Throws std::invalid_argument, and changes nothing, if there is neither none nor one for each joint, a number is not finite, or a
    /// rotation is zero.
    void setMemory(std::span<const ChainJointMemory> memory);
    /// Forgets the last solution.
    void reset();

private:
    class State;
    std::unique_ptr<State> state_;
};

}  // namespace armature
