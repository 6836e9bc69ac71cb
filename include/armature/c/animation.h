#ifndef ARMATURE_C_ANIMATION_H
#define ARMATURE_C_ANIMATION_H

#include <armature/c/base.h>
#include <armature/c/scene.h>
#include <armature/c/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/// @file
/// Clips, the groups that play them, and mixers with layers that blend them. docs/animation.md explains blending.
///
/// Groups, mixers and layers belong to their scene's thread. Clips are immutable: any number of threads may use one.

// --- clips -------------------------------------------------------------------------------------------------------------------------------

/// Which part of its target a channel moves.
typedef uint32_t armature_path;

enum {
    ARMATURE_PATH_TRANSLATION = 0,  ///< Three floats per key, in the parent's axes.
    ARMATURE_PATH_ROTATION = 1,     ///< Four floats per key: a quaternion x, y, z, w.
    ARMATURE_PATH_SCALE = 2,        ///< Three floats per key.
    ARMATURE_PATH_WEIGHTS = 3,      ///< One float per key for each morph target of the node's meshes.
    ARMATURE_PATH_PROPERTY = 4      ///< Some other number, such as a material's; read from files, and used for curves.
};

/// How a channel interpolates between two keys.
typedef uint32_t armature_interpolation;

enum {
    ARMATURE_INTERPOLATION_STEP = 0,         ///< The value of the last key at or before the time.
    ARMATURE_INTERPOLATION_LINEAR = 1,       ///< In a straight line; rotations by slerp along the shorter arc.
    ARMATURE_INTERPOLATION_CUBIC_SPLINE = 2  ///< Hermite; each key has an in-tangent, a value and an out-tangent.
};

/// One animated property, for armature_clip_create(). Its layout never changes. Start from zeros.
typedef struct armature_channel {
    armature_node* node;                   ///< The node or bone that the channel moves; null: `target` names it.
    const char* target;                    ///< If `node` is null: the name of a node, a bone, or, for a property, a curve.
    armature_path path;                    ///< Which part of the target the channel moves. ARMATURE_PATH_PROPERTY makes a curve.
    armature_interpolation interpolation;  ///< How values are interpolated between keys.
    const float* times;                    ///< `key_count` times in seconds: >= 0, strictly increasing.
    const float* values;                   ///< key_count * components floats; for a cubic spline, three times as many.
    size_t key_count;                      ///< At least 1.
    size_t components;                     ///< Floats per value: 3, 4, the number of morph targets, or 1 to 16 for a curve.
} armature_channel;

/// Makes a clip of channels, which are copied. ARMATURE_INVALID_ARGUMENT, with the channel and the value, if times do not increase, a
/// number is not finite, or two channels move the same part.
ARMATURE_C_API armature_result armature_clip_create(armature_context* context, const char* name, const armature_channel* channels,
                                                    size_t channel_count, armature_clip** clip);
/// Releases the application's hold on a clip; players keep it alive. Null does nothing.
ARMATURE_C_API armature_result armature_clip_destroy(armature_clip* clip);
/// Writes the name; may be empty. Valid as long as the handle.
ARMATURE_C_API armature_result armature_clip_name(const armature_clip* clip, const char** name);
/// Writes the time of the last key, in seconds.
ARMATURE_C_API armature_result armature_clip_duration(const armature_clip* clip, double* seconds);
/// Writes the number of channels.
ARMATURE_C_API armature_result armature_clip_channel_count(const armature_clip* clip, size_t* count);
/// Writes a view of a channel: its target's name, path, interpolation, key times and numbers, all valid as long as the handle. `node` and
/// `values` become null: for the values, see armature_clip_channel_values().
ARMATURE_C_API armature_result armature_clip_channel(const armature_clip* clip, size_t index, armature_channel* channel);
/// Copies the values of a channel, in the order of armature_channel::values. `count` must be their number: key_count * components, for a
/// cubic spline three times as many.
ARMATURE_C_API armature_result armature_clip_channel_values(const armature_clip* clip, size_t index, float* values, size_t count);
/// Samples a channel at a time in seconds, as glTF defines it. `count` is at least the channel's number of components. O(log keys).
ARMATURE_C_API armature_result armature_clip_sample(const armature_clip* clip, size_t channel, double seconds, float* value, size_t count);

/// The clips of a file, in its order. The list is owned by the application; the clips' own handles stay good without it.
typedef struct armature_clips armature_clips;

/// Loads only the clips of a model file, as motion for a model in another file: channels find their targets by name. Fails as
/// armature_scene_load() does. `options` may be null.
ARMATURE_C_API armature_result armature_clips_load(armature_context* context, const char* file, const armature_load_options* options,
                                                   armature_clips** clips);
/// Writes the number of clips.
ARMATURE_C_API armature_result armature_clips_count(const armature_clips* clips, size_t* count);
/// Writes the clip at an index. ARMATURE_NOT_FOUND if there is none.
ARMATURE_C_API armature_result armature_clips_get(const armature_clips* clips, size_t index, armature_clip** clip);
/// Destroys the list. Null does nothing.
ARMATURE_C_API armature_result armature_clips_destroy(armature_clips* clips);

