#pragma once

#include <armature/base/export.hpp>

namespace armature {

/// How an AnimationGroup treats missing targets.
struct ARMATURE_API GroupOptions {
    /// If true, a clip is accepted even if none of its channels finds a target; the group then plays without moving anything.
    bool mayMoveNothing = false;
};

}  // namespace armature
