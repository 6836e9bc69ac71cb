#pragma once

#include <string>
#include <vector>

#include "programs/armature/playback.hpp"

namespace armature::tools {

/// An event on the timeline.
struct TimeEvent {
    double seconds = 0.;
    std::string name;  ///< Printable name of the event.
    std::string clip;  ///< Printable name of the event's clip; empty for the playing clip.

    /// Returns, for example, "left foot of walk".
    [[nodiscard]] std::string describe() const { return clip.empty() ? name : name + " of " + clip; }
};

/// Returns the events that a graph has passed and still remembers. For a playing clip, returns the events that the last played graph
/// defines for that clip.
[[nodiscard]] std::vector<TimeEvent> eventsOn(const Playback& playback);
/// Returns whether playback passed the event less than a quarter of a second ago; false while paused.
[[nodiscard]] bool hasJustPassed(const TimeEvent& event, const Playback& playback) noexcept;
/// Returns the last event at or before the current time, for example "left foot of walk", or "none".
[[nodiscard]] std::string describeLastEvent(const Playback& playback);

}  // namespace armature::tools
