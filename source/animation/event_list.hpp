#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include <armature/animation/animation_layer.hpp>

#include "animation/playhead.hpp"

namespace armature {

/// Actions at times of a clip, and which of them a move of a playhead passes.
class EventList {
public:
    using Action = std::function<void(AnimationLayer&)>;

    /// Returns a number for remove(). May be called by an action; the event counts from the next move on.
    std::size_t add(double seconds, Action action);
    /// May be called by an action, its own included.
    bool remove(std::size_t number) noexcept;

    /// Runs the actions of all events in (before, after], and in [from, to] for whole rounds, in the order in which they are passed; with
    /// `includesStart` the one at `before`, too. Ends when `layer` is no longer active.
    void fire(const Passage& passage, const Playhead& range, bool includesStart, AnimationLayer& layer);

private:
    struct Event {
        double seconds;
        std::size_t number;
        Action action;
        bool isRemoved = false;
    };
    /// A stretch of times, and which of its ends belong to it.
    struct Stretch {
        double low;
        double high;
        bool hasLow;
        bool hasHigh;
    };

    void insert(Event event);
    void fireIn(const Stretch& stretch, bool isBackwards, AnimationLayer& layer);
    void settle();

    std::vector<Event> events_;  // by time, then by number
    std::vector<Event> added_;   // while firing
    std::size_t lastNumber_ = 0;
    bool isFiring_ = false;
};

}  // namespace armature
