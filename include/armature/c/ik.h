#ifndef ARMATURE_C_IK_H
#define ARMATURE_C_IK_H

#include <armature/c/base.h>
#include <armature/c/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/// @file
/// Inverse kinematics. docs/ik.md says which solver is for what. Animate first, then solve.
///
/// Solvers are owned by the application, belong to the thread of their skeleton, and allocate nothing once warm. They only refer to bones
/// and nodes: if one was removed, solving changes nothing, returns ARMATURE_OK, and the report's status is ARMATURE_IK_GONE.

/// Whether a solve succeeded, and if not, why. With any status except ARMATURE_IK_SOLVED, nothing has changed.
typedef uint32_t armature_ik_status;

enum {
    ARMATURE_IK_SOLVED = 0,     ///< The solve succeeded; the report says how close the result is.
    ARMATURE_IK_NO_TARGET = 1,  ///< No target was set.
    ARMATURE_IK_GONE = 2,       ///< A bone, node or skeleton of the solver was removed.
    ARMATURE_IK_SINGULAR = 3,   ///< A matrix above the bones is singular.
    ARMATURE_IK_UNDEFINED = 4   ///< There is no valid pose: directions that must differ coincide, or a result overflows.
};

/// The result of a solve. Set `size` before the call. Lengths are in the goal's space.
typedef struct armature_ik_report {
    uint32_t size;              ///< sizeof(armature_ik_report).
    armature_ik_status status;  ///< Whether the solve succeeded.
    bool is_reached;            ///< True if distance and angle are within the solver's tolerances.
    bool is_limited;            ///< True if a limit of an angle or a joint keeps the solver from its goal.
    float distance;             ///< Distance from the effector to its goal after the solve.
    float angle;                ///< Angle to the goal's rotation, or between the line of sight and the target; radians.
    float beyond_reach;         ///< How much too far away, or too near, the goal is; 0 within reach.
    float joint_change;         ///< The largest rotation by which a joint was changed; radians.
    size_t iterations;          ///< 1 for a closed form.
} armature_ik_report;

// --- limbs -------------------------------------------------------------------------------------------------------------------------------

/// Bends two bones, an arm or a leg, so that the tip of the lower bone reaches a target.
typedef struct armature_bone_ik armature_bone_ik;

/// How a limb bends. Fill it with armature_bone_ik_options_default(). Angles are in radians.
typedef struct armature_bone_ik_options {
    uint32_t size;        ///< sizeof(armature_bone_ik_options).
    bool has_bend_axis;   ///< If false, the limb bends about the axis of its bend at rest.
    bool has_tip;         ///< If false, the tip is the lower bone's first child, or the end of a leaf with a length.
    float bend_axis[3];   ///< If has_bend_axis: in the upper bone's own axes.
    float tip[3];         ///< If has_tip: in the lower bone's own axes.
    float pole_angle;     ///< Extra rotation of the bend about the line to the target. Default: 0.
    float min_angle;      ///< The elbow's smallest angle; 0: folded. Default: 0.
    float max_angle;      ///< The elbow's largest angle; pi: straight. Default: pi.
    float weight;         ///< From the incoming pose (0) to the solution (1). Default: 1.
    float half_life;      ///< Seconds that the limb takes to move halfway to a new solution; 0: at once. Default: 0.
    float softness;       ///< Fraction of the limb's length over which it slows down before it is straight. Default: 0.
    float max_pole_turn;  ///< Limit on the turn of the bend, in radians per radian that target and pole move. Default: 8.
} armature_bone_ik_options;

/// Fills `options` with defaults. `size` is sizeof(armature_bone_ik_options) in the caller's program.
ARMATURE_C_API armature_result armature_bone_ik_options_default(armature_bone_ik_options* options, uint32_t size);

/// Makes a solver for a lower bone and its parent. `options` may be null.
ARMATURE_C_API armature_result armature_bone_ik_create(armature_bone* lower, const armature_bone_ik_options* options,
                                                       armature_bone_ik** ik);
