#pragma once

#include <functional>

#include <armature/handle.hpp>

namespace armature {

/// The base of the internals of a controller, which stay where they are when the controller is moved.
class Updatable {
public:
    [[nodiscard]] const Lifetime& getLifetime() const noexcept { return lifetime_; }

private:
    Lifetime lifetime_;
};

/// For a controller's getUpdater().
template <class State>
[[nodiscard]] std::function<bool(double seconds)> updaterOf(State& state)
{
    return [handle = Handle<State>(state)](double seconds) {
        State* const alive = handle.get();
        if (alive != nullptr) {
            static_cast<void>(alive->update(seconds));
        }
        return alive != nullptr;
    };
}

}  // namespace armature
