#pragma once

#include <vector>

#include "animation/edits/editable_channel.hpp"

namespace armature {

/// Gives each channel that moves a key at both times, and the clip at least one at `end`.
void cutAtEnds(std::vector<EditableChannel>& channels, double begin, double end);

/// A clip lasts as long as its longest channel: adds a key if none reaches `duration`.
void keepDuration(std::vector<EditableChannel>& channels, double duration);

}  // namespace armature
