#include "players.hpp"

namespace armature::capi {

namespace {

armature_play_options defaultPlayOptions() noexcept
{
    armature_play_options options{};
    options.size = sizeof(options);
    options.loops = true;
    options.speed_ratio = 1.;
    return options;
}

}  // namespace

PlayOptions playOptionsAt(const armature_play_options* given)
{
    const armature_play_options options = optionsAt(given, defaultPlayOptions(), "armature_play_options");
    PlayOptions result;
    result.loop = options.loops;
    result.speedRatio = options.speed_ratio;
    if (options.has_from) {
        result.from = options.from;
    }
    if (options.has_to) {
        result.to = options.to;
    }
    result.loopMode = enumeratorAt(options.loop_mode, LoopMode::AccumulateFromCurrent, "the loop mode");
    return result;
}

void writePlayback(const ClipPlayer& player, armature_playback* outPlayback)
{
    armature_playback state{};
    state.is_playing = player.isPlaying();
    state.is_paused = player.isPaused();
    state.is_looping = player.isLooping();
    state.time = player.getCurrentTime();
    state.speed_ratio = player.getSpeedRatio();
    state.duration = player.getClip().getDuration();
    writeSized(outPlayback, at(outPlayback, "playback").size, state, "armature_playback");
}

void addEvent(ClipPlayer& player, double seconds, armature_callback action, void* user)
{
    if (action == nullptr) {
        throw Refusal(ARMATURE_INVALID_ARGUMENT, "the action is null");
    }
    player.addEvent(seconds, [action, user] { action(user); }).release();
}

}  // namespace armature::capi

armature_result armature_play_options_default(armature_play_options* options, uint32_t size)
{
    return armature::capi::fillDefaults(options, size, armature::capi::defaultPlayOptions(), "armature_play_options");
}
