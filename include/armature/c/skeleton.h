#ifndef ARMATURE_C_SKELETON_H
#define ARMATURE_C_SKELETON_H

#include <armature/c/base.h>
#include <armature/c/scene.h>
#include <armature/c/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/// @file
/// Skeletons, bones and their seven matrices. docs/matrices.md says what the matrices mean.
///
/// Matrices are computed when they are read, and are always current. Use a skeleton from one thread at a time; different skeletons may be
/// used from different threads at once. After armature_skeleton_update(), any number of threads may read one.

// --- skeletons ---------------------------------------------------------------------------------------------------------------------------

/// Makes a skeleton without bones that the application owns: see armature_skeleton_destroy() and armature_scene_add_skeleton().
ARMATURE_C_API armature_result armature_skeleton_create(armature_context* context, const char* name, armature_skeleton** skeleton);
/// Makes a skeleton with the same bones and pose, which the application owns. It shares whatever does not change, and has neither links nor
/// a host. O(bones).
ARMATURE_C_API armature_result armature_skeleton_clone(const armature_skeleton* skeleton, armature_skeleton** clone);
/// Destroys a skeleton that the application owns. ARMATURE_INVALID_ARGUMENT for one of a scene: use armature_scene_remove_skeleton(). Null
/// does nothing.
ARMATURE_C_API armature_result armature_skeleton_destroy(armature_skeleton* skeleton);

/// Writes the name. Valid until the skeleton is destroyed or renamed.
ARMATURE_C_API armature_result armature_skeleton_name(const armature_skeleton* skeleton, const char** name);
/// Writes the number of bones.
ARMATURE_C_API armature_result armature_skeleton_bone_count(const armature_skeleton* skeleton, size_t* count);
/// Writes the bone at an index: in order of creation, or in the order of the last armature_skeleton_sort_bones().
ARMATURE_C_API armature_result armature_skeleton_bone(armature_skeleton* skeleton, size_t index, armature_bone** bone);
/// Writes the first bone of that name. ARMATURE_NOT_FOUND if there is none; the message lists the most similar names.
ARMATURE_C_API armature_result armature_skeleton_find_bone(armature_skeleton* skeleton, const char* name, armature_bone** bone);

/// Initial values of a bone. Fill it with armature_bone_options_default(). Matrices are in the parent's axes, except
/// absolute_inverse_bind.
typedef struct armature_bone_options {
    uint32_t size;                    ///< sizeof(armature_bone_options).
    bool has_bind;                    ///< If false, the bind pose is `local` if that is given, else the identity.
    bool has_local;                   ///< If false, the current pose is the bind pose.
    bool has_rest;                    ///< If false, the rest pose is the bind pose.
    bool has_absolute_inverse_bind;   ///< If false, the inverse bind follows from the bind pose.
    bool has_length;                  ///< If false, see armature_bone_length().
    bool has_index;                   ///< If false, the palette slot is one above the highest in use.
    bool is_helper;                   ///< If true, the bone has no palette slot and only moves other bones.
    armature_bone* parent;            ///< Null: a root. Must belong to the same skeleton.
    float bind[16];                   ///< The bind pose; must be invertible.
    float local[16];                  ///< The current pose.
    float rest[16];                   ///< The rest pose.
    float absolute_inverse_bind[16];  ///< In skeleton space; used as given, as in glTF.
    float length;                     ///< From joint to tip along +Y, in skeleton units.
    uint32_t index;                   ///< The palette slot; must be free and below 65536.
} armature_bone_options;

/// Fills `options` with defaults. `size` is sizeof(armature_bone_options) in the caller's program.
ARMATURE_C_API armature_result armature_bone_options_default(armature_bone_options* options, uint32_t size);

/// Adds a bone. `options` may be null. ARMATURE_INVALID_ARGUMENT, with the bone's name, if the bind is singular, a matrix is not affine, or
/// the palette slot is taken.
ARMATURE_C_API armature_result armature_skeleton_create_bone(armature_skeleton* skeleton, const char* name,
                                                             const armature_bone_options* options, armature_bone** bone);
/// Removes a bone of the skeleton.
ARMATURE_C_API armature_result armature_skeleton_remove_bone(armature_skeleton* skeleton, armature_bone* bone, armature_removal removal);
/// Reorders the list of bones so that each comes after its parent. Palette slots stay. Never needed for correct results.
ARMATURE_C_API armature_result armature_skeleton_sort_bones(armature_skeleton* skeleton);

/// Returns every bone to its rest pose; if a node drives a bone, the node moves.
ARMATURE_C_API armature_result armature_skeleton_return_to_rest(armature_skeleton* skeleton);
/// Makes the current pose of every bone its rest pose.
ARMATURE_C_API armature_result armature_skeleton_set_current_pose_as_rest(armature_skeleton* skeleton);
/// Writes the local poses of all bones, in their order. `count` must be the number of bones.
ARMATURE_C_API armature_result armature_skeleton_transforms(const armature_skeleton* skeleton, armature_transform* transforms,
                                                            size_t count);
/// Sets the local poses of all bones, in their order: all or, on an error, none. `count` must be the number of bones. Allocates nothing
/// once warm.
ARMATURE_C_API armature_result armature_skeleton_set_transforms(armature_skeleton* skeleton, const armature_transform* transforms,
                                                                size_t count);

