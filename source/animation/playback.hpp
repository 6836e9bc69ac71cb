#pragma once

#include <string_view>

#include <armature/animation/animation_group.hpp>

#include "animation/playhead.hpp"

/// What all that plays a clip does with its Playhead: checks that name the player and its clip.
namespace armature {

/// Who complains: `animation group "run"`.
struct Player {
    std::string_view kind;
    const AnimationClip& clip;
};

/// Throws std::invalid_argument if it is not finite.
void requireSpeedRatio(const Player& player, double speedRatio);

/// See AnimationGroup::play(): from the start of the range, or from where it was if it is paused.
void startPlaying(const Player& player, Playhead& playhead, const PlayOptions& options);

/// Jumps, clamped to the range. NaN throws std::invalid_argument.
void jumpTo(const Player& player, Playhead& playhead, double seconds);

/// `seconds` times the speed ratio; not finite throws std::invalid_argument.
[[nodiscard]] double requireStep(const Player& player, const Playhead& playhead, double seconds);

/// Throws std::invalid_argument that says what of the player has no action.
void requireAction(const Player& player, std::string_view what, bool hasAction);

/// Where an event asked for at `seconds` is: there, or on an end of the clip that differs from that by a float's rounding. Outside the
/// clip, or without action, throws std::invalid_argument.
[[nodiscard]] double requireEvent(const Player& player, double seconds, bool hasAction);

}  // namespace armature
