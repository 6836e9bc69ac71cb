#include "commands.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>
#include <variant>

#include <fmt/format.h>
#include <glm/common.hpp>

#include <armature/animation/graph_player.hpp>
#include <armature/error.hpp>
#include <armature/import/graph_json.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/output_file.hpp"
#include "base/words.hpp"
#include "effort.hpp"
#include "graph_script.hpp"
#include "graph_strip.hpp"
#include "outputs.hpp"
#include "terminal.hpp"
#include "text_file.hpp"

namespace armature::tools {

namespace {

/// Returns the node that carries the skeleton. If the skeleton has no host node, because its bones reach up to the roots of the scene,
/// creates a new node above all roots.
TransformNode& characterOf(Scene& scene, const Skeleton& skeleton)
{
    if (TransformNode* const host = skeleton.getHostNode()) {
        return *host;
    }
    std::vector<TransformNode*> roots;
    for (TransformNode* const node : scene.nodes()) {
        if (node->getParent() == nullptr) {
            roots.push_back(node);
        }
    }
    TransformNode& character = scene.createTransformNode("character");
    for (TransformNode* const root : roots) {
        root->setParent(&character);
    }
    return character;
}

/// Describes which parts of the graph are active, and where the character is, at each moment of the script.
std::string describeRun(const GraphScript& script, GraphPlayer& player, TransformNode& character)
{
    const Transform start = character.getTransform();
    GraphRun run(player, character, script);
    std::string text;
    for (const GraphScript::Moment& moment : script.moments) {
        run.advanceTo(moment.seconds);
        text += run.takeEvents();
        const glm::vec3 at = glm::round(1000.f * character.getPosition(Space::World)) / 1000.f + 0.f;  // never -0
        fmt::format_to(std::back_inserter(text), "{:.6g} s, at ({:.3f} {:.3f} {:.3f})\n", moment.seconds, at.x, at.y, at.z);
        const std::string activity = describeActivity(player);
        for (std::string_view rest = activity; !rest.empty();) {
            const std::size_t length = std::min(rest.find('\n') + 1, rest.size());
            fmt::format_to(std::back_inserter(text), "  {}", rest.substr(0, length));
            rest.remove_prefix(length);
        }
    }
    character.setTransform(start);
    return text;
}

/// Requires the effort for playing the script through all nodes, states and transitions, and for drawing the graph, which shows a
/// transition from any state as one edge per state.
void requireEffort(const GraphOptions& options, const GraphScript& script, const AnimationGraph& graph, std::span<const std::string> inputs)
{
    constexpr std::uint64_t stepsOfSecond = 60;
    std::uint64_t parts = 0;
    std::uint64_t drawn = 0;
    for (const GraphNode& node : graph.getDescription().nodes) {
        parts += 1;
        drawn += 128 + 4 * node.name.size();
        if (const auto* const machine = std::get_if<StateMachineNode>(&node.kind)) {
            std::uint64_t longest = 0;
            for (const GraphState& state : machine->states) {
                longest = std::max<std::uint64_t>(longest, state.name.size());
            }
            std::uint64_t edges = 4 * machine->states.size();
            for (const GraphTransition& transition : machine->transitions) {
                edges += (transition.from.empty() ? machine->states.size() : 1) * (1 + transition.conditions.size());
            }
            parts += machine->states.size() + machine->transitions.size();
            drawn += productOf(edges, 64 + 2 * (node.name.size() + longest));
        }
    }
    Effort effort(options.graph, inputs, options.reading.limits);
    const auto steps = static_cast<std::uint64_t>(script.end) * stepsOfSecond + script.moments.size() + 1;
    effort.require(costOfWork(productOf(steps, parts), 200), "playing the script");
    if (options.dot) {
        effort.require(drawn, "drawing the graph");
    }
}

std::string readScript(const std::string& file)
{
    return readTextFile(file, 1u << 20u, "the limit for scripts");
}

void writeText(const std::string& output, const std::string& text)
{
    OutputFile file(output);
    file.write(text);
    file.finish();
}

}  // namespace

void runGraph(const GraphOptions& options)
{
    std::vector<std::filesystem::path> outputs;
    for (const auto& output : {options.output, options.dot}) {
        if (output) {
            outputs.emplace_back(*output);
        }
    }
    std::ranges::for_each(outputs, requireFolderOf);
    const GraphScript script = parseGraphScript(options.scriptFile ? readScript(*options.scriptFile) : options.script);
    const std::unique_ptr<Scene> scene = loadScene(options.file, options.reading);
    if (scene->skeletons().empty()) {
        throw Error(fmt::format("{}: has no skeleton for a graph to move", printable(options.file)));
    }
    std::vector<std::string> inputs(scene->sourceFiles().begin(), scene->sourceFiles().end());
    inputs.push_back(options.graph);
    if (options.scriptFile) {
        inputs.push_back(*options.scriptFile);
    }
    requireOutputs(outputs, inputs);
    Skeleton& skeleton = *scene->skeletons().front();
    const GraphFile file = loadGraphJson(std::filesystem::path(options.graph), *scene, skeleton, options.reading.limits);
    requireParameters(script, *file.graph);
    requireEffort(options, script, *file.graph, inputs);
    TransformNode& character = characterOf(*scene, skeleton);
    if (options.isText || options.dot) {
        GraphPlayer player(file.graph);
        const std::string text = describeRun(script, player, character);
        if (options.dot) {
            writeText(*options.dot, toDot(player));
        }
        if (options.isText) {
            writeOutput(text);
        }
    }
    if (options.output) {
        const GraphStrip strip{*scene, skeleton, character, file.graph, script, options.pictures};
        writeGraphStrip(strip, options.size, options.file, *options.output);
    }
    if (!options.isQuiet) {
        const std::string details = fmt::format("{}, {}", toString(options.size), counted(options.pictures, "picture"));
        writeOutput((options.output ? describeWritten(*options.output, details) : "") + (options.dot ? describeWritten(*options.dot) : ""));
    }
}

}  // namespace armature::tools
