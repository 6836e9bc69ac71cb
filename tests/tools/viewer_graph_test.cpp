#include <boost/test/unit_test.hpp>
#include <programs/viewer/commands.hpp>
#include <programs/viewer/viewer_state.hpp>

#include <armature/node/node.hpp>

#include "models.hpp"
#include "windowless_viewer.hpp"

#include <support/shared_data.hpp>

using namespace armature;
using namespace armature::tools;
using namespace armature::test;

namespace {

/// Stands still until "go" is fired. Then "how far" (x) and y blend three points: (0, 0) stands still, (1, 0) bends by 90 degrees in a
/// second, (0, 1) slides by 4 along z in two seconds.
constexpr std::string_view blendGraph = R"({
    "format": "armature graph", "version": 1,
    "parameters": [{"name": "how far", "minimum": 0, "maximum": 1}, {"name": "y", "minimum": 0, "maximum": 1},
                   {"name": "go", "kind": "Trigger"}, {"name": "back", "kind": "Switch"}],
    "clips": [{"name": "bend", "events": [{"name": "half", "seconds": 0.5}]},
              {"name": "still", "clip": "bend"}, {"name": "stand", "clip": "bend"},
              {"name": "slide", "clip": "0", "motion": {"root": "lower", "source": "Root"}}],
    "nodes": [
        {"name": "standing still", "kind": "Clip", "clip": "still", "speed": 0},
        {"name": "stopped", "kind": "Clip", "clip": "stand", "speed": 0},
        {"name": "space", "kind": "BlendSpace", "x": "how far", "y": "y", "sync": "None", "points": [
            {"node": "stopped", "position": [0, 0]}, {"node": "bend", "position": [1, 0]}, {"node": "slide", "position": [0, 1]}]},
        {"name": "machine", "kind": "StateMachine",
         "states": [{"name": "standing", "node": "standing still"}, {"name": "moving", "node": "space"}],
         "transitions": [{"to": "moving", "conditions": [{"parameter": "go"}], "duration": 0},
                         {"to": "standing", "conditions": [{"parameter": "back"}], "duration": 1, "curve": "Linear"}]}
    ],
    "root": "machine"
})";

struct GraphInViewer : WindowlessViewer {
    std::string graphFile = writeFile(folder / "graph.json", blendGraph);
};

}  // namespace

// The strip's "bend" turns "upper" by 90 degrees about +Z within a second (models.hpp). All expected angles are by hand.
BOOST_FIXTURE_TEST_SUITE(viewer_graph, GraphInViewer)

BOOST_AUTO_TEST_CASE(the_camera_follows_a_character_that_a_graph_carries)
{
    const auto seen = [&] {
        return document.getView().project(glm::vec3(document.current()->outline.findNode("lower")->getWorldMatrix()[3])).value();
    };
    run("graph " + graphFile);
    run("graph-set y 1");
    run("graph-fire go");
    run("play");
    document.advance(0.1);
    const glm::vec2 before = seen();
    document.advance(2.4);
    const glm::vec3 carried = document.current()->playback.graph()->getTravelled();
    BOOST_TEST(glm::length(carried) > 2.f);
    BOOST_TEST(glm::distance(seen(), before) < 0.5f);
    run("frame");  // looks at where the character is now
    const glm::vec2 framed = seen();
    document.advance(0.);
    BOOST_TEST(glm::distance(seen(), framed) < 0.5f);
    run("follow off");
    document.advance(2.);
    BOOST_TEST(glm::distance(seen(), framed) > 5.f);
}

BOOST_AUTO_TEST_CASE(a_graph_plays_instead_of_the_clip_and_gives_way_to_it)
{
    run("select upper");
    run("time 0.5");
    run("graph " + graphFile);
    BOOST_TEST(state("graph") == "graph.json");
    BOOST_TEST(state("message") == "strip.gltf plays graph.json");
    BOOST_TEST(state("playing") == "on");
    BOOST_TEST(state("rotation") == "0.000 0.000 0.000");
    run("graph-set how far 1");
    run("graph-fire go");
    document.advance(0.5);
    BOOST_TEST(state("rotation") == "0.000 0.000 45.000");
    BOOST_TEST(state("time") == "0.500");
    run("speed 0.5");
    document.advance(0.5);
    BOOST_TEST(state("rotation") == "0.000 0.000 67.500");
    run("pause");
    document.advance(0.5);
    BOOST_TEST(state("time") == "0.750");
    run("graph off");
    BOOST_TEST(state("graph") == "off");
    BOOST_TEST(state("clip") == "bend");
    BOOST_TEST(state("rotation") == "0.000 0.000 0.000");
    run("graph on");
    BOOST_TEST(state("rotation") == "0.000 0.000 67.500");
    run("clip bend");
    BOOST_TEST(state("graph") == "off");
}

