#include <armature/animation/animation_graph.hpp>

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "animation/graph/blend_space.hpp"
#include "animation/graph/graph_checks.hpp"
#include "animation/graph/graph_player_state.hpp"
#include "base/words.hpp"

namespace armature {

namespace {

BlendSpace makeSpace(const BlendSpaceNode& node)
{
    const GraphDescription nothingElse;
    GraphChecks(nothingElse).requirePoints(node, {std::string_view()});
    return BlendSpace::of(node);
}

}  // namespace

std::vector<float> blendSpaceWeights(const BlendSpaceNode& space, const glm::vec2& place)
{
    const SpaceWeights found = makeSpace(space).weightsAt(place);
    std::vector<float> weights(space.points.size());
    for (std::size_t corner = 0; corner < found.point.size(); ++corner) {
        weights[found.point[corner]] += found.weight[corner];
    }
    return weights;
}

std::vector<std::array<std::uint32_t, 3>> blendSpaceTriangles(const BlendSpaceNode& space)
{
    const BlendSpace made = makeSpace(space);
    return {made.triangles().begin(), made.triangles().end()};
}

AnimationGraph::AnimationGraph(GraphDescription description, const Skeleton& rig)
    : description_(std::move(description)), compiled_(std::make_unique<const CompiledGraph>(description_, rig))
{}

AnimationGraph::~AnimationGraph() = default;

std::shared_ptr<const AnimationGraph> AnimationGraph::create(GraphDescription description, const Skeleton& rig)
{
    return std::shared_ptr<const AnimationGraph>(new AnimationGraph(std::move(description), rig));
}

std::optional<std::size_t> AnimationGraph::findParameter(std::string_view name) const noexcept
{
    const auto found = std::ranges::find(description_.parameters, name, &GraphParameter::name);
    return found != description_.parameters.end() ? std::optional(static_cast<std::size_t>(found - description_.parameters.begin()))
                                                  : std::nullopt;
}

std::size_t requireParameter(const AnimationGraph& graph, std::string_view name)
{
    const std::optional<std::size_t> index = graph.findParameter(name);
    if (!index) {
        throw std::invalid_argument(fmt::format("animation graph: there is no parameter {}", inQuotes(name)));
    }
    return *index;
}

std::size_t AnimationGraph::boneCount() const noexcept
{
    return compiled_->boneCount();
}

const CompiledNode& CompiledGraph::requireMachine(std::string_view name) const
{
    const auto isThat = [&](const CompiledNode& node) {
        return node.name == name && std::holds_alternative<CompiledNode::Machine>(node.kind);
    };
    const auto found = std::ranges::find_if(nodes, isThat);
    if (found == nodes.end()) {
        throw std::invalid_argument(fmt::format("animation graph: there is no state machine {}", inQuotes(name)));
    }
    return *found;
}

std::size_t CompiledGraph::requireModifier(std::string_view name) const
{
    const auto found = std::ranges::find(modifiers, name);
    if (found == modifiers.end()) {
        throw std::invalid_argument(fmt::format("animation graph: there is no modifier node {}", inQuotes(name)));
    }
    return static_cast<std::size_t>(found - modifiers.begin());
}

}  // namespace armature
