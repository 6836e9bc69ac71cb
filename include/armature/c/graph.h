#ifndef ARMATURE_C_GRAPH_H
#define ARMATURE_C_GRAPH_H

#include <armature/c/animation.h>
#include <armature/c/base.h>
#include <armature/c/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/// @file
/// Animation graphs, read from JSON files, and their players. docs/animation_graphs.md explains both.

/// Blend spaces and states, prepared for one rig. Immutable. The handle is owned by the application; players and crowds keep the graph
/// itself alive.
typedef struct armature_graph armature_graph;

/// Reads a graph from a JSON file and prepares it for a skeleton of `model`, with the clips of the model's groups. ARMATURE_BAD_FILE, with
/// the place as a JSON pointer, for whatever cannot be used.
ARMATURE_C_API armature_result armature_graph_load(armature_scene* model, armature_skeleton* rig, const char* file, armature_graph** graph);
/// Reads a graph from memory. `json` has `size` bytes; `name` stands for the file in messages.
ARMATURE_C_API armature_result armature_graph_load_memory(armature_scene* model, armature_skeleton* rig, const char* json, size_t size,
                                                          const char* name, armature_graph** graph);
/// Releases the application's hold on a graph. Null does nothing.
ARMATURE_C_API armature_result armature_graph_destroy(armature_graph* graph);
/// Writes the index of a parameter. ARMATURE_NOT_FOUND if there is none of that name.
ARMATURE_C_API armature_result armature_graph_find_parameter(const armature_graph* graph, const char* name, size_t* index);

/// Plays a graph for one character. Owned by the application. Different players may be used from different threads at once.
typedef struct armature_graph_player armature_graph_player;

/// An event of a clip that a player has passed. Set `size` before reading it. Its texts are valid as long as the graph.
typedef struct armature_graph_event {
    uint32_t size;     ///< sizeof(armature_graph_event).
    float weight;      ///< The clip's weight in the pose.
    const char* name;  ///< The event's name.
    const char* clip;  ///< Name of the clip in the graph.
    double moment;     ///< Seconds from the beginning of the advance to the event.
} armature_graph_event;

/// Makes a player at the graph's beginning.
ARMATURE_C_API armature_result armature_graph_player_create(const armature_graph* graph, armature_graph_player** player);
/// Destroys a player. Null does nothing.
ARMATURE_C_API armature_result armature_graph_player_destroy(armature_graph_player* player);
/// Sets a number, clamped to its range, or a switch: off if `value` is 0. O(parameters).
ARMATURE_C_API armature_result armature_graph_player_set_parameter(armature_graph_player* player, const char* name, float value);
/// Sets the parameter at an index: see armature_graph_find_parameter(). O(1).
ARMATURE_C_API armature_result armature_graph_player_set_parameter_at(armature_graph_player* player, size_t index, float value);
/// Writes the value of a parameter.
ARMATURE_C_API armature_result armature_graph_player_parameter(const armature_graph_player* player, const char* name, float* value);
/// Sets a trigger, which stays set until a transition consumes it.
ARMATURE_C_API armature_result armature_graph_player_fire(armature_graph_player* player, const char* trigger);
/// Advances by `seconds`, at least 0, and takes transitions at the moments at which they are due. Allocates nothing once warm.
ARMATURE_C_API armature_result armature_graph_player_advance(armature_graph_player* player, double seconds);
/// Returns to the initial states. Keeps parameters, but resets triggers.
ARMATURE_C_API armature_result armature_graph_player_restart(armature_graph_player* player);
/// Writes the current pose to a skeleton, or to the nodes that drive it. Allocates nothing once warm.
ARMATURE_C_API armature_result armature_graph_player_apply(armature_graph_player* player, armature_skeleton* skeleton);
/// Writes the character's root motion in the last advance.
ARMATURE_C_API armature_result armature_graph_player_travel(const armature_graph_player* player, armature_root_motion* travel);
/// Writes the name of the state that a state machine is in or in transition to. Valid as long as the graph.
ARMATURE_C_API armature_result armature_graph_player_state(const armature_graph_player* player, const char* machine, const char** state);
/// Writes the number of events that the last advance passed.
ARMATURE_C_API armature_result armature_graph_player_event_count(const armature_graph_player* player, size_t* count);
/// Writes an event that the last advance passed; event->size must be set.
ARMATURE_C_API armature_result armature_graph_player_event(const armature_graph_player* player, size_t index, armature_graph_event* event);
/// Writes the blended values of a curve. If the curve has fewer than `count` floats, the remaining ones become 0.
ARMATURE_C_API armature_result armature_graph_player_curve(const armature_graph_player* player, const char* name, float* values,
                                                           size_t count);

/// Moves a transform, in its parent's axes, by a root motion: what a character's node becomes after the motion.
ARMATURE_C_API armature_result armature_root_motion_apply(const armature_root_motion* motion, armature_transform* transform);

#ifdef __cplusplus
}
#endif

#endif
