#pragma once

#include <optional>

#include "node/state_archive.hpp"

namespace armature {

/// Lists a value that may be absent; `list` lists it where it is present. While checking, a value that is absent now is read into a copy.
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
