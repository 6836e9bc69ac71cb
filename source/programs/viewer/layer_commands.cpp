#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/words.hpp"
#include "command_tables.hpp"

// Commands for the layers over the clip that plays. Layers are counted from 1, from the bottom up.
namespace armature::tools {

namespace {

using Layers = std::vector<ClipLayer>;

void setLayers(OpenModel& model, Layers layers)
{
    if (model.playback.isGraphPlayed()) {
        throw CommandError("layers lie over a clip, and a graph plays: graph off");
    }
    model.playback.setLayers(std::move(layers));
    model.isPosed = false;
}

Layers layersOf(const OpenModel& model)
{
    return {model.playback.layers().begin(), model.playback.layers().end()};
}

std::size_t parseLayer(const Layers& layers, std::string_view text)
{
    const double number = parseNumber(text, "the number of a layer, from 1");
    if (!(number >= 1. && number <= static_cast<double>(layers.size()))) {
        throw CommandError(fmt::format("layer {}: there are {}", number, layers.size()));
    }
    return static_cast<std::size_t>(number) - 1;
}

// Changes a layer. The first word of the line is its number; the rest says how to change it.
template <auto change>
void changeLayer(ViewerDocument& document, Parameters text)
{
    OpenModel& model = requireModel(document);
    Layers layers = layersOf(model);
    const auto [number, rest] = splitLine(text);
    change(document, layers[parseLayer(layers, number)], rest);
    setLayers(model, std::move(layers));
}

void addLayer(ViewerDocument& document, Parameters name)
{
    OpenModel& model = requireModel(document);
    if (model.playback.clips().empty()) {
        throw CommandError(fmt::format("{} has no clips", printable(model.name)));
    }
    Layers layers = layersOf(model);
    layers.push_back({.clip = requireClip(model, name), .time = model.playback.getTime()});
    setLayers(model, std::move(layers));
}

void removeLayer(ViewerDocument& document, Parameters text)
{
    OpenModel& model = requireModel(document);
    Layers layers = layersOf(model);
    if (text == "all") {
        layers.clear();
    } else {
        layers.erase(layers.begin() + static_cast<std::ptrdiff_t>(parseLayer(layers, text)));
    }
    setLayers(model, std::move(layers));
}

void raiseLayer(ViewerDocument& document, Parameters text)
{
    OpenModel& model = requireModel(document);
    Layers layers = layersOf(model);
    const std::size_t number = parseLayer(layers, text);
    if (number + 1 < layers.size()) {
        std::swap(layers[number], layers[number + 1]);
    }
    setLayers(model, std::move(layers));
}

void weighLayer(const ViewerDocument&, ClipLayer& layer, Parameters text)
{
    const double weight = parseNumber(text, "a weight");
    if (!(weight >= 0. && weight <= 1.)) {
        throw CommandError(fmt::format("a weight is from 0 to 1, not {}", weight));
    }
    layer.weight = static_cast<float>(weight);
}

void setLayerKind(const ViewerDocument&, ClipLayer& layer, Parameters text)
{
    constexpr std::array<std::string_view, 2> kinds{"override", "additive"};
    layer.isAdditive = oneOf(text, kinds) == 1;
}

void setLayerStep(const ViewerDocument&, ClipLayer& layer, Parameters text)
{
    layer.isInStep = switched(layer.isInStep, text);
}

// Parses "below arm_L" (the bone and everything below it), "without hand_L" or "all". Without a name, the selected bone is used.
void maskLayer(const ViewerDocument& document, ClipLayer& layer, Parameters text)
{
    constexpr std::array<std::string_view, 3> words{"below", "without", "all"};
    const auto [word, name] = splitLine(text);
    const std::size_t kind = oneOf(word, words);
    if (kind == 2) {
        layer.mask.clear();
        return;
    }
    const OpenModel& model = *document.current();
    const Node* top = name.empty() ? document.selected() : model.outline.findNode(name);
    if (top == nullptr) {
        throw CommandError(name.empty() ? std::string("nothing is selected")
                                        : fmt::format("{} has no node or bone \"{}\"", printable(model.name), printable(name)));
    }
    std::erase_if(layer.mask, [top](const ClipLayer::Part& part) { return part.top == top; });
    layer.mask.push_back({top, kind == 0});
}

constexpr std::array layerCommandTable{
    ViewerCommand{"layer", "CLIP", "plays a clip over the one that plays", addLayer},
    ViewerCommand{"layer-weight", "LAYER WEIGHT", "how much it covers or adds, from 0 to 1", changeLayer<weighLayer>},
    ViewerCommand{"layer-kind", "LAYER override|additive", "covers what is below it, or adds its motion", changeLayer<setLayerKind>},
    ViewerCommand{"layer-mask", "LAYER below|without|all [NAME]", "moves only what is below a bone, or not that, or all",
                  changeLayer<maskLayer>},
    ViewerCommand{"layer-step", "LAYER [on|off]", "goes as far through its clip as the one that plays", changeLayer<setLayerStep>},
    ViewerCommand{"layer-raise", "LAYER", "puts it over the next one", raiseLayer},
    ViewerCommand{"layer-remove", "LAYER|all", "takes it away", removeLayer},
};

}  // namespace

std::span<const ViewerCommand> layerCommands()
{
    return layerCommandTable;
}

}  // namespace armature::tools
