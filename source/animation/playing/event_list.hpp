#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "animation/playing/playback.hpp"
#include "node/observer_list.hpp"

namespace armature {

class StateArchive;

enum class PlaybackEvent : std::uint8_t { Loop, End };

/// Who observes one playback.
class PlaybackObservers final : public ObserverList<PlaybackEvent> {};

/// Actions at times of a clip, and which of them the moves of a playhead pass; observers of its rounds and its end.
class EventList {
public:
    using Action = std::function<void()>;

    EventList() = default;
    EventList(const EventList&) = delete;
    EventList& operator=(const EventList&) = delete;

    /// May be called by an action; the event counts from the next move on. It may be cancelled by an action, its own included.
    [[nodiscard]] Subscription add(double seconds, Action action);
    [[nodiscard]] Subscription observe(PlaybackEvent event, Action observer);

    /// The playhead was put where it is: an event there is still to come.
    void jumped() noexcept { isAtStart_ = true; }
    /// The playhead has moved; fire() tells of it.
    void moved(const Passage& passage) noexcept;
    /// The last move is not told of.
    void forgetMove() noexcept { move_.reset(); }
    /// Runs the actions of what the last move passed: (before, after], and [from, to] for whole rounds, in the order in which they were
    /// passed; after a jump the event at `before`, too. Where the range turns round its end is passed once. Observers hear of each round
    /// between its last action and the first of the next, and of the end after all actions. Ends as soon as `goesOn` is false.
    void fire(const Playhead& range, const bool& goesOn);
    [[nodiscard]] bool isFiring() const noexcept { return isFiring_; }

    /// The events must be the same as when the state was saved: actions cannot be saved.
    void listState(StateArchive& state);

private:
    /// Where subscriptions to events are registered.
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
    /// A stretch of times in the order in which they are passed; its end belongs to it.
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

    std::vector<Event> events_;  // by time, then by number
    std::vector<Event> added_;   // while firing
    std::uint64_t lastNumber_ = 0;
    std::optional<Move> move_;
    std::shared_ptr<Registry> registry_;            // none before the first event
    std::shared_ptr<PlaybackObservers> observers_;  // none while nobody observes
    bool isAtStart_ = false;
    bool isFiring_ = false;
};

}  // namespace armature
