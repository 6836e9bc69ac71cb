#include <array>

#include "layer_text.hpp"
#include "state_tables.hpp"

namespace armature::tools {

namespace {

constexpr std::array states{
    ViewerState{"target", ofModel<[](const OpenModel& model) { return model.target ? model.target->describe() : std::string("none"); }>},
    ViewerState{
        "target-place",
        ofModel<[](const OpenModel& model) { return model.target ? threeNumbers(model.target->getPlace()) : std::string("none"); }>},
    ViewerState{"layers", ofModel<[](const OpenModel& model) { return describeLayers(model.playback); }>},
};

}  // namespace

std::span<const ViewerState> animationStates()
{
    return states;
}

}  // namespace armature::tools
