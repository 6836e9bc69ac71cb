#ifndef ARMATURE_C_ARMATURE_H
#define ARMATURE_C_ARMATURE_H

/// @file
/// The C API of armature: all of its headers. docs/c.md introduces it.

#include <armature/c/animation.h>
#include <armature/c/base.h>
#include <armature/c/cooked.h>
#include <armature/c/crowd.h>
#include <armature/c/graph.h>
#include <armature/c/ik.h>
#include <armature/c/retarget.h>
#include <armature/c/scene.h>
#include <armature/c/skeleton.h>
#include <armature/c/spring.h>
#include <armature/c/types.h>

#endif
