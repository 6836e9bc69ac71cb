#pragma once

namespace armature {

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
    void move(double delta) noexcept;
};

}  // namespace armature
