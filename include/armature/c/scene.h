#ifndef ARMATURE_C_SCENE_H
#define ARMATURE_C_SCENE_H

#include <armature/c/base.h>
#include <armature/c/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/// @file
/// Scenes and their nodes: loading, saving, placing copies, and the frame.
///
/// A scene owns its nodes, skeletons, mesh instances, groups and mixers. Handles to these become stale when the object is removed, or its
/// scene destroyed. The same object always has the same handle. Use a scene and all that it owns from one thread at a time; after
/// armature_scene_update(), any number of threads may read.

// --- loading and saving ------------------------------------------------------------------------------------------------------------------

/// The effect of writing to the pose of a bone that a node drives.
typedef uint32_t armature_link_mode;

enum {
    ARMATURE_LINK_NODE_DRIVES = 0,    ///< The write has no effect: only the node drives the bone.
    ARMATURE_LINK_FORWARD_WRITES = 1  ///< The write goes to the node.
};

/// When a skeleton is made of all joints of a file, including joints of no skin or of several skins.
typedef uint32_t armature_body_skeleton;

enum {
    ARMATURE_BODY_SKELETON_NEVER = 0,          ///< The file's skins are the only skeletons.
    ARMATURE_BODY_SKELETON_WITHOUT_SKINS = 1,  ///< For a file without skins, such as a motion.
    ARMATURE_BODY_SKELETON_ALWAYS = 2          ///< Also for a file in which no skin has all joints.
};

/// How to load a file. Fill it with armature_load_options_default().
typedef struct armature_load_options {
    uint32_t size;                         ///< sizeof(armature_load_options).
    bool allows_external_files;            ///< If false, no other file is read: external buffers are refused. Default: true.
    bool allows_worker;                    ///< If false, no worker process is started: formats that need it are refused. Default: true.
    bool has_scene;                        ///< If false, the file's own choice of a scene is shown. Default: false.
    uint32_t scene;                        ///< If has_scene: index of the file's scene to show.
    armature_link_mode link_mode;          ///< Default: ARMATURE_LINK_FORWARD_WRITES, so that models can be posed through their bones.
    armature_body_skeleton body_skeleton;  ///< Default: ARMATURE_BODY_SKELETON_WITHOUT_SKINS.
    const char* rest_pose;                 ///< Type of the file's reference pose that becomes the rest pose, such as "TPose"; null: none.
    const char* worker;                    ///< Path of armature-import-worker; null: it is searched for.
    uint64_t file_bytes;                   ///< Limit on the size of each file that is read. Default: 512 MiB.
    uint64_t unbacked_bytes;               ///< Limit on memory for data that a file declares without containing it. Default: 256 MiB.
} armature_load_options;

/// Fills `options` with defaults. `size` is sizeof(armature_load_options) in the caller's program.
ARMATURE_C_API armature_result armature_load_options_default(armature_load_options* options, uint32_t size);

/// Makes an empty scene. Destroy it with armature_scene_destroy(), or with its context.
ARMATURE_C_API armature_result armature_scene_create(armature_context* context, armature_scene** scene);

/// Loads a model: glTF 2.0, FBX 2.0 to 7.7, BVH, and what armature-import-worker reads, recognised by content. `file` is a path in the
/// system's encoding (UTF-8 on Windows). `options` may be null. ARMATURE_BAD_FILE, with the place and the value, for a file that cannot be
/// used; what could be repaired is among the scene's warnings.
ARMATURE_C_API armature_result armature_scene_load(armature_context* context, const char* file, const armature_load_options* options,
                                                   armature_scene** scene);
/// Loads a model from memory, which is not needed afterwards. `name` stands for the file in messages. External buffers are refused.
ARMATURE_C_API armature_result armature_scene_load_memory(armature_context* context, const void* bytes, size_t size, const char* name,
                                                          const armature_load_options* options, armature_scene** scene);
/// Destroys a scene and all that it owns; handles to these become stale. Null does nothing.
ARMATURE_C_API armature_result armature_scene_destroy(armature_scene* scene);

