#include <array>

#include "layer_text.hpp"
#include "state_tables.hpp"

namespace armature::tools {

namespace {

constexpr std::array states{
    ViewerState{"layers", ofModel<[](const OpenModel& model) { return describeLayers(model.playback); }>},
};

}  // namespace

std::span<const ViewerState> animationStates()
{
    return states;
}

}  // namespace armature::tools
