#include "node/node_observers.hpp"

#include <armature/node/node.hpp>

#include "node/node_access.hpp"

namespace armature {

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
    const std::uint64_t id = observers().add(NodeEvent::Change, std::move(observer));
    // Makes the matrix current: only a current matrix can become stale, and thus notify observers.
    static_cast<void>(hierarchy_->absolute(slot_));
    hierarchy_->watchAbsolute(slot_, true);
    return ObserverRegistry::subscription(observers_, id);
}

Subscription Node::observeDisposal(NodeObserver observer)
{
    const std::uint64_t id = observers().add(NodeEvent::Disposal, std::move(observer));
    return ObserverRegistry::subscription(observers_, id);
}

void NodeAccess::notifyChange(Node& node)
{
    if (node.observers_ != nullptr) {
        node.observers_->notify(NodeEvent::Change, node);
    }
}

bool NodeAccess::notifyDisposals(std::span<Node* const> nodes)
{
    bool hasCalled = false;
    for (Node* node : nodes) {
        if (node->observers_ != nullptr) {
            node->observers_->notify(NodeEvent::Disposal, *node);
            node->observers_.reset();  // after the call, so that it also drops observers that subscribe during the call
            hasCalled = true;
        }
    }
    return hasCalled;
}

}  // namespace armature
