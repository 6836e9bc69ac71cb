#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace armature {

/// The state of a controller. A moved-from controller has none: it may be assigned to and destroyed; anything else throws
/// std::invalid_argument.
template <class State>
[[nodiscard]] State& stateOf(const std::unique_ptr<State>& state, std::string_view controller)
{
    if (state == nullptr) {
        throw std::invalid_argument(std::string(controller) + " was moved from: it can only be assigned to or destroyed");
    }
    return *state;
}

}  // namespace armature
