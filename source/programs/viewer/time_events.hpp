#pragma once

#include <string>
#include <vector>

#include "programs/armature/playback.hpp"

namespace armature::tools {

/// An event on the time line.
struct TimeEvent {
    double seconds = 0.;
    std::string name;  ///< Printable.
    std::string clip;  ///< Printable; empty: the one that plays.

    /// "left foot of walk".
    [[nodiscard]] std::string describe() const { return clip.empty() ? name : name + " of " + clip; }
};

/// What a graph has passed, as far as it is remembered; of a clip that plays, the events that the graph which was played last gives it.
[[nodiscard]] std::vector<TimeEvent> eventsOn(const Playback& playback);
/// Whether time passed the event within the last quarter of a second.
[[nodiscard]] bool hasJustPassed(const TimeEvent& event, const Playback& playback) noexcept;
/// The last one before now: "left foot of walk", or "none".
[[nodiscard]] std::string describeLastEvent(const Playback& playback);

}  // namespace armature::tools
