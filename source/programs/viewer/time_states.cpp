#include <array>

#include <fmt/format.h>

#include "state_tables.hpp"

namespace armature::tools {

namespace {

constexpr std::array states{
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

std::span<const ViewerState> timeStates()
{
    return states;
}

}  // namespace armature::tools
