#pragma once

#include <string>

#include "gui.hpp"
#include "programs/armature/graph_playback.hpp"

namespace armature::tools {

/// Draws the states of a machine as boxes, and its transitions as arrows: what is active, what it goes to and how far it is.
void drawMachine(Gui& gui, const GraphPlayback& graph, const std::string& name, const StateMachineNode& machine);

}  // namespace armature::tools
