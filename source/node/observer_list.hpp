#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <utility>

#include <armature/node/subscription.hpp>

namespace armature {

/// The registry that a Subscription belongs to.
class ObserverRegistry {
public:
    virtual void remove(std::uint64_t id) noexcept = 0;

    [[nodiscard]] static Subscription subscription(std::weak_ptr<ObserverRegistry> registry, std::uint64_t id) noexcept
    {
        return {std::move(registry), id};
    }

protected:
    ~ObserverRegistry() = default;
};

/// The observers of one object. While an observer is called, it may add and cancel subscriptions, including its own.
template <class Event, class... Arguments>
class ObserverList : public ObserverRegistry {
public:
    using Observer = std::function<void(Arguments...)>;

    /// Adds an observer. Returns its id, for remove().
    std::uint64_t add(Event event, Observer observer)
    {
        entries_.push_back({nextId_, event, false, std::move(observer)});
        return nextId_++;
    }

    void remove(std::uint64_t id) noexcept override
    {
        const auto entry = std::ranges::find(entries_, id, &Entry::id);
        if (entry == entries_.end()) {
            return;
        }
        if (callDepth_ == 0) {
            entries_.erase(entry);
        } else {
            entry->isCancelled = true;  // the observer may be running right now
        }
    }

    /// Calls the observers of `event`, except those added during the call. Exceptions of an observer propagate.
    void notify(Event event, Arguments... arguments)
    {
        const Call call(*this);
        const std::uint64_t end = nextId_;
        for (Entry& entry : entries_) {
            if (entry.event == event && !entry.isCancelled && entry.id < end) {
                entry.observer(arguments...);
            }
        }
    }

    [[nodiscard]] bool isEmpty() const noexcept { return entries_.empty(); }

protected:
    ~ObserverList() = default;

private:
    struct Entry {
        std::uint64_t id;
        Event event;
        bool isCancelled;
        Observer observer;
    };
    struct Call {
        explicit Call(ObserverList& calling) : list(calling) { ++list.callDepth_; }
        ~Call()
        {
            if (--list.callDepth_ == 0) {
                std::erase_if(list.entries_, [](const Entry& entry) { return entry.isCancelled; });
            }
        }
        Call(const Call&) = delete;
        Call& operator=(const Call&) = delete;
        ObserverList& list;
    };

    std::list<Entry> entries_;  // a list, because entries must not move while their observers are called
    std::uint64_t nextId_ = 0;
    int callDepth_ = 0;
};

}  // namespace armature
