#include <memory>

#include <armature/animation/graph_player.hpp>
#include <armature/import/graph_json.hpp>

#include "arguments.hpp"

using namespace armature;
using namespace armature::capi;

namespace {

/// Returns the graph's own copy of the name of a state of one of its machines, which ends with a zero byte.
const char* ownStateName(const AnimationGraph& graph, std::string_view state)
{
    for (const GraphNode& node : graph.getDescription().nodes) {
        if (const auto* const machine = std::get_if<StateMachineNode>(&node.kind)) {
            const auto found = std::ranges::find(machine->states, state, &GraphState::name);
            if (found != machine->states.end()) {
                return found->name.c_str();
            }
        }
    }
    throw Refusal(ARMATURE_INTERNAL, "the graph has no state of that name");
}

}  // namespace

// --- graphs ----------------------------------------------------------------------------------------------------------

armature_result armature_graph_load(armature_scene* model, armature_skeleton* rig, const char* file, armature_graph** graph)
{
    return guarded([&] {
        requireOut(graph, "graph");
        *graph = make<armature_graph>(contextOf(model), loadGraphJson(pathAt(file), objectOf(model), objectOf(rig)).graph);
    });
}

armature_result armature_graph_load_memory(armature_scene* model, armature_skeleton* rig, const char* json, size_t size, const char* name,
                                           armature_graph** graph)
{
    return guarded([&] {
        requireOut(graph, "graph");
        const auto text = listAt(json, size, "json");
        const std::string_view file = textAt(name, "the name");
        const GraphFile read = loadGraphJson(std::string_view(text.data(), text.size()), file, objectOf(model), objectOf(rig));
        *graph = make<armature_graph>(contextOf(model), read.graph);
    });
}

armature_result armature_graph_destroy(armature_graph* graph)
{
    return destroyOwned(graph);
}

armature_result armature_graph_find_parameter(const armature_graph* graph, const char* name, size_t* index)
{
    return guarded([&] {
        const std::string_view wanted = textAt(name, "the name");
        const auto found = objectOf(graph)->findParameter(wanted);
        if (!found) {
            refuseUnknown("parameter", wanted);
        }
        at(index, "index") = *found;
    });
}

// --- players ---------------------------------------------------------------------------------------------------------

armature_result armature_graph_player_create(const armature_graph* graph, armature_graph_player** player)
{
    return guarded([&] {
        requireOut(player, "player");
        *player = make<armature_graph_player>(contextOf(graph), objectOf(graph));
    });
}

armature_result armature_graph_player_destroy(armature_graph_player* player)
{
    return destroyOwned(player);
}

armature_result armature_graph_player_set_parameter(armature_graph_player* player, const char* name, float value)
{
    return guarded([&] { objectOf(player).setParameter(textAt(name, "the name"), value); });
}

armature_result armature_graph_player_set_parameter_at(armature_graph_player* player, size_t index, float value)
{
    return guarded([&] { objectOf(player).setParameter(index, value); });
}

armature_result armature_graph_player_parameter(const armature_graph_player* player, const char* name, float* value)
{
    return guarded([&] { at(value, "value") = objectOf(player).getParameter(textAt(name, "the name")); });
}

armature_result armature_graph_player_fire(armature_graph_player* player, const char* trigger)
{
    return guarded([&] { objectOf(player).fire(textAt(trigger, "the trigger")); });
}

armature_result armature_graph_player_advance(armature_graph_player* player, double seconds)
{
    return guarded([&] { objectOf(player).advance(seconds); });
}

armature_result armature_graph_player_restart(armature_graph_player* player)
{
    return guarded([&] { objectOf(player).restart(); });
}

armature_result armature_graph_player_apply(armature_graph_player* player, armature_skeleton* skeleton)
{
    return guarded([&] { objectOf(player).apply(objectOf(skeleton)); });
}

armature_result armature_graph_player_travel(const armature_graph_player* player, armature_root_motion* travel)
{
    return guarded([&] { write(at(travel, "travel"), objectOf(player).getTravel()); });
}

armature_result armature_graph_player_state(const armature_graph_player* player, const char* machine, const char** state)
{
    return guarded([&] {
        const GraphPlayer& object = objectOf(player);
        at(state, "state") = ownStateName(*object.getGraph(), object.getState(textAt(machine, "the machine")));
    });
}

armature_result armature_graph_player_event_count(const armature_graph_player* player, size_t* count)
{
    return guarded([&] { at(count, "count") = objectOf(player).firedEvents().size(); });
}

armature_result armature_graph_player_event(const armature_graph_player* player, size_t index, armature_graph_event* event)
{
    return guarded([&] {
        const FiredEvent& fired = elementAt(objectOf(player).firedEvents(), index, "event");
        armature_graph_event value{};
        // The names are whole strings of the graph's description, and therefore end with a zero byte.
        value.name = fired.name.data();
        value.clip = fired.clip.data();
        value.moment = fired.moment;
        value.weight = fired.weight;
        writeSized(event, at(event, "event").size, value, "armature_graph_event");
    });
}

armature_result armature_graph_player_curve(const armature_graph_player* player, const char* name, float* values, size_t count)
{
    return guarded([&] { objectOf(player).sampleCurve(textAt(name, "the name"), listAt(values, count, "values")); });
}

armature_result armature_root_motion_apply(const armature_root_motion* motion, armature_transform* transform)
{
    return guarded([&] {
        const armature_root_motion& given = at(motion, "motion");
        armature_transform& moved = at(transform, "transform");
        RootMotionDelta delta;
        for (glm::length_t i = 0; i < 3; ++i) {
            delta.offset[i] = given.offset[i];
            delta.up[i] = given.up[i];
        }
        delta.turn = given.turn;
        write(moved, delta.moved(transformAt(moved)));
    });
}
