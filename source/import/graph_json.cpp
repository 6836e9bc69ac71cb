#include <armature/import/graph_json.hpp>

#include <new>
#include <stdexcept>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include <armature/error.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/graph/graph_checks.hpp"
#include "base/words.hpp"
#include "import/file_access.hpp"
#include "import/graph/graph_document.hpp"
#include "import/json_text.hpp"
#include "import/notes.hpp"

namespace armature {

namespace {

/// Charges an estimate of the memory that the nodes take once the graph is compiled and playing. A node counts as four parts. A BlendNode,
/// which may evaluate all of its inputs at once, counts as one more part for each input. Each part is charged a fixed number of bytes and a
/// pose of the rig.
void chargeNodes(const importing::GraphDocument& document, const Skeleton& rig, importing::JsonText& text)
{
    constexpr std::size_t bytesOfNode = 512;
    std::size_t parts = 0;
    for (const GraphNode& node : document.nodes) {
        parts += 4;
        if (const auto* const blend = std::get_if<BlendNode>(&node.kind)) {
            parts += blend->inputs.size();
        }
    }
    text.charge(parts * (bytesOfNode + rig.bones().size() * sizeof(Transform)), text.root());
}

GraphFile readGraphFile(importing::JsonText& text, Scene& model, Skeleton& rig)
{
    importing::GraphDocument document = importing::readGraph(text);
    chargeNodes(document, rig, text);
    GraphFile file;
    GraphDescription description{.parameters = std::move(document.parameters),
                                 .clips = importing::prepareClips(document, model, rig, text),
                                 .nodes = std::move(document.nodes),
                                 .root = std::move(document.root)};
    for (importing::GraphClipEntry& entry : document.clips) {
        file.sources.push_back(std::move(static_cast<GraphClipSource&>(entry)));
    }
    try {
        file.graph = AnimationGraph::create(std::move(description), rig);
    } catch (const GraphRefusal& refused) {
        throw importing::Refusal(refused.pointer(), refused.what());
    }
    return file;
}

}  // namespace

GraphFile loadGraphJson(std::string_view json, std::string_view name, Scene& model, Skeleton& rig, const ImportLimits& limits)
{
    try {
        importing::JsonText text(json, limits);
        return readGraphFile(text, model, rig);
    } catch (const importing::Refusal& refusal) {
        throw ImportError(name, refusal.place(), refusal.what());
    } catch (const std::bad_alloc&) {
        throw ImportError(name, "", "there is not enough memory for what the text holds");
    }
}

GraphFile loadGraphJson(const std::filesystem::path& file, Scene& model, Skeleton& rig, const ImportLimits& limits)
{
    const auto read = importing::readFile(file, limits.fileBytes);
    if (const auto* const problem = std::get_if<FileProblem>(&read)) {
        throw ImportError(file.string(), "", problem->text);
    }
    return loadGraphJson(importing::textOf(std::get<importing::FileBytes>(read).bytes()), file.string(), model, rig, limits);
}

std::string saveGraphJson(const GraphDescription& description, std::span<const GraphClipSource> sources)
{
    if (sources.size() != description.clips.size()) {
        throw std::invalid_argument(fmt::format("graph as JSON: {} for {}: there must be one for each", counted(sources.size(), "source"),
                                                counted(description.clips.size(), "clip")));
    }
    importing::GraphDocument document{
        .parameters = description.parameters, .clips = {}, .nodes = description.nodes, .root = description.root};
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const GraphClip& clip = description.clips[i];
        const GraphClipSource& source = sources[i];
        if (!source.bake.bones.empty()
            || (source.motion && (source.motion->options.facing != nullptr || !source.motion->options.feet.empty()))) {
            throw std::invalid_argument(
                fmt::format("graph as JSON: the source of clip {} refers to bones by pointer, but a file names them", inQuotes(clip.name)));
        }
        importing::GraphClipEntry& entry = document.clips.emplace_back();
        static_cast<GraphClipSource&>(entry) = source;
        entry.name = clip.name;
        entry.events = clip.events;
        entry.markers = clip.markers;
        entry.isDifference = clip.isDifference && !source.difference;
    }
    return importing::writeGraph(document);
}

}  // namespace armature
