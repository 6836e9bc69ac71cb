#include "graph_text.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "animation/graph/blend_space.hpp"
#include "words/words.hpp"

namespace armature::tools {

namespace {

std::vector<float> weightsOf(const BlendSpaceNode& space, const glm::vec2& place)
{
    std::vector<glm::vec2> points;
    points.reserve(space.points.size());
    std::ranges::transform(space.points, std::back_inserter(points), &BlendPoint::position);
    const SpaceWeights found = (space.y.empty() ? BlendSpace::line(points) : BlendSpace::plane(points)).weightsAt(place);
    std::vector<float> weights(points.size());
    for (std::size_t corner = 0; corner < found.point.size(); ++corner) {
        weights[found.point[corner]] += found.weight[corner];
    }
    return weights;
}

}  // namespace

BlendReading readBlend(const GraphPlayback& graph, std::string_view name)
{
    BlendReading reading;
    for (const GraphNode& node : graph.getDescription().nodes) {
        const auto* space = std::get_if<BlendSpaceNode>(&node.kind);
        if (space != nullptr && (reading.space == nullptr || node.name == name)) {
            reading.name = &node.name;
            reading.space = space;
        }
    }
    if (reading.space != nullptr) {
        const GraphPlayer& player = graph.getPlayer();
        reading.place = {player.getParameter(reading.space->x), reading.space->y.empty() ? 0.f : player.getParameter(reading.space->y)};
        reading.weights = weightsOf(*reading.space, reading.place);
    }
    return reading;
}

std::vector<std::string_view> blendSpacesOf(const GraphPlayback& graph)
{
    std::vector<std::string_view> names;
    for (const GraphNode& node : graph.getDescription().nodes) {
        if (std::holds_alternative<BlendSpaceNode>(node.kind)) {
            names.emplace_back(node.name);
        }
    }
    return names;
}

std::string describeBlend(const BlendReading& reading)
{
    std::string text;
    for (std::size_t point = 0; point < reading.weights.size(); ++point) {
        if (reading.weights[point] >= 0.005f) {
            text +=
                fmt::format("{}{} {:.2f}", text.empty() ? "" : ", ", printable(reading.space->points[point].node), reading.weights[point]);
        }
    }
    return text.empty() ? "none" : text;
}

std::string describeParameters(const GraphPlayback& graph)
{
    std::string text;
    for (const GraphParameter& parameter : graph.getDescription().parameters) {
        text +=
            fmt::format("{}{} {:.2f}", text.empty() ? "" : ", ", printable(parameter.name), graph.getPlayer().getParameter(parameter.name));
    }
    return text.empty() ? "none" : text;
}

}  // namespace armature::tools
