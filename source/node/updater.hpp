#pragma once

#include <functional>

#include <armature/handle.hpp>

namespace armature {

/// The base class of a controller's internals, whose address stays the same when the controller is moved.
class Updatable {
public:
    [[nodiscard]] const Lifetime& getLifetime() const noexcept { return lifetime_; }

private:
    Lifetime lifetime_;
};

/// The updater that a controller's getUpdater() returns. controller() is a handle to that controller's internals.
class ControllerUpdater {
public:
    template <class State>
    ControllerUpdater(State& state, const char* memoryOf)
        : controller_(state)
        , update_([](Updatable& updated, double seconds) { static_cast<void>(static_cast<State&>(updated).update(seconds)); })
        , memoryOf_(memoryOf)
    {}

    bool operator()(double seconds) const
    {
        Updatable* const alive = controller_.get();
        if (alive != nullptr) {
            update_(*alive, seconds);
        }
        return alive != nullptr;
    }

    [[nodiscard]] const Handle<Updatable>& controller() const noexcept { return controller_; }
    /// The controller's class name for SavedState's messages, if the controller remembers data between updates; otherwise null.
    [[nodiscard]] const char* memoryOf() const noexcept { return memoryOf_; }

private:
    Handle<Updatable> controller_;
    void (*update_)(Updatable& updated, double seconds);
    const char* memoryOf_;
};

/// Makes the updater that a controller's getUpdater() returns.
template <class State>
[[nodiscard]] std::function<bool(double seconds)> updaterOf(State& state, const char* memoryOf)
{
    return ControllerUpdater(state, memoryOf);
}

}  // namespace armature