/// Destroys a solver. Null does nothing.
ARMATURE_C_API armature_result armature_bone_ik_destroy(armature_bone_ik* ik);
/// Replaces the options.
ARMATURE_C_API armature_result armature_bone_ik_set_options(armature_bone_ik* ik, const armature_bone_ik_options* options);
/// Sets the target: a point in ARMATURE_SPACE_SKELETON or ARMATURE_SPACE_WORLD.
ARMATURE_C_API armature_result armature_bone_ik_set_target(armature_bone_ik* ik, const float point[3], armature_space space);
/// Sets the target: a point of a node or bone, in its own axes, which is read at each update. `own_point` may be null: the origin.
ARMATURE_C_API armature_result armature_bone_ik_set_target_node(armature_bone_ik* ik, armature_node* node, const float own_point[3]);
/// Each sets the pole, the point that decides the plane in which the limb bends; the elbow turns away from it.
ARMATURE_C_API armature_result armature_bone_ik_set_pole(armature_bone_ik* ik, const float point[3], armature_space space);
ARMATURE_C_API armature_result armature_bone_ik_set_pole_node(armature_bone_ik* ik, armature_node* node, const float own_point[3]);
/// Removes the pole.
ARMATURE_C_API armature_result armature_bone_ik_clear_pole(armature_bone_ik* ik);
/// Solves, `seconds` after the last update; INFINITY: the limb follows at once. `report` may be null.
ARMATURE_C_API armature_result armature_bone_ik_update(armature_bone_ik* ik, double seconds, armature_ik_report* report);
/// Forgets earlier solutions.
ARMATURE_C_API armature_result armature_bone_ik_reset(armature_bone_ik* ik);

// --- looking -----------------------------------------------------------------------------------------------------------------------------

/// Turns one bone, a head, an eye or a turret, to look at a target within limits.
typedef struct armature_bone_look armature_bone_look;

/// How a bone looks. Fill it with armature_bone_look_options_default(). Angles are in radians.
typedef struct armature_bone_look_options {
    uint32_t size;            ///< sizeof(armature_bone_look_options).
    bool has_ahead;           ///< If false, straight ahead is the direction of `forward`.
    armature_space up_space;  ///< The axes of `up`: world, skeleton or local. Default: ARMATURE_SPACE_SKELETON.
    float forward[3];         ///< The bone's own axis that points at the target. Default: +Z.
    float up_axis[3];         ///< The bone's own axis that is kept upright. Default: +Y.
    float up[3];              ///< The up direction, in up_space. Default: +Y.
    float ahead[3];           ///< If has_ahead: straight ahead, in the parent bone's axes.
    float min_yaw;            ///< Default: -pi. Yaw and pitch are relative to straight ahead.
    float max_yaw;            ///< Default: pi.
    float min_pitch;          ///< Default: -pi. Positive pitch turns upwards.
    float max_pitch;          ///< Default: pi.
    float adjust_yaw;         ///< A fixed rotation in the frame of the line of sight. Default: 0.
    float adjust_pitch;       ///< See adjust_yaw.
    float adjust_roll;        ///< See adjust_yaw.
    float weight;             ///< From the incoming pose (0) to the target (1). Default: 1.
    float half_life;          ///< Seconds that the bone takes to turn halfway to a new target; 0: at once. Default: 0.
} armature_bone_look_options;

/// Fills `options` with defaults. `size` is sizeof(armature_bone_look_options) in the caller's program.
ARMATURE_C_API armature_result armature_bone_look_options_default(armature_bone_look_options* options, uint32_t size);

/// Makes a solver for a bone. `options` may be null.
ARMATURE_C_API armature_result armature_bone_look_create(armature_bone* bone, const armature_bone_look_options* options,
                                                         armature_bone_look** look);
/// Destroys a solver. Null does nothing.
ARMATURE_C_API armature_result armature_bone_look_destroy(armature_bone_look* look);
/// Replaces the options.
ARMATURE_C_API armature_result armature_bone_look_set_options(armature_bone_look* look, const armature_bone_look_options* options);
/// Each sets the target, as for a limb.
ARMATURE_C_API armature_result armature_bone_look_set_target(armature_bone_look* look, const float point[3], armature_space space);
ARMATURE_C_API armature_result armature_bone_look_set_target_node(armature_bone_look* look, armature_node* node, const float own_point[3]);
/// Turns the bone, `seconds` after the last update; INFINITY: it follows at once. `report` may be null.
ARMATURE_C_API armature_result armature_bone_look_update(armature_bone_look* look, double seconds, armature_ik_report* report);
/// Forgets earlier updates.
ARMATURE_C_API armature_result armature_bone_look_reset(armature_bone_look* look);

// --- chains ------------------------------------------------------------------------------------------------------------------------------