/// How to write glTF. Fill it with armature_save_options_default().
typedef struct armature_save_options {
    uint32_t size;             ///< sizeof(armature_save_options).
    bool quantizes;            ///< If true, writes 16-bit integers where the difference is hardly visible. Default: false.
    bool quantizes_positions;  ///< If true, writes positions as 16-bit integers too. Default: false.
    bool compresses;           ///< If true, compresses data without loss, with EXT_meshopt_compression. Default: false.
    const char* copyright;     ///< Null: none.
    const char* generator;     ///< The file's generator entry; null: "armature".
} armature_save_options;

/// Fills `options` with defaults. `size` is sizeof(armature_save_options) in the caller's program.
ARMATURE_C_API armature_result armature_save_options_default(armature_save_options* options, uint32_t size);

/// Writes the current state of a scene as glTF 2.0: a GLB or, if `file` ends in .gltf, a .gltf file with a .bin file beside it. The file
/// appears whole or not at all. `options` and `warnings` may be null; otherwise `warnings` receives a list of what glTF cannot express,
/// which the caller destroys.
ARMATURE_C_API armature_result armature_scene_save(const armature_scene* scene, const char* file, const armature_save_options* options,
                                                   armature_strings** warnings);
/// Writes a GLB into memory: a buffer that the caller destroys. `options` and `warnings` may be null.
ARMATURE_C_API armature_result armature_scene_save_memory(const armature_scene* scene, const armature_save_options* options,
                                                          armature_buffer** file, armature_strings** warnings);

/// Writes the number of problems that the importer found.
ARMATURE_C_API armature_result armature_scene_warning_count(const armature_scene* scene, size_t* count);
/// Writes a problem that the importer found, and how it was handled. Valid as long as the scene.
ARMATURE_C_API armature_result armature_scene_warning(const armature_scene* scene, size_t index, const char** text);

// --- parts -------------------------------------------------------------------------------------------------------------------------------

/// Each writes the number of parts of one kind.
ARMATURE_C_API armature_result armature_scene_node_count(const armature_scene* scene, size_t* count);
ARMATURE_C_API armature_result armature_scene_skeleton_count(const armature_scene* scene, size_t* count);
ARMATURE_C_API armature_result armature_scene_mesh_instance_count(const armature_scene* scene, size_t* count);
ARMATURE_C_API armature_result armature_scene_group_count(const armature_scene* scene, size_t* count);

/// Each writes the part at an index, in the order of the file or of creation. ARMATURE_NOT_FOUND if there is none.
ARMATURE_C_API armature_result armature_scene_node(armature_scene* scene, size_t index, armature_node** node);
ARMATURE_C_API armature_result armature_scene_skeleton(armature_scene* scene, size_t index, armature_skeleton** skeleton);
ARMATURE_C_API armature_result armature_scene_mesh_instance(armature_scene* scene, size_t index, armature_mesh_instance** instance);
ARMATURE_C_API armature_result armature_scene_group(armature_scene* scene, size_t index, armature_group** group);

/// Each writes the first part of that name; a group has the name of its clip. ARMATURE_NOT_FOUND if there is none.
ARMATURE_C_API armature_result armature_scene_find_node(armature_scene* scene, const char* name, armature_node** node);
ARMATURE_C_API armature_result armature_scene_find_skeleton(armature_scene* scene, const char* name, armature_skeleton** skeleton);
ARMATURE_C_API armature_result armature_scene_find_group(armature_scene* scene, const char* name, armature_group** group);

/// Adds a node under `parent`, a node of the scene or a bone; null makes it a root. `transform` is in the parent's axes; null: the
/// identity.
ARMATURE_C_API armature_result armature_scene_create_node(armature_scene* scene, const char* name, armature_node* parent,
                                                          const armature_transform* transform, armature_node** node);
/// Removes a node of the scene and its mesh instances.
ARMATURE_C_API armature_result armature_scene_remove_node(armature_scene* scene, armature_node* node, armature_removal removal);

/// Adds a skeleton without bones, which the scene owns.
ARMATURE_C_API armature_result armature_scene_create_skeleton(armature_scene* scene, const char* name, armature_skeleton** skeleton);
/// Gives a skeleton that the application owns to the scene. Its handle stays good.
ARMATURE_C_API armature_result armature_scene_add_skeleton(armature_scene* scene, armature_skeleton* skeleton);
/// Removes a skeleton of the scene. Mesh instances that use it become static.
ARMATURE_C_API armature_result armature_scene_remove_skeleton(armature_scene* scene, armature_skeleton* skeleton);

