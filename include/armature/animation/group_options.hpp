#pragma once

namespace armature {

/// How an AnimationGroup treats missing targets.
struct GroupOptions {
    /// If true, a clip is accepted even if none of its channels finds a target; the group then plays without moving anything.
    bool mayMoveNothing = false;
};

}  // namespace armature
