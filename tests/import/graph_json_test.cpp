#include <armature/import/graph_json.hpp>

#include <cmath>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <armature/animation/animation_layer.hpp>
#include <armature/animation/graph_player.hpp>
#include <armature/error.hpp>
#include <armature/skeleton/pose.hpp>

#include <support/near.hpp>
#include <support/shared_data.hpp>

#include "../fuzz/graph_model.hpp"
#include "json_text.hpp"

using namespace armature;
using test::GraphModel;
using test::JsonText;
using test::says;

namespace {

GraphFile loadGraph(const std::string& text, GraphModel& model)
{
    return loadGraphJson(text, "graph.json", model.scene, model.rig);
}

std::string saveGraph(const GraphFile& file)
{
    return saveGraphJson(file.graph->getDescription(), file.sources);
}

/// The full graph with one value changed.
std::string changed(std::string_view pointer, std::string_view value)
{
    JsonText json = JsonText::parse(test::fullGraph());
    json.set(pointer, value);
    return json.print();
}

void requireRefused(std::string_view pointer, std::string_view value, const std::string& message)
{
    GraphModel model;
    BOOST_TEST_CONTEXT(pointer << " = " << value)
    {
        BOOST_CHECK_EXCEPTION(loadGraph(changed(pointer, value), model), ImportError, says("graph.json: " + message));
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(graph_json)

BOOST_AUTO_TEST_CASE(what_is_written_is_what_was_read)
{
    GraphModel model;
    const GraphFile file = loadGraph(test::fullGraph(), model);
    BOOST_TEST(saveGraph(file) == test::fullGraph());
    BOOST_TEST(saveGraph(loadGraph(saveGraph(file), model)) == saveGraph(file));
}

// Expected values are the members in the text of fullGraph().
BOOST_AUTO_TEST_CASE(members_arrive_where_they_belong)
{
    GraphModel model;
    const GraphFile file = loadGraph(test::fullGraph(), model);
    const GraphDescription& graph = file.graph->getDescription();
    BOOST_TEST(graph.parameters[0].initial == .5f);
    BOOST_TEST(graph.parameters[1].minimum == -1.f);
    BOOST_TEST((graph.parameters[3].kind == ParameterKind::Trigger));
    BOOST_TEST(graph.clips[1].events[1].seconds == .75);
    BOOST_TEST(std::abs(graph.clips[1].motion->getCycle().offset.z - 1.4) < 1e-6);
    BOOST_TEST(std::abs(graph.clips[8].motion->getCycle().offset.z - 3.) < 1e-6);
    BOOST_TEST((graph.clips[0].motion == nullptr));
    BOOST_TEST((file.sources[3].motion->options.up == glm::vec3(0.f, 2.f, 0.f)));
    BOOST_TEST(file.sources[3].motion->feet[1] == "foot.R");
    BOOST_TEST(std::abs(graph.clips[4].clip->getFramesPerSecond() - 60.) < 1e-3);
    BOOST_TEST(graph.clips[4].clip->isQuantized());
    BOOST_TEST(graph.clips[5].isDifference);
    BOOST_TEST((graph.clips[6].curves != nullptr));
    const auto& leap = std::get<ClipNode>(graph.nodes[3].kind);
    BOOST_TEST(leap.speed.factor == 2.f);
    BOOST_TEST(leap.speed.parameter == "speed");
    BOOST_TEST(!leap.loop);
    const auto& machine = std::get<StateMachineNode>(graph.nodes[4].kind);
    BOOST_TEST((machine.transitions[0].blend == TransitionBlend::Inertialise));
    BOOST_TEST((machine.transitions[0].conditions[0].comparison == Comparison::Greater));
    BOOST_TEST((machine.transitions[1].curve == TransitionCurve::Linear));
    BOOST_TEST(!machine.transitions[1].isInterruptible);
    BOOST_TEST(machine.transitions[2].isInStep);
    BOOST_TEST(machine.transitions[5].exitPhase.value() == 1.);
    BOOST_TEST(!machine.transitions[0].exitPhase.has_value());
    BOOST_TEST(!std::get<OverlayNode>(graph.nodes[8].kind).masks[1].withDescendants);
}

// The file's clips have the same frames as clips made with makeAdditiveClip() and makeGraphClip().
BOOST_AUTO_TEST_CASE(clips_are_made_as_by_hand)
{
    GraphModel model;
    const GraphFile file = loadGraph(test::fullGraph(), model);
    const auto wave = makeAdditiveClip(*model.clip("wave"), *model.clip("idle"), .5);
    const GraphClip expected = makeGraphClip("wave", wave, model.rig, {.isDifference = true});
    std::vector<Transform> a(model.rig.bones().size());
    std::vector<Transform> b(a.size());
    for (const double seconds : {0., .2, .4, .7}) {
        file.graph->getDescription().clips[5].clip->sample(seconds, a);
        expected.clip->sample(seconds, b);
        BOOST_TEST((a == b));
    }
}

BOOST_AUTO_TEST_CASE(a_graph_described_in_code_plays_the_same_out_of_a_file)
{
    GraphModel model;
    GraphDescription description;
    description.parameters = {{.name = "speed", .maximum = 4.f}};
    const auto motion = RootMotion::create(model.clip("walk"), *model.rig.findBone("hips"));
    description.clips = {makeGraphClip("idle", model.clip("idle"), model.rig),
                         makeGraphClip("walk", model.clip("walk"), model.rig, {.motion = motion})};
    description.nodes = {{.name = "move", .kind = BlendSpaceNode{.x = "speed", .points = {{"idle", {0.f, 0.f}}, {"walk", {1.4f, 0.f}}}}}};
    description.root = "move";
    const std::vector<GraphClipSource> sources{{}, {.motion = GraphMotion{.root = "hips"}}};
    const GraphFile file = loadGraph(saveGraphJson(description, sources), model);
    GraphPlayer made(AnimationGraph::create(description, model.rig));
    GraphPlayer read(file.graph);
    Pose a;
    Pose b;
    for (int step = 0; step < 40; ++step) {
        for (GraphPlayer* const player : {&made, &read}) {
            player->setParameter("speed", .04f * static_cast<float>(step));
            player->advance(.07);
        }
        made.evaluate(a);
        read.evaluate(b);
        BOOST_TEST((a == b));
        BOOST_TEST((made.getTravel() == read.getTravel()));
    }
    BOOST_TEST(read.getTravel().offset.z > .05);
}

BOOST_AUTO_TEST_CASE(a_wrong_name_is_refused_with_its_place_and_the_closest)
{
    requireRefused("/nodes/3/speeed", "1", R"(/nodes/3/speeed: is no member of this; did you mean "speed"?)");
    requireRefused("/clips/0/clip", R"("idel")", R"(/clips/0/clip: "idel" is no clip of the model; did you mean "idle"?)");
    requireRefused("/clips/1/motion/root", R"("Hip")",
                   R"(/clips/1/motion/root: "Hip" is no bone of the rig or node of the model; did you mean "hips"?)");
    requireRefused("/clips/3/motion/feet/1", R"("foot.X")",
                   R"(/clips/3/motion/feet/1: "foot.X" is no bone of the rig; did you mean "foot.L"?)");
    requireRefused("/clips/8/motion/character", R"("rot")",
                   R"(/clips/8/motion/character: "rot" is no node of the model; did you mean "root"?)");
    requireRefused("/clips/1/motion/character", R"("root")", "/clips/1/motion/character: is only for a root that is a node");
    requireRefused("/clips/3/motion/facing", R"("haed")", R"(/clips/3/motion/facing: "haed" is no bone of the rig; did you mean "head"?)");
    requireRefused("/clips/5/difference/reference", R"("xyzzy")",
                   R"(/clips/5/difference/reference: "xyzzy" is no clip of the model; there are "idle",)");
    requireRefused("/nodes/3/clip", R"("jmp")",
                   R"(/nodes/3/clip: animation graph, node "leap", clip: there is no clip "jmp"; did you mean "jump"?)");
    requireRefused("/nodes/0/x", R"("sped")",
                   R"(/nodes/0/x: animation graph, node "strides", x: there is no parameter "sped"; did you mean "speed"?)");
    requireRefused(
        "/nodes/0/points/1/node", R"("rum")",
        R"(/nodes/0/points/1/node: animation graph, node "strides", points/1/node: there is no node or clip "rum"; did you mean "run"?)");
    requireRefused(
        "/nodes/3/speed/parameter", R"("x")",
        R"(/nodes/3/speed/parameter: animation graph, node "leap", speed/parameter: there is no parameter "x"; there are "speed",)");
    requireRefused(
        "/nodes/4/transitions/1/to", R"("stnad")",
        R"(/nodes/4/transitions/1/to: animation graph, node "locomotion", transitions/1/to: there is no state "stnad"; did you)");
    requireRefused("/nodes/4/transitions/0/conditions/0/parameter", R"("")",
                   R"(/nodes/4/transitions/0/conditions/0/parameter: animation graph, node "locomotion", transitions/0/conditions/0/)");
    requireRefused(
        "/nodes/8/masks/0/bone", R"("spin")",
        R"(/nodes/8/masks/0/bone: animation graph, node "nodding", masks/0/bone: the rig has no bone "spin"; did you mean "spine"?)");
    requireRefused("/nodes/2/kind", R"("Miror")", R"(/nodes/2/kind: is "Miror"; did you mean "Mirror"?)");
    requireRefused("/nodes/0/sync", R"("phase")", R"(/nodes/0/sync: is "phase"; did you mean "Phase"?)");
    requireRefused("/root", R"("noding")", R"(/root: animation graph, root: there is no node or clip "noding"; did you mean "nodding"?)");
}

BOOST_AUTO_TEST_CASE(a_wrong_type_or_number_is_refused_with_its_place)
{
    requireRefused("/format", R"("armature skeleton")", R"(/format: is "armature skeleton", but must be "armature graph")");
    requireRefused("/version", "2", "/version: is 2, but only 1 is known");
    requireRefused("/nodes", "{}", "/nodes: is an object, but must be an array");
    requireRefused("/nodes/2", "7", "/nodes/2: is a number, but must be an object");
    requireRefused("/nodes/3/loop", "0", "/nodes/3/loop: is a number, but must be a boolean");
    requireRefused("/nodes/3/speed", R"("fast")", "/nodes/3/speed: is a string, but must be a number");
    requireRefused("/nodes/0/points/0/position", "[1]", "/nodes/0/points/0/position: has 1 number, but must have 2");
    requireRefused("/parameters/0/initial", "1e39", "/parameters/0/initial: is 1e+39, but must be within");
    requireRefused("/clips/4/bake/framesPerSecond", "5000", "/clips/4/bake/framesPerSecond: is 5000, but must be above 0 and at most 1000");
    requireRefused("/clips/4/bake/radius", "-1", "/clips/4: ");
    requireRefused("/clips/4/isDifference", "true", "/nodes/3/clip: animation graph, node \"leap\", clip: the clip \"jump\" holds");
    requireRefused("/clips/3/motion/minimumTurn", "-1", "/clips/3/motion: root motion of \"turn\": minimumTurn is -1, which is negative");
}

// What AnimationGraph::create() refuses is reported with its place in the file.
BOOST_AUTO_TEST_CASE(what_a_graph_refuses_has_its_place_in_the_file)
{
    const auto requirePlace = [](std::string_view pointer, std::string_view value, std::string_view place, std::string_view problem) {
        requireRefused(pointer, value, fmt::format("{}: animation graph{}", place, problem));
    };
    requirePlace("/parameters/1/name", R"("speed")", "/parameters/1/name", ", parameters/1/name: two are named \"speed\"");
    requirePlace("/parameters/2/name", R"("")", "/parameters/2/name", ", parameters/2/name: is empty");
    requirePlace("/parameters/0/initial", "5", "/parameters/0/initial",
                 ", parameters/0/initial: \"speed\" is initially 5, but ranges from 0 to 4");
    requirePlace("/parameters/1/minimum", "2", "/parameters/1", ", parameters/1: \"heading\" ranges from 2 to 1; it may range within");
    requirePlace("/parameters/3/initial", "1", "/parameters/3/initial",
                 ", parameters/3/initial: \"jump\" is initially 1, but a trigger begins at 0");
    requirePlace("/clips/1/events/1/seconds", "9", "/clips/1/events/1/seconds",
                 ", clips/1/events/1/seconds: \"walk\" lasts 1 s, its event \"step\" is at 9 s");
    requirePlace("/clips/1/markers/1", "0.1", "/clips/1/markers/1", ", clips/1/markers/1: \"walk\" lasts 1 s, a marker is at 0.1 s");
    requirePlace("/clips/3/motion/up", "[0, 0, 1]", "/clips/3/motion", ", clips/3/motion: \"spin\" travels with (0, 0, 1) as up");
    requirePlace("/nodes/3/name", R"("wave")", "/nodes/3/name", ", node \"wave\", name: is the name of a clip, too");
    requirePlace("/nodes/3/start", "2", "/nodes/3/start", ", node \"leap\", start: 2 is not from 0 to 1");
    requirePlace("/nodes/3/speed/factor", "2e9", "/nodes/3/speed/factor", ", node \"leap\", speed/factor: 2000000000 is not from");
    requirePlace("/nodes/5/inputs/2/weight", "2e9", "/nodes/5/inputs/2/weight",
                 ", node \"mixed\", inputs/2/weight: 2000000000 is not from");
    requirePlace("/nodes/0/points/1/position", "[1.4, 7]", "/nodes/0/points/1/position",
                 ", node \"strides\", points/1/position: \"walk\" and \"run\" are both at 1.4");
    requirePlace("/nodes/0/points/1/node", R"("idle")", "/nodes/0/points/1/node",
                 ", node \"strides\", points/1/node: \"idle\" has 1 marker, the first point has 2");
    requirePlace("/nodes/8/masks/1/weight", "2", "/nodes/8/masks/1/weight", ", node \"nodding\", masks/1/weight: 2 is not from 0 to 1");
    requirePlace("/nodes/4/states/1/node", R"("leap")", "/nodes/4/states/3/node",
                 ", node \"locomotion\", states/3/node: node \"leap\" is an input already");
    requirePlace("/nodes/4/states/2/name", R"("move")", "/nodes/4/states/2/name",
                 ", node \"locomotion\", states/2/name: two are named \"move\"");
    requirePlace("/nodes/4/transitions/0/duration", "-1", "/nodes/4/transitions/0/duration",
                 ", node \"locomotion\", transitions/0/duration: -1 is not from 0 to 1000000");
    requirePlace("/nodes/4/transitions/1/conditions/0/parameter", R"("jump")", "/nodes/4/transitions/1/conditions/0/comparison",
                 ", node \"locomotion\", transitions/1/conditions/0/comparison: \"jump\" is not a number");
    requirePlace("/nodes/4/transitions/4/conditions", "[]", "/nodes/4/transitions/4",
                 ", node \"locomotion\", transitions/4: needs a condition or an exit phase");
    requirePlace("/nodes/4/transitions/4/isInStep", "true", "/nodes/4/transitions/4",
                 ", node \"locomotion\", transitions/4: the state \"leap\" does not loop");
    requirePlace("/root", R"("idle")", "/nodes/0", ", node \"strides\": neither the root nor an input");
}

BOOST_AUTO_TEST_CASE(nodes_form_a_tree_of_limited_depth)
{
    requireRefused("/nodes/2/input", R"("mirrored")",
                   R"(/nodes/2/input: animation graph, node "mirrored", input: node "mirrored" is an input already)");
    requireRefused("/nodes/8/overlay", R"("mixed")",
                   R"(/nodes/8/overlay: animation graph, node "nodding", overlay: node "mixed" is an input already)");
    requireRefused("/nodes/6/input", R"("nodding")",
                   R"(/nodes/6/input: animation graph, node "turned", input: node "nodding" is an input already)");
    const auto chain = [](std::size_t length) {
        std::string nodes;
        for (std::size_t i = 0; i < length; ++i) {
            const std::string input = i == 0 ? "idle" : fmt::format("{}", i - 1);
            nodes += fmt::format(R"({}{{"name": "{}", "kind": "Modifier", "input": "{}"}})", i == 0 ? "" : ",", i, input);
        }
        return fmt::format(R"({{"format": "armature graph", "version": 1, "clips": [{{"name": "idle"}}], "nodes": [{}], "root": "{}"}})",
                           nodes, length - 1);
    };
    GraphModel model;
    BOOST_TEST((loadGraph(chain(63), model).graph != nullptr));
    BOOST_CHECK_EXCEPTION(loadGraph(chain(64), model), ImportError, says("more than 64 nodes below one another"));
    BOOST_CHECK_EXCEPTION(loadGraph(chain(4096), model), ImportError, says("more than 64 nodes below one another"));
    BOOST_CHECK_EXCEPTION(loadGraph(chain(4097), model), ImportError, says("/nodes: has 4097 elements, but the limit is 4096"));
}

BOOST_AUTO_TEST_CASE(a_short_text_cannot_ask_for_much_memory)
{
    GraphModel model;
    std::string clips;
    for (int i = 0; i < 4000; ++i) {
        clips += fmt::format(R"({}{{"name": "{}", "clip": "idle", "bake": {{"framesPerSecond": 1000}}}})", i == 0 ? "" : ",", i);
    }
    const std::string text = fmt::format(R"({{"format": "armature graph", "version": 1, "clips": [{}], "root": "0"}})", clips);
    ImportLimits limits;
    limits.unbackedBytes = 4u << 20u;  // the default takes a sanitizer a minute to fill
    BOOST_CHECK_EXCEPTION((void)loadGraphJson(text, "graph.json", model.scene, model.rig, limits), ImportError, says("unbackedBytes"));
    limits = {};
    limits.fileBytes = 100;
    BOOST_CHECK_EXCEPTION((void)loadGraphJson(text, "graph.json", model.scene, model.rig, limits), ImportError,
                          says("ImportLimits::fileBytes"));
    limits = {};
    limits.jsonDepth = 3;
    BOOST_CHECK_EXCEPTION((void)loadGraphJson(test::fullGraph(), "graph.json", model.scene, model.rig, limits), ImportError,
                          says("nests deeper than 3 levels"));
}

BOOST_AUTO_TEST_CASE(what_a_file_could_not_say_is_not_written)
{
    GraphModel model;
    const GraphFile file = loadGraph(test::fullGraph(), model);
    const GraphDescription& description = file.graph->getDescription();
    const std::span<const GraphClipSource> sources(file.sources);
    BOOST_CHECK_EXCEPTION((void)saveGraphJson(description, sources.first(3)), std::invalid_argument, says("3 sources for 9 clips"));
    GraphDescription odd = description;
    odd.parameters[0].initial = std::numeric_limits<float>::quiet_NaN();
    BOOST_CHECK_EXCEPTION((void)saveGraphJson(odd, sources), std::invalid_argument, says("initial is nan"));
    odd = description;
    odd.nodes[0].name = "\xff";
    BOOST_CHECK_EXCEPTION((void)saveGraphJson(odd, sources), std::invalid_argument, says("which is not UTF-8"));
    std::vector<GraphClipSource> byPointer = file.sources;
    byPointer[1].motion->options.facing = model.rig.bones().front();
    BOOST_CHECK_EXCEPTION((void)saveGraphJson(description, byPointer), std::invalid_argument,
                          says("clip \"walk\" refers to bones by pointer"));
}

BOOST_AUTO_TEST_CASE(a_missing_file_is_refused_by_name)
{
    GraphModel model;
    BOOST_CHECK_EXCEPTION((void)loadGraphJson(std::filesystem::path("no graph.json"), model.scene, model.rig), ImportError,
                          says("no graph.json: does not exist"));
}

BOOST_AUTO_TEST_SUITE_END()
