#pragma once

#include <optional>

#include "node/state_archive.hpp"

namespace armature {

/// Lists a value that may be absent; `list` lists a present value. Works on a copy, so that only restoring changes the value.
template <class Value, class List>
void listOptional(StateArchive& state, std::optional<Value>& listed, const List& list)
{
    const bool isThere = state.exchange(listed.has_value());
    Value value = listed.value_or(Value{});
    if (isThere) {
        list(value);
    }
    if (state.isRestoring()) {
        listed = isThere ? std::optional(value) : std::nullopt;
    }
}

}  // namespace armature
