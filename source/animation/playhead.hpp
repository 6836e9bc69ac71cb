#pragma once

#include <armature/animation/animation_group.hpp>

namespace armature {

class StateArchive;

/// What a move passed over: from one time to another, and on the way `rounds` times (a whole number) across an end of the range, where
/// time wraps or turns round.
struct Passage {
    double before = 0.;
    double after = 0.;
    double rounds = 0.;
    bool isBackwards = false;  ///< How it begins.
    bool turns = false;        ///< At an end it turns round, else it begins anew at the other.
    bool hasEnded = false;     ///< It has come to an end of the range and stopped there.
};

/// The clock of a playback: a time inside a range, and how it moves. Knows nothing of clips and targets.
struct Playhead {
    enum class State { Stopped, Playing, Paused };

    State state = State::Stopped;
    double time = 0.;
    double from = 0.;
    double to = 0.;
    double speedRatio = 1.;
    bool loop = true;
    LoopMode loopMode = LoopMode::Cycle;
    bool isReturning = false;  ///< PingPong: it runs against the speed's direction.
    double round = 0.;         ///< Which one it is since play(): whole, from 0, downwards when it goes backwards. PingPong stays in 0.

    /// Where playing begins: the end of the range when it goes backwards.
    [[nodiscard]] double start() const noexcept { return speedRatio < 0. ? to : from; }
    /// In the first round, there.
    void goToStart() noexcept;
    /// Moves by `delta` seconds of the clip. Ends on an end of the range exactly and stops, or wraps or turns round once it is beyond.
    Passage move(double delta) noexcept;

private:
    void wrap(double delta, Passage& passage) noexcept;
    void turn(double delta, Passage& passage) noexcept;
};

bool listState(StateArchive& state, Playhead& playhead);

}  // namespace armature
