#include "animation/playing/event_list.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "node/state_archive.hpp"

namespace armature {

namespace {

// Limit on the rounds that fire in one move; of a longer move, only the last rounds fire. A clip may be so short, or a step so long, that
// firing all rounds would take too long.
constexpr double mostFiredRounds = 1000.;

}  // namespace

Subscription EventList::add(double seconds, Action action)
{
    if (registry_ == nullptr) {
        registry_ = std::make_shared<Registry>(*this);
    }
    Event event{seconds, lastNumber_ + 1, std::move(action)};
    if (isFiring_) {
        added_.push_back(std::move(event));
    } else {
        insert(std::move(event));
    }
    return ObserverRegistry::subscription(registry_, ++lastNumber_);
}

void EventList::insert(Event event)
{
    const auto place = std::ranges::upper_bound(events_, event.seconds, {}, &Event::seconds);
    events_.insert(place, std::move(event));
}

void EventList::remove(std::uint64_t number) noexcept
{
    const auto isIt = [&](const Event& event) { return event.number == number && !event.isRemoved; };
    const auto found = std::ranges::find_if(events_, isIt);
    if (found == events_.end()) {
        std::erase_if(added_, isIt);
        return;
    }
    found->isRemoved = true;  // its action may be running
    if (!isFiring_) {
        events_.erase(found);
    }
}

Subscription EventList::observe(PlaybackEvent event, Action observer)
{
    if (observers_ == nullptr) {
        observers_ = std::make_shared<PlaybackObservers>();
    }
    return ObserverRegistry::subscription(observers_, observers_->add(event, std::move(observer)));
}

void EventList::moved(const Passage& passage) noexcept
{
    move_ = {passage, isAtStart_};
    isAtStart_ = false;
}

void EventList::fire(const Playhead& range, const bool& goesOn)
{
    if (!move_ || (events_.empty() && observers_ == nullptr)) {
        move_.reset();
        return;
    }
    struct Firing {
        explicit Firing(EventList& firingList) : list(firingList) { list.isFiring_ = true; }
        ~Firing() { list.settle(); }
        EventList& list;
    };
    const Firing firing(*this);
    const Move move = *move_;
    move_.reset();
    fireMove(move, range, goesOn);
}

void EventList::fireMove(const Move& move, const Playhead& range, const bool& goesOn)
{
    const Passage& passage = move.passage;
    const double fired = passage.rounds > mostFiredRounds ? mostFiredRounds - 1. : passage.rounds;
    const double skipped = passage.rounds - fired;
    bool isBackwards = passage.isBackwards != (passage.turns && std::fmod(skipped, 2.) != 0.);
    double begin = passage.before;
    bool hasBegin = move.includesStart;
    const auto beginRound = [&] {
        begin = isBackwards ? range.to : range.from;
        hasBegin = !passage.turns;
    };
    if (skipped > 0.) {
        beginRound();
    }
    for (double round = 0.; round < fired && goesOn; ++round) {
        fireIn({begin, isBackwards ? range.from : range.to, hasBegin}, isBackwards, goesOn);
        if (goesOn) {
            notify(PlaybackEvent::Loop);
        }
        isBackwards = isBackwards != passage.turns;
        beginRound();
    }
    fireIn({begin, passage.after, hasBegin}, isBackwards, goesOn);
    if (passage.hasEnded && goesOn) {
        notify(PlaybackEvent::End);
    }
}

void EventList::notify(PlaybackEvent event) const
{
    if (const auto observers = observers_) {  // an observer may remove the player
        observers->notify(event);
    }
}

void EventList::fireIn(const Stretch& stretch, bool isBackwards, const bool& goesOn)
{
    const auto lies = [&](const Event& event) {
        const bool isBehindBegin = isBackwards ? event.seconds < stretch.begin : event.seconds > stretch.begin;
        const bool isBeforeEnd = isBackwards ? event.seconds >= stretch.end : event.seconds <= stretch.end;
        return isBeforeEnd && (isBehindBegin || (stretch.hasBegin && event.seconds == stretch.begin));
    };
    for (std::size_t i = 0; i < events_.size(); ++i) {
        Event& event = events_[isBackwards ? events_.size() - 1 - i : i];
        if (goesOn && !event.isRemoved && lies(event)) {
            event.action();
        }
    }
}

void EventList::listState(StateArchive& state)
{
    state.refuseWhile(isFiring_);
    state.same("events", events_.size());
    for (const Event& event : events_) {
        state.same("is the number of the next event", event.number);
        state.same("nanoseconds is its time", static_cast<std::uint64_t>(event.seconds * 1e9));
    }
    state.values(lastNumber_, isAtStart_);
}

void EventList::settle()
{
    isFiring_ = false;
    std::erase_if(events_, [](const Event& event) { return event.isRemoved; });
    for (Event& event : added_) {
        insert(std::move(event));
    }
    added_.clear();
}

}  // namespace armature