BOOST_AUTO_TEST_CASE(time_goes_back_and_comes_again_as_it_was)
{
    run("select upper");
    run("graph " + graphFile);
    run("pause");
    run("graph-set how far 1");
    run("step 0.25");
    run("graph-fire go");
    run("step 0.5");
    run("graph-set how far 0.5");
    BOOST_TEST(state("rotation") == "0.000 0.000 22.500");
    run("step 0.25");
    BOOST_TEST(state("rotation") == "0.000 0.000 33.750");
    run("time 0.5");
    BOOST_TEST(state("rotation") == "0.000 0.000 22.500");
    BOOST_TEST(state("parameters") == "how far 1.00, y 0.00, go 0.00, back 0.00");
    run("time 0.1");
    BOOST_TEST(state("rotation") == "0.000 0.000 0.000");
    run("time 1");
    BOOST_TEST(state("rotation") == "0.000 0.000 33.750");
    BOOST_TEST(state("parameters") == "how far 0.50, y 0.00, go 0.00, back 0.00");
    run("speed -1");
    run("play");
    document.advance(0.5);
    BOOST_TEST(state("rotation") == "0.000 0.000 22.500");
    document.advance(9.);
    BOOST_TEST(state("time") == "0.000");
}

BOOST_AUTO_TEST_CASE(what_is_set_in_the_past_begins_another_future)
{
    run("select upper");
    run("graph " + graphFile);
    run("pause");
    run("graph-set how far 1");
    run("graph-fire go");
    run("time 0.5");
    run("graph-set how far 0");
    run("time 0.9");
    run("time 0.25");
    run("graph-set y 0");  // y is 0 already
    run("time 0.75");
    BOOST_TEST(state("rotation") == "0.000 0.000 0.000");
    run("time 0.25");
    run("graph-set how far 0.5");
    run("time 0.75");
    BOOST_TEST(state("rotation") == "0.000 0.000 33.750");
    run("graph-restart");
    BOOST_TEST(state("time") == "0.000");
    BOOST_TEST(state("parameters") == "how far 0.50, y 0.00, go 0.00, back 0.00");
    run("time 0.5");
    BOOST_TEST(state("rotation") == "0.000 0.000 0.000");
}

// The strip's skeleton hangs below the node at (10, 0, 0). "0" moves "lower" by 4 in one step at the end of its two seconds.
BOOST_AUTO_TEST_CASE(the_character_travels_unless_it_plays_in_place)
{
    run("graph " + graphFile);
    run("pause");
    run("select root");
    run("graph-set y 1");
    run("graph-fire go");
    run("time 2.5");
    BOOST_TEST(state("position") == "10.000 0.000 4.000");
    run("in-place on");
    BOOST_TEST(state("position") == "10.000 0.000 0.000");
    run("time 4.5");
    run("in-place off");
    BOOST_TEST(state("position") == "10.000 0.000 8.000");
    run("time 1");
    BOOST_TEST(state("position") == "10.000 0.000 0.000");
    run("time 4.5");
    run("graph off");
    BOOST_TEST(state("position") == "10.000 0.000 0.000");
}

