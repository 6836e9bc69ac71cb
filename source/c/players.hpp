#pragma once

#include <armature/animation/clip_player.hpp>
#include <armature/node/subscription.hpp>

#include "arguments.hpp"

/// What groups and layers share.
namespace armature::capi {

/// Returns the options for playing; null: the defaults.
[[nodiscard]] PlayOptions playOptionsAt(const armature_play_options* given);

/// Writes the state of a playback to the application's struct.
void writePlayback(const ClipPlayer& player, armature_playback* outPlayback);

/// Calls a function of the application at a time of the clip, for as long as the player exists.
void addEvent(ClipPlayer& player, double seconds, armature_callback action, void* user);

}  // namespace armature::capi
