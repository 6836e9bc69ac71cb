#include <memory>
#include <numbers>

#include <armature/ik/chain_solver.hpp>

#include "arguments.hpp"

using namespace armature;
using namespace armature::capi;

namespace {

armature_joint_options defaultJointOptions() noexcept
{
    armature_joint_options options{};
    options.size = sizeof(options);
    options.axis[1] = 1.f;
    options.minimum = HingeJoint().minAngle;
    options.maximum = HingeJoint().maxAngle;
    options.max_swing = SwingTwistJoint().maxSwing;
    options.preferred[3] = 1.f;
    options.preference = ChainJoint().preference;
    return options;
}

JointLimit limitOf(const armature_joint_options& options)
{
    const glm::vec3 axis = vectorAt(options.axis, "the axis");
    switch (options.kind) {
    case ARMATURE_JOINT_BALL: return BallJoint{};
    case ARMATURE_JOINT_SWING_TWIST: return SwingTwistJoint{axis, options.max_swing, options.minimum, options.maximum};
    case ARMATURE_JOINT_HINGE: return HingeJoint{axis, options.minimum, options.maximum};
    case ARMATURE_JOINT_PRISMATIC: return PrismaticJoint{axis, options.minimum, options.maximum};
    case ARMATURE_JOINT_FIXED: return FixedJoint{};
    default:
        throw Refusal(ARMATURE_INVALID_ARGUMENT, "the kind of the joint is " + std::to_string(options.kind) + ", but the largest is 4");
    }
}

armature_chain_solver_options defaultSolverOptions() noexcept
{
    const ChainSolverOptions defaults;
    armature_chain_solver_options options{};
    options.size = sizeof(options);
    options.max_iterations = static_cast<std::uint32_t>(defaults.maxIterations);
    options.restarts = static_cast<std::uint32_t>(defaults.restarts);
    options.tolerance = defaults.tolerance;
    options.angle_tolerance = defaults.angleTolerance;
    options.weight = defaults.weight;
    return options;
}

ChainSolverOptions solverOptionsAt(const armature_chain_solver_options* given)
{
    const armature_chain_solver_options options = optionsAt(given, defaultSolverOptions(), "armature_chain_solver_options");
    ChainSolverOptions result;
    result.method = options.uses_fabrik ? ChainMethod::Fabrik : ChainMethod::DampedLeastSquares;
    result.warmStart = options.warm_start;
    result.maxIterations = options.max_iterations;
    result.restarts = options.restarts;
    result.tolerance = options.tolerance;
    result.angleTolerance = options.angle_tolerance;
    result.weight = options.weight;
    result.softness = options.softness;
    return result;
}

IkGoal goalOf(const armature_ik_goal& given)
{
    IkGoal goal;
    if (given.has_position) {
        goal.position = vectorAt(given.position, "the position");
    }
    if (given.has_rotation) {
        goal.rotation = quaternionAt(given.rotation, "the rotation");
    }
    goal.positionWeight = given.position_weight;
    goal.rotationWeight = given.rotation_weight;
    goal.priority = given.priority;
    return goal;
}

}  // namespace

// --- chains ----------------------------------------------------------------------------------------------------------

armature_result armature_joint_options_default(armature_joint_options* options, uint32_t size)
{
    return fillDefaults(options, size, defaultJointOptions(), "armature_joint_options");
}

armature_result armature_chain_create(const armature_skeleton* skeleton, armature_chain** chain)
{
    return guarded([&] {
        requireOut(chain, "chain");
        *chain = make<armature_chain>(contextOf(skeleton), objectOf(skeleton));
    });
}

armature_result armature_chain_add_effector(armature_chain* chain, const armature_bone* root, const armature_bone* tip,
                                            const float own_point[3], size_t* index)
{
    return guarded([&] {
        const auto point = own_point == nullptr ? std::nullopt : std::optional(vectorAt(own_point, "the point"));
        setUnlessNull(index, objectOf(chain).addEffector(boneOf(root), boneOf(tip), point));
    });
}

armature_result armature_chain_set_joint(armature_chain* chain, const armature_bone* bone, const armature_joint_options* options)
{
    return guarded([&] {
        const auto given = optionsAt(&at(options, "options"), defaultJointOptions(), "armature_joint_options");
        ChainJoint joint;
        joint.limit = limitOf(given);
        joint.stiffness = given.stiffness;
        if (given.has_preferred) {
            joint.preferred = quaternionAt(given.preferred, "the preferred rotation");
        }
        joint.preference = given.preference;
        objectOf(chain).setJoint(boneOf(bone), joint);
    });
}

armature_result armature_chain_destroy(armature_chain* chain)
{
    return destroyOwned(chain);
}

// --- solvers ---------------------------------------------------------------------------------------------------------

armature_result armature_chain_solver_options_default(armature_chain_solver_options* options, uint32_t size)
{
    return fillDefaults(options, size, defaultSolverOptions(), "armature_chain_solver_options");
}

armature_result armature_ik_goal_default(armature_ik_goal* goal)
{
    return guarded([&] {
        armature_ik_goal defaults{};
        defaults.rotation[3] = 1.f;
        defaults.position_weight = 1.f;
        defaults.rotation_weight = 1.f;
        at(goal, "goal") = defaults;
    });
}

armature_result armature_chain_solver_create(const armature_chain* chain, const armature_chain_solver_options* options,
                                             armature_chain_solver** solver)
{
    return guarded([&] {
        requireOut(solver, "solver");
        GoalSolver made{ChainSolver(objectOf(chain), solverOptionsAt(options)), {}};
        made.goals.reserve(objectOf(chain).effectors().size());
        *solver = make<armature_chain_solver>(contextOf(chain), std::move(made));
    });
}

armature_result armature_chain_solver_destroy(armature_chain_solver* solver)
{
    return destroyOwned(solver);
}

armature_result armature_chain_solver_solve(armature_chain_solver* solver, armature_skeleton* skeleton, const armature_ik_goal* goals,
                                            size_t goal_count, armature_space space, armature_ik_report* report)
{
    return guarded([&] {
        requireReport(report);
        GoalSolver& object = objectOf(solver);
        Skeleton& posed = objectOf(skeleton);
        requireCount(goal_count, object.solver.getChain().effectors().size(), "goals");
        object.goals.clear();
        for (const armature_ik_goal& goal : listAt(goals, goal_count, "goals")) {
            object.goals.push_back(goalOf(goal));
        }
        const ChainReport found = object.solver.solve(posed, object.goals, spaceAt(space));
        write(report, found, found.activeLimits != 0);
    });
}
