#include "time_events.hpp"

#include <cmath>

#include "base/words.hpp"

namespace armature::tools {

std::vector<TimeEvent> eventsOn(const Playback& playback)
{
    std::vector<TimeEvent> events;
    const GraphPlayback* graph = playback.graph();
    if (playback.isGraphPlayed()) {
        for (const PassedEvent& event : graph->events()) {
            events.push_back({event.seconds, printable(event.name), printable(event.clip)});
        }
    } else if (graph != nullptr && playback.current() != nullptr) {
        const std::vector<GraphClip>& clips = graph->getDescription().clips;
        for (std::size_t number = 0; number < clips.size(); ++number) {
            const std::string& source = graph->getFile().sources[number].clip;
            if ((source.empty() ? clips[number].name : source) == playback.current()->getName()) {
                for (const GraphEvent& event : clips[number].events) {
                    events.push_back({event.seconds, printable(event.name), ""});
                }
            }
        }
    }
    return events;
}

bool hasJustPassed(const TimeEvent& event, const Playback& playback) noexcept
{
    const double since = (playback.getTime() - event.seconds) / playback.getSpeed();
    return playback.isPlaying() && since >= 0. && since < 0.25;
}

std::string describeLastEvent(const Playback& playback)
{
    const TimeEvent* last = nullptr;
    const std::vector<TimeEvent> events = eventsOn(playback);
    for (const TimeEvent& event : events) {
        if (event.seconds <= playback.getTime() && (last == nullptr || event.seconds >= last->seconds)) {
            last = &event;
        }
    }
    return last != nullptr ? last->describe() : "none";
}

}  // namespace armature::tools
