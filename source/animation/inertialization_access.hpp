#pragma once

#include <armature/animation/inertialization.hpp>

namespace armature {

/// What graphs do with an Inertialization besides.
class InertializationAccess {
public:
    /// What apply() would have added `seconds` ago, by the same curve.
    static void applyEarlier(const Inertialization& inertia, double seconds, Pose& pose) noexcept
    {
        if (inertia.isActive_) {
            inertia.applyAt(inertia.elapsed_ - seconds, pose);
        }
    }
    static void list(Inertialization& inertia, StateArchive& state) { inertia.listState(state); }
};

}  // namespace armature
