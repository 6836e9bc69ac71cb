#include <array>

#include <fmt/format.h>

#include "base/words.hpp"
#include "command_tables.hpp"
#include "state_tables.hpp"

namespace armature::tools {

namespace {

void chooseClip(ViewerDocument& document, Parameters name)
{
    OpenModel& model = requireModel(document);
    if (model.playback.clips().empty()) {
        throw CommandError(fmt::format("{} has no clips", printable(model.name)));
    }
    if (name == "next" || name == "previous") {
        model.springs.rest();
        model.playback.change(name == "next" ? 1 : -1);
    } else {
        const std::size_t clip = requireClip(model, name);
        model.springs.rest();
        model.playback.select(clip);
    }
    model.isPosed = false;
}

void play(ViewerDocument& document, Parameters)
{
    requireModel(document).playback.play();
}

void pausePlayback(ViewerDocument& document, Parameters)
{
    requireModel(document).playback.pause();
}

void togglePlayback(ViewerDocument& document, Parameters)
{
    requireModel(document).playback.togglePause();
}

void goToTime(ViewerDocument& document, Parameters seconds)
{
    requireModel(document);
    document.goTo(parseNumber(seconds, "seconds"));
}

void stepTime(ViewerDocument& document, Parameters seconds)
{
    OpenModel& model = requireModel(document);
    model.springs.rest();
    model.playback.step(parseNumber(seconds, "seconds"));
    model.isPosed = false;
}

void setSpeed(ViewerDocument& document, Parameters speed)
{
    requireModel(document).playback.setSpeed(parseNumber(speed, "a factor"));
}

void setLoop(ViewerDocument& document, Parameters text)
{
    Playback& playback = requireModel(document).playback;
    playback.setLooping(switched(playback.isLooping(), text));
}

void setInPlace(ViewerDocument& document, Parameters text)
{
    Playback& playback = requireModel(document).playback;
    playback.setInPlace(switched(playback.isInPlace(), text));
}

constexpr std::array timeCommandTable{
    ViewerCommand{"clip", "next|previous|NAME", "plays another clip", chooseClip},
    ViewerCommand{"play", "", "plays on", play},
    ViewerCommand{"pause", "", "stops the time", pausePlayback},
    ViewerCommand{"play-or-pause", "", "either", togglePlayback},
    ViewerCommand{"time", "SECONDS", "jumps to a time of the clip", goToTime},
    ViewerCommand{"step", "SECONDS", "pauses, and moves the time", stepTime},
    ViewerCommand{"speed", "FACTOR", "plays faster or slower; backwards if negative", setSpeed},
    ViewerCommand{"loop", "[on|off]", "starts again at the end of the clip", setLoop},
    ViewerCommand{"in-place", "[on|off]", "plays without the root's travel", setInPlace},
};

constexpr std::array timeStateTable{
    ViewerState{"clip", ofModel<[](const OpenModel& model) {
                    return model.playback.current() != nullptr ? model.playback.nameOf(model.playback.getClip()) : std::string("none");
                }>},
    ViewerState{"time", ofModel<[](const OpenModel& model) { return fmt::format("{:.3f}", model.playback.getTime()); }>},
    ViewerState{"playing", ofModel<[](const OpenModel& model) { return onOrOff(model.playback.isPlaying()); }>},
    ViewerState{"loop", ofModel<[](const OpenModel& model) { return onOrOff(model.playback.isLooping()); }>},
    ViewerState{"in-place", ofModel<[](const OpenModel& model) { return onOrOff(model.playback.isInPlace()); }>},
    ViewerState{"speed", ofModel<[](const OpenModel& model) { return fmt::format("{}", model.playback.getSpeed()); }>},
};

}  // namespace

std::span<const ViewerCommand> timeCommands()
{
    return timeCommandTable;
}

std::span<const ViewerState> timeStates()
{
    return timeStateTable;
}

}  // namespace armature::tools
