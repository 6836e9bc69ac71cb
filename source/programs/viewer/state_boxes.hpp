#pragma once

#include <string>

#include "gui.hpp"
#include "programs/armature/graph_playback.hpp"

namespace armature::tools {

/// Draws the states of a state machine as boxes, and its transitions as arrows. Shows which states are active, and the progress of the
/// transition under way.
void drawMachine(Gui& gui, const GraphPlayback& graph, const std::string& name, const StateMachineNode& machine);

}  // namespace armature::tools
