#pragma once

#include <vector>

#include "animation/edits/editable_channel.hpp"

namespace armature {

/// Adds keys so that each channel with more than one key has a key at `begin` and at `end`, and at least one channel has a key at `end`.
void cutAtEnds(std::vector<EditableChannel>& channels, double begin, double end);

/// Adds a key at `duration` if no channel reaches it: a clip lasts as long as its longest channel.
void keepDuration(std::vector<EditableChannel>& channels, double duration);

}  // namespace armature
