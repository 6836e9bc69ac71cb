#ifndef ARMATURE_C_CROWD_H
#define ARMATURE_C_CROWD_H

#include <armature/c/animation.h>
#include <armature/c/base.h>
#include <armature/c/graph.h>
#include <armature/c/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/// @file
/// Crowds: thousands of instances of one rig, and the baked clips that they play. docs/crowds.md explains what costs what.

// --- baked clips -------------------------------------------------------------------------------------------------------------------------

/// A clip stored as poses at a uniform rate, for the bones of one rig. Immutable. The handle is owned by the application; crowds keep the
/// clip itself alive.
typedef struct armature_baked_clip armature_baked_clip;

/// How to bake a clip. Fill it with armature_bake_options_default().
typedef struct armature_bake_options {
    uint32_t size;               ///< sizeof(armature_bake_options).
    bool has_frames_per_second;  ///< If false, the lowest suitable rate from 30 to 480 that keeps the error bound is used.
    bool is_quantized;           ///< If true, frames are stored as 16-bit numbers: half the memory. Default: false.
    double frames_per_second;    ///< If has_frames_per_second: the rate.
    double radius;               ///< Largest distance of the skin from its bone, in skeleton units. Default: 0.1.
    bool has_max_error;          ///< If false, the library's own bound holds, or none if a rate was given.
    double max_point_error;      ///< If has_max_error: largest error of a point on the skin, in skeleton units.
    double max_rotation_error;   ///< If has_max_error: largest error of a rotation, in radians.
} armature_bake_options;

/// Fills `options` with defaults. `size` is sizeof(armature_bake_options) in the caller's program.
ARMATURE_C_API armature_result armature_bake_options_default(armature_bake_options* options, uint32_t size);

/// What is known about a baked clip. Set `size` before reading it.
typedef struct armature_baked_clip_info {
    uint32_t size;             ///< sizeof(armature_baked_clip_info).
    size_t frame_count;        ///< Number of frames, at least 1.
    size_t bone_count;         ///< Number of baked bones.
    size_t memory_size;        ///< Size of the frames and their tables, in bytes.
    double duration;           ///< In seconds.
    double frames_per_second;  ///< The rate at which the clip was baked.
    double point_error;        ///< Upper bound of the error of a point on the skin, in skeleton units.
    double rotation_error;     ///< Upper bound of the error of a rotation in skeleton space, in radians.
} armature_baked_clip_info;

/// Bakes a clip as it plays on a skeleton. `options` may be null. ARMATURE_INVALID_ARGUMENT if the error bound cannot be kept, or nothing
/// moves the skeleton.
ARMATURE_C_API armature_result armature_baked_clip_create(const armature_clip* clip, const armature_skeleton* skeleton,
                                                          const armature_bake_options* options, armature_baked_clip** baked);
/// Releases the application's hold on a baked clip. Null does nothing.
ARMATURE_C_API armature_result armature_baked_clip_destroy(armature_baked_clip* baked);
/// Writes what is known about the clip; info->size must be set.
ARMATURE_C_API armature_result armature_baked_clip_info_of(const armature_baked_clip* baked, armature_baked_clip_info* info);

// --- crowds ------------------------------------------------------------------------------------------------------------------------------

/// Instances of one rig, each with its own clip, time and speed. Owned by the application. Use one from one thread at a time.
typedef struct armature_crowd armature_crowd;

/// The number of a member of a crowd. Functions return ARMATURE_STALE for a member that was removed, even if another one has its index. Its
/// layout never changes.
typedef struct armature_crowd_member {
    uint32_t index;       ///< Index of the member's palette: see armature_crowd_palettes().
    uint32_t generation;  ///< Distinguishes members that had the same index.
} armature_crowd_member;

/// A member's clip and how it plays. Fill it with armature_crowd_playback_default().
typedef struct armature_crowd_playback {
    uint32_t size;       ///< sizeof(armature_crowd_playback).
    bool loops;          ///< If false, the clip holds the pose at its end. Default: true.
    size_t clip;         ///< The index that armature_crowd_add_clip() wrote.
    double time;         ///< Seconds from the beginning of the clip.
    double speed_ratio;  ///< Multiplies the clip's speed; negative plays backwards. Default: 1.
} armature_crowd_playback;

/// Fills `playback` with defaults. `size` is sizeof(armature_crowd_playback) in the caller's program.
ARMATURE_C_API armature_result armature_crowd_playback_default(armature_crowd_playback* playback, uint32_t size);

/// Makes a crowd without members. It copies what it needs of the rig: hierarchy, binds, rest pose, palette slots.
ARMATURE_C_API armature_result armature_crowd_create(const armature_skeleton* rig, armature_crowd** crowd);
/// Destroys a crowd. Null does nothing.
ARMATURE_C_API armature_result armature_crowd_destroy(armature_crowd* crowd);
/// Adds a clip that was baked for the rig's bones, and writes its index. `curves`, usually the clip that was baked, supplies curves and
/// morph weights; may be null.
ARMATURE_C_API armature_result armature_crowd_add_clip(armature_crowd* crowd, const armature_baked_clip* baked, const armature_clip* curves,
                                                       size_t* index);
/// Adds a graph that was prepared for the rig, and writes its index.
ARMATURE_C_API armature_result armature_crowd_add_graph(armature_crowd* crowd, const armature_graph* graph, size_t* index);

