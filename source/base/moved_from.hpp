#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace armature {

/// Returns the state of a movable object. If the object was moved from and so has no state, throws std::invalid_argument: such an object
/// can only be assigned to or destroyed. The message calls the object `name`, such as "a GraphPlayer".
template <class State>
[[nodiscard]] State& stateOf(const std::unique_ptr<State>& state, std::string_view name)
{
    if (state == nullptr) {
        throw std::invalid_argument(std::string(name) + " was moved from: it can only be assigned to or destroyed");
    }
    return *state;
}

}  // namespace armature
