#include "animation/event_list.hpp"

#include <algorithm>
#include <utility>

namespace armature {

namespace {

// A clip may be so short, or a step so long, that its rounds could not all be fired in any time.
constexpr double mostRounds = 1000.;

}  // namespace

std::size_t EventList::add(double seconds, Action action)
{
    Event event{seconds, lastNumber_ + 1, std::move(action)};
    if (isFiring_) {
        added_.push_back(std::move(event));
    } else {
        insert(std::move(event));
    }
    return ++lastNumber_;
}

void EventList::insert(Event event)
{
    const auto place = std::ranges::upper_bound(events_, event.seconds, {}, &Event::seconds);
    events_.insert(place, std::move(event));
}

bool EventList::remove(std::size_t number) noexcept
{
    const auto isIt = [&](const Event& event) { return event.number == number && !event.isRemoved; };
    const auto found = std::ranges::find_if(events_, isIt);
    if (found == events_.end()) {
        return std::erase_if(added_, isIt) != 0;
    }
    found->isRemoved = true;  // its action may be running
    if (!isFiring_) {
        events_.erase(found);
    }
    return true;
}

void EventList::moved(const Passage& passage) noexcept
{
    move_ = {passage, isAtStart_};
    isAtStart_ = false;
}

void EventList::fire(const Playhead& range, const bool& goesOn)
{
    if (!move_ || events_.empty()) {
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
    const double rounds = move.passage.rounds;
    const bool isBackwards = move.passage.isBackwards;
    const auto stretch = [&](double begin, double end, bool hasBegin) {
        return isBackwards ? Stretch{end, begin, true, hasBegin} : Stretch{begin, end, hasBegin, true};
    };
    const double seam = isBackwards ? range.from : range.to;
    const double opposite = isBackwards ? range.to : range.from;
    if (rounds == 0.) {
        fireIn(stretch(move.passage.before, move.passage.after, move.includesStart), isBackwards, goesOn);
        return;
    }
    if (rounds <= mostRounds) {
        fireIn(stretch(move.passage.before, seam, move.includesStart), isBackwards, goesOn);
    }
    const int wholeRounds = static_cast<int>(std::min(rounds, mostRounds)) - 1;
    for (int round = 0; round < wholeRounds; ++round) {
        fireIn(stretch(opposite, seam, true), isBackwards, goesOn);
    }
    fireIn(stretch(opposite, move.passage.after, true), isBackwards, goesOn);
}

void EventList::fireIn(const Stretch& stretch, bool isBackwards, const bool& goesOn)
{
    const auto lies = [&](const Event& event) {
        return (stretch.hasLow ? event.seconds >= stretch.low : event.seconds > stretch.low)
               && (stretch.hasHigh ? event.seconds <= stretch.high : event.seconds < stretch.high);
    };
    for (std::size_t i = 0; i < events_.size(); ++i) {
        Event& event = events_[isBackwards ? events_.size() - 1 - i : i];
        if (goesOn && !event.isRemoved && lies(event)) {
            event.action();
        }
    }
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
