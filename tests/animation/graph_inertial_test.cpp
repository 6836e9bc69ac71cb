#include <cmath>
#include <utility>
#include <vector>

#include <armature/saved_state.hpp>

#include <support/allocations/allocation_count.hpp>
#include <support/precompiled.hpp>

#include "graph_stage.hpp"

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(graph_states)

// Bones turn evenly about x, and every difference shrinks, so its curve begins with the difference's own speed. Expected: the old clip's
// speed, from its keys. If the curve began at rest, the speed would be that of the new clip, off by 0.7 to 2 rad/s.
BOOST_FIXTURE_TEST_CASE(an_inertialised_transition_keeps_the_speed, GraphStage)
{
    const auto factorOf = [](std::size_t bone) { return (bone % 2 == 0 ? 1. : -1.) * (0.5 + 0.05 * static_cast<double>(bone)); };
    const auto turning = [&](const char* name, double from, double to) {
        AnimationClipBuilder builder(name);
        for (std::size_t i = 0; i < skeleton.bones().size(); ++i) {
            for (const auto& [seconds, angle] : {std::pair(0., from), std::pair(1., to)}) {
                builder.rotation(*skeleton.bones()[i])
                    .addKey(seconds, glm::angleAxis(static_cast<float>(factorOf(i) * angle), glm::vec3(1, 0, 0)));
            }
        }
        return makeGraphClip(name, builder.build(), skeleton, {.bake = {.framesPerSecond = 120.}});
    };
    GraphPlayer player(AnimationGraph::create(
        {.parameters = {{"go", ParameterKind::Trigger}},
         .clips = {turning("fall", 1.5, 0.3), turning("rise", -0.5, -0.3)},
         .nodes = {{"body",
                    StateMachineNode{{{"fall", "fall"}, {"rise", "rise"}},
                                     {{.to = "rise", .conditions = {{"go"}}, .duration = 0.4, .blend = TransitionBlend::Inertialise}}}}},
         .root = "body"},
        skeleton));
    constexpr double step = 1. / 4000;
    player.advance(0.5);
    std::vector<Pose> poses{poseOf(player)};
    for (int i = 0; i < 4; ++i) {
        if (i == 2) {
            player.fire("go");
        }
        player.advance(step);
        poses.push_back(poseOf(player));
    }
    for (std::size_t bone = 0; bone < skeleton.bones().size(); ++bone) {
        const auto angle = [&](std::size_t pose) {
            const glm::dquat rotation(poses[pose].bones[bone].rotation);
            return 2. * std::atan2(rotation.x, rotation.w);
        };
        for (std::size_t i = 0; i < 4; ++i) {
            BOOST_TEST(std::abs((angle(i + 1) - angle(i)) / step + 1.2 * factorOf(bone)) < 0.02);
        }
    }
}

namespace {

/// A graph with two states that jump to each other and fade by inertia.
struct FadingStage : GraphStage {
    std::shared_ptr<const AnimationGraph> make()
    {
        return AnimationGraph::create(
            {.parameters = {{"go", ParameterKind::Trigger}, {"back", ParameterKind::Trigger}},
             .clips = {graphClip("walk", 61, 1.), graphClip("run", 62, 0.7)},
             .nodes = {{"body",
                        StateMachineNode{
                            {{"walk", "walk"}, {"run", "run"}},
                            {{.to = "run", .conditions = {{"go"}}, .duration = 0.3, .blend = TransitionBlend::Inertialise},
                             {.to = "walk", .conditions = {{"back"}}, .duration = 0.2, .blend = TransitionBlend::Inertialise}}}}},
             .root = "body"},
            skeleton);
    }
    /// What a game does in a frame with player `number`, whose transitions begin at moments of its own.
    static void play(GraphPlayer& player, std::size_t number, int frame)
    {
        const auto moment = static_cast<std::size_t>(frame) + 7 * number;
        if (moment % 40 == 10) {
            player.fire("go");
        }
        if (moment % 40 == 22) {  // before the last transition has ended
            player.fire("back");
        }
        player.advance(1. / 60);
    }
};

}  // namespace

// Players of one graph lend their inertia from it. Expected: each plays as it does on a graph of its own.
BOOST_FIXTURE_TEST_CASE(players_fade_at_once_as_they_do_alone, FadingStage)
{
    constexpr std::size_t count = 6;
    const auto graph = make();
    std::vector<GraphPlayer> players;
    std::vector<GraphPlayer> alone;
    for (std::size_t i = 0; i < count; ++i) {
        players.emplace_back(graph);
        alone.emplace_back(make());
    }
    for (int frame = 0; frame < 200; ++frame) {
        for (std::size_t i = 0; i < count; ++i) {
            play(players[i], i, frame);
            play(alone[i], i, frame);
            BOOST_TEST((poseOf(players[i]) == poseOf(alone[i])));
        }
        if (frame == 53) {  // in the middle of transitions
            GraphPlayer other(graph);
            std::swap(other, players[0]);
            std::swap(other, players[0]);
            players.erase(players.begin() + 1);
            alone.erase(alone.begin() + 1);
            players.emplace_back(graph);
            alone.emplace_back(make());
        }
    }
}

BOOST_FIXTURE_TEST_CASE(transitions_do_not_allocate_once_as_many_have_faded_at_once, FadingStage)
{
    const auto graph = make();
    std::vector<GraphPlayer> players;
    for (std::size_t i = 0; i < 6; ++i) {
        players.emplace_back(graph);
    }
    const auto playFrames = [&](std::size_t count, int first, int last) {
        for (int frame = first; frame < last; ++frame) {
            for (std::size_t i = 0; i < count; ++i) {
                play(players[i], i, frame);
            }
        }
    };
    playFrames(1, 0, 40);
    std::swap(players[0], players[1]);
    const AllocationCount one;
    playFrames(1, 0, 40);  // another player, after the first one's last transition
    BOOST_TEST(one.sinceConstruction() == 0u);
    playFrames(players.size(), 0, 80);
    const AllocationCount all;
    playFrames(players.size(), 80, 400);
    BOOST_TEST(all.sinceConstruction() == 0u);
}

// A state is restored to a player that fades or does not, and a refused one leaves both as they were.
BOOST_FIXTURE_TEST_CASE(fades_are_restored_and_ended_by_saved_states, FadingStage)
{
    const auto graph = make();
    GraphPlayer player(graph);
    const auto playFrames = [&](int first, int last) {
        for (int frame = first; frame < last; ++frame) {
            play(player, 0, frame);
        }
    };
    SavedState calm;
    SavedState fading;
    playFrames(0, 5);
    calm.save(player);
    playFrames(5, 15);
    fading.save(player);
    const Pose whileFading = poseOf(player);
    playFrames(15, 17);
    const Pose later = poseOf(player);

    calm.restore(player);
    SavedState again;
    again.save(player);
    BOOST_TEST((again == calm));
    GraphPlayer other(graph);  // takes what the first player gave back, and leaves something in it
    play(other, 0, 10);
    play(other, 0, 11);

    fading.restore(player);
    BOOST_TEST((poseOf(player) == whileFading));
    again.save(player);
    BOOST_TEST((again == fading));
    playFrames(15, 17);
    BOOST_TEST((poseOf(player) == later));
}

BOOST_AUTO_TEST_SUITE_END()
