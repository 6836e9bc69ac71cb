#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace armature {

/// What a controller does its work with. A controller that was moved from has none: it may be assigned to and destroyed, and all else
/// throws std::invalid_argument.
template <class State>
[[nodiscard]] State& stateOf(const std::unique_ptr<State>& state, std::string_view controller)
{
    if (state == nullptr) {
        throw std::invalid_argument(std::string(controller) + " was moved from: it can only be assigned to or destroyed");
    }
    return *state;
}

}  // namespace armature