// --- the frame ---------------------------------------------------------------------------------------------------------------------------

/// Advances the scene's playing groups and its mixers by `seconds` and writes their poses: first groups, then mixers, each in order of
/// creation. Allocates nothing once warm.
ARMATURE_C_API armature_result armature_scene_animate(armature_scene* scene, double seconds, armature_threads threads);
/// Computes everything that is stale in nodes and skeletons. Never needed for correct results; afterwards, getters only read, so that any
/// number of threads may call them.
ARMATURE_C_API armature_result armature_scene_update(const armature_scene* scene, armature_threads threads);
/// Writes the box, in world space, around all mesh instances whose nodes are enabled, in their current pose. Empty without vertices.
/// O(vertices): it skins all of them.
ARMATURE_C_API armature_result armature_scene_bounds(const armature_scene* scene, armature_box* box);

// --- copies of models --------------------------------------------------------------------------------------------------------------------

/// Copies of a model's parts in another scene, which owns them. The instance itself, a list of them, is owned by the application.
typedef struct armature_instance armature_instance;

/// Places a copy of `model`, another scene, in `scene`, below a new node `name` with the given transform in the world; null: the identity.
/// Clips, meshes and rigs are shared. `model` is not needed afterwards. O(nodes + bones + channels).
ARMATURE_C_API armature_result armature_scene_instantiate(armature_scene* scene, const armature_scene* model, const char* name,
                                                          const armature_transform* transform, armature_instance** instance);
/// Removes all copies of an instance from their scene. The instance remains; destroy it.
ARMATURE_C_API armature_result armature_scene_remove_instance(armature_scene* scene, const armature_instance* instance);
/// Writes the node above all copies: moving it moves them. ARMATURE_STALE if it was removed.
ARMATURE_C_API armature_result armature_instance_root(armature_instance* instance, armature_node** root);
/// Writes the copy of the model's skeleton at `index`. ARMATURE_NOT_FOUND if the model had none there, ARMATURE_STALE if it was removed.
ARMATURE_C_API armature_result armature_instance_skeleton(armature_instance* instance, size_t index, armature_skeleton** skeleton);
/// Writes the copied group whose clip has that name. Copies are stopped at first.
ARMATURE_C_API armature_result armature_instance_find_group(armature_instance* instance, const char* name, armature_group** group);
/// Destroys the list; the copies stay in their scene. Null does nothing.
ARMATURE_C_API armature_result armature_instance_destroy(armature_instance* instance);

// --- nodes -------------------------------------------------------------------------------------------------------------------------------

/// The bone as a node: bones and other nodes have the same functions for name, parent and pose. Null gives null. O(1).
ARMATURE_C_API armature_node* armature_bone_as_node(armature_bone* bone);
/// The node as a bone; null if it is not a bone, is gone, or is null. O(1).
ARMATURE_C_API armature_bone* armature_node_as_bone(armature_node* node);

/// Writes the name; may be empty. Valid until the node is renamed or removed. Names from files may hold any bytes but zero.
ARMATURE_C_API armature_result armature_node_name(const armature_node* node, const char** name);
/// Sets the name, which must be UTF-8. Names need not be unique.
ARMATURE_C_API armature_result armature_node_set_name(armature_node* node, const char* name);
/// Writes the parent, or null for a root.
ARMATURE_C_API armature_result armature_node_parent(armature_node* node, armature_node** parent);
/// Moves a node below another node or a bone, or a bone below a bone of its skeleton; null makes it a root.
ARMATURE_C_API armature_result armature_node_set_parent(armature_node* node, armature_node* parent, armature_keep keep);
/// Writes the number of children to `count`, and up to `capacity` of them to `children`, which may be null if `capacity` is 0.
ARMATURE_C_API armature_result armature_node_children(armature_node* node, armature_node** children, size_t capacity, size_t* count);
/// Enables or disables a node: a disabled one and everything below it are not drawn, and not part of armature_scene_bounds().
ARMATURE_C_API armature_result armature_node_set_enabled(armature_node* node, bool enabled);
/// Writes false if the node or one above it is disabled.
ARMATURE_C_API armature_result armature_node_is_enabled(const armature_node* node, bool* enabled);

