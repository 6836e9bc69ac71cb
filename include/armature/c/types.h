#ifndef ARMATURE_C_TYPES_H
#define ARMATURE_C_TYPES_H

/// @file
/// Handles that several parts of the C API use. Each is an opaque pointer; docs/c.md says what owns the object.

/// Nodes, skeletons, meshes and animations that belong together. Owned by the application.
typedef struct armature_scene armature_scene;
/// A place in the tree, with a pose: a node of a scene, or a bone seen as a node.
typedef struct armature_node armature_node;
/// Bones with their bind and rest poses, one current pose, and the palette. Owned by a scene, or by the application.
typedef struct armature_skeleton armature_skeleton;
/// A joint. Owned by its skeleton.
typedef struct armature_bone armature_bone;
/// A mesh placed in a scene, which owns it.
typedef struct armature_mesh_instance armature_mesh_instance;
/// Keyframed motion, immutable: one clip serves any number of players and threads. The handle is owned by the application; players keep the
/// clip itself alive.
typedef struct armature_clip armature_clip;
/// One playback of a clip. Owned by its scene.
typedef struct armature_group armature_group;

#endif
