#include <array>

#include <fmt/format.h>
#include <glm/trigonometric.hpp>

#include <armature/node/node.hpp>
#include <armature/skeleton/bone.hpp>

#include "base/words.hpp"
#include "state_tables.hpp"

namespace armature::tools {

namespace {

constexpr std::array states{
    ViewerState{"undo", ofModel<[](const OpenModel& model) { return model.history.getUndoName(); }>},
    ViewerState{"redo", ofModel<[](const OpenModel& model) { return model.history.getRedoName(); }>},
    ViewerState{"edits", ofModel<[](const OpenModel& model) { return std::to_string(model.history.undoCount()); }>},
    ViewerState{"selected", ofSelected<[](const Node& node) { return printable(shown(node.getName())); }>},
    ViewerState{"position", ofSelected<[](const Node& node) { return threeNumbers(node.getPosition()); }>},
    ViewerState{"rotation", ofSelected<[](const Node& node) { return threeNumbers(glm::degrees(node.getRotation())); }>},
    ViewerState{"scale", ofSelected<[](const Node& node) { return threeNumbers(node.getScaling()); }>},
    ViewerState{"world", ofSelected<[](const Node& node) { return threeNumbers(node.getAbsolutePosition()); }>},
};

}  // namespace

std::span<const ViewerState> poseStates()
{
    return states;
}

}  // namespace armature::tools