// --- playing: what groups and layers share -----------------------------------------------------------------------------------------------

/// How looping playback continues at the end of the range.
typedef uint32_t armature_loop_mode;

enum {
    ARMATURE_LOOP_CYCLE = 0,                   ///< Starts again at the beginning.
    ARMATURE_LOOP_PING_PONG = 1,               ///< Plays back and forth.
    ARMATURE_LOOP_ACCUMULATE = 2,              ///< Starts again from the values reached.
    ARMATURE_LOOP_ACCUMULATE_FROM_CURRENT = 3  ///< The same, and the first round starts from the targets' current values.
};

/// How to play a clip. Fill it with armature_play_options_default().
typedef struct armature_play_options {
    uint32_t size;                 ///< sizeof(armature_play_options).
    bool loops;                    ///< If false, playback stops at the end of the range and the last pose stays. Default: true.
    bool has_from;                 ///< If false, the range starts at 0.
    bool has_to;                   ///< If false, the range ends with the clip.
    armature_loop_mode loop_mode;  ///< Default: ARMATURE_LOOP_CYCLE.
    double speed_ratio;            ///< Multiplies the clip's speed; negative plays backwards. Default: 1.
    double from;                   ///< If has_from: start of the range, in seconds.
    double to;                     ///< If has_to: end of the range, in seconds.
} armature_play_options;

/// Fills `options` with defaults. `size` is sizeof(armature_play_options) in the caller's program.
ARMATURE_C_API armature_result armature_play_options_default(armature_play_options* options, uint32_t size);

/// The state of a playback. Set `size` before reading it.
typedef struct armature_playback {
    uint32_t size;       ///< sizeof(armature_playback).
    bool is_playing;     ///< False while paused, and after the end of playback that does not loop.
    bool is_paused;      ///< True after pausing, until it plays or stops.
    bool is_looping;     ///< Whether playback starts again at the end of the range.
    double time;         ///< Seconds since the beginning of the clip.
    double speed_ratio;  ///< Seconds of the clip per second; negative: backwards.
    double duration;     ///< The clip's duration, in seconds.
} armature_playback;

/// A function of the application that the library calls with `user`. It must return normally: no exception, no longjmp.
typedef void (*armature_callback)(void* user);

// --- groups ------------------------------------------------------------------------------------------------------------------------------

/// Makes a player of `clip` for the scene's nodes, stopped at first. The scene owns it and advances it. ARMATURE_INVALID_ARGUMENT if the
/// clip has nothing to move in the scene; the message lists similar names.
ARMATURE_C_API armature_result armature_scene_create_group(armature_scene* scene, const armature_clip* clip, armature_group** group);
/// Removes a group. Nodes and bones keep their pose.
ARMATURE_C_API armature_result armature_scene_remove_group(armature_scene* scene, armature_group* group);
/// Writes the name of the group's clip. Valid as long as the group.
ARMATURE_C_API armature_result armature_group_name(const armature_group* group, const char** name);
/// Writes a handle to the group's clip, which the application may destroy.
ARMATURE_C_API armature_result armature_group_clip(const armature_group* group, armature_clip** clip);
/// Starts from the beginning of the range, or resumes after pausing. `options` may be null. The first call allocates what playing needs.
ARMATURE_C_API armature_result armature_group_play(armature_group* group, const armature_play_options* options);
/// Stops the playhead and keeps its position.
ARMATURE_C_API armature_result armature_group_pause(armature_group* group);
/// Stops and moves the playhead to the beginning of the range. The pose stays.
ARMATURE_C_API armature_result armature_group_stop(armature_group* group);
/// Jumps to a time in seconds, clamped to the range, and writes the pose at once.
ARMATURE_C_API armature_result armature_group_go_to(armature_group* group, double seconds);
/// Sets the speed: seconds of the clip per second.
ARMATURE_C_API armature_result armature_group_set_speed_ratio(armature_group* group, double speed_ratio);
/// Writes the state of the playback; playback->size must be set.
ARMATURE_C_API armature_result armature_group_playback(const armature_group* group, armature_playback* playback);
/// Writes a list, which the caller destroys, of why channels move nothing; empty if all do.
ARMATURE_C_API armature_result armature_group_warnings(const armature_group* group, armature_strings** warnings);
/// Calls `action` whenever the playhead passes or reaches a time of the clip, in seconds, once per passage, after poses are written, until
/// the group is removed. The action may call any function but armature_scene_animate() for its own scene, armature_scene_destroy() and
/// armature_context_destroy().
ARMATURE_C_API armature_result armature_group_add_event(armature_group* group, double seconds, armature_callback action, void* user);

// --- mixers ------------------------------------------------------------------------------------------------------------------------------

/// Blends several clips on the same nodes and bones, by weight. Owned by its scene, which advances it.
typedef struct armature_mixer armature_mixer;
/// One clip in a mixer: a playback and its weight. Owned by its mixer.
typedef struct armature_layer armature_layer;

