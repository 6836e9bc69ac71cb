#include <armature/animation/graph_player.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

#include <armature/animation/animation_clip.hpp>
#include <armature/mesh/mesh.hpp>
#include <armature/mesh/mesh_instance.hpp>
#include <armature/node/transform_node.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/clip/named_channels.hpp"
#include "animation/graph/graph_player_state.hpp"
#include "base/moved_from.hpp"
#include "base/words.hpp"

namespace armature {

namespace {

constexpr const char* playerName = "a GraphPlayer";  // for messages

std::shared_ptr<const AnimationGraph> requireGraph(std::shared_ptr<const AnimationGraph> graph)
{
    if (graph == nullptr) {
        throw std::invalid_argument("graph player: null instead of a graph");
    }
    return graph;
}

}  // namespace

void setGraphParameter(const AnimationGraph& graph, GraphRun& run, std::size_t index, float value)
{
    if (index >= graph.parameters().size()) {
        throw std::invalid_argument(
            fmt::format("animation graph: there is no parameter {}, {}", index, thereAre(graph.parameters().size(), "parameter")));
    }
    const GraphParameter& parameter = graph.parameters()[index];
    if (parameter.kind == ParameterKind::Trigger) {
        throw std::invalid_argument(fmt::format("animation graph: {} is a trigger, which fire() sets", inQuotes(parameter.name)));
    }
    if (!std::isfinite(value)) {
        throw std::invalid_argument(fmt::format("animation graph: parameter {}: {} is not finite", inQuotes(parameter.name), value));
    }
    const bool isNumber = parameter.kind == ParameterKind::Number;
    run.parameters[index] = isNumber ? std::clamp(value, parameter.minimum, parameter.maximum) : value != 0.f ? 1.f : 0.f;
}

void fireGraphTrigger(const AnimationGraph& graph, GraphRun& run, std::string_view name)
{
    const std::size_t index = requireParameter(graph, name);
    if (graph.parameters()[index].kind != ParameterKind::Trigger) {
        throw std::invalid_argument(fmt::format("animation graph: parameter {} is no trigger", inQuotes(name)));
    }
    run.parameters[index] = 1.f;
}

GraphPlayer::GraphPlayer(std::shared_ptr<const AnimationGraph> graph) : state_(std::make_unique<State>(requireGraph(std::move(graph)))) {}

GraphPlayer::~GraphPlayer() = default;
GraphPlayer::GraphPlayer(GraphPlayer&&) noexcept = default;
GraphPlayer& GraphPlayer::operator=(GraphPlayer&&) noexcept = default;

GraphPlayer::State& GraphPlayer::state() const
{
    return stateOf(state_, playerName);
}

const std::shared_ptr<const AnimationGraph>& GraphPlayer::getGraph() const
{
    return state().description;
}

// --- parameters and time ----------------------------------------------------------------------------------------------

void GraphPlayer::setParameter(std::string_view name, float value)
{
    const AnimationGraph& graph = *getGraph();
    setGraphParameter(graph, state().run, requireParameter(graph, name), value);
}

void GraphPlayer::setParameter(std::size_t index, float value)
{
    setGraphParameter(*getGraph(), state().run, index, value);
}

void GraphPlayer::fire(std::string_view name)
{
    fireGraphTrigger(*getGraph(), state().run, name);
}

float GraphPlayer::getParameter(std::string_view name) const
{
    return state().run.parameters[requireParameter(*getGraph(), name)];
}

void GraphPlayer::advance(double seconds)
{
    State& state = this->state();
    if (!(seconds >= 0.) || !std::isfinite(seconds)) {
        throw std::invalid_argument(fmt::format("graph player: a step of {} seconds", seconds));
    }
    state.stepper(*state.graph.works->borrow()).advance(seconds);
}

void GraphPlayer::restart()
{
    State& state = this->state();
    for (std::size_t i = 0; i < state.run.parameters.size(); ++i) {
        state.run.parameters[i] = state.graph.isTrigger[i] ? 0.f : state.run.parameters[i];
    }
    state.stepper(*state.graph.works->borrow()).restart();
}

const RootMotionDelta& GraphPlayer::getTravel() const
{
    return state().report.travel;
}

std::span<const FiredEvent> GraphPlayer::firedEvents() const
{
    return state().report.events;
}

void GraphPlayer::listState(StateArchive& archive)
{
    State& state = this->state();
    state.run.list(archive, state.graph);
}

// --- pose -------------------------------------------------------------------------------------------------------------

void GraphPlayer::evaluate(Pose& outPose)
{
    const auto work = state().graph.works->borrow();
    outPose.bones.resize(state().graph.boneCount());
    state().evaluate(work->poses, outPose);
}

void GraphPlayer::apply(Skeleton& skeleton)
{
    const std::shared_ptr<const AnimationGraph> kept = getGraph();  // an observer of the bones may destroy the player
    const auto work = state().graph.works->borrow();
    state().evaluate(work->poses, work->applied);
    applyPose(skeleton, work->applied);
}

void GraphPlayer::setModifier(std::string_view node, std::function<void(JointView joints)> modifier)
{
    State& state = this->state();
    state.modifiers[state.graph.requireModifier(node)] = std::move(modifier);
}

float GraphPlayer::getCurve(std::string_view name) const
{
    float value = 0.f;
    sampleCurve(name, {&value, 1});
    return value;
}

void GraphPlayer::sampleCurve(std::string_view name, std::span<float> outValue) const
{
    State& state = this->state();
    sampleGraphCurve(state.clock(), name, state.graph.works->borrow()->steps.leaves, outValue);
}

// A clip's curve is sampled into 16 floats at most: see ChannelPath::Property.
void sampleGraphCurve(const GraphClock& clock, std::string_view name, std::vector<GraphLeaf>& leaves, std::span<float> outValue)
{
    std::ranges::fill(outValue, 0.f);
    std::array<float, 16> added{};
    collectLeaves(clock, leaves);
    float sum = 0.f;
    for (const GraphLeaf& leaf : leaves) {
        const CompiledNode& node = clock.nodeAt(leaf.node);
        const auto& playing = std::get<CompiledNode::Clip>(node.kind);
        const CompiledClip& clip = clock.graph().clips[playing.clip];
        const AnimationClip* const curves = clip.source->curves.get();
        const std::optional<std::size_t> found = findCurve(curves, name);
        if (!found) {
            continue;
        }
        std::array<float, 16> value{};
        double seconds = secondsAt(clip, playing.usesMarkers, clock.clipOf(node).phase);
        seconds = seconds > clip.duration ? seconds - clip.duration : seconds;
        curves->sample(*found, seconds, value);
        sum += node.isDifference ? 0.f : leaf.weight;
        for (std::size_t i = 0; i < std::min(outValue.size(), curves->channels()[*found].components); ++i) {
            (node.isDifference ? added[i] : outValue[i]) += leaf.weight * value[i];
        }
    }
    for (std::size_t i = 0; i < outValue.size(); ++i) {
        outValue[i] = outValue[i] / std::max(1.f, sum) + (i < added.size() ? added[i] : 0.f);
    }
}

void GraphPlayer::sampleMorphWeights(std::string_view node, std::span<float> inOutWeights) const
{
    State& state = this->state();
    sampleGraphWeights(state.clock(), node, state.graph.works->borrow()->steps, inOutWeights);
}

void GraphPlayer::apply(MeshInstance& instance) const
{
    State& state = this->state();
    const std::vector<float>& rest = instance.getMesh()->getMorphWeights();
    const auto work = state.graph.works->borrow();
    work->morphWeights.assign(rest.begin(), rest.end());
    sampleGraphWeights(state.clock(), instance.getNode().getName(), work->steps, work->morphWeights);
    for (std::size_t target = 0; target < work->morphWeights.size(); ++target) {
        instance.setMorphWeight(target, work->morphWeights[target]);
    }
}

void sampleGraphWeights(const GraphClock& clock, std::string_view node, GraphStepScratch& scratch, std::span<float> inOutWeights)
{
    collectLeaves(clock, scratch.leaves);
    const auto forEachChannel = [&](auto use) {
        for (const GraphLeaf& leaf : scratch.leaves) {
            const CompiledNode& playing = clock.nodeAt(leaf.node);
            const CompiledClip& clip = clock.graph().clips[std::get<CompiledNode::Clip>(playing.kind).clip];
            if (const auto channel = findWeights(clip.source->curves.get(), node)) {
                use(leaf, playing, clip, *channel);
            }
        }
    };
    float sum = 0.f;
    forEachChannel([&](const GraphLeaf& leaf, const CompiledNode& playing, const CompiledClip&, std::size_t) {
        sum += playing.isDifference ? 0.f : leaf.weight;
    });
    for (float& weight : inOutWeights) {
        weight *= std::max(0.f, 1.f - sum);
    }
    forEachChannel([&](const GraphLeaf& leaf, const CompiledNode& playing, const CompiledClip& clip, std::size_t channel) {
        const AnimationClip& curves = *clip.source->curves;
        double seconds = secondsAt(clip, std::get<CompiledNode::Clip>(playing.kind).usesMarkers, clock.clipOf(playing).phase);
        seconds = seconds > clip.duration ? seconds - clip.duration : seconds;
        const std::size_t count = curves.channels()[channel].components;
        scratch.weights.resize(std::max(scratch.weights.size(), count));
        curves.sample(channel, seconds, scratch.weights);
        const float part = playing.isDifference ? leaf.weight : leaf.weight / std::max(1.f, sum);
        for (std::size_t target = 0; target < std::min(inOutWeights.size(), count); ++target) {
            inOutWeights[target] += part * scratch.weights[target];
        }
    });
}

// --- what is going on -------------------------------------------------------------------------------------------------

std::string_view GraphPlayer::getState(std::string_view machine) const
{
    const State& state = this->state();
    const CompiledNode& node = state.graph.requireMachine(machine);
    return std::get<CompiledNode::Machine>(node.kind).states[state.run.clocks.machines[node.clock].state];
}

float GraphPlayer::getTransitionProgress(std::string_view machine) const
{
    const State& state = this->state();
    const CompiledNode& node = state.graph.requireMachine(machine);
    const MachineClock& clock = state.run.clocks.machines[node.clock];
    if (clock.transition == noIndex) {
        return 1.f;
    }
    const double duration = std::get<CompiledNode::Machine>(node.kind).transitions[clock.transition].duration;
    return std::min(static_cast<float>(clock.elapsed / duration), std::nextafter(1.f, 0.f));
}

}  // namespace armature
