#pragma once

namespace armature {

/// How an AnimationGroup treats missing targets.
struct GroupOptions {
    /// Accepts a clip even if none of its channels finds a target; the group then plays without moving anything.
    bool mayMoveNothing = false;
};

}  // namespace armature
