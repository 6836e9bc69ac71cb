#include <cmath>
#include <utility>
#include <vector>

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

BOOST_AUTO_TEST_SUITE_END()
