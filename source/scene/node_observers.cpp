#include "scene/node_observers.hpp"

#include <algorithm>

#include <armature/scene/node.hpp>

#include "scene/node_access.hpp"

namespace armature {

std::uint64_t NodeObservers::add(Event event, NodeObserver observer)
{
    entries_.push_back({nextId_, event, false, std::move(observer)});
    return nextId_++;
}

void NodeObservers::remove(std::uint64_t id) noexcept
{
    const auto entry = std::ranges::find(entries_, id, &Entry::id);
    if (entry == entries_.end()) {
        return;
    }
    if (callDepth_ == 0) {
        entries_.erase(entry);
    } else {
        entry->isCancelled = true;  // it may be the one that is being called
    }
}

void NodeObservers::notify(Event event, Node& node)
{
    ++callDepth_;
    const std::uint64_t end = nextId_;
    for (Entry& entry : entries_) {
        if (entry.event == event && !entry.isCancelled && entry.id < end) {
            entry.observer(node);
        }
    }
    if (--callDepth_ == 0) {
        std::erase_if(entries_, [](const Entry& entry) { return entry.isCancelled; });
    }
}

void Subscription::cancel() noexcept
{
    if (const auto observers = observers_.lock()) {
        observers->remove(id_);
    }
    observers_.reset();
}

NodeObservers& Node::observers()
{
    if (observers_ == nullptr) {
        observers_ = std::make_shared<NodeObservers>();
    }
    return *observers_;
}

Subscription Node::observeChange(NodeObserver observer)
{
    const std::uint64_t id = observers().add(NodeObservers::Event::Change, std::move(observer));
    static_cast<void>(hierarchy_->absolute(slot_));  // what is not current cannot cease to be so
    hierarchy_->watchAbsolute(slot_, true);
    return {observers_, id};
}

Subscription Node::observeDisposal(NodeObserver observer)
{
    const std::uint64_t id = observers().add(NodeObservers::Event::Disposal, std::move(observer));
    return {observers_, id};
}

void NodeAccess::notifyChange(Node& node)
{
    if (node.observers_ != nullptr) {
        node.observers_->notify(NodeObservers::Event::Change, node);
    }
}

// The last call that observers get: whatever they keep of the node, its subscriptions are over.
void NodeAccess::notifyDisposal(Node& node)
{
    if (const auto observers = std::move(node.observers_)) {
        observers->notify(NodeObservers::Event::Disposal, node);
    }
}

}  // namespace armature
