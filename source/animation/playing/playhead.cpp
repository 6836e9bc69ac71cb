#include "animation/playing/playhead.hpp"

#include <algorithm>
#include <cmath>

namespace armature {

namespace {

// Limit on Playhead::round in either direction: beyond it, accumulated motion no longer grows.
constexpr double mostCountedRounds = 1e9;

// Brings a time beyond an end back into the range by whole lengths of the range. A time on an end stays there, so that the last key is
// shown. Steps add up with rounding: three steps of 0.1 end slightly beyond 0.3, but count as 0.3.
double wrapped(double beyond, double length) noexcept
{
    constexpr double rounding = 1e-12;
    const double rest = std::fmod(beyond, length);
    return rest <= rounding * std::max(beyond, length) ? length : rest;
}

}  // namespace

void Playhead::goToStart() noexcept
{
    time = start();
    round = 0.;
    isReturning = false;
}

Passage Playhead::move(double delta) noexcept
{
    Passage passage{time, time, 0., delta < 0., false, false};
    if (loop && to > from) {
        loopMode == LoopMode::PingPong ? turn(delta, passage) : wrap(delta, passage);
    } else {
        time = std::clamp(time + delta, from, to);
        const bool isAtEnd = (delta > 0. && time == to) || (delta < 0. && time == from);
        if (!loop && isAtEnd) {
            state = State::Stopped;
            passage.hasEnded = true;
        }
    }
    passage.after = time;
    return passage;
}

void Playhead::wrap(double delta, Passage& passage) noexcept
{
    const double length = to - from;
    const double target = time + delta;
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
    round = std::clamp(round + (delta < 0. ? -passage.rounds : passage.rounds), -mostCountedRounds, mostCountedRounds);
}

void Playhead::turn(double delta, Passage& passage) noexcept
{
    const double length = to - from;
    passage.isBackwards = (delta < 0.) != isReturning;
    passage.turns = true;
    const double ahead = passage.isBackwards ? time - from : to - time;
    const double way = std::abs(delta);
    double sweep = way;  // distance covered since the last turnaround, or the whole distance if there was none
    double begin = time;
    bool isBackwards = passage.isBackwards;
    if (way > ahead) {
        sweep = wrapped(way - ahead, length);
        passage.rounds = std::round((way - ahead - sweep) / length) + 1.;
        if (std::fmod(passage.rounds, 2.) != 0.) {
            isReturning = !isReturning;
            isBackwards = !isBackwards;
        }
        begin = isBackwards ? to : from;
    }
    time = std::clamp(isBackwards ? begin - sweep : begin + sweep, from, to);
}

}  // namespace armature
