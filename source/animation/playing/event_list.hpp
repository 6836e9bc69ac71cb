#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "animation/playing/playhead.hpp"
#include "node/observer_list.hpp"

namespace armature {

class StateArchive;

enum class PlaybackEvent : std::uint8_t { Loop, End };

/// The observers of one playback.
class PlaybackObservers final : public ObserverList<PlaybackEvent> {};

/// Actions at times of a clip, which run when the moves of a playhead pass them, and observers of the playhead's rounds and end.
class EventList {
public:
    using Action = std::function<void()>;

    EventList() = default;
    EventList(const EventList&) = delete;
    EventList& operator=(const EventList&) = delete;

    /// Adds an event. An action may call this; the event counts from the next move on. Any action may cancel any event, even its own.
    [[nodiscard]] Subscription add(double seconds, Action action);
    [[nodiscard]] Subscription observe(PlaybackEvent event, Action observer);

    /// Notes that the playhead has jumped: an event at its new time is still to come.
    void jumped() noexcept { isAtStart_ = true; }
    /// Notes a move of the playhead, which fire() reports.
    void moved(const Passage& passage) noexcept;
    /// Forgets the last move: fire() does not report it.
    void forgetMove() noexcept { move_.reset(); }
    /// Runs the actions of the events that the last move passed, in the order of passing: events in (before, after], and in [from, to] for
    /// whole rounds; after a jump, also the event at `before`. Where time turns round, it passes the end of the range once. Observers of
    /// rounds are called between the last action of a round and the first action of the next round; observers of the end are called after
    /// all actions. Of a very long move, only the last rounds are reported, about 1000. Stops as soon as `goesOn` is false.
    void fire(const Playhead& range, const bool& goesOn);
    [[nodiscard]] bool isFiring() const noexcept { return isFiring_; }

    /// Saves or restores the state, without the events themselves. Throws std::invalid_argument if the events are not those of the saved
    /// state.
    void listState(StateArchive& state);

private:
    /// Removes an event when its subscription ends.
    class Registry final : public ObserverRegistry {
    public:
        explicit Registry(EventList& list) noexcept : list_(list) {}
        void remove(std::uint64_t number) noexcept override { list_.remove(number); }

    private:
        EventList& list_;
    };
    struct Event {
        double seconds;
        std::uint64_t number;
        Action action;
        bool isRemoved = false;
    };
    /// A stretch of time in the direction in which it is passed. Its end belongs to it; its beginning belongs to it only if `hasBegin`.
    struct Stretch {
        double begin;
        double end;
        bool hasBegin;
    };

    void insert(Event event);
    void remove(std::uint64_t number) noexcept;
    struct Move {
        Passage passage;
        bool includesStart;
    };

    void fireMove(const Move& move, const Playhead& range, const bool& goesOn);
    void fireIn(const Stretch& stretch, bool isBackwards, const bool& goesOn);
    void notify(PlaybackEvent event) const;
    void settle();

    std::vector<Event> events_;  // sorted by time, then by number
    std::vector<Event> added_;   // added while firing
    std::uint64_t lastNumber_ = 0;
    std::optional<Move> move_;
    std::shared_ptr<Registry> registry_;            // null before the first event
    std::shared_ptr<PlaybackObservers> observers_;  // null while nobody observes
    bool isAtStart_ = false;
    bool isFiring_ = false;
};

}  // namespace armature
