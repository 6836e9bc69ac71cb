#pragma once

#include <algorithm>
#include <span>

#include <armature/animation/inertialization.hpp>

#include "animation/clip/kernels/inertia_kernels.hpp"

namespace armature {

/// Further operations on an Inertialization, for graphs.
class InertializationAccess {
public:
    /// Adds to `pose` the differences that apply() would have added `seconds` ago.
    static void applyEarlier(const Inertialization& inertia, double seconds, Pose& pose) noexcept
    {
        if (inertia.isActive_) {
            inertia.applyAt(inertia.elapsed_ - seconds, pose);
        }
    }
    /// Does the same for a pose in lanes.
    static void applyEarlier(const Inertialization& inertia, double seconds, std::span<TransformLanes> pose) noexcept
    {
        if (inertia.isActive_) {
            addFading(inertia.offsets_.data(), timeAt(inertia, inertia.elapsed_ - seconds), pose);
        }
    }
    static void list(Inertialization& inertia, StateArchive& state) { inertia.listState(state); }

    [[nodiscard]] static FadeTime timeAt(const Inertialization& inertia, double elapsed) noexcept
    {
        const double largest = static_cast<double>(largestFadeRate);
        return {static_cast<float>(elapsed), static_cast<float>(std::clamp(1. / inertia.duration_, 1. / largest, largest))};
    }
};

}  // namespace armature
