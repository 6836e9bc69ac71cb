#ifndef ARMATURE_C_COOKED_H
#define ARMATURE_C_COOKED_H

#include <armature/c/animation.h>
#include <armature/c/base.h>
#include <armature/c/crowd.h>
#include <armature/c/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/// @file
/// Cooked files: skeletons, clips, baked clips and crowds that a program maps and uses in place. docs/cooked_files.md has the format.

/// An open cooked file. Any number of threads may use one. The handle is owned by the application; whatever was taken out keeps the memory
/// that it uses.
typedef struct armature_cooked_file armature_cooked_file;

/// The kinds of entries in a cooked file.
typedef uint32_t armature_cooked_kind;

enum {
    ARMATURE_COOKED_SKELETON = 0,    ///< Skeletons.
    ARMATURE_COOKED_CLIP = 1,        ///< Clips.
    ARMATURE_COOKED_BAKED_CLIP = 2,  ///< Baked clips.
    ARMATURE_COOKED_CROWD = 3        ///< Crowds: a skeleton and the baked clips that its members play.
};

/// How to open a cooked file. Fill it with armature_cooked_options_default().
typedef struct armature_cooked_options {
    uint32_t size;            ///< sizeof(armature_cooked_options).
    bool is_mapped;           ///< If false, the file is read into memory, for files that other programs may shorten. Default: true.
    uint64_t file_bytes;      ///< Limit on the file's size. Default: 8 GiB.
    uint64_t unbacked_bytes;  ///< Limit on memory that a file demands without containing data for it. Default: 256 MiB.
} armature_cooked_options;

/// Fills `options` with defaults. `size` is sizeof(armature_cooked_options) in the caller's program.
ARMATURE_C_API armature_result armature_cooked_options_default(armature_cooked_options* options, uint32_t size);

/// Opens a cooked file. `options` may be null. ARMATURE_BAD_FILE if it is missing, too large or malformed; entries are checked when they
/// are taken out.
ARMATURE_C_API armature_result armature_cooked_file_open(armature_context* context, const char* file,
                                                         const armature_cooked_options* options, armature_cooked_file** cooked);
/// Closes a file; what was taken out stays good. Null does nothing.
ARMATURE_C_API armature_result armature_cooked_file_destroy(armature_cooked_file* cooked);
/// Writes the number of entries of a kind.
ARMATURE_C_API armature_result armature_cooked_file_count(const armature_cooked_file* cooked, armature_cooked_kind kind, size_t* count);
/// Writes the index of the first entry of that name. ARMATURE_NOT_FOUND if there is none.
ARMATURE_C_API armature_result armature_cooked_file_find(const armature_cooked_file* cooked, armature_cooked_kind kind, const char* name,
                                                         size_t* index);
/// Each takes out an entry, by its index: a skeleton in its rest pose or a crowd without members, new at each call; or a clip. The
/// application owns it.
ARMATURE_C_API armature_result armature_cooked_file_create_skeleton(const armature_cooked_file* cooked, size_t index,
                                                                    armature_skeleton** skeleton);
ARMATURE_C_API armature_result armature_cooked_file_clip(const armature_cooked_file* cooked, size_t index, armature_clip** clip);
ARMATURE_C_API armature_result armature_cooked_file_baked_clip(const armature_cooked_file* cooked, size_t index,
                                                               armature_baked_clip** baked);
ARMATURE_C_API armature_result armature_cooked_file_create_crowd(const armature_cooked_file* cooked, size_t index, armature_crowd** crowd);

/// A crowd of a cooked file. Its layout never changes; start from zeros.
typedef struct armature_cooked_crowd {
    const char* name;           ///< For armature_cooked_file_find().
    size_t skeleton;            ///< Index into the skeletons.
    const size_t* baked_clips;  ///< Indices into the baked clips; members play them in this order.
    size_t baked_clip_count;    ///< Number of these.
    const size_t* curves;       ///< For each of these, the index of the clip that supplies curves and morph weights; null: none.
} armature_cooked_crowd;

/// The contents of a cooked file. Its layout never changes; start from zeros. Each list may be null if its count is 0.
typedef struct armature_cooked_contents {
    const armature_skeleton* const* skeletons;      ///< Their definitions are saved, not their current poses.
    size_t skeleton_count;                          ///< Number of skeletons.
    const armature_clip* const* clips;              ///< Channels find their targets by name.
    size_t clip_count;                              ///< Number of clips.
    const armature_baked_clip* const* baked_clips;  ///< Crowds refer to them by index.
    size_t baked_clip_count;                        ///< Number of baked clips.
    const armature_cooked_crowd* crowds;            ///< Crowds.
    size_t crowd_count;                             ///< Number of crowds.
} armature_cooked_contents;

/// Writes a cooked file. It appears whole or not at all, and programs that have an old file of that name mapped keep it.
ARMATURE_C_API armature_result armature_cooked_file_save(const armature_cooked_contents* contents, const char* file);

#ifdef __cplusplus
}
#endif

#endif
