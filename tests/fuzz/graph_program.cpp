#include "graph_program.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

#include <armature/animation/graph_player.hpp>
#include <armature/error.hpp>
#include <armature/import/graph_json.hpp>
#include <armature/import/import_text.hpp>
#include <armature/skeleton/pose.hpp>

#include "graph_model.hpp"
#include "oracle.hpp"

namespace armature::test {

namespace {

constexpr std::array<float, 10> oddValues{0.f, 1.f, -1.f, .5f, 1.4f, 2.7f, -1e9f, 1e9f, 1e-20f, -0.f};
constexpr std::array<double, 8> oddSteps{0., 1. / 60., 1. / 7., .3, 2.1, 1e-9, 40., .25};

bool isUsable(const Transform& transform)
{
    const glm::vec3 sum = transform.translation + transform.scale;
    const glm::quat& r = transform.rotation;
    return std::isfinite(sum.x) && std::isfinite(sum.y) && std::isfinite(sum.z) && std::abs(glm::dot(r, r) - 1.f) < 1e-3f;
}

/// True if parameters and the weights of additive nodes are at most 100. Only then must poses be finite: a difference added with a weight
/// of 1e9 may leave the range of floats.
bool hasSaneNumbers(const GraphDescription& graph)
{
    const auto isSane = [](const GraphValue& value) { return std::abs(value.factor) <= 100.f; };
    bool sane = true;
    for (const GraphParameter& parameter : graph.parameters) {
        sane = sane && std::max(std::abs(parameter.minimum), std::abs(parameter.maximum)) <= 100.f;
    }
    for (const GraphNode& node : graph.nodes) {
        const auto* const additive = std::get_if<AdditiveNode>(&node.kind);
        sane = sane && (additive == nullptr || isSane(additive->weight));
    }
    return sane;
}

void play(const GraphFile& file, std::mt19937& random)
{
    GraphPlayer player(file.graph);
    const auto parameters = file.graph->parameters();
    const bool isSane = hasSaneNumbers(file.graph->getDescription());
    Pose pose;
    for (int step = 0; step < 48; ++step) {
        if (!parameters.empty()) {
            const std::size_t index = random() % parameters.size();
            if (parameters[index].kind == ParameterKind::Trigger) {
                player.fire(parameters[index].name);
            } else {
                player.setParameter(index, oddValues[random() % oddValues.size()]);
            }
        }
        player.advance(oddSteps[random() % oddSteps.size()]);
        for (const FiredEvent& event : player.firedEvents()) {
            require(std::isfinite(event.moment) && std::isfinite(event.weight), "an event has a moment and a weight");
        }
        const RootMotionDelta& travel = player.getTravel();
        require(!isSane || std::isfinite(travel.turn + travel.offset.x + travel.offset.y + travel.offset.z), "travel is finite");
        if (step % 4 == 0) {
            player.evaluate(pose);
            for (const Transform& bone : pose.bones) {
                require(!isSane || isUsable(bone), "a pose is finite and has unit rotations");
            }
            static_cast<void>(player.getCurve("loudness"));
        }
        if (step % 16 == 0) {
            require(!describeActivity(player).empty(), "something is active");
            static_cast<void>(toDot(player));
        }
        if (step == 30) {
            player.restart();
        }
    }
}

}  // namespace

void playGraph(std::span<const std::byte> input)
{
    static GraphModel model;
    const std::string_view text(reinterpret_cast<const char*>(input.data()), input.size());
    ImportLimits limits;
    limits.unbackedBytes = 8u << 20u;
    GraphFile file;
    try {
        file = loadGraphJson(text, "fuzzed", model.scene, model.rig, limits);
    } catch (const ImportError& refused) {
        requireMessage(refused.what());
        return;
    }
    static_cast<void>(toString(file));
    const std::string saved = saveGraphJson(file.graph->getDescription(), file.sources);
    const GraphFile again = loadGraphJson(saved, "saved", model.scene, model.rig);
    require(saveGraphJson(again.graph->getDescription(), again.sources) == saved,
            "a graph that is read and written again is the same text");
    require(!toDot(*file.graph).empty(), "a graph has a picture");
    std::uint32_t seed = 2166136261u;
    for (const char character : text) {
        seed = (seed ^ static_cast<unsigned char>(character)) * 16777619u;
    }
    std::mt19937 random(seed);
    play(file, random);
}

}  // namespace armature::test