/// The bones that a solver may move, what each joint may do, and the effectors: points of bones that have goals.
typedef struct armature_chain armature_chain;

/// How a joint of a chain may move.
typedef uint32_t armature_joint_kind;

enum {
    ARMATURE_JOINT_BALL = 0,         ///< Turns freely.
    ARMATURE_JOINT_SWING_TWIST = 1,  ///< Swings `axis` within a cone of max_swing, and twists about it from minimum to maximum.
    ARMATURE_JOINT_HINGE = 2,        ///< Turns about `axis`, from minimum to maximum.
    ARMATURE_JOINT_PRISMATIC = 3,    ///< Slides along `axis`, from minimum to maximum, in the parent's units, and does not turn.
    ARMATURE_JOINT_FIXED = 4         ///< Does not move.
};

/// A joint of a chain. Fill it with armature_joint_options_default(). Limits are relative to the rest pose; angles are in radians.
typedef struct armature_joint_options {
    uint32_t size;             ///< sizeof(armature_joint_options).
    armature_joint_kind kind;  ///< Default: ARMATURE_JOINT_BALL.
    bool has_preferred;        ///< If true, the joint turns to `preferred` as far as the goals leave it free. Default: false.
    float axis[3];             ///< In the joint's own axes at rest. Default: +Y.
    float minimum;             ///< The smallest twist, angle or distance. Default: -pi.
    float maximum;             ///< The largest twist, angle or distance. Default: pi.
    float max_swing;           ///< Half the opening of the cone, from 0 to pi. Default: pi.
    float stiffness;           ///< From 0 (moves freely) to 1 (does not move). Default: 0.
    float preferred[4];        ///< If has_preferred: a local rotation x, y, z, w.
    float preference;          ///< Strength of `preferred`, from 0 to 1. Default: 0.1.
} armature_joint_options;

/// Fills `options` with defaults. `size` is sizeof(armature_joint_options) in the caller's program.
ARMATURE_C_API armature_result armature_joint_options_default(armature_joint_options* options, uint32_t size);

/// Makes an empty chain for bones of a skeleton.
ARMATURE_C_API armature_result armature_chain_create(const armature_skeleton* skeleton, armature_chain** chain);
/// Adds the bones from `root` down to `tip`, and an effector at a point in the own axes of `tip`; null: its origin or, for a leaf with a
/// length, its end. Writes the effector's index, unless `index` is null.
ARMATURE_C_API armature_result armature_chain_add_effector(armature_chain* chain, const armature_bone* root, const armature_bone* tip,
                                                           const float own_point[3], size_t* index);
/// Sets the options of a joint of the chain.
ARMATURE_C_API armature_result armature_chain_set_joint(armature_chain* chain, const armature_bone* bone,
                                                        const armature_joint_options* options);
/// Destroys a chain; solvers have copies of it. Null does nothing.
ARMATURE_C_API armature_result armature_chain_destroy(armature_chain* chain);

/// Poses a chain so that its effectors reach their goals.
typedef struct armature_chain_solver armature_chain_solver;

/// How a chain is solved. Fill it with armature_chain_solver_options_default().
typedef struct armature_chain_solver_options {
    uint32_t size;            ///< sizeof(armature_chain_solver_options).
    bool uses_fabrik;         ///< FABRIK in place of damped least squares: one effector only. Default: false.
    bool warm_start;          ///< If true, a search starts from the last solution. Default: false.
    uint32_t max_iterations;  ///< At least 1. Default: 64.
    uint32_t restarts;        ///< The most times that a stalled search is restarted. Default: 8.
    float tolerance;          ///< As a fraction of the chain's length. Default: 1e-4.
    float angle_tolerance;    ///< In radians. Default: 1e-3.
    float weight;             ///< From the incoming pose (0) to the solution (1). Default: 1.
    float softness;           ///< Fraction of the length over which the chain slows down before it is straight. Default: 0.
} armature_chain_solver_options;

/// Fills `options` with defaults. `size` is sizeof(armature_chain_solver_options) in the caller's program.
ARMATURE_C_API armature_result armature_chain_solver_options_default(armature_chain_solver_options* options, uint32_t size);

