#pragma once

#include <cstdint>
#include <list>

#include <armature/scene/subscription.hpp>

namespace armature {

/// Who observes one node. An observer may add and cancel subscriptions, its own too, while it is being called.
class NodeObservers {
public:
    enum class Event : std::uint8_t { Change, Disposal };

    /// Returns a number for remove().
    std::uint64_t add(Event event, NodeObserver observer);
    void remove(std::uint64_t id) noexcept;
    /// Calls those who observe `event`, except who comes during the call.
    void notify(Event event, Node& node);

private:
    struct Entry {
        std::uint64_t id;
        Event event;
        bool isCancelled;
        NodeObserver observer;
    };

    std::list<Entry> entries_;  // a list: entries stay where they are while they are called
    std::uint64_t nextId_ = 0;
    int callDepth_ = 0;
};

}  // namespace armature
