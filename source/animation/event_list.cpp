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

void EventList::fire(const Passage& passage, const Playhead& range, bool includesStart, AnimationLayer& layer)
{
    if (events_.empty()) {
        return;
    }
    struct Firing {
        explicit Firing(EventList& firingList) : list(firingList) { list.isFiring_ = true; }
        ~Firing() { list.settle(); }
        EventList& list;
    };
    const Firing firing(*this);
    const auto [before, after, rounds, isBackwards] = passage;
    const double from = range.from;
    const double to = range.to;
    const auto stretch = [&](double begin, double end, bool hasBegin) {
        return isBackwards ? Stretch{end, begin, true, hasBegin} : Stretch{begin, end, hasBegin, true};
    };
    const double seam = isBackwards ? from : to;
    const double opposite = isBackwards ? to : from;
    if (rounds == 0.) {
        fireIn(stretch(before, after, includesStart), isBackwards, layer);
        return;
    }
    if (rounds <= mostRounds) {
        fireIn(stretch(before, seam, includesStart), isBackwards, layer);
    }
    for (double round = std::max(1., rounds - mostRounds + 1.); round < rounds; ++round) {
        fireIn(stretch(opposite, seam, true), isBackwards, layer);
    }
    fireIn(stretch(opposite, after, true), isBackwards, layer);
}

void EventList::fireIn(const Stretch& stretch, bool isBackwards, AnimationLayer& layer)
{
    const auto lies = [&](const Event& event) {
        return (stretch.hasLow ? event.seconds >= stretch.low : event.seconds > stretch.low)
               && (stretch.hasHigh ? event.seconds <= stretch.high : event.seconds < stretch.high);
    };
    for (std::size_t i = 0; i < events_.size(); ++i) {
        Event& event = events_[isBackwards ? events_.size() - 1 - i : i];
        if (layer.isActive() && !event.isRemoved && lies(event)) {
            event.action(layer);
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