/// Each writes a matrix from the node's own axes: to its parent's (local), or to the scene's (world). Always current.
ARMATURE_C_API armature_result armature_node_local_matrix(const armature_node* node, float matrix[16]);
ARMATURE_C_API armature_result armature_node_world_matrix(const armature_node* node, float matrix[16]);
/// Sets the local matrix exactly, shear included. Its fourth row must be (0 0 0 1), that is, elements 3, 7, 11 and 15.
ARMATURE_C_API armature_result armature_node_set_local_matrix(armature_node* node, const float matrix[16]);
/// Writes the local pose as translation, rotation and scale. A matrix with shear is split, and the shear dropped.
ARMATURE_C_API armature_result armature_node_transform(const armature_node* node, armature_transform* transform);
/// Sets the local pose. ARMATURE_INVALID_ARGUMENT for numbers that are not finite, and for a rotation of zero length.
ARMATURE_C_API armature_result armature_node_set_transform(armature_node* node, const armature_transform* transform);

/// Writes the position of the node's origin in `space`.
ARMATURE_C_API armature_result armature_node_position(const armature_node* node, armature_space space, float position[3]);
/// Moves the node's origin to a position in `space`. ARMATURE_INVALID_ARGUMENT if a matrix above the node is singular.
ARMATURE_C_API armature_result armature_node_set_position(armature_node* node, const float position[3], armature_space space);
/// Writes the rotation in `space` as a quaternion x, y, z, w.
ARMATURE_C_API armature_result armature_node_rotation(const armature_node* node, armature_space space, float rotation[4]);
/// Turns the node to a rotation in `space`: a quaternion x, y, z, w, of any length but zero. Position and scale stay.
ARMATURE_C_API armature_result armature_node_set_rotation(armature_node* node, const float rotation[4], armature_space space);
/// Writes the scale in `space`.
ARMATURE_C_API armature_result armature_node_scaling(const armature_node* node, armature_space space, float scaling[3]);
/// Sets the scale in `space`; may be negative.
ARMATURE_C_API armature_result armature_node_set_scaling(armature_node* node, const float scaling[3], armature_space space);
/// Moves the node by an offset, along the axes and in the units of `space`.
ARMATURE_C_API armature_result armature_node_translate(armature_node* node, const float offset[3], armature_space space);
/// Turns the node by `angle` radians about an axis in `space` through its origin. The axis may have any length but zero.
ARMATURE_C_API armature_result armature_node_rotate(armature_node* node, const float axis[3], float angle, armature_space space);
/// Turns the node so that its own +Z points at a target in `space`, and its +Y as closely up (+Y of that space) as possible.
ARMATURE_C_API armature_result armature_node_look_at(armature_node* node, const float target[3], armature_space space);

// --- mesh instances ----------------------------------------------------------------------------------------------------------------------

/// Writes the name. Valid until the instance is renamed or removed.
ARMATURE_C_API armature_result armature_mesh_instance_name(const armature_mesh_instance* instance, const char** name);
/// Writes the node at which the mesh is placed.
ARMATURE_C_API armature_result armature_mesh_instance_node(armature_mesh_instance* instance, armature_node** node);
/// Writes the skeleton that skins the mesh, null for a static mesh, and the set of inverse binds that the mesh uses: see
/// armature_skeleton_palette().
ARMATURE_C_API armature_result armature_mesh_instance_skeleton(armature_mesh_instance* instance, armature_skeleton** skeleton,
                                                               size_t* inverse_bind_set);
/// Writes the weights of the morph targets and their number. Valid until the instance is removed or gets another mesh.
ARMATURE_C_API armature_result armature_mesh_instance_morph_weights(const armature_mesh_instance* instance, const float** weights,
                                                                    size_t* count);
/// Sets the weights of all morph targets. `count` must be their number.
ARMATURE_C_API armature_result armature_mesh_instance_set_morph_weights(armature_mesh_instance* instance, const float* weights,
                                                                        size_t count);
/// Writes the box, in world space, around the mesh in its current pose. O(vertices).
ARMATURE_C_API armature_result armature_mesh_instance_bounds(const armature_mesh_instance* instance, armature_box* box);

#ifdef __cplusplus
}
#endif

#endif
