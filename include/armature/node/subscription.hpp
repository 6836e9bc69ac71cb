#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>

namespace armature {

class ObserverRegistry;

/// A function that is called with the observed node.
using NodeObserver = std::function<void(Node&)>;

/// Keeps an observer registered for as long as the subscription exists. The subscription may outlive the observed object: a node, an
/// animation player, a context.
class ARMATURE_API Subscription {
public:
    Subscription() = default;  ///< Subscribes to nothing.
    Subscription(Subscription&& other) noexcept : observers_(std::move(other.observers_)), id_(other.id_) { other.observers_.reset(); }
    /// Cancels this subscription and takes over the observer of `other`.
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

    /// Stops the calls to the observer. The observer itself may call this.
    void cancel() noexcept;
    /// Gives up control: the observer then stays registered for as long as the observed object exists.
    void release() noexcept { observers_.reset(); }
    /// False once cancelled, released or moved from, or once the observed object is gone.
    [[nodiscard]] bool isActive() const noexcept { return !observers_.expired(); }

private:
    friend class ObserverRegistry;

    Subscription(std::weak_ptr<ObserverRegistry> observers, std::uint64_t id) noexcept : observers_(std::move(observers)), id_(id) {}

    std::weak_ptr<ObserverRegistry> observers_;
    std::uint64_t id_ = 0;
};

}  // namespace armature
