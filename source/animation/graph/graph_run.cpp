#include "animation/graph/graph_run.hpp"

#include <algorithm>

#include "animation/graph/graph_clock.hpp"
#include "animation/playing/inertialization_access.hpp"
#include "node/state_archive.hpp"

namespace armature {

// The fade is 1 - (3 x^2 - 2 x^3); the travel gets the integral of the fade over the step.
RootMotionDelta TravelInertia::advance(double seconds) noexcept
{
    RootMotionDelta delta;
    if (elapsed < duration) {
        const auto integral = [&](double at) {
            const double x = std::min(1., at / duration);
            return duration * (x - x * x * x + x * x * x * x / 2.);
        };
        const double weight = integral(elapsed + seconds) - integral(elapsed);
        delta.offset = speed * weight;
        delta.turn = turn * weight;
        elapsed += seconds;
    }
    return delta;
}

double TravelInertia::left() const noexcept
{
    return elapsed < duration ? 1. - fadeAt(TransitionCurve::Smooth, elapsed / duration) : 0.;
}

GraphRun::GraphRun(const CompiledGraph& graph) : parameters(graph.initialParameters)
{
    clocks.clips.resize(graph.clipClocks);
    clocks.machines.resize(graph.machineClocks);
    GraphClock(graph, parameters, clocks).start(graph.root);
}

void GraphRun::list(StateArchive& state, const CompiledGraph& graph)
{
    state.object("graph player");
    state.same("parameters", parameters.size());
    state.same("clips", clocks.clips.size());
    state.same("state machines", clocks.machines.size());
    for (const CompiledNode& node : graph.nodes) {
        if (const auto* const machine = std::get_if<CompiledNode::Machine>(&node.kind)) {
            state.same("states", machine->states.size());
            state.same("transitions", machine->transitions.size());
        }
    }
    state.values(std::span<float>(parameters));
    for (ClipClock& clip : clocks.clips) {
        state.values(clip);
    }
    for (MachineClock& machine : clocks.machines) {
        state.values(machine);
    }
    state.values(travel.speed, travel.turn, travel.elapsed, travel.duration, inertialMachine);
    const bool isFading = state.exchange(inertia.has_value());
    if (state.isRestoring() && isFading && !inertia) {
        inertia.emplace(*graph.inertias);
    } else if (state.isRestoring() && !isFading) {
        inertia.reset();
    }
    if (isFading && inertia) {
        InertializationAccess::list(**inertia, state);
    } else if (isFading) {
        const auto unused = graph.inertias->borrow();  // a check, which changes nothing
        InertializationAccess::list(*unused, state);
    }
}

}  // namespace armature