BOOST_AUTO_TEST_CASE(what_is_no_graph_of_this_model_changes_nothing)
{
    run("time 0.5");
    run("select upper");
    run("turn x 10");
    const std::string posed = state("rotation");
    const std::string other = writeFile(folder / "other.json", R"({"format": "armature graph", "version": 1,
        "clips": [{"name": "sing"}], "nodes": [], "root": "sing"})");
    BOOST_TEST(refusal("graph " + other).find("sing") != std::string::npos);
    BOOST_TEST(refusal("graph " + (folder / "nowhere.json").string()).find("nowhere.json") != std::string::npos);
    BOOST_TEST(refusal("graph " + folder.string()).find("panels") != std::string::npos);
    BOOST_TEST(refusal("graph on") == "strip.gltf has no graph: graph FILE.json, or blend-pad");
    BOOST_TEST(state("graph") == "none");
    BOOST_TEST(state("rotation") == posed);
    run("graph " + graphFile);
    run("graph-set y 0.5");
    run("graph-fire go");
    run("time 0.5");
    BOOST_TEST(refusal("graph " + other).find("sing") != std::string::npos);
    BOOST_TEST(state("graph") == "graph.json");
    BOOST_TEST(state("time") == "0.500");
    BOOST_TEST(refusal("graph-set yy 1").find(R"(graph.json has no parameter "yy"; did you mean "y"?)") != std::string::npos);
    BOOST_TEST(refusal("graph-set go 1") == R"("go" is a trigger: graph-fire)");
    BOOST_TEST(refusal("graph-fire y") == R"("y" is no trigger: graph-set)");
    BOOST_TEST(refusal("graph-set y high") == R"(a value is a decimal number, not "high")");
    BOOST_TEST(refusal("layer bend") == "layers lie over a clip, and a graph plays: graph off");
    document.open(writeFile(folder / "bare.gltf", R"({"asset": {"version": "2.0"}})"));
    BOOST_TEST(refusal("graph " + graphFile) == "there is no skeleton for a graph to move");
}

BOOST_AUTO_TEST_CASE(a_file_that_is_read_again_goes_on_with_its_graph_if_it_still_has_its_clips)
{
    run("select upper");
    run("graph " + graphFile);
    run("pause");
    run("graph-set how far 1");
    run("graph-fire go");
    run("time 0.5");
    run("reload");
    BOOST_TEST(state("graph") == "graph.json");
    BOOST_TEST(state("time") == "0.500");
    BOOST_TEST(state("playing") == "off");
    BOOST_TEST(state("rotation") == "0.000 0.000 45.000");
    run("time 0.25");
    BOOST_TEST(state("rotation") == "0.000 0.000 22.500");
    writeFile(graphFile, "{");
    run("reload");
    BOOST_TEST(state("message").find("graph.json") != std::string::npos);
    BOOST_TEST(state("graph") == "graph.json");
    BOOST_TEST(state("rotation") == "0.000 0.000 22.500");
    std::string model = stripModel();
    model.replace(model.find("\"bend\""), 6, "\"sway\"");
    writeFile(file, model);
    run("reload");
    BOOST_TEST(state("graph") == "none");
    BOOST_TEST(state("clip") == "sway");
}

BOOST_AUTO_TEST_CASE(a_changed_graph_is_seen_too)
{
    run("graph " + graphFile);
    run("watch on");
    document.watch();
    BOOST_TEST(state("reloads") == "0");
    std::string changed(blendGraph);
    changed.replace(changed.find("\"maximum\": 1}"), 13, "\"maximum\": 10}");
    writeFile(graphFile, changed);
    document.watch();
    BOOST_TEST(state("reloads") == "1");
    run("graph-set how far 7");
    BOOST_TEST(state("parameters") == "how far 7.00, y 0.00, go 0.00, back 0.00");
    document.watch();
    BOOST_TEST(state("reloads") == "1");
}

BOOST_AUTO_TEST_CASE(the_pad_is_dragged)
{
    BOOST_TEST(play("key 0\nexpect page pad\nwait 2\nclick pad:use 0\nexpect blend 0 1.00\nwait 2\nclick pad:use bend\nwait 2\n"
                    "expect parameters x 0.00\nexpect blend 0 1.00\nclick pad:bend\nexpect blend bend 1.00\n"
                    "drag pad:bend by -2000 0\nexpect parameters x 0.00\ngraph "
                    + graphFile
                    + "\nwait 2\ngraph-fire go\nclick pad:slide\nexpect blend slide 1.00\ndrag pad: by 0 2000\nexpect blend stopped 1.00\n")
               == "");
}