/// Writes the address and the number of the palette's matrices: final matrices by palette slot, each three rows of four floats, as std140
/// lays out a mat3x4. Element (row, column) of matrix i is rows[12 * i + 4 * row + column]; the fourth row is (0 0 0 1) and not stored. It
/// maps from the mesh at bind to skeleton space. Slots without a bone hold the identity. `inverse_bind_set` is 0 for the bones' own inverse
/// binds: see armature_mesh_instance_skeleton(). Valid until bones are added or removed; its contents until the pose changes. Allocates
/// nothing once warm.
ARMATURE_C_API armature_result armature_skeleton_palette(const armature_skeleton* skeleton, size_t inverse_bind_set, const float** rows,
                                                         size_t* matrix_count);
/// Computes everything that is stale. Never needed for correct results; afterwards, getters only read.
ARMATURE_C_API armature_result armature_skeleton_update(const armature_skeleton* skeleton);
/// Writes how many absolute matrices of bones have been computed since the skeleton was made: it never decreases.
ARMATURE_C_API armature_result armature_skeleton_evaluated_bone_count(const armature_skeleton* skeleton, uint64_t* count);

/// Sets the node whose axes are skeleton space; null: skeleton space is world space.
ARMATURE_C_API armature_result armature_skeleton_set_host(armature_skeleton* skeleton, armature_node* host);
/// Writes the host, or null.
ARMATURE_C_API armature_result armature_skeleton_host(armature_skeleton* skeleton, armature_node** host);
/// Writes the matrix from skeleton space to the world: the host's world matrix, or the identity.
ARMATURE_C_API armature_result armature_skeleton_world_matrix(const armature_skeleton* skeleton, float matrix[16]);

// --- bones: name, parent and pose are those of armature_bone_as_node() -------------------------------------------------------------------

/// Writes the skeleton that owns the bone.
ARMATURE_C_API armature_result armature_bone_skeleton(armature_bone* bone, armature_skeleton** skeleton);
/// Writes the palette slot. ARMATURE_NOT_FOUND for a helper bone, which has none.
ARMATURE_C_API armature_result armature_bone_index(const armature_bone* bone, size_t* index);
/// Writes the bone's length along its +Y in skeleton units: the one that was set, else the distance to the first child bone at bind.
/// ARMATURE_NOT_FOUND for a leaf without a length.
ARMATURE_C_API armature_result armature_bone_length(const armature_bone* bone, float* length);
/// Sets the length, without moving anything.
ARMATURE_C_API armature_result armature_bone_set_length(armature_bone* bone, float length);

/// Each writes one of the seven matrices, 16 floats, column by column. Local, bind and rest map to the parent's axes; absolute and absolute
/// bind map to skeleton space; absolute inverse bind maps from skeleton space to the bone's axes at bind; final, absolute times absolute
/// inverse bind, maps vertices at bind to skeleton space.
ARMATURE_C_API armature_result armature_bone_local_matrix(const armature_bone* bone, float matrix[16]);
ARMATURE_C_API armature_result armature_bone_absolute_matrix(const armature_bone* bone, float matrix[16]);
ARMATURE_C_API armature_result armature_bone_bind_matrix(const armature_bone* bone, float matrix[16]);
ARMATURE_C_API armature_result armature_bone_absolute_bind_matrix(const armature_bone* bone, float matrix[16]);
ARMATURE_C_API armature_result armature_bone_absolute_inverse_bind_matrix(const armature_bone* bone, float matrix[16]);
ARMATURE_C_API armature_result armature_bone_rest_matrix(const armature_bone* bone, float matrix[16]);
ARMATURE_C_API armature_result armature_bone_final_matrix(const armature_bone* bone, float matrix[16]);

/// Sets the bind matrix, in the parent's axes. If `resets_pose`, the local matrix becomes the bind matrix too; otherwise the pose stays.
/// ARMATURE_INVALID_ARGUMENT, with the bone's name, if the matrix is singular or not affine.
ARMATURE_C_API armature_result armature_bone_set_bind_matrix(armature_bone* bone, const float matrix[16], bool resets_pose);
/// Sets the absolute inverse bind matrix, from skeleton space to the bone's axes, bit for bit, as glTF does.
ARMATURE_C_API armature_result armature_bone_set_absolute_inverse_bind_matrix(armature_bone* bone, const float matrix[16]);
/// Sets the matrix that the bone returns to at rest, in the parent's axes.
ARMATURE_C_API armature_result armature_bone_set_rest_matrix(armature_bone* bone, const float matrix[16]);
/// Returns the bone to its rest pose.
ARMATURE_C_API armature_result armature_bone_return_to_rest(armature_bone* bone);
/// Makes the bone's current local pose its rest pose.
ARMATURE_C_API armature_result armature_bone_set_current_pose_as_rest(armature_bone* bone);

/// Makes a node of a scene drive the bone: the bone's local transform always equals the node's. Null unlinks the bone, which keeps its
/// pose.
ARMATURE_C_API armature_result armature_bone_link_node(armature_bone* bone, armature_node* node, armature_link_mode mode);
/// Writes the node that drives the bone, or null.
ARMATURE_C_API armature_result armature_bone_linked_node(armature_bone* bone, armature_node** node);

#ifdef __cplusplus
}
#endif

#endif
