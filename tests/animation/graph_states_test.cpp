#include <map>

#include <armature/saved_state.hpp>

#include <support/precompiled.hpp>
#include <support/rounds.hpp>

#include "graph_stage.hpp"

using namespace armature;
using namespace armature::test;

namespace {

/// A typical game graph: idle, a blend space of walk and run that travel and turn, a jump, a state machine within a state machine.
struct GraphStateStage : GraphStage {
    GraphDescription description()
    {
        GraphClip walk = graphClip("walk", 21, 1., 1.4f, 0.2f);
        walk.events = {{"left", 0.}, {"right", 0.5}};
        GraphClip run = graphClip("run", 22, 0.7, 3.f);
        run.events = {{"left", 0.}, {"right", 0.35}};
        GraphClip jump = graphClip("jump", 23, 0.8, 1.f);
        jump.events = {{"off", 0.2}, {"landed", 0.8}};
        return {
            .parameters = {{"speed", ParameterKind::Number, 0.f, 0.f, 3.f},
                           {"jump", ParameterKind::Trigger},
                           {"hurt", ParameterKind::Switch}},
            .clips = {graphClip("idle", 24, 2.), walk, run, jump, graphClip("limp", 25, 1.3, 0.6f)},
            .nodes =
                {{"move", BlendSpaceNode{.x = "speed", .points = {{"walk", {1, 0}}, {"run", {3, 0}}}}},
                 {"leap", ClipNode{.clip = "jump", .loop = false}},
                 {"gait",
                  StateMachineNode{
                      {{"fit", "move"}, {"hurt", "limp"}},
                      {{.from = "fit", .to = "hurt", .conditions = {{"hurt"}}, .isInStep = true},
                       {.from = "hurt", .to = "fit", .conditions = {{"hurt", Comparison::IsNotSet}}, .duration = 0.3, .isInStep = true}}}},
                 {"body",
                  StateMachineNode{{{"idle", "idle"}, {"gait", "gait"}, {"jump", "leap"}},
                                   {{.from = "idle", .to = "gait", .conditions = {{"speed", Comparison::Greater, 0.1f}}},
                                    {.from = "gait", .to = "idle", .conditions = {{"speed", Comparison::Less, 0.1f}}, .duration = 0.35},
                                    {.to = "jump", .conditions = {{"jump"}}, .duration = 0.15, .blend = TransitionBlend::Inertialise},
                                    {.from = "jump", .to = "idle", .exitPhase = 1., .duration = 0.25}}}}},
            .root = "body"};
    }
    std::shared_ptr<const AnimationGraph> graph = AnimationGraph::create(description(), skeleton);
};

/// Random commands that set parameters, each at a whole hundredth of a second.
struct RandomCommands {
    explicit RandomCommands(std::uint64_t seed, int hundredths)
    {
        Random random(seed);
        for (int i = 0; i < hundredths; ++i) {
            if (random.chance(0.03)) {
                commands[i] = random.integer(0, 3);
                speeds[i] = random.chance(0.3) ? 0.f : random.real(0.f, 3.f);
            }
        }
    }
    void apply(int hundredth, GraphPlayer& player) const
    {
        if (const auto command = commands.find(hundredth); command != commands.end()) {
            if (command->second == 0) {
                player.fire("jump");
            } else if (command->second == 1) {
                player.setParameter("hurt", player.getParameter("hurt") == 0.f ? 1.f : 0.f);
            } else {
                player.setParameter("speed", speeds.at(hundredth));
            }
        }
    }
    std::map<int, int> commands;
    std::map<int, float> speeds;
};

struct Event {
    std::string name;
    double time;
};

double travelDifference(const RootMotionDelta& a, const RootMotionDelta& b)
{
    return glm::distance(a.offset, b.offset) + std::abs(a.turn - b.turn);
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(graph_states, GraphStateStage)

BOOST_AUTO_TEST_CASE(conditions_and_phases_change_states)
{
    GraphPlayer player(graph);
    BOOST_TEST(player.getState("body") == "idle");
    player.setParameter("speed", 1.f);
    player.advance(0.);
    BOOST_TEST(player.getState("body") == "gait");
    BOOST_TEST(player.getTransitionProgress("body") == 0.f);
    player.advance(0.1);
    BOOST_TEST(player.getTransitionProgress("body") == 0.5f, boost::test_tools::tolerance(1e-6f));
    player.advance(0.1);
    BOOST_TEST(player.getTransitionProgress("body") == 1.f);
    player.setParameter("speed", 9.f);  // clamped
    BOOST_TEST(player.getParameter("speed") == 3.f);
    player.fire("jump");
    BOOST_TEST(player.getParameter("jump") == 1.f);
    player.advance(0.79);
    BOOST_TEST(player.getParameter("jump") == 0.f);
    BOOST_TEST(player.getState("body") == "jump");
    player.advance(0.02);  // the jump lasts 0.8 s; idle follows and is left at once
    BOOST_TEST(player.getState("body") == "gait");
}

BOOST_AUTO_TEST_CASE(what_is_not_there_is_refused_and_nothing_changes)
{
    GraphPlayer player(graph);
    BOOST_CHECK_THROW(player.setParameter("sped", 1.f), std::invalid_argument);
    BOOST_CHECK_THROW(player.setParameter(3, 1.f), std::invalid_argument);
    BOOST_CHECK_THROW(player.setParameter("jump", 1.f), std::invalid_argument);
    BOOST_CHECK_THROW(player.setParameter("speed", std::nanf("")), std::invalid_argument);
    BOOST_CHECK_THROW(player.fire("speed"), std::invalid_argument);
    BOOST_CHECK_THROW(player.advance(-0.1), std::invalid_argument);
    BOOST_CHECK_THROW(player.advance(INFINITY), std::invalid_argument);
    BOOST_CHECK_THROW((void)player.getState("gate"), std::invalid_argument);
    BOOST_CHECK_THROW(GraphPlayer(nullptr), std::invalid_argument);
    BOOST_TEST(player.getState("body") == "idle");
}

// Compares steps of 1/300 s with longer random steps.
BOOST_AUTO_TEST_CASE(steps_of_any_size_give_the_same_motion_and_events)
{
    const int hundredths = rounds(6000);
    std::size_t fired = 0;
    Random random(1303);
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        const RandomCommands script(seed, hundredths);
        GraphPlayer fine(graph);
        GraphPlayer coarse(graph);
        RootMotionDelta fineTravel;
        RootMotionDelta coarseTravel;
        std::vector<Event> fineEvents;
        std::vector<Event> coarseEvents;
        const auto advance = [](GraphPlayer& player, double seconds, double now, RootMotionDelta& travel, std::vector<Event>& events) {
            player.advance(seconds);
            travel = travel.then(player.getTravel());
            for (const FiredEvent& event : player.firedEvents()) {
                events.push_back({std::string(event.name), now + event.moment});
            }
        };
        int coarseAt = 0;
        for (int i = 0; i < hundredths; ++i) {
            const bool isSet = script.commands.contains(i);
            if (i > coarseAt && (isSet || random.chance(0.05))) {
                advance(coarse, (i - coarseAt) / 100., coarseAt / 100., coarseTravel, coarseEvents);
                coarseAt = i;
                BOOST_TEST(distanceBetween(poseOf(fine), poseOf(coarse)) < 1e-6);
            }
            script.apply(i, fine);
            script.apply(i, coarse);
            for (int part = 0; part < 3; ++part) {
                advance(fine, 0.01 / 3, i / 100. + part * 0.01 / 3, fineTravel, fineEvents);
            }
        }
        advance(coarse, (hundredths - coarseAt) / 100., coarseAt / 100., coarseTravel, coarseEvents);
        BOOST_TEST(travelDifference(fineTravel, coarseTravel) < 1e-6 * glm::length(fineTravel.offset));
        BOOST_TEST_REQUIRE(fineEvents.size() == coarseEvents.size());
        std::size_t different = 0;
        for (std::size_t i = 0; i < fineEvents.size(); ++i) {
            different += fineEvents[i].name != coarseEvents[i].name || std::abs(fineEvents[i].time - coarseEvents[i].time) > 1e-6 ? 1u : 0u;
        }
        BOOST_TEST(different == 0u);
        fired += fineEvents.size();
    }
    BOOST_TEST(fired > static_cast<std::size_t>(rounds(80)));
}

// However transitions interrupt each other: within a step of 1/2000 s no bone turns faster than clips, fades and inertia allow.
BOOST_AUTO_TEST_CASE(interruptions_of_interruptions_do_not_jump)
{
    Random random(1304);
    GraphPlayer player(graph);
    constexpr double step = 1. / 2000;
    Pose before = poseOf(player);
    double fastest = 0.;
    for (int i = 0; i < rounds(20000); ++i) {
        if (random.chance(0.004)) {
            player.fire("jump");
        }
        if (random.chance(0.004)) {
            player.setParameter("speed", player.getParameter("speed") > 0.f ? 0.f : 1.f);
        }
        if (random.chance(0.002)) {
            player.setParameter("hurt", player.getParameter("hurt") == 0.f ? 1.f : 0.f);
        }
        player.advance(step);
        const Pose now = poseOf(player);
        fastest = std::max(fastest, distanceBetween(before, now) / step);
        before = now;
    }
    // Clips swing at up to 0.5 * 2 pi / 0.7 s; fades of 0.15 s between poses up to 1 rad apart add up to 1.9 / 0.15.
    BOOST_TEST(fastest < 25.);
    BOOST_TEST(fastest > 2.);
}

BOOST_AUTO_TEST_CASE(an_inertialised_transition_keeps_the_pace)
{
    GraphPlayer player(graph);
    player.setParameter("speed", 2.f);
    player.advance(1.37);
    constexpr double step = 1. / 4000;
    player.advance(step);
    const RootMotionDelta before = player.getTravel();
    player.fire("jump");
    player.advance(step);
    BOOST_TEST(glm::distance(before.offset, player.getTravel().offset) / step < 0.05);
}

// Replays sixty frames again and again: equal bits, equal events.
BOOST_AUTO_TEST_CASE(rewound_frames_give_the_same_bits_and_events)
{
    const int frames = rounds(10000);
    Random random(1305);
    GraphPlayer player(graph);
    SavedState saved;
    struct Frame {
        std::vector<float> parameters;
        bool isJump;
        double seconds;
        std::uint64_t hash;
        std::string events;
        RootMotionDelta travel;
    };
    std::vector<Frame> played;
    const auto play = [&](const Frame& inputs) {
        player.setParameter("speed", inputs.parameters[0]);
        player.setParameter("hurt", inputs.parameters[1]);
        if (inputs.isJump) {
            player.fire("jump");
        }
        player.advance(inputs.seconds);
        Frame frame = inputs;
        frame.hash = hashOf(poseOf(player));
        frame.events.clear();
        for (const FiredEvent& event : player.firedEvents()) {
            frame.events += std::string(event.clip) + "." + std::string(event.name) + std::to_string(event.moment) + ",";
        }
        frame.travel = player.getTravel();
        return frame;
    };
    std::size_t different = 0;
    saved.save(player);
    const std::uint64_t hashAtFirst = saved.hash();
    for (int frame = 0; frame < frames; ++frame) {
        if (frame % 60 == 0) {
            if (frame > 0) {
                const std::uint64_t end = hashOf(poseOf(player));
                saved.restore(player);
                for (int again = 60; again > 0; --again) {
                    const Frame& first = played[played.size() - static_cast<std::size_t>(again)];
                    const Frame second = play(first);
                    different += first.hash != second.hash || first.events != second.events || !(first.travel == second.travel) ? 1u : 0u;
                }
                different += end != hashOf(poseOf(player)) ? 1u : 0u;
            }
            saved.save(player);
        }
        const float speed = random.chance(0.02) ? random.real(0.f, 3.f) : played.empty() ? 0.f : played.back().parameters[0];
        const float hurt = random.chance(0.01) ? static_cast<float>(random.integer(0, 1))
                           : played.empty()    ? 0.f
                                               : played.back().parameters[1];
        played.push_back(play({{speed, hurt}, random.chance(0.01), random.chance(0.1) ? 0.1 : 1. / 60, 0, {}, {}}));
    }
    BOOST_TEST(different == 0u);
    GraphPlayer other(graph);
    SavedState fresh;
    fresh.save(other);
    BOOST_TEST(fresh.hash() == hashAtFirst);
    BOOST_TEST(saved.size() < 4096u);
}

BOOST_AUTO_TEST_CASE(triggers_wait_until_a_transition_takes_them)
{
    GraphPlayer player(graph);
    player.fire("jump");
    player.advance(0.01);
    BOOST_TEST(player.getState("body") == "jump");
    player.fire("jump");  // during the jump: only states other than the jump itself can take this transition
    player.advance(0.1);
    BOOST_TEST(player.getParameter("jump") == 1.f);
    player.advance(0.7);
    BOOST_TEST(player.getState("body") == "jump");  // after passing through idle
    BOOST_TEST(player.getParameter("jump") == 0.f);
    player.fire("jump");
    player.restart();
    BOOST_TEST(player.getParameter("jump") == 0.f);
    BOOST_TEST(player.getState("body") == "idle");
}

BOOST_AUTO_TEST_CASE(each_event_fires_once_in_a_blend_space)
{
    GraphPlayer player(graph);
    player.setParameter("speed", 2.f);
    std::size_t steps = 0;
    double passed = 0.;
    for (int i = 0; i < 1000; ++i) {
        player.setParameter("speed", 1.5f + static_cast<float>(i % 2));  // the clip with the larger weight alternates each frame
        player.advance(1. / 60);
        const double walk = 0.75 * 1. + 0.25 / 0.7;
        const double run = 0.25 * 1. + 0.75 / 0.7;
        passed += (i % 2 == 0 ? walk : run) / 60;
        steps += player.firedEvents().size();
    }
    BOOST_TEST(static_cast<double>(steps) == std::floor(passed * 2.) + 1., boost::test_tools::tolerance(1. / 50));
}

// A footfall at the phase where one walk is left for another: exactly one of them fires it, in step or not, at any step size.
BOOST_AUTO_TEST_CASE(an_event_where_a_state_ends_fires_once)
{
    for (const bool isInStep : {false, true}) {
        for (const double step : {0.05, 1. / 60, 0.8}) {
            GraphClip first = graphClip("first", 61, 0.8);
            GraphClip second = graphClip("second", 62, 0.7);
            first.events = {{"foot", 0.56}};
            second.events = {{"foot", 0.49}};
            GraphTransition leave{.from = "a", .to = "b", .exitPhase = 0.7, .blend = TransitionBlend::Inertialise, .isInStep = isInStep};
            GraphPlayer player(AnimationGraph::create(
                {{}, {first, second}, {{"body", StateMachineNode{{{"a", "first"}, {"b", "second"}}, {leave}}}}, "body"}, skeleton));
            std::size_t events = 0;
            for (double now = 0.; now < 0.7; now += step) {
                player.advance(std::min(step, 0.7 - now));
                events += player.firedEvents().size();
            }
            BOOST_TEST(player.getState("body") == "b");
            BOOST_TEST(events == 1u);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_state_of_another_graph_is_refused)
{
    GraphDescription fewer = description();
    auto& body = std::get<StateMachineNode>(fewer.nodes[3].kind);
    body.transitions.pop_back();
    GraphPlayer player(graph);
    GraphPlayer other(AnimationGraph::create(fewer, skeleton));
    SavedState saved;
    saved.save(player);
    BOOST_CHECK_THROW(saved.restore(other), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(activity_and_graph_are_told_in_words)
{
    GraphPlayer player(graph);
    player.setParameter("speed", 2.f);
    player.advance(0.1);
    const std::string text = describeActivity(player);
    BOOST_TEST(text.find("gait: gait 50 %") != std::string::npos);
    BOOST_TEST(text.find("idle: idle 50 %") != std::string::npos);
    BOOST_TEST(text.find("    fit: move") != std::string::npos);
    const std::string dot = toDot(player);
    BOOST_TEST(dot.starts_with("digraph"));
    BOOST_TEST(dot.find("speed > 0.1") != std::string::npos);
    BOOST_TEST(toDot(*graph).find("fillcolor") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
