#ifndef ARMATURE_C_RETARGET_H
#define ARMATURE_C_RETARGET_H

#include <armature/c/animation.h>
#include <armature/c/base.h>
#include <armature/c/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/// @file
/// Retargeting: one body's motion on another. docs/retargeting.md explains it. All objects here are owned by the application and refer to
/// no skeleton; bones are given by their index in the skeleton.

/// Assigns the roles of a human body, named as in VRM 1.0 ("hips", "leftUpperArm"), to the bones of a skeleton.
typedef struct armature_humanoid_map armature_humanoid_map;

/// Finds the roles of a skeleton's bones. It succeeds even if the rig does not look human: see armature_humanoid_map_refusal().
ARMATURE_C_API armature_result armature_humanoid_map_create(const armature_skeleton* skeleton, armature_humanoid_map** map);
/// Destroys a map. Null does nothing.
ARMATURE_C_API armature_result armature_humanoid_map_destroy(armature_humanoid_map* map);
/// Writes why the map must not be used; empty if it may be. Valid until the map changes or the function is called again.
ARMATURE_C_API armature_result armature_humanoid_map_refusal(armature_humanoid_map* map, const char** reason);
/// Writes the bone of a role and how certain it is, from 0 to 1; each may be null. ARMATURE_NOT_FOUND if the role has no bone.
ARMATURE_C_API armature_result armature_humanoid_map_find(const armature_humanoid_map* map, const char* role, size_t* bone,
                                                          float* confidence);
/// Gives a role to a bone.
ARMATURE_C_API armature_result armature_humanoid_map_set(armature_humanoid_map* map, const char* role, size_t bone);
/// Removes the bone of a role.
ARMATURE_C_API armature_result armature_humanoid_map_clear(armature_humanoid_map* map, const char* role);

/// Which bones of a source drive which bones of a target.
typedef struct armature_retarget_map armature_retarget_map;

/// Two names: of a bone of the source and of the target. Its layout never changes.
typedef struct armature_bone_names {
    const char* source;  ///< Name in the source.
    const char* target;  ///< Name in the target.
} armature_bone_names;

/// Pairs the bones of two humanoids by their roles. Each map may be null: it is then made from the skeleton. ARMATURE_INVALID_ARGUMENT,
/// with the reason, if a map is refused.
ARMATURE_C_API armature_result armature_retarget_map_of_humanoids(const armature_skeleton* source, const armature_humanoid_map* source_map,
                                                                  const armature_skeleton* target, const armature_humanoid_map* target_map,
                                                                  armature_retarget_map** map);
/// Pairs bones of equal names, and those listed.
ARMATURE_C_API armature_result armature_retarget_map_of_names(const armature_skeleton* source, const armature_skeleton* target,
                                                              const armature_bone_names* renamed, size_t renamed_count,
                                                              armature_retarget_map** map);
/// Reads a map from a JSON file.
ARMATURE_C_API armature_result armature_retarget_map_load(const char* file, const armature_skeleton* source,
                                                          const armature_skeleton* target, armature_retarget_map** map);
/// Adds a chain of bones, such as a tail, that bends like a chain of the source: from a top bone down to an end bone in each skeleton.
ARMATURE_C_API armature_result armature_retarget_map_add_chain(armature_retarget_map* map, const armature_skeleton* source,
                                                               const char* source_top, const char* source_end,
                                                               const armature_skeleton* target, const char* target_top,
                                                               const char* target_end);
/// Writes the number of pairs.
ARMATURE_C_API armature_result armature_retarget_map_pair_count(const armature_retarget_map* map, size_t* count);
/// Destroys a map. Null does nothing.
ARMATURE_C_API armature_result armature_retarget_map_destroy(armature_retarget_map* map);

/// Poses one skeleton like another. Immutable: any number of threads may retarget at once.
typedef struct armature_retargeter armature_retargeter;

/// How to retarget. Fill it with armature_retarget_options_default().
typedef struct armature_retarget_options {
    uint32_t size;       ///< sizeof(armature_retarget_options).
    bool aligns_rest;    ///< If true, a T pose corresponds to an A pose. Default: true.
    bool aligns_facing;  ///< If true, both bodies stand upright and face in one direction, whatever their axes. Default: true.
    bool has_scale;      ///< If false, travel is scaled by the ratio of the leg lengths.
    bool has_offset;     ///< If false, travel starts where the target rests.
    double scale;        ///< If has_scale: multiplies travel.
    double offset[3];    ///< If has_offset: added to travel after scaling, in the target's world.
} armature_retarget_options;

/// Fills `options` with defaults. `size` is sizeof(armature_retarget_options) in the caller's program.
ARMATURE_C_API armature_result armature_retarget_options_default(armature_retarget_options* options, uint32_t size);

/// Prepares to retarget between two skeletons, whose rest poses it reads. `options` may be null.
ARMATURE_C_API armature_result armature_retargeter_create(const armature_skeleton* source, const armature_skeleton* target,
                                                          const armature_retarget_map* map, const armature_retarget_options* options,
                                                          armature_retargeter** retargeter);
/// Destroys a retargeter. Null does nothing.
ARMATURE_C_API armature_result armature_retargeter_destroy(armature_retargeter* retargeter);
/// Sets all bones of `target` from the current pose of `source`. Allocates nothing once warm.
ARMATURE_C_API armature_result armature_retargeter_retarget(const armature_retargeter* retargeter, armature_skeleton* source,
                                                            armature_skeleton* target);
/// Writes the factor and, in the target's world, the offset of travel; each may be null.
ARMATURE_C_API armature_result armature_retargeter_travel(const armature_retargeter* retargeter, double* scale, double offset[3]);
/// Converts a clip, made for `source`, to a clip for `target` with the default error bound; `holds_feet`: planted feet are held in place.
ARMATURE_C_API armature_result armature_retargeter_convert_clip(const armature_retargeter* retargeter, const armature_clip* clip,
                                                                const armature_skeleton* source, armature_skeleton* target, bool holds_feet,
                                                                armature_clip** converted);

#ifdef __cplusplus
}
#endif

#endif
