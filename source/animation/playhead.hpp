#pragma once

namespace armature {

/// What a move passed over: from one time to another, on the way across the seam of the range `rounds` times (a whole number).
struct Passage {
    double before = 0.;
    double after = 0.;
    double rounds = 0.;
    bool isBackwards = false;
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

    /// Where playing begins: the end of the range when it goes backwards.
    [[nodiscard]] double start() const noexcept { return speedRatio < 0. ? to : from; }
    /// Moves by `delta` seconds of the clip. Ends on an end of the range exactly and stops, or wraps once it is beyond.
    Passage move(double delta) noexcept;
};

}  // namespace armature
