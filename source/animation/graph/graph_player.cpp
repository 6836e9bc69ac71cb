#include <armature/animation/graph_player.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include <armature/animation/animation_clip.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/graph/graph_player_state.hpp"
#include "words/words.hpp"

namespace armature {

namespace {

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

GraphPlayer::GraphPlayer(std::shared_ptr<const AnimationGraph> graph)
    : graph_(requireGraph(std::move(graph))), state_(std::make_unique<State>(CompiledGraph::of(*graph_)))
{}

GraphPlayer::~GraphPlayer() = default;
GraphPlayer::GraphPlayer(GraphPlayer&&) noexcept = default;
GraphPlayer& GraphPlayer::operator=(GraphPlayer&&) noexcept = default;

// --- parameters and time ----------------------------------------------------------------------------------------------

void GraphPlayer::setParameter(std::string_view name, float value)
{
    setGraphParameter(*graph_, state_->run, requireParameter(*graph_, name), value);
}

void GraphPlayer::setParameter(std::size_t index, float value)
{
    setGraphParameter(*graph_, state_->run, index, value);
}

void GraphPlayer::fire(std::string_view name)
{
    fireGraphTrigger(*graph_, state_->run, name);
}

float GraphPlayer::getParameter(std::string_view name) const
{
    return state_->run.parameters[requireParameter(*graph_, name)];
}

void GraphPlayer::advance(double seconds)
{
    if (!(seconds >= 0.) || !std::isfinite(seconds)) {
        throw std::invalid_argument(fmt::format("graph player: a step of {} seconds", seconds));
    }
    state_->stepper().advance(seconds);
}

void GraphPlayer::restart() noexcept
{
    for (std::size_t i = 0; i < state_->run.parameters.size(); ++i) {
        state_->run.parameters[i] = state_->graph.isTrigger[i] ? 0.f : state_->run.parameters[i];
    }
    state_->stepper().restart();
}

const RootMotionDelta& GraphPlayer::getTravel() const noexcept
{
    return state_->report.travel;
}

std::span<const FiredEvent> GraphPlayer::firedEvents() const noexcept
{
    return state_->report.events;
}

void GraphPlayer::listState(StateArchive& state)
{
    state_->run.list(state, state_->graph);
}

// --- pose -------------------------------------------------------------------------------------------------------------

void GraphPlayer::evaluate(Pose& outPose)
{
    outPose.bones.resize(graph_->boneCount());
    evaluateRun({state_->graph, state_->run}, state_->modifiers, state_->poses, state_->poses.blocks);
    toPose(state_->poses.blocks, outPose);
}

void GraphPlayer::apply(Skeleton& skeleton)
{
    evaluate(state_->applied);
    applyPose(skeleton, state_->applied);
}

void GraphPlayer::setModifier(std::string_view node, std::function<void(JointView joints)> modifier)
{
    state_->modifiers[state_->graph.requireModifier(node)] = std::move(modifier);
}

float GraphPlayer::getCurve(std::string_view name) const
{
    float value = 0.f;
    sampleCurve(name, {&value, 1});
    return value;
}

void GraphPlayer::sampleCurve(std::string_view name, std::span<float> outValue) const
{
    sampleGraphCurve(state_->clock(), name, state_->steps.leaves, outValue);
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
        const auto channels = curves != nullptr ? curves->channels() : std::span<const AnimationChannel>();
        const auto isThat = [&](const AnimationChannel& channel) {
            return channel.target.kind == ChannelTarget::Kind::Curve && channel.target.name == name;
        };
        const auto found = std::ranges::find_if(channels, isThat);
        if (found == channels.end()) {
            continue;
        }
        std::array<float, 16> value{};
        double seconds = secondsAt(clip, playing.usesMarkers, clock.clipOf(node).phase);
        seconds = seconds > clip.duration ? seconds - clip.duration : seconds;
        curves->sample(static_cast<std::size_t>(found - channels.begin()), seconds, value);
        sum += node.isDifference ? 0.f : leaf.weight;
        for (std::size_t i = 0; i < std::min(outValue.size(), found->components); ++i) {
            (node.isDifference ? added[i] : outValue[i]) += leaf.weight * value[i];
        }
    }
    for (std::size_t i = 0; i < outValue.size(); ++i) {
        outValue[i] = outValue[i] / std::max(1.f, sum) + (i < added.size() ? added[i] : 0.f);
    }
}

// --- what is going on -------------------------------------------------------------------------------------------------

std::string_view GraphPlayer::getState(std::string_view machine) const
{
    const CompiledNode& node = state_->graph.requireMachine(machine);
    return std::get<CompiledNode::Machine>(node.kind).states[state_->run.clocks.machines[node.clock].state];
}

float GraphPlayer::getTransitionProgress(std::string_view machine) const
{
    const CompiledNode& node = state_->graph.requireMachine(machine);
    const MachineClock& clock = state_->run.clocks.machines[node.clock];
    if (clock.transition == noIndex) {
        return 1.f;
    }
    const double duration = std::get<CompiledNode::Machine>(node.kind).transitions[clock.transition].duration;
    return std::min(static_cast<float>(clock.elapsed / duration), std::nextafter(1.f, 0.f));
}

}  // namespace armature
