#ifndef ARMATURE_C_SPRING_H
#define ARMATURE_C_SPRING_H

#include <armature/c/base.h>
#include <armature/c/ik.h>
#include <armature/c/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/// @file
/// Springs: hair, tails, skirts and straps that swing like VRM 1.0 spring bones, the same at every frame rate. docs/springs.md explains the
/// parameters. The layouts of the structs here never change; start from zeros, or from the functions that fill them.

/// Springs of one skeleton. Owned by the application; belongs to the thread of the skeleton.
typedef struct armature_springs armature_springs;

/// A bone that swings: its tail is the origin of the chain's next joint, or the chain's end.
typedef struct armature_spring_joint {
    armature_bone* bone;         ///< The bone.
    float stiffness;             ///< At least 0: pull towards the rest direction.
    float gravity_power;         ///< Pull along gravity_direction.
    float gravity_direction[3];  ///< In world space.
    float drag;                  ///< From 0 to 1: the fraction of the tail's speed that is lost per 1/60 s.
    float hit_radius;            ///< At least 0: the distance that the tail keeps from colliders, in world units.
} armature_spring_joint;

/// Fills `joint` with the defaults of VRM 1.0 for a bone: stiffness 1, no gravity, drag 0.5, radius 0.
ARMATURE_C_API armature_result armature_spring_joint_default(armature_spring_joint* joint, armature_bone* bone);

/// A row of swinging bones.
typedef struct armature_spring_chain {
    const char* name;                     ///< Used in messages; may be null.
    const armature_spring_joint* joints;  ///< From the top down. Without an end, the last joint only gives the tail of the one before.
    size_t joint_count;                   ///< At least 1.
    const size_t* collider_groups;        ///< Indices of the groups that the tails do not pass through; null if there are none.
    size_t collider_group_count;          ///< Number of these.
    const armature_node* center;          ///< Springs react to movement relative to this node; null: relative to the world.
    bool has_end;                         ///< If true, the last bone swings too.
    float end[3];                         ///< If has_end: the tail of the last bone, in its own axes.
} armature_spring_chain;

/// The shape of a collider.
typedef uint32_t armature_collider_shape;

enum {
    ARMATURE_COLLIDER_SPHERE = 0,   ///< The points within `radius` of `offset`.
    ARMATURE_COLLIDER_CAPSULE = 1,  ///< The points within `radius` of the line from `offset` to `tail`.
    ARMATURE_COLLIDER_PLANE = 2     ///< The half-space behind the plane through `offset` with `normal`.
};

/// A shape that tails do not enter.
typedef struct armature_spring_collider {
    const armature_node* node;      ///< The node or bone that moves it; null: fixed in the world.
    armature_collider_shape shape;  ///< Decides which of the following members are used.
    bool is_inside;                 ///< If true, tails stay inside the sphere or capsule, not outside.
    float offset[3];                ///< In the node's own axes.
    float tail[3];                  ///< In the node's own axes.
    float normal[3];                ///< In the node's own axes.
    float radius;                   ///< At least 0, in world units.
} armature_spring_collider;

/// A list of colliders, to which chains refer.
typedef struct armature_spring_collider_group {
    const char* name;         ///< Used in messages; may be null.
    const size_t* colliders;  ///< Indices into the list of colliders.
    size_t collider_count;    ///< Number of these.
} armature_spring_collider_group;

/// Prepares springs; all that is passed is copied. ARMATURE_INVALID_ARGUMENT, with the chain and the value, if a chain has no bone that
/// swings, bones belong to several skeletons, or a number is out of range. Each list may be null if its count is 0.
ARMATURE_C_API armature_result armature_springs_create(armature_context* context, const armature_spring_chain* chains, size_t chain_count,
                                                       const armature_spring_collider* colliders, size_t collider_count,
                                                       const armature_spring_collider_group* groups, size_t group_count,
                                                       armature_springs** springs);
/// Destroys springs. Null does nothing.
ARMATURE_C_API armature_result armature_springs_destroy(armature_springs* springs);
/// Advances by `seconds` and writes the bones, after the animation. Writes why nothing changed, if so, unless `status` is null. Allocates
/// nothing once warm.
ARMATURE_C_API armature_result armature_springs_update(armature_springs* springs, double seconds, armature_ik_status* status);
/// Changes the parameters of a bone that swings.
ARMATURE_C_API armature_result armature_springs_set_joint(armature_springs* springs, const armature_spring_joint* joint);
/// Forgets all movement: the next update starts from the rest pose.
ARMATURE_C_API armature_result armature_springs_reset(armature_springs* springs);
/// Tells the springs that the character's host was moved from its world matrix `before` to `motion * before`, so that no chain reacts.
ARMATURE_C_API armature_result armature_springs_teleport(armature_springs* springs, const float motion[16]);
/// Tells the springs that the pose above the chains has jumped since the last update, as when a clip starts again. `status` may be null.
ARMATURE_C_API armature_result armature_springs_jump(armature_springs* springs, armature_ik_status* status);

#ifdef __cplusplus
}
#endif

#endif
