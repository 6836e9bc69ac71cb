#include <functional>

#include <support/precompiled.hpp>

#include "graph_stage.hpp"

using namespace armature;
using namespace armature::test;

namespace {

struct GraphCheckStage : GraphStage {
    GraphDescription valid()
    {
        GraphClip walk = graphClip("walk", 31, 1.);
        return {.parameters = {{"speed"}, {"go", ParameterKind::Switch}},
                .clips = {walk, graphClip("run", 32, 0.5)},
                .nodes = {{"move", BlendSpaceNode{.x = "speed", .points = {{"walk", {0, 0}}, {"run", {1, 0}}}}},
                          {"body", StateMachineNode{{{"still", "still"}, {"moving", "move"}}, {{"still", "moving", {{"go"}}}}}},
                          {"still", ClipNode{"walk"}}},
                .root = "body"};
    }
    /// The message that creation fails with after a change of the description; empty if creation succeeds.
    std::string messageOf(const std::function<void(GraphDescription&)>& change)
    {
        GraphDescription description = valid();
        change(description);
        try {
            (void)AnimationGraph::create(description, skeleton);
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return {};
    }
    void requireMessage(const std::string& part, const std::function<void(GraphDescription&)>& change)
    {
        const std::string message = messageOf(change);
        BOOST_TEST(message.find(part) != std::string::npos, "\"" << message << "\" lacks \"" << part << "\"");
    }
    template <class Kind>
    static Kind& kind(GraphDescription& description, std::size_t node)
    {
        return std::get<Kind>(description.nodes[node].kind);
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(graph_checks, GraphCheckStage)

BOOST_AUTO_TEST_CASE(a_valid_graph_is_taken)
{
    BOOST_TEST(messageOf([](GraphDescription&) {}).empty());
    const auto graph = AnimationGraph::create(valid(), skeleton);
    BOOST_TEST(graph->boneCount() == skeleton.bones().size());
    BOOST_TEST(*graph->findParameter("go") == 1u);
    BOOST_TEST(!graph->findParameter("stop"));
}

BOOST_AUTO_TEST_CASE(names_must_be_there_and_different)
{
    requireMessage(R"(root: there is no node or clip "bodi")", [](auto& d) { d.root = "bodi"; });
    requireMessage(R"(nodes/1/name: two are named "body")", [](auto& d) { d.nodes[0].name = "body"; });
    requireMessage(R"(parameters/0/name: is empty)", [](auto& d) { d.parameters[0].name.clear(); });
    requireMessage(R"(node "walk", name: is the name of a clip, too)", [](auto& d) { d.nodes[2].name = "walk"; });
    requireMessage(R"(node "move", x: there is no parameter "sped")", [](auto& d) { kind<BlendSpaceNode>(d, 0).x = "sped"; });
    requireMessage(R"(node "still", clip: there is no clip "jog")", [](auto& d) { kind<ClipNode>(d, 2).clip = "jog"; });
    requireMessage(R"(transitions/0/to: there is no state "up")", [](auto& d) { kind<StateMachineNode>(d, 1).transitions[0].to = "up"; });
    requireMessage(R"(masks/0/bone: the rig has no bone "tail")", [](auto& d) {
        d.nodes.push_back({"wag", OverlayNode{"body", "run", {{"tail"}}}});
        d.root = "wag";
    });
}

BOOST_AUTO_TEST_CASE(nodes_form_a_tree)
{
    requireMessage("is an input already, or its own", [](auto& d) { kind<StateMachineNode>(d, 1).states[0].node = "body"; });
    requireMessage("is an input already", [](auto& d) { kind<StateMachineNode>(d, 1).states[0].node = "move"; });
    requireMessage(R"(node "still": neither the root nor an input)", [](auto& d) { kind<StateMachineNode>(d, 1).states[0].node = "run"; });
    requireMessage("64", [](auto& d) {
        for (int i = 0; i < 100; ++i) {
            d.nodes.push_back({"m" + std::to_string(i), ModifierNode{d.root}});
            d.root = d.nodes.back().name;
        }
    });
}

BOOST_AUTO_TEST_CASE(numbers_have_limits)
{
    requireMessage("duration: -1 is not from 0 to", [](auto& d) { kind<StateMachineNode>(d, 1).transitions[0].duration = -1.; });
    requireMessage("exitPhase: 2 is not from 0 to 1", [](auto& d) { kind<StateMachineNode>(d, 1).transitions[0].exitPhase = 2.; });
    requireMessage("start: nan is not from 0 to 1", [](auto& d) { kind<ClipNode>(d, 2).start = std::nan(""); });
    requireMessage("speed: inf is not from", [](auto& d) { kind<ClipNode>(d, 2).speed.factor = INFINITY; });
    requireMessage("are both at 1", [](auto& d) { kind<BlendSpaceNode>(d, 0).points[0].position.x = 1.f; });
    requireMessage("0 points; there must be 1 to 256", [](auto& d) { kind<BlendSpaceNode>(d, 0).points.clear(); });
    requireMessage("states: 0; there must be", [](auto& d) { kind<StateMachineNode>(d, 1) = {}; });
    requireMessage("ranges from 2 to 1", [](auto& d) { d.parameters[0].minimum = 2.f, d.parameters[0].maximum = 1.f; });
    requireMessage("needs a condition or an exit phase", [](auto& d) { kind<StateMachineNode>(d, 1).transitions[0].conditions.clear(); });
    requireMessage("is not a number",
                   [](auto& d) { kind<StateMachineNode>(d, 1).transitions[0].conditions[0].comparison = Comparison::Greater; });
}

BOOST_AUTO_TEST_CASE(clips_must_fit)
{
    requireMessage(R"("walk" has no baked clip)", [](auto& d) { d.clips[0].clip = nullptr; });
    requireMessage("its event", [](auto& d) { d.clips[0].events = {{"late", 1.5}}; });
    requireMessage("a marker is at", [](auto& d) { d.clips[0].markers = {0.5, 0.25}; });
    requireMessage("has 2 markers, the first point has 1", [](auto& d) {
        kind<BlendSpaceNode>(d, 0).sync = GraphSync::Markers;
        d.clips[1].markers = {0., 0.25};
    });
    requireMessage("but poses are wanted", [](auto& d) { d.clips[0].isDifference = true; });
    requireMessage("plays in a loop and the first point does not", [](auto& d) {
        d.nodes.push_back({"once", ClipNode{.clip = "run", .loop = false}});
        kind<BlendSpaceNode>(d, 0).points[1].node = "once";
    });
    Skeleton& other = scene.createSkeleton("other");
    other.createBone("root");
    BOOST_CHECK_THROW((void)AnimationGraph::create(valid(), other), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(states_that_have_no_phase_are_not_kept_in_step)
{
    requireMessage("is a state machine, which cannot be kept in step", [](auto& d) {
        d.nodes.push_back({"outer", BlendSpaceNode{.x = "speed", .points = {{"body", {0, 0}}, {"run", {1, 0}}}}});
        d.root = "outer";
    });
    requireMessage("does not loop, so it cannot be kept in step", [](auto& d) {
        kind<ClipNode>(d, 2).loop = false;
        kind<StateMachineNode>(d, 1).transitions[0].isInStep = true;
    });
}

BOOST_AUTO_TEST_SUITE_END()
