#pragma once

#include <armature/animation/clip_player.hpp>

namespace armature {

/// A move of a playhead from one time to another. `rounds`, a whole number, counts how often the playhead crossed an end of the range,
/// where time wraps or turns round.
struct Passage {
    double before = 0.;
    double after = 0.;
    double rounds = 0.;
    bool isBackwards = false;  ///< Direction at the beginning of the move.
    bool turns = false;        ///< Time turns round at an end of the range; otherwise it starts again at the other end.
    bool hasEnded = false;     ///< The move has reached an end of the range and stopped there.
};

/// The clock of a playback: a time inside a range, and how it moves. Independent of clips and targets.
struct Playhead {
    enum class State { Stopped, Playing, Paused };

    State state = State::Stopped;
    double time = 0.;
    double from = 0.;
    double to = 0.;
    double speedRatio = 1.;
    bool loop = true;
    LoopMode loopMode = LoopMode::Cycle;
    bool isReturning = false;  ///< PingPong: time runs against the speed's direction.
    double round = 0.;         ///< Rounds since play(), a whole number; counts down when playing backwards. Stays 0 in PingPong.

    /// Returns the time at which playing begins: the end of the range when playing backwards.
    [[nodiscard]] double start() const noexcept { return speedRatio < 0. ? to : from; }
    [[nodiscard]] bool accumulates() const noexcept
    {
        return loopMode == LoopMode::Accumulate || loopMode == LoopMode::AccumulateFromCurrent;
    }
    /// Goes to the start of the first round.
    void goToStart() noexcept;
    /// Moves by `delta` seconds of the clip. At an end of the range, the playhead stops exactly there or, in a loop, wraps or turns round
    /// once it is beyond the end.
    Passage move(double delta) noexcept;

private:
    void wrap(double delta, Passage& passage) noexcept;
    void turn(double delta, Passage& passage) noexcept;
};

}  // namespace armature
