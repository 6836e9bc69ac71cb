#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace armature {

/// Returns the state of a movable object; `name` is what messages call the object, "a GraphPlayer". A moved-from object has no state: it
/// may be assigned to or destroyed; anything else throws std::invalid_argument.
template <class State>
[[nodiscard]] State& stateOf(const std::unique_ptr<State>& state, std::string_view name)
{
    if (state == nullptr) {
        throw std::invalid_argument(std::string(name) + " was moved from: it can only be assigned to or destroyed");
    }
    return *state;
}

}  // namespace armature
