#pragma once

/// Marks what libraries export. The rest is compiled with hidden visibility (-fvisibility=hidden). Every class, struct and function at
/// namespace scope of a public header has the mark, except templates and what is defined in the header; a test checks this.
#define ARMATURE_API __attribute__((visibility("default")))

/// Marks internals that another library of armature needs. They are exported, but no application may count on them.
#define ARMATURE_PRIVATE_API __attribute__((visibility("default")))

/// Marks a nested type of an exported class that stays inside its library. Builds whose libraries export everything (for tests that reach
/// internals of shared libraries) define ARMATURE_EXPORTS_ALL.
#ifdef ARMATURE_EXPORTS_ALL
#define ARMATURE_LOCAL
#else
#define ARMATURE_LOCAL __attribute__((visibility("hidden")))
#endif
