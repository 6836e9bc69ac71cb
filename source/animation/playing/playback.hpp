#pragma once

#include <string_view>

#include <armature/animation/animation_group.hpp>

namespace armature {

/// A move of a playhead: it went from one time to another and crossed an end of the range, where time wraps or turns round, `rounds` times
/// (a whole number).
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
    double round = 0.;         ///< The round since play(), whole: from 0, counting down when playing backwards. PingPong stays in 0.

    /// Returns the time at which playing begins: the end of the range when playing backwards.
    [[nodiscard]] double start() const noexcept { return speedRatio < 0. ? to : from; }
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

/// Operations on the Playhead that all players of a clip share, with checks whose messages name the player and its clip.
namespace armature {

/// A player as messages name it: `animation group "run"`.
struct Player {
    std::string_view kind;
    const AnimationClip& clip;
};

/// Throws std::invalid_argument if the speed ratio is not finite.
void requireSpeedRatio(const Player& player, double speedRatio);

/// Starts playing from the start of the range, or from the current time if paused: see AnimationGroup::play().
void startPlaying(const Player& player, Playhead& playhead, const PlayOptions& options);

/// Jumps to a time, clamped to the range. Throws std::invalid_argument for NaN.
void jumpTo(const Player& player, Playhead& playhead, double seconds);

/// Returns `seconds` times the speed ratio. Throws std::invalid_argument if that is not finite.
[[nodiscard]] double requireStep(const Player& player, const Playhead& playhead, double seconds);

/// Throws std::invalid_argument if there is no action; `what` names the part of the player that lacks the action.
void requireAction(const Player& player, std::string_view what, bool hasAction);

/// Returns the time of an event requested at `seconds`: that time, or an end of the clip if `seconds` is within a float's rounding of that
/// end. Throws std::invalid_argument if `seconds` is outside the clip or if there is no action.
[[nodiscard]] double requireEvent(const Player& player, double seconds, bool hasAction);

}  // namespace armature