/// The goal of an effector. Its layout never changes; fill it with armature_ik_goal_default().
typedef struct armature_ik_goal {
    float position[3];      ///< Where the effector's point should be.
    float rotation[4];      ///< The rotation x, y, z, w that the effector's bone should have.
    bool has_position;      ///< If false, the position is free.
    bool has_rotation;      ///< If false, the rotation is free.
    int32_t priority;       ///< Lower values take precedence; at most eight different ones.
    float position_weight;  ///< From 0 to 1.
    float rotation_weight;  ///< From 0 to 1.
} armature_ik_goal;

/// Fills `goal` with a goal for nothing: no position, no rotation, priority 0, weights 1.
ARMATURE_C_API armature_result armature_ik_goal_default(armature_ik_goal* goal);

/// Makes a solver for a chain. `options` may be null.
ARMATURE_C_API armature_result armature_chain_solver_create(const armature_chain* chain, const armature_chain_solver_options* options,
                                                            armature_chain_solver** solver);
/// Destroys a solver. Null does nothing.
ARMATURE_C_API armature_result armature_chain_solver_destroy(armature_chain_solver* solver);
/// Solves for one goal per effector, in ARMATURE_SPACE_SKELETON or ARMATURE_SPACE_WORLD, on the chain's skeleton or a clone of it. `report`
/// may be null; it describes all effectors together.
ARMATURE_C_API armature_result armature_chain_solver_solve(armature_chain_solver* solver, armature_skeleton* skeleton,
                                                           const armature_ik_goal* goals, size_t goal_count, armature_space space,
                                                           armature_ik_report* report);

// --- feet --------------------------------------------------------------------------------------------------------------------------------

/// Puts the feet of an animated character on the actual ground.
typedef struct armature_foot_placement armature_foot_placement;

/// Writes the ground straight above or below a point in world space: its position and its normal, which is +Y before the call. Returns
/// false if there is no ground. Must return normally: no exception, no longjmp.
typedef bool (*armature_ground_query)(void* user, const float point[3], float ground[3], float normal[3]);

/// How feet are placed. Fill it with armature_foot_placement_options_default(). Leg lengths are thigh plus shin.
typedef struct armature_foot_placement_options {
    uint32_t size;             ///< sizeof(armature_foot_placement_options).
    armature_bone* pelvis;     ///< The bone above the legs, which is lowered or raised; null: none.
    float up[3];               ///< In world space. Default: +Y.
    float animated_ground[3];  ///< A point of the level ground of the animation, in skeleton space. Default: the origin.
    float max_drop;            ///< In leg lengths. Default: 0.5.
    float max_rise;            ///< In leg lengths. Default: 0.5.
    float lift_begin;          ///< In leg lengths: below, a foot is planted. Default: 0.1.
    float lift_end;            ///< In leg lengths: above, a foot is released. Default: 0.35.
    float weight;              ///< From the animated pose (0) to the solution (1). Default: 1.
    float foot_half_life;      ///< Seconds that a foot takes to move halfway to new ground; 0: at once. Default: 0.
    float pelvis_half_life;    ///< Seconds that the pelvis takes to move halfway to a new height; 0: at once. Default: 0.
} armature_foot_placement_options;

/// Fills `options` with defaults. `size` is sizeof(armature_foot_placement_options) in the caller's program.
ARMATURE_C_API armature_result armature_foot_placement_options_default(armature_foot_placement_options* options, uint32_t size);

/// Makes a placement for feet of one skeleton: each foot's parent is the lower leg, its grandparent the upper leg. `query` is called with
/// `user` in every update, for each ankle and toe. `options` may be null.
ARMATURE_C_API armature_result armature_foot_placement_create(armature_bone* const* feet, size_t foot_count, armature_ground_query query,
                                                              void* user, const armature_foot_placement_options* options,
                                                              armature_foot_placement** placement);
/// Destroys a placement. Null does nothing.
ARMATURE_C_API armature_result armature_foot_placement_destroy(armature_foot_placement* placement);
/// Corrects the current pose, `seconds` after the last update; INFINITY: feet and pelvis follow at once. Writes how far the pelvis was
/// raised, in world units along `up`, and the status; each may be null.
ARMATURE_C_API armature_result armature_foot_placement_update(armature_foot_placement* placement, double seconds, float* pelvis_offset,
                                                              armature_ik_status* status);
/// Forgets earlier updates: call it when a character is moved elsewhere.
ARMATURE_C_API armature_result armature_foot_placement_reset(armature_foot_placement* placement);

#ifdef __cplusplus
}
#endif

#endif
