#include "animation/playhead.hpp"

#include <algorithm>
#include <cmath>

namespace armature {

namespace {

// A time beyond `end` brought back by whole lengths of the range; exactly on an end it stays there, so that the last key is shown.
double wrapped(double beyond, double length) noexcept
{
    const double rest = std::fmod(beyond, length);
    return rest == 0. ? length : rest;
}

}  // namespace

void Playhead::move(double delta) noexcept
{
    const double length = to - from;
    const double target = time + delta;
    if (loop && length > 0.) {
        if (target > to) {
            time = std::min(from + wrapped(target - from, length), to);
        } else if (target < from) {
            time = std::max(to - wrapped(to - target, length), from);
        } else {
            time = target;
        }
        return;
    }
    time = std::clamp(target, from, to);
    const bool isAtEnd = (delta > 0. && time == to) || (delta < 0. && time == from);
    if (!loop && isAtEnd) {
        state = State::Stopped;
    }
}

}  // namespace armature
