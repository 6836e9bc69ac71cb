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

Passage Playhead::move(double delta) noexcept
{
    const double length = to - from;
    const double target = time + delta;
    Passage passage{time, time, 0., delta < 0.};
    if (loop && length > 0.) {
        if (target > to) {
            const double rest = wrapped(target - from, length);
            passage.rounds = std::round((target - from - rest) / length);
            time = std::min(from + rest, to);
        } else if (target < from) {
            const double rest = wrapped(to - target, length);
            passage.rounds = std::round((to - target - rest) / length);
            time = std::max(to - rest, from);
        } else {
            time = target;
        }
    } else {
        time = std::clamp(target, from, to);
        const bool isAtEnd = (delta > 0. && time == to) || (delta < 0. && time == from);
        if (!loop && isAtEnd) {
            state = State::Stopped;
        }
    }
    passage.after = time;
    return passage;
}

}  // namespace armature
