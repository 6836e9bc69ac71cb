#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include <armature/fwd.hpp>

namespace armature {

class NodeObservers;

/// What an observer is called with: the node that it observes.
using NodeObserver = std::function<void(Node&)>;

/// Keeps an observer registered for as long as it lives. May outlive the node.
class Subscription {
public:
    Subscription() = default;
    Subscription(Subscription&& other) noexcept : observers_(std::move(other.observers_)), id_(other.id_) { other.observers_.reset(); }
    Subscription& operator=(Subscription&& other) noexcept
    {
        if (this != &other) {
            cancel();
            observers_ = std::move(other.observers_);
            id_ = other.id_;
            other.observers_.reset();
        }
        return *this;
    }
    ~Subscription() { cancel(); }

    /// The observer is not called again. May be called from the observer itself.
    void cancel() noexcept;
    /// False once cancelled, moved from, or after the node is gone.
    [[nodiscard]] bool isActive() const noexcept { return !observers_.expired(); }

private:
    friend class Node;

    Subscription(std::weak_ptr<NodeObservers> observers, std::uint64_t id) noexcept : observers_(std::move(observers)), id_(id) {}

    std::weak_ptr<NodeObservers> observers_;
    std::uint64_t id_ = 0;
};

}  // namespace armature