BOOST_AUTO_TEST_CASE(what_state_a_machine_is_in_and_goes_to_is_said)
{
    BOOST_TEST(state("state") == "none");
    run("graph " + graphFile);
    run("pause");
    BOOST_TEST(state("state") == "machine: standing");
    run("graph-set how far 1");
    run("graph-fire go");
    run("step 0.5");
    BOOST_TEST(state("state") == "machine: moving");
    run("graph-set back 1");
    run("step 0.25");
    BOOST_TEST(state("state") == "machine: standing, 25 % from moving");
    run("step 1");
    BOOST_TEST(state("state") == "machine: standing");
    run("time 0.6");
    BOOST_TEST(state("state") == "machine: standing, 10 % from moving");
}

// "half" is at 0.5 s of "bend", which takes one second.
BOOST_AUTO_TEST_CASE(events_are_those_that_were_passed)
{
    run("graph " + graphFile);
    run("pause");
    run("graph-set how far 1");
    run("graph-fire go");
    run("time 0.4");
    BOOST_TEST(state("event") == "none");
    run("time 2");
    BOOST_TEST(state("event") == "half of bend");
    BOOST_TEST_REQUIRE(document.current()->playback.graph()->events().size() == 2u);
    run("time 0");
    run("time 2");
    BOOST_TEST_REQUIRE(document.current()->playback.graph()->events().size() == 2u);
    BOOST_TEST(document.current()->playback.graph()->events()[0].seconds == 0.5, boost::test_tools::tolerance(1e-6));
    BOOST_TEST(document.current()->playback.graph()->events()[1].seconds == 1.5, boost::test_tools::tolerance(1e-6));
    run("time 1");
    run("graph-set how far 0");
    BOOST_TEST_REQUIRE(document.current()->playback.graph()->events().size() == 1u);
    run("graph off");
    run("clip bend");
    run("pause");
    run("time 0.4");
    BOOST_TEST(state("event") == "none");
    run("time 0.6");
    BOOST_TEST(state("event") == "half");
    run("clip 0");
    run("pause");
    run("time 1");
    BOOST_TEST(state("event") == "none");
}

BOOST_AUTO_TEST_CASE(the_page_of_the_graph_sets_and_fires_and_the_time_line_has_its_events)
{
    BOOST_TEST(play("graph " + graphFile + R"(
pause
key G
expect page graph
wait 2
mouse state:standing
mouse way:any to moving
click graph:back
expect parameters how far 0.00, y 0.00, go 0.00, back 1.00
click graph:back
drag graph:how far by 2000 0
expect parameters how far 1.00, y 0.00, go 0.00, back 0.00
click graph:go
expect parameters ~ go 1.00
time 1
expect state machine: moving
wait 2
drag event:half by 3 0
expect event half of bend
drag event:half by -3 0
expect event none
click button:graph-restart
expect time 0.000
click button:graph off
expect graph off
wait 2
click button:graph on
expect graph graph.json
)") == "");
}

BOOST_AUTO_TEST_CASE(files_side_by_side_play_the_same_graph_at_the_same_time)
{
    const std::string other = writeFile(folder / "other.gltf", stripModel());
    document.open(other);
    run("file 1");
    run("graph " + graphFile);
    run("pause");
    run("graph-set how far 1");
    run("graph-fire go");
    run("compare on");
    document.compare();
    run("time 0.5");
    run("graph-set how far 0.5");
    run("time 0.75");
    document.compare();
    BOOST_TEST(state("compared-time") == "0.750");
    BOOST_TEST(state("difference") == "0.000000");
    run("time 0.25");
    document.compare();
    BOOST_TEST(state("compared-time") == "0.250");
    BOOST_TEST(state("difference") == "0.000000");
    run("clip bend");
    run("pause");
    run("time 0.5");
    document.compare();
    BOOST_TEST(state("compared-time") == "0.500");
    BOOST_TEST(state("difference") == "0.000000");
    std::string model = stripModel();
    model.replace(model.find("\"bend\""), 6, "\"sway\"");
    document.open(writeFile(folder / "third.gltf", model));
    run("file 1");
    run("compare third.gltf");
    run("graph on");
    document.compare();
    BOOST_TEST_REQUIRE(!document.comparison()->reasons().empty());
    BOOST_TEST(document.comparison()->reasons().back().find("third.gltf cannot play the graph: graph.json") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_graph_may_be_dropped)
{
    BOOST_TEST(play("drop " + graphFile + "\nwait 2\nexpect graph graph.json\n") == "");
}

BOOST_AUTO_TEST_SUITE_END()
