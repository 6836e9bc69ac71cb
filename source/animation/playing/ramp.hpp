#pragma once

#include <algorithm>

namespace armature {

/// A number that moves linearly from one value to another.
struct Ramp {
    float value = 1.f;
    float start = 1.f;
    float end = 1.f;
    double elapsed = 0.;
    double duration = 0.;  ///< 0: the value does not move.

    [[nodiscard]] bool isMoving() const noexcept { return duration > 0.; }

    void set(float newValue) noexcept { *this = {newValue, newValue, newValue, 0., 0.}; }

    void moveTo(float newEnd, double seconds) noexcept
    {
        if (seconds > 0.) {
            *this = {value, value, newEnd, 0., seconds};
        } else {
            set(newEnd);
        }
    }

    /// Moves the value. Returns whether it arrives at its end with this step.
    bool advance(double seconds) noexcept
    {
        if (!isMoving()) {
            return false;
        }
        elapsed = std::clamp(elapsed + seconds, 0., duration);
        const bool hasArrived = elapsed >= duration;
        if (hasArrived) {
            set(end);
        } else {
            const double way = elapsed / duration;
            value = static_cast<float>((1. - way) * static_cast<double>(start) + way * static_cast<double>(end));
        }
        return hasArrived;
    }
};

}  // namespace armature
