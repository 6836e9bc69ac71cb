#include <array>
#include <filesystem>

#include <fmt/format.h>

#include "base/nearest_name.hpp"
#include "base/words.hpp"
#include "command_tables.hpp"
#include "graph_text.hpp"
#include "layer_text.hpp"
#include "state_tables.hpp"
#include "time_events.hpp"

// Commands for a graph that plays instead of a clip.
namespace armature::tools {

namespace {

void playGraph(ViewerDocument& document, Parameters text)
{
    OpenModel& model = requireModel(document);
    if (text.empty() || text == "on" || text == "off" || text == "toggle") {
        requireGraph(document);
        model.playback.setGraphPlayed(switched(model.playback.isGraphPlayed(), text));
    } else {
        model.playback.playGraph(readGraphSource(std::filesystem::path(text)));
        model.graphStamps = graphStampsOf(model.playback);
        document.tell(fmt::format("{} plays {}", model.name, model.playback.graph()->getSource().name));
    }
    model.isPosed = false;
}

void requireParameter(const GraphPlayback& graph, std::string_view name, bool isTrigger)
{
    std::vector<std::string_view> names;
    for (const GraphParameter& parameter : graph.getDescription().parameters) {
        names.emplace_back(parameter.name);
        if (parameter.name == name && (parameter.kind == ParameterKind::Trigger) != isTrigger) {
            throw CommandError(fmt::format("{} is {}", inQuotes(name), isTrigger ? "no trigger: graph-set" : "a trigger: graph-fire"));
        }
    }
    if (!graph.getPlayer().getGraph()->findParameter(name)) {
        throw CommandError(fmt::format("{} has no parameter {}{}", graph.getSource().name, inQuotes(name), insteadOf(name, names)));
    }
}

// Parses "NAME VALUE". The value is the last word, because names may contain blanks.
void setParameter(ViewerDocument& document, Parameters text)
{
    const GraphPlayback& graph = requireGraph(document);
    const std::size_t blank = text.find_last_of(" \t");
    if (blank == std::string_view::npos) {
        throw CommandError(fmt::format("the name of a parameter and its value, not {}", inQuotes(text)));
    }
    const std::string_view name = text.substr(0, text.find_last_not_of(" \t", blank) + 1);
    requireParameter(graph, name, false);
    const auto value = static_cast<float>(parseNumber(text.substr(blank + 1), "a value"));
    changeGraph(document, [&](GraphPlayback& changed) { changed.set(name, value); });
}

void fireTrigger(ViewerDocument& document, Parameters name)
{
    requireParameter(requireGraph(document), name, true);
    changeGraph(document, [name](GraphPlayback& changed) { changed.fire(name); });
}

void restartGraph(ViewerDocument& document, Parameters)
{
    requireGraph(document);
    changeGraph(document, [](GraphPlayback& changed) { changed.restart(); });
}

constexpr std::array graphCommandTable{
    ViewerCommand{"graph", "FILE.json|on|off", "plays an animation graph instead of a clip, or the clip again", playGraph},
    ViewerCommand{"graph-set", "PARAMETER VALUE", "sets a parameter of the graph", setParameter},
    ViewerCommand{"graph-fire", "TRIGGER", "fires a trigger of the graph", fireTrigger},
    ViewerCommand{"graph-restart", "", "plays the graph from its beginning, with its parameters as they are", restartGraph},
};

// Describes the graph; "none" if the model has none.
template <auto describe>
std::string ofGraph(const ViewerDocument& document)
{
    const OpenModel* model = document.current();
    return model != nullptr && model->playback.graph() != nullptr ? describe(*model, *model->playback.graph()) : "none";
}

constexpr std::array animationStateTable{
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

GraphPlayback& requireGraph(ViewerDocument& document)
{
    OpenModel& model = requireModel(document);
    if (model.playback.graph() == nullptr) {
        throw CommandError(fmt::format("{} has no graph: graph FILE.json, or blend-pad", printable(model.name)));
    }
    return *model.playback.graph();
}

void changeGraph(ViewerDocument& document, const std::function<void(GraphPlayback&)>& change)
{
    change(requireGraph(document));
    OpenModel& model = *document.current();
    model.playback.applyGraph();
    model.isPosed = model.isPosed && !model.playback.isGraphPlayed();
}

std::span<const ViewerCommand> graphCommands()
{
    return graphCommandTable;
}

std::span<const ViewerState> animationStates()
{
    return animationStateTable;
}

}  // namespace armature::tools