/// Adds a member. `playback` may be null: the member then stays in the rest pose.
ARMATURE_C_API armature_result armature_crowd_add(armature_crowd* crowd, const armature_crowd_playback* playback,
                                                  armature_crowd_member* member);
/// Removes a member. Others keep their palettes.
ARMATURE_C_API armature_result armature_crowd_remove(armature_crowd* crowd, armature_crowd_member member);
/// Writes the number of members.
ARMATURE_C_API armature_result armature_crowd_size(const armature_crowd* crowd, size_t* count);
/// Writes false for a member that was removed.
ARMATURE_C_API armature_result armature_crowd_contains(const armature_crowd* crowd, armature_crowd_member member, bool* contains);

/// Makes a member play a clip at once, instead of its clip or graph.
ARMATURE_C_API armature_result armature_crowd_play(armature_crowd* crowd, armature_crowd_member member,
                                                   const armature_crowd_playback* playback);
/// Makes a member play another clip, and cross-fades to it over `seconds`.
ARMATURE_C_API armature_result armature_crowd_cross_fade(armature_crowd* crowd, armature_crowd_member member,
                                                         const armature_crowd_playback* playback, double seconds);
/// Writes what a member plays, as of the last update; playback->size must be set. ARMATURE_NOT_FOUND in the rest pose, or with a graph.
ARMATURE_C_API armature_result armature_crowd_playback_of(const armature_crowd* crowd, armature_crowd_member member,
                                                          armature_crowd_playback* playback);
/// Makes a member play a graph from its beginning, with parameters of its own.
ARMATURE_C_API armature_result armature_crowd_play_graph(armature_crowd* crowd, armature_crowd_member member, size_t graph);
/// Sets a parameter of a member's graph: see armature_graph_player_set_parameter().
ARMATURE_C_API armature_result armature_crowd_set_parameter(armature_crowd* crowd, armature_crowd_member member, const char* name,
                                                            float value);
/// Sets a trigger of a member's graph.
ARMATURE_C_API armature_result armature_crowd_fire(armature_crowd* crowd, armature_crowd_member member, const char* trigger);
/// Writes the root motion of a member's graph in the last update.
ARMATURE_C_API armature_result armature_crowd_travel(const armature_crowd* crowd, armature_crowd_member member,
                                                     armature_root_motion* travel);

/// Freezes a member's time, or lets it run again.
ARMATURE_C_API armature_result armature_crowd_set_frozen(armature_crowd* crowd, armature_crowd_member member, bool frozen);
/// Culls a member: its time advances, but its palette is not computed.
ARMATURE_C_API armature_result armature_crowd_set_culled(armature_crowd* crowd, armature_crowd_member member, bool culled);
/// Computes a member's pose only at every `frames`th update, from 1 to 1024; matrices are interpolated in between.
ARMATURE_C_API armature_result armature_crowd_set_update_interval(armature_crowd* crowd, armature_crowd_member member, size_t frames);
/// Replaces the local transform of a bone, by its index in the rig, until armature_crowd_clear_overrides().
ARMATURE_C_API armature_result armature_crowd_set_override(armature_crowd* crowd, armature_crowd_member member, size_t bone,
                                                           const armature_transform* local);
/// Removes all overrides of a member.
ARMATURE_C_API armature_result armature_crowd_clear_overrides(armature_crowd* crowd, armature_crowd_member member);
/// Writes the matrix of a bone, by its index in the rig, from the bone's own axes to skeleton space. O(bones).
ARMATURE_C_API armature_result armature_crowd_absolute_matrix(const armature_crowd* crowd, armature_crowd_member member, size_t bone,
                                                              float matrix[16]);

/// Advances time by `seconds` and computes the palettes that have changed, in the crowd's own memory. Allocates nothing once warm.
ARMATURE_C_API armature_result armature_crowd_update(armature_crowd* crowd, double seconds, armature_threads threads);
/// Updates and writes the palettes into the caller's memory, such as a mapped buffer, which is not read: the palette of member i starts at
/// rows[12 * i * palette_size]. `float_count` is the length of `rows`, at least 12 * palette_size * capacity: see
/// armature_crowd_palette_size(). `rows` is aligned to 4 bytes.
ARMATURE_C_API armature_result armature_crowd_update_into(armature_crowd* crowd, double seconds, float* rows, size_t float_count,
                                                          armature_threads threads);
/// Writes the number of matrices in a palette, and one more than the highest index that any member has had. Each may be null.
ARMATURE_C_API armature_result armature_crowd_palette_size(const armature_crowd* crowd, size_t* palette_size, size_t* capacity);
/// Writes the address and the number of matrices of all palettes, one after another, as of the last armature_crowd_update(): each matrix is
/// three rows of four floats, as in armature_skeleton_palette(). Valid until a member is added.
ARMATURE_C_API armature_result armature_crowd_palettes(const armature_crowd* crowd, const float** rows, size_t* matrix_count);
/// Writes the address and the number of matrices of one member's palette, in the same layout.
ARMATURE_C_API armature_result armature_crowd_palette(const armature_crowd* crowd, armature_crowd_member member, const float** rows,
                                                      size_t* matrix_count);

#ifdef __cplusplus
}
#endif

#endif
