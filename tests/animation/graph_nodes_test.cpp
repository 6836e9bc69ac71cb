#include <armature/saved_state.hpp>

#include <support/allocations/allocation_count.hpp>
#include <support/precompiled.hpp>

#include "graph_stage.hpp"

using namespace armature;
using namespace armature::test;

namespace {

constexpr double closeEnough = 2e-6;

struct GraphNodeStage : GraphStage {
    GraphClip walk = graphClip("walk", 11, 1.);
    GraphClip run = graphClip("run", 12, 0.6);
    GraphClip idle = graphClip("idle", 13, 2.);

    GraphPlayer play(GraphNode node, std::vector<GraphParameter> parameters = {}, std::vector<GraphClip> more = {})
    {
        std::vector<GraphClip> clips{walk, run, idle};
        clips.insert(clips.end(), more.begin(), more.end());
        const std::string root = node.name;
        return GraphPlayer(AnimationGraph::create({std::move(parameters), clips, {std::move(node)}, root}, skeleton));
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(graph_nodes, GraphNodeStage)

BOOST_AUTO_TEST_CASE(a_clip_plays_loops_and_ends)
{
    GraphPlayer looping(AnimationGraph::create({.clips = {walk}, .root = "walk"}, skeleton));
    looping.advance(0.3);
    BOOST_TEST(distanceBetween(poseOf(looping), poseOf(walk, 0.3)) < closeEnough);
    looping.advance(2.);
    BOOST_TEST(distanceBetween(poseOf(looping), poseOf(walk, 0.3)) < 1e-5);

    GraphPlayer once = play({"once", ClipNode{.clip = "walk", .speed = {2.f}, .loop = false, .start = 0.25}});
    BOOST_TEST(distanceBetween(poseOf(once), poseOf(walk, 0.25)) < closeEnough);
    once.advance(0.25);
    BOOST_TEST(distanceBetween(poseOf(once), poseOf(walk, 0.75)) < closeEnough);
    once.advance(5.);
    BOOST_TEST(distanceBetween(poseOf(once), poseOf(walk, 1.)) < closeEnough);
    once.restart();
    BOOST_TEST(distanceBetween(poseOf(once), poseOf(walk, 0.25)) < closeEnough);

    GraphPlayer back = play({"back", ClipNode{.clip = "walk", .speed = {-1.f}, .loop = false}});
    back.advance(0.25);
    BOOST_TEST(distanceBetween(poseOf(back), poseOf(walk, 0.75)) < closeEnough);
}

BOOST_AUTO_TEST_CASE(weights_of_a_blend_below_1_leave_the_rest_and_above_are_normalised)
{
    const std::vector<GraphParameter> parameters{{"a"}, {"b"}};
    GraphPlayer player = play({"mix", BlendNode{{{"walk", {1.f, "a"}}, {"run", {1.f, "b"}}}}}, parameters);
    const Pose rest = captureRestPose(skeleton);
    BOOST_TEST(distanceBetween(poseOf(player), rest) < closeEnough);
    player.setParameter("a", 0.8f);
    player.setParameter("b", 0.8f);
    const Pose half = blendPoses(poseOf(walk, 0.), poseOf(run, 0.), 0.5f);
    BOOST_TEST(distanceBetween(poseOf(player), half) < 0.02);  // blended linearly, not by slerp
    player.setParameter("a", 0.f);
    player.setParameter("b", 0.5f);
    BOOST_TEST(distanceBetween(poseOf(player), blendPoses(rest, poseOf(run, 0.), 0.5f)) < 0.02);
    player.setParameter("b", 0.f);
    player.setParameter("a", 3.f);
    BOOST_TEST(distanceBetween(poseOf(player), poseOf(walk, 0.)) < closeEnough);
}

// By hand: at equal weights, clips of 1 s and 0.6 s play 0.5 * 1 + 0.5 / 0.6 = 4 / 3 rounds a second.
BOOST_AUTO_TEST_CASE(a_blend_space_keeps_its_points_in_step)
{
    BlendSpaceNode space{.x = "speed", .points = {{"walk", {1, 0}}, {"run", {3, 0}}}};
    GraphPlayer player = play({"move", space}, {{"speed", ParameterKind::Number, 2.f}});
    player.advance(0.3);
    for (const GraphActivity& activity : player.getActivity()) {
        if (activity.node == "walk") {
            BOOST_TEST(activity.seconds == 0.4, boost::test_tools::tolerance(1e-6));
            BOOST_TEST(activity.weight == 0.5f);
        } else if (activity.node == "run") {
            BOOST_TEST(activity.seconds == 0.24, boost::test_tools::tolerance(1e-6));
        }
    }
    player.setParameter("speed", 1.f);
    player.advance(0.1);
    player.setParameter("speed", 3.f);  // a point without weight stays in step
    BOOST_TEST(distanceBetween(poseOf(player), poseOf(run, 0.3)) < 1e-5);
}

// By hand: footfalls of the walk at 0.2 and 0.8 s of 1 s, of the run at 0 and 0.3 s of 0.6 s. From the first to the second footfall the
// mean pace is 0.5 * (1 / 0.6 + 1 / 0.3) = 2.5 intervals a second, so an interval takes 0.4 s.
BOOST_AUTO_TEST_CASE(markers_meet_in_a_blend_space)
{
    walk.markers = {0.2, 0.8};
    run.markers = {0., 0.3};
    BlendSpaceNode space{.x = "speed", .points = {{"walk", {0, 0}}, {"run", {1, 0}}}, .sync = GraphSync::Markers};
    GraphPlayer player = play({"move", space}, {{"speed", ParameterKind::Number, 0.5f}});
    const auto seconds = [&](std::string_view name) {
        for (const GraphActivity& activity : player.getActivity()) {
            if (activity.node == name) {
                return activity.seconds;
            }
        }
        return -1.;
    };
    BOOST_TEST(seconds("walk") == 0.2, boost::test_tools::tolerance(1e-6));
    player.advance(0.4);
    BOOST_TEST(seconds("walk") == 0.8, boost::test_tools::tolerance(1e-6));
    BOOST_TEST(seconds("run") == 0.3, boost::test_tools::tolerance(1e-6));
    // The next interval is 0.4 s of the walk, across its end, and 0.3 s of the run. The pace is 0.5 * (1 / 0.4 + 1 / 0.3) intervals a
    // second.
    player.advance(0.1);
    const double part = 0.1 * 0.5 * (1 / 0.4 + 1 / 0.3);
    BOOST_TEST(seconds("walk") == 0.8 + part * 0.4, boost::test_tools::tolerance(1e-6));
    BOOST_TEST(seconds("run") == 0.3 + part * 0.3, boost::test_tools::tolerance(1e-6));
    player.setParameter("speed", 0.f);
    BOOST_TEST(distanceBetween(poseOf(player), poseOf(walk, std::fmod(0.8 + part * 0.4, 1.))) < 1e-5);
}

// Compares one step with many, across the ends of many rounds.
BOOST_AUTO_TEST_CASE(markers_do_not_depend_on_steps)
{
    walk.markers = {0.2, 0.8};
    run.markers = {0., 0.4};
    BlendSpaceNode space{.x = "speed", .points = {{"walk", {0, 0}}, {"run", {1, 0}}}, .sync = GraphSync::Markers};
    for (const float pace : {1.f, -1.f}) {
        const GraphNode fast{"fast", ClipNode{.clip = "walk", .speed = {pace}}};
        const GraphNode slow{"slow", ClipNode{.clip = "run", .speed = {pace}}};
        space.points = {{"fast", {0, 0}}, {"slow", {1, 0}}};
        const auto graph = AnimationGraph::create(
            {{{"speed", ParameterKind::Number, 0.3f}}, {walk, run, idle}, {fast, slow, {"move", space}}, "move"}, skeleton);
        GraphPlayer atOnce(graph);
        GraphPlayer often(graph);
        atOnce.advance(7.77);
        for (int i = 0; i < 777; ++i) {
            often.advance(0.01);
        }
        BOOST_TEST(distanceBetween(poseOf(atOnce), poseOf(often)) < 1e-5);
    }
}

BOOST_AUTO_TEST_CASE(an_additive_node_adds_a_difference_and_nothing_else)
{
    const auto lean = clip("lean", 15, 1.);
    const auto difference = makeAdditiveClip(*lean);
    GraphClip leaning = makeGraphClip("leaning", difference, skeleton, {.isDifference = true, .bake = {.framesPerSecond = 120.}});
    GraphPlayer player = play({"sum", AdditiveNode{"walk", "leaning", {1.f, "lean"}}}, {{"lean"}}, {leaning});
    player.advance(0.4);
    BOOST_TEST(distanceBetween(poseOf(player), poseOf(walk, 0.4)) < closeEnough);
    player.setParameter("lean", 1.f);
    Pose added;
    added.bones.resize(skeleton.bones().size());
    leaning.clip->sample(0.4, added.bones);
    BOOST_TEST(distanceBetween(poseOf(player), addDifference(poseOf(walk, 0.4), added)) < 1e-5);
    BOOST_TEST(distanceBetween(poseOf(player), poseOf(walk, 0.4)) > 0.05);
}

BOOST_AUTO_TEST_CASE(an_overlay_replaces_the_bones_of_its_mask)
{
    OverlayNode overlay{.base = "walk", .overlay = "idle", .masks = {{"chest"}, {"hand_L", 0.f, false}}, .weight = {1.f, "wave"}};
    GraphPlayer player = play({"wave", overlay}, {{"wave", ParameterKind::Number, 1.f}});
    player.advance(0.2);
    const Pose pose = poseOf(player);
    for (std::size_t i = 0; i < pose.bones.size(); ++i) {
        const Bone* bone = skeleton.bones()[i];
        const bool isAbove =
            bone->getName() == "chest" || (bone->isDescendantOf(*skeleton.findBone("chest")) && bone->getName() != "hand_L");
        const Pose& source = isAbove ? poseOf(idle, 0.2) : poseOf(walk, 0.2);
        BOOST_TEST(angleBetweenRotations(pose.bones[i].rotation, source.bones[i].rotation) < 1e-5);
    }
    player.setParameter("wave", 0.f);
    BOOST_TEST(distanceBetween(poseOf(player), poseOf(walk, 0.2)) < closeEnough);
}

BOOST_AUTO_TEST_CASE(a_mirror_node_does_what_mirrorPose_does)
{
    GraphPlayer player = play({"mirror", MirrorNode{"walk", {1.f, "on"}}}, {{"on", ParameterKind::Switch}});
    player.advance(0.3);
    BOOST_TEST(distanceBetween(poseOf(player), poseOf(walk, 0.3)) < closeEnough);
    player.setParameter("on", 1.f);
    const Pose expected = mirrorPose(skeleton, poseOf(walk, 0.3), mirrorMapByName(skeleton));
    BOOST_TEST(distanceBetween(poseOf(player), expected) < 1e-5);
}

BOOST_AUTO_TEST_CASE(a_modifier_changes_the_pose_by_its_weight)
{
    GraphPlayer player = play({"look", ModifierNode{"walk", {1.f, "look"}}}, {{"look", ParameterKind::Number, 1.f}});
    BOOST_TEST(distanceBetween(poseOf(player), poseOf(walk, 0.)) < closeEnough);
    const std::size_t head = 4;
    player.setModifier("look", [&](JointView joints) { joints.setPosition(head, {0, 2, 0}); });
    BOOST_TEST(poseOf(player).bones[head].translation.y == 2.f);
    player.setParameter("look", 0.5f);
    BOOST_TEST(poseOf(player).bones[head].translation.y == 1.1f, boost::test_tools::tolerance(1e-5f));
    player.setParameter("look", 0.f);
    BOOST_TEST(distanceBetween(poseOf(player), poseOf(walk, 0.)) < closeEnough);
    BOOST_CHECK_THROW(player.setModifier("nod", {}), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(curves_are_blended_by_weight)
{
    const auto withCurve = [&](const char* name, float value) {
        AnimationClipBuilder builder(name);
        builder.rotation(*skeleton.findBone("head")).addKey(0, glm::quat(1, 0, 0, 0)).addKey(1, glm::quat(1, 0, 0, 0));
        if (value >= 0.f) {
            builder.curve("effort").addKey(0, value).addKey(1, value + 1.f);
        }
        return makeGraphClip(name, builder.build(), skeleton);
    };
    BlendSpaceNode space{.x = "x", .points = {{"none", {0, 0}}, {"some", {1, 0}}, {"much", {2, 0}}}};
    GraphPlayer player = play({"mix", space}, {{"x"}}, {withCurve("none", -1.f), withCurve("some", 2.f), withCurve("much", 6.f)});
    player.advance(0.5);
    BOOST_TEST(player.getCurve("effort") == 0.f);
    player.setParameter("x", 1.5f);
    BOOST_TEST(player.getCurve("effort") == 4.5f, boost::test_tools::tolerance(1e-5f));
    BOOST_TEST(player.getCurve("no such curve") == 0.f);
}

BOOST_AUTO_TEST_CASE(frames_do_not_allocate)
{
    GraphClip lean = makeGraphClip("lean", makeAdditiveClip(*clip("lean", 15, 1.)), skeleton, {.isDifference = true});
    walk.events = {{"step", 0.1}, {"step", 0.6}};
    GraphDescription description{
        .parameters = {{"speed"}, {"jump", ParameterKind::Trigger}},
        .clips = {walk, run, idle, lean},
        .nodes = {{"move", BlendSpaceNode{.x = "speed", .points = {{"walk", {0, 0}}, {"run", {1, 0}}}}},
                  {"leaning", AdditiveNode{"move", "lean"}},
                  {"upper", OverlayNode{"leaning", "idle", {{"chest"}}, {0.5f}}},
                  {"mirror", MirrorNode{"upper"}},
                  {"states",
                   StateMachineNode{{{"move", "mirror"}, {"rest", "resting"}},
                                    {{"move", "rest", {{"jump"}}}, {"rest", "move", {{"jump"}}, {}, 0.2, TransitionBlend::Inertialise}}}},
                  {"resting", ClipNode{"idle"}}},
        .root = "states"};
    GraphPlayer player(AnimationGraph::create(description, skeleton));
    SavedState saved;
    Pose pose;
    const auto frames = [&](int count) {
        for (int frame = 0; frame < count; ++frame) {
            player.setParameter("speed", static_cast<float>(frame % 7) / 7.f);
            if (frame % 19 == 0) {
                player.fire("jump");
            }
            player.advance(1. / 60);
            player.evaluate(pose);
            player.apply(skeleton);
            saved.save(player);
        }
    };
    frames(60);
    const AllocationCount allocations;
    frames(200);
    BOOST_TEST(allocations.sinceConstruction() == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
