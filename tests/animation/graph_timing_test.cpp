#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <armature/ik/bone_ik_controller.hpp>

#include <support/precompiled.hpp>

#include "graph_stage.hpp"

using namespace armature;
using namespace armature::test;

namespace {

/// For tests of the times of exits, events, beginnings and cuts.
struct GraphTimingStage : GraphStage {
    GraphPlayer play(std::vector<GraphClip> clips, std::vector<GraphNode> nodes, std::vector<GraphParameter> parameters = {})
    {
        const std::string root = nodes.back().name;
        return GraphPlayer(AnimationGraph::create({std::move(parameters), std::move(clips), std::move(nodes), root}, skeleton));
    }

    /// A clip of one second with an event at each end and one in the middle.
    GraphClip withEvents()
    {
        GraphClip clip = graphClip("clip", 41, 1.);
        clip.events = {{"begin", 0.}, {"middle", 0.5}, {"end", 1.}};
        return clip;
    }
};

/// Plays for some seconds in random steps and returns the events as "name moment", with moments in hundredths of a second.
std::vector<std::string> eventsOf(GraphPlayer& player, double seconds, Random& random)
{
    std::vector<std::string> events;
    for (double now = 0.; now < seconds;) {
        const double step = random.chance(0.2) ? 0. : std::min(seconds - now, static_cast<double>(random.real(0.f, 0.4f)));
        player.advance(step);
        for (const FiredEvent& event : player.firedEvents()) {
            events.push_back(std::string(event.name) + " " + std::to_string(std::lround((now + event.moment) * 100)));
        }
        now += step;
    }
    return events;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(graph_timing, GraphTimingStage)

// A frame may end, except for rounding, on the phase at which a looping state is left: the player must take that exit, not the next
// round's.
BOOST_AUTO_TEST_CASE(looping_states_are_left_in_the_first_round_at_every_frame_rate)
{
    std::size_t late = 0;
    std::size_t runs = 0;
    for (const double duration : {0.4, 0.7, 1., 3.}) {
        const GraphClip clip = graphClip("clip", 42, duration);
        for (int exit = 1; exit < 20; ++exit) {
            const double phase = exit / 20.;
            GraphPlayer player =
                play({clip, graphClip("other", 43, 1.)},
                     {{"body", StateMachineNode{{{"first", "clip"}, {"second", "other"}},
                                                {{.from = "first", .to = "second", .exitPhase = phase, .duration = 0.}}}}});
            for (const int frames : {24, 25, 30, 60, 90, 144}) {
                player.restart();
                const int due = static_cast<int>(std::ceil(phase * duration * frames - 1e-6));
                for (int frame = 0; frame < due; ++frame) {
                    player.advance(1. / frames);
                }
                player.advance(1e-6);
                late += player.getState("body") == "second" ? 0u : 1u;
                ++runs;
            }
        }
    }
    BOOST_TEST(runs == 4u * 19u * 6u);
    BOOST_TEST(late == 0u);
}

BOOST_AUTO_TEST_CASE(events_of_graphs_fire_once_at_both_ends)
{
    Random random(1307);
    const std::vector<std::string> forwards{"begin 0", "middle 50", "end 100"};
    const std::vector<std::string> backwards{"end 0", "middle 50", "begin 100"};
    const std::vector<std::string> round{"begin 0", "middle 50", "begin 100", "end 100", "middle 150", "begin 200", "end 200"};
    const std::vector<std::string> roundBack{"end 0", "middle 50", "begin 100", "end 100", "middle 150", "begin 200", "end 200"};
    for (int i = 0; i < 20; ++i) {
        const auto check = [&](float speed, bool loop, const std::vector<std::string>& expected) {
            GraphPlayer player = play({withEvents()}, {{"node", ClipNode{.clip = "clip", .speed = {speed}, .loop = loop}}});
            const std::vector<std::string> fired = eventsOf(player, 2., random);
            BOOST_TEST(fired == expected, boost::test_tools::per_element());
        };
        check(1.f, false, forwards);
        check(-1.f, false, backwards);
        check(1.f, true, round);
        check(-1.f, true, roundBack);
    }
}

// If clips in step began at different phases, they would jump to one phase in the first frame, and the character with them.
BOOST_AUTO_TEST_CASE(clips_in_step_begin_in_step)
{
    GraphClip run = graphClip("run", 44, 0.7, 3.f);
    run.events = {{"left", 0.}, {"right", 0.35}};
    for (const float x : {-1.f, -0.5f, 0.5f, 1.f}) {
        GraphPlayer player = play({run},
                                  {{"back", ClipNode{.clip = "run", .speed = {-1.f}}},
                                   {"forth", ClipNode{.clip = "run"}},
                                   {"late", ClipNode{.clip = "run", .start = 0.6}},
                                   {"space", BlendSpaceNode{.x = "x", .points = {{"back", {-1, 0}}, {"late", {0, 0}}, {"forth", {1, 0}}}}}},
                                  {{"x", ParameterKind::Number, x, -1.f, 1.f}});
        const Pose before = poseOf(player);
        player.advance(1e-3);
        BOOST_TEST(glm::length(player.getTravel().offset) < 1e-2);
        BOOST_TEST(test::distanceBetween(before, poseOf(player)) < 0.05);
    }
}

// The legs fade while the arms are cut: the legs must not jump.
BOOST_AUTO_TEST_CASE(a_cut_elsewhere_does_not_end_an_inertialised_transition)
{
    const auto two = [](const char* first, const char* second, const char* trigger, double duration) {
        return StateMachineNode{
            {{"first", first}, {"second", second}},
            {{.from = "first", .to = "second", .conditions = {{trigger}}, .duration = duration, .blend = TransitionBlend::Inertialise}}};
    };
    const std::vector<GraphClip> clips{graphClip("a", 45, 1.), graphClip("b", 46, 1.), graphClip("c", 47, 1.), graphClip("d", 48, 1.)};
    GraphPlayer player = play(clips,
                              {{"legs", two("a", "b", "step", 0.3)},
                               {"arms", two("c", "d", "wave", 0.)},
                               {"body", OverlayNode{.base = "legs", .overlay = "arms", .masks = {{"chest", 1.f}}, .weight = {1.f}}}},
                              {{"step", ParameterKind::Trigger}, {"wave", ParameterKind::Trigger}});
    const std::size_t thigh = *JointView(skeleton).find("thigh_L");
    const std::size_t hand = *JointView(skeleton).find("hand_L");
    const auto turnOf = [&](const Pose& a, const Pose& b, std::size_t bone) {
        return angleBetweenRotations(a.bones[bone].rotation, b.bones[bone].rotation);
    };
    player.advance(0.3);
    player.fire("step");
    player.advance(0.02);
    const Pose before = poseOf(player);
    player.fire("wave");
    player.advance(1e-4);
    const Pose after = poseOf(player);
    BOOST_TEST(turnOf(before, after, thigh) < 0.01);
    BOOST_TEST(turnOf(before, after, hand) > 0.05);  // the arms are cut at once
}

// A modifier at the end of the graph that holds a hand or a foot does so during transitions as well.
BOOST_AUTO_TEST_CASE(modifiers_at_the_end_see_inertia)
{
    GraphPlayer player = play(
        {graphClip("a", 49, 1.), graphClip("b", 50, 1.)},
        {{"body", StateMachineNode{{{"first", "a"}, {"second", "b"}},
                                   {{.from = "first", .to = "second", .conditions = {{"go"}}, .blend = TransitionBlend::Inertialise}}}},
         {"hold", ModifierNode{"body"}},
         {"nod", ModifierNode{"hold"}}},
        {{"go", ParameterKind::Trigger}});
    const BoneIkController arm(*skeleton.findBone("arm_L"));
    const std::size_t head = *JointView(skeleton).find("head");
    const glm::vec3 handle(0.3f, 1.45f, 0.2f);
    player.setModifier("hold", [&](JointView joints) { BOOST_TEST(arm.solve(joints, handle, {}, Space::Skeleton).isReached); });
    player.setModifier("nod", [&](JointView joints) { joints.setPosition(head, {1, 2, 3}); });
    player.advance(0.3);
    player.fire("go");
    for (int i = 0; i < 20; ++i) {
        player.advance(0.01);
        player.apply(skeleton);
        BOOST_TEST(glm::distance(skeleton.findBone("hand_L")->getPosition(Space::World), handle) < 1e-4f);
        BOOST_TEST(skeleton.bones()[head]->getPosition() == glm::vec3(1, 2, 3));
    }
}

// A clip of a single pose: its state ends as soon as it may be left.
BOOST_AUTO_TEST_CASE(states_of_a_single_pose_end)
{
    AnimationClipBuilder builder("pose");
    builder.rotation(*skeleton.findBone("head")).addKey(0., glm::angleAxis(0.3f, glm::vec3(1, 0, 0)));
    for (const bool loop : {false, true}) {
        GraphPlayer player = play({makeGraphClip("pose", builder.build(), skeleton), graphClip("b", 51, 1.)},
                                  {{"posing", ClipNode{.clip = "pose", .loop = loop}},
                                   {"body", StateMachineNode{{{"first", "posing"}, {"second", "b"}},
                                                             {{.from = "first", .to = "second", .exitPhase = 1., .duration = 0.1}}}}});
        player.advance(0.01);
        BOOST_TEST(player.getState("body") == "second");
    }
}

BOOST_AUTO_TEST_CASE(a_motion_of_another_length_is_refused)
{
    GraphClip clip = graphClip("walk", 52, 1., 1.f);
    clip.motion = graphClip("longer", 52, 2., 1.f).motion;
    BOOST_CHECK_EXCEPTION((void)AnimationGraph::create({.clips = {clip}, .root = "walk"}, skeleton), std::invalid_argument,
                          says("\"walk\" lasts 1 s, but its motion 2 s"));
}

// A faster clip without weight does not set the pace: the clips end together once, and the remainder of a long step plays on as in short
// steps.
BOOST_AUTO_TEST_CASE(clips_in_step_end_together_and_once)
{
    const auto toggling = [](const char* first, const char* second) {
        return StateMachineNode{{{"first", first}, {"second", second}},
                                {{.from = "first", .to = "second", .exitPhase = 1., .duration = 0.},
                                 {.from = "second", .to = "first", .exitPhase = 1., .duration = 0.}}};
    };
    const auto make = [&] {
        return play({graphClip("short", 53, 1.), graphClip("long", 54, 10.), graphClip("a", 55, 0.7), graphClip("b", 56, 0.9)},
                    {{"once", ClipNode{.clip = "short", .loop = false}},
                     {"slow", ClipNode{.clip = "long", .loop = false}},
                     {"space", BlendSpaceNode{.x = "x", .points = {{"once", {0, 0}}, {"slow", {1, 0}}}}},
                     {"toggle", toggling("a", "b")},
                     {"body", BlendNode{{{"space", {0.5f}}, {"toggle", {0.5f}}}}}},
                    {{"x", ParameterKind::Number, 1.f, 0.f, 1.f}});
    };
    GraphPlayer atOnce = make();
    GraphPlayer inSteps = make();
    atOnce.advance(20.);
    for (int i = 0; i < 160; ++i) {
        inSteps.advance(0.125);
    }
    BOOST_TEST(atOnce.getState("toggle") == inSteps.getState("toggle"));
    BOOST_TEST(test::distanceBetween(poseOf(atOnce), poseOf(inSteps)) < 1e-5);
}

// States that hand over in step at the end of their rounds play whole rounds, whatever the rounding of steps.
BOOST_AUTO_TEST_CASE(states_in_step_play_whole_rounds)
{
    for (const double step : {0.1, 1. / 30, 1. / 60, 0.07}) {
        GraphPlayer player =
            play({graphClip("a", 57, 1.), graphClip("b", 58, 1.)},
                 {{"body", StateMachineNode{{{"first", "a"}, {"second", "b"}},
                                            {{.from = "first", .to = "second", .exitPhase = 1., .duration = 0., .isInStep = true},
                                             {.from = "second", .to = "first", .exitPhase = 1., .duration = 0., .isInStep = true}}}}});
        double now = 0.;
        for (int i = 0; i < 400; ++i) {
            player.advance(step);
            now += step;
            const double inRound = now - std::floor(now);
            if (inRound > 0.01 && inRound < 0.99) {
                BOOST_TEST_REQUIRE(player.getState("body") == (static_cast<int>(now) % 2 == 0 ? "first" : "second"));
            }
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