/// A character's motion between two moments: travel, then a turn about the vertical axis. Its layout never changes.
typedef struct armature_root_motion {
    double offset[3];  ///< The travel, in the character's axes and units at the beginning.
    double turn;       ///< The turn about `up`, in radians.
    double up[3];      ///< The vertical axis, of unit length.
} armature_root_motion;

/// Makes a mixer without layers.
ARMATURE_C_API armature_result armature_scene_create_mixer(armature_scene* scene, armature_mixer** mixer);
/// Removes a mixer and its layers. Nodes and bones keep their pose.
ARMATURE_C_API armature_result armature_scene_remove_mixer(armature_scene* scene, armature_mixer* mixer);
/// Pauses a mixer, or resumes it: while it is paused, it writes nothing.
ARMATURE_C_API armature_result armature_mixer_set_paused(armature_mixer* mixer, bool paused);
/// Sets the speed of layers and fades; 0.5 is slow motion.
ARMATURE_C_API armature_result armature_mixer_set_speed_ratio(armature_mixer* mixer, double speed_ratio);

/// How a layer contributes to its mixer. Fill it with armature_layer_options_default().
typedef struct armature_layer_options {
    uint32_t size;                ///< sizeof(armature_layer_options).
    bool is_additive;             ///< True if the clip holds differences: see armature_clip_make_additive(). Default: false.
    float weight;                 ///< Default: 1.
    armature_skeleton* skeleton;  ///< Plays the clip on this skeleton of the scene; null: on what the clip names.
} armature_layer_options;

/// Fills `options` with defaults. `size` is sizeof(armature_layer_options) in the caller's program.
ARMATURE_C_API armature_result armature_layer_options_default(armature_layer_options* options, uint32_t size);

/// Makes the differences between a clip and a pose of `reference` at a time in seconds, for additive layers. Parts that the reference does
/// not move are taken from the clip's own first keys.
ARMATURE_C_API armature_result armature_clip_make_additive(const armature_clip* clip, const armature_clip* reference, double seconds,
                                                           armature_clip** difference);

/// Adds a layer that plays a clip, stopped at first. `options` may be null.
ARMATURE_C_API armature_result armature_mixer_add_layer(armature_mixer* mixer, const armature_clip* clip,
                                                        const armature_layer_options* options, armature_layer** layer);
/// Adds a layer that plays a group's clip on the group's own targets. `options` may be null.
ARMATURE_C_API armature_result armature_mixer_add_layer_of_group(armature_mixer* mixer, const armature_group* group,
                                                                 const armature_layer_options* options, armature_layer** layer);
/// Removes a layer of the mixer.
ARMATURE_C_API armature_result armature_mixer_remove_layer(armature_mixer* mixer, armature_layer* layer);

/// Each does for a layer what armature_group_play() and so on do for a group. armature_layer_go_to() makes the layer active and writes
/// nothing; armature_layer_stop() makes it inactive.
ARMATURE_C_API armature_result armature_layer_play(armature_layer* layer, const armature_play_options* options);
ARMATURE_C_API armature_result armature_layer_pause(armature_layer* layer);
ARMATURE_C_API armature_result armature_layer_stop(armature_layer* layer);
ARMATURE_C_API armature_result armature_layer_go_to(armature_layer* layer, double seconds);
ARMATURE_C_API armature_result armature_layer_set_speed_ratio(armature_layer* layer, double speed_ratio);
ARMATURE_C_API armature_result armature_layer_playback(const armature_layer* layer, armature_playback* playback);
ARMATURE_C_API armature_result armature_layer_warnings(const armature_layer* layer, armature_strings** warnings);
ARMATURE_C_API armature_result armature_layer_add_event(armature_layer* layer, double seconds, armature_callback action, void* user);

/// Sets the weight, which is at least 0. Ends a fade to a weight.
ARMATURE_C_API armature_result armature_layer_set_weight(armature_layer* layer, float weight);
/// Writes the current weight, fades included, and whether the layer is blended at all: from playing until it stops or has faded out.
ARMATURE_C_API armature_result armature_layer_weight(const armature_layer* layer, float* weight, bool* is_active);
/// Changes the weight linearly to `weight` over `seconds`.
ARMATURE_C_API armature_result armature_layer_fade_to(armature_layer* layer, float weight, double seconds);
/// Fades to the layer's weight, and plays if it does not.
ARMATURE_C_API armature_result armature_layer_fade_in(armature_layer* layer, double seconds);
/// Fades to 0, then stops.
ARMATURE_C_API armature_result armature_layer_fade_out(armature_layer* layer, double seconds);
/// Fades this layer out and another layer of the mixer in.
ARMATURE_C_API armature_result armature_layer_cross_fade_to(armature_layer* layer, armature_layer* other, double seconds);
/// Keeps this layer and `leader` at the same fraction of their ranges, so that steps match; null ends this.
ARMATURE_C_API armature_result armature_layer_synchronize_with(armature_layer* layer, armature_layer* leader);
/// Sets the factor of the layer's weight at one node or bone and, if `with_descendants`, at everything below it. Null: at all targets.
ARMATURE_C_API armature_result armature_layer_set_mask(armature_layer* layer, const armature_node* target, bool with_descendants,
                                                       float weight);

#ifdef __cplusplus
}
#endif

#endif
