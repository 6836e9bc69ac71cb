#include <array>

#include "graph_text.hpp"
#include "layer_text.hpp"
#include "state_tables.hpp"
#include "time_events.hpp"

namespace armature::tools {

namespace {

// Describes the graph; "none" if the model has none.
template <auto describe>
std::string ofGraph(const ViewerDocument& document)
{
    const OpenModel* model = document.current();
    return model != nullptr && model->playback.graph() != nullptr ? describe(*model, *model->playback.graph()) : "none";
}

constexpr std::array states{
    ViewerState{"target", ofModel<[](const OpenModel& model) { return model.target ? model.target->describe() : std::string("none"); }>},
    ViewerState{
        "target-place",
        ofModel<[](const OpenModel& model) { return model.target ? threeNumbers(model.target->getPlace()) : std::string("none"); }>},
    ViewerState{"layers", ofModel<[](const OpenModel& model) { return describeLayers(model.playback); }>},
    ViewerState{"graph", ofGraph<[](const OpenModel& model, const GraphPlayback& graph) {
                    return model.playback.isGraphPlayed() ? graph.getSource().name : std::string("off");
                }>},
    ViewerState{"state", ofGraph<[](const OpenModel&, const GraphPlayback& graph) { return describeStates(graph); }>},
    ViewerState{"event", ofModel<[](const OpenModel& model) { return describeLastEvent(model.playback); }>},
    ViewerState{"parameters", ofGraph<[](const OpenModel&, const GraphPlayback& graph) { return describeParameters(graph); }>},
    ViewerState{
        "blend",
        ofGraph<[](const OpenModel& model, const GraphPlayback& graph) { return describeBlend(readBlend(graph, model.blendSpace)); }>},
};

}  // namespace

std::span<const ViewerState> animationStates()
{
    return states;
}

}  // namespace armature::tools
