#ifndef ARMATURE_C_BASE_H
#define ARMATURE_C_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Marks the functions of the C API. ARMATURE_C_SHARED: the library is a DLL. ARMATURE_C_BUILDS: it is being compiled. Other platforms need
// neither.
#if defined(_WIN32) && defined(ARMATURE_C_SHARED)
#if defined(ARMATURE_C_BUILDS)
#define ARMATURE_C_API __declspec(dllexport)
#else
#define ARMATURE_C_API __declspec(dllimport)
#endif
#elif defined(__GNUC__) && !defined(_WIN32)
#define ARMATURE_C_API __attribute__((visibility("default")))
#else
#define ARMATURE_C_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// @file
/// What all parts of the C API share: results, contexts, plain types. docs/c.md explains ownership and threads.
///
/// Matrices are 16 floats, column by column, for column vectors: the translation is in elements 12, 13 and 14. Palettes have three rows of
/// four floats per matrix instead. Quaternions are x, y, z, w. Lengths are in metres in imported models, angles in radians, times in
/// seconds; +Y is up. Texts are UTF-8 and end with a zero byte.
///
/// Unless its comment says otherwise, a function returns ARMATURE_OK or an error, writes its out-parameters only if it succeeds, and
/// changes nothing if it fails. Pointers may be null only where a comment says so.

/// The result of a function: ARMATURE_OK, or one of the errors below. Later versions may add errors.
typedef int32_t armature_result;

enum {
    ARMATURE_OK = 0,                ///< The function did what it was asked for.
    ARMATURE_INVALID_ARGUMENT = 1,  ///< A mistake of the caller: null, NaN, a wrong size, an object of another kind or another scene.
    ARMATURE_STALE = 2,             ///< The object of a handle is gone.
    ARMATURE_NOT_FOUND = 3,         ///< Nothing has that name or index.
    ARMATURE_BAD_FILE = 4,          ///< A file cannot be read, written or used.
    ARMATURE_OUT_OF_MEMORY = 5,     ///< Memory could not be allocated.
    ARMATURE_INTERNAL = 6           ///< A failure that the library does not expect.
};

/// The message of the last function that failed on the calling thread: what is wrong, and where. Never null; empty before the first
/// failure. Valid until the next failure on the same thread. A message of more than some 2000 bytes is cut and ends with "...".
ARMATURE_C_API const char* armature_last_error(void);

/// The name of a result, such as "ARMATURE_STALE"; "unknown result" for other numbers. Never null.
ARMATURE_C_API const char* armature_result_name(armature_result result);

/// The version of the library, such as "0.1.0". Never null.
ARMATURE_C_API const char* armature_version(void);

// --- contexts ----------------------------------------------------------------------------------------------------------------------------

/// Owns everything that is made with it, and remembers every handle that it has given out, so that a handle whose object is gone is an
/// error (ARMATURE_STALE) and not a crash. Any number of threads may use one context at once; the objects in it have rules of their own.
typedef struct armature_context armature_context;

/// Makes a context. Destroy it with armature_context_destroy().
ARMATURE_C_API armature_result armature_context_create(armature_context** context);

/// Destroys a context and everything that was made with it. None of its handles may be used afterwards. Null does nothing.
ARMATURE_C_API void armature_context_destroy(armature_context* context);

/// Frees the memory of all handles whose objects are gone, some 100 bytes each, and writes their number to `freed`, which may be null.
/// These handles must not be used afterwards, on any thread: call this when the application has dropped them. O(handles).
ARMATURE_C_API armature_result armature_context_collect(armature_context* context, size_t* freed);

/// True if the object of a handle is gone, and for null. `handle` is a handle of any type except a context. O(1).
ARMATURE_C_API bool armature_is_gone(const void* handle);

// --- plain types -------------------------------------------------------------------------------------------------------------------------

/// A translation, rotation and scale: it scales first, then rotates, then translates. Its layout never changes.
typedef struct armature_transform {
    float translation[3];  ///< In the parent's axes and units.
    float rotation[4];     ///< A quaternion x, y, z, w; need not be of unit length where it is set.
    float scale[3];        ///< Along the object's own axes; may be negative.
} armature_transform;

/// An axis-aligned box. It is empty if a minimum is above its maximum. Its layout never changes.
typedef struct armature_box {
    float minimum[3];  ///< The corner with the smallest coordinates.
    float maximum[3];  ///< The corner with the largest coordinates.
} armature_box;

/// The axes in which a vector, a rotation or a position is expressed.
typedef uint32_t armature_space;

enum {
    ARMATURE_SPACE_OWN = 0,       ///< The object's own axes, with its own rotation and scale.
    ARMATURE_SPACE_LOCAL = 1,     ///< The axes of its parent.
    ARMATURE_SPACE_SKELETON = 2,  ///< The skeleton's axes; for a node outside a skeleton, the world's.
    ARMATURE_SPACE_WORLD = 3      ///< The scene's axes. A bone's are reached through the skeleton's host node.
};

/// What stays the same when an object gets another parent.
typedef uint32_t armature_keep;

enum {
    ARMATURE_KEEP_LOCAL = 0,  ///< The local matrix: the object moves with its new parent.
    ARMATURE_KEEP_WORLD = 1   ///< The world matrix; for a bone, the absolute matrix.
};

/// What happens to the children of a removed node or bone.
typedef uint32_t armature_removal;

enum {
    ARMATURE_REMOVAL_KEEP_CHILDREN = 0,  ///< They become children of the removed object's parent and keep their place.
    ARMATURE_REMOVAL_SUBTREE = 1         ///< They are removed as well.
};

/// The threads that a function uses. The results are the same, bit for bit.
typedef uint32_t armature_threads;

enum {
    ARMATURE_THREADS_CALLER = 0,  ///< Only the calling thread.
    ARMATURE_THREADS_ALL = 1      ///< All threads of oneTBB; only the calling thread if the library was built without it.
};

// --- lists of texts, and bytes -----------------------------------------------------------------------------------------------------------

/// A list of texts, owned by the application.
typedef struct armature_strings armature_strings;

/// Writes the number of texts.
ARMATURE_C_API armature_result armature_strings_count(const armature_strings* strings, size_t* count);
/// Writes a text of the list, which is valid as long as the list. ARMATURE_NOT_FOUND if there is none at `index`.
ARMATURE_C_API armature_result armature_strings_get(const armature_strings* strings, size_t index, const char** text);
/// Destroys a list. Null does nothing.
ARMATURE_C_API armature_result armature_strings_destroy(armature_strings* strings);

/// Bytes in memory, such as those of a file, owned by the application.
typedef struct armature_buffer armature_buffer;

/// Writes the address and the number of the bytes, which are valid as long as the buffer.
ARMATURE_C_API armature_result armature_buffer_bytes(const armature_buffer* buffer, const void** bytes, size_t* size);
/// Destroys a buffer. Null does nothing.
ARMATURE_C_API armature_result armature_buffer_destroy(armature_buffer* buffer);

#ifdef __cplusplus
}
#endif

#endif
