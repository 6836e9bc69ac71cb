#include <limits>
#include <string>
#include <thread>

#include <armature/base/parallel_for.hpp>

#include <animation/two_copies.hpp>
#include <support/allocations/allocation_count.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>
#include <support/same_bits.hpp>

using namespace armature;
using namespace armature::test;

namespace {

void runInThreads(std::size_t count, const ParallelTask& task)
{
    std::vector<std::thread> threads;
    for (std::size_t number = 0; number < count; ++number) {
        threads.emplace_back([&task, number] { task(number); });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
}

// Thirty copies of the runner, played by groups and mixers. Their events change other players and record that they fired.
struct Crowded {
    std::unique_ptr<Scene> model = makeRunner();
    Scene world;
    std::string heard;
    std::vector<Subscription> events;

    explicit Crowded(std::uint64_t seed)
    {
        Random random(seed);
        std::vector<AnimationGroup*> groups;
        for (int i = 0; i < 30; ++i) {
            const SceneInstance copy = world.instantiate(*model);
            AnimationGroup& group = *copy.getAnimationGroups()[0];
            if (random.chance(0.5)) {
                group.play({.speedRatio = static_cast<double>(random.real(-2.f, 2.f)),
                            .loopMode = random.chance(0.3) ? LoopMode::Accumulate : LoopMode::Cycle});
            } else {
                AnimationMixer& mixer = world.createAnimationMixer();
                AnimationLayer& layer = mixer.addLayer(group, {.weight = 0.7f});
                layer.play({.speedRatio = static_cast<double>(random.real(0.2f, 2.f))});
                mixer.addLayer(group, {.weight = 0.5f}).fadeIn(0.4);
                events.push_back(layer.addEvent(0.3, [this, i, &layer] {
                    heard += std::to_string(i) + " ";
                    layer.setSpeedRatio(-layer.getSpeedRatio());
                }));
            }
            groups.push_back(&group);
        }
        for (std::size_t i = 0; i < groups.size(); ++i) {
            AnimationGroup* const next = groups[(i + 1) % groups.size()];
            events.push_back(groups[i]->addEvent(0.5, [this, i, next] {
                heard += "g" + std::to_string(i) + " ";
                next->isPlaying() ? next->pause() : next->play();
            }));
        }
    }

    [[nodiscard]] std::vector<Transform> pose() const
    {
        std::vector<Transform> all;
        for (const TransformNode* node : world.nodes()) {
            all.push_back(node->getTransform());
        }
        return all;
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(parallel_animate, *boost::unit_test::label("threads"))

BOOST_AUTO_TEST_CASE(jobs_give_the_bits_of_one_thread_and_the_same_events)
{
    for (const std::uint64_t seed : {901u, 902u, 903u}) {
        Crowded alone(seed);
        Crowded shared(seed);
        const ParallelFor jobs{.workerCount = 4, .run = runInThreads};
        for (int step = 0; step < 40; ++step) {
            alone.world.animate(0.037);
            shared.world.animate(0.037, jobs);
            BOOST_TEST_REQUIRE(sameBits(alone.pose(), shared.pose()));
        }
        BOOST_TEST(alone.heard == shared.heard);
        BOOST_TEST(alone.heard.find('g') != std::string::npos);
    }
}

// By hand: the clip of makeRunner() moves the root at 2 m a second.
BOOST_AUTO_TEST_CASE(an_action_sees_the_poses_of_all_players)
{
    for (const bool isParallel : {false, true}) {
        TwoRunners stage;
        AnimationGroup& first = *stage.first.findAnimationGroup("run");
        AnimationGroup& second = *stage.second.findAnimationGroup("run");
        first.play();
        second.play();
        float seen = 0.f;
        const Subscription event = first.addEvent(0.25, [&] {
            seen = TwoRunners::rootOf(stage.second);
            second.stop();
        });
        isParallel ? stage.world.animate(0.5, ParallelFor{.workerCount = 2, .run = runInThreads}) : stage.world.animate(0.5);
        BOOST_TEST(seen == 1.f);
        stage.world.animate(0.25);
        BOOST_TEST(TwoRunners::rootOf(stage.first) == 1.5f);
        BOOST_TEST(TwoRunners::rootOf(stage.second) == 1.f);
    }
}

BOOST_AUTO_TEST_CASE(a_stopped_player_loses_the_events_that_it_has_just_passed)
{
    TwoRunners stage;
    AnimationGroup& first = *stage.first.findAnimationGroup("run");
    AnimationGroup& second = *stage.second.findAnimationGroup("run");
    int passed = 0;
    const Subscription stop = first.addEvent(0.25, [&] { second.stop(); });
    const Subscription late = second.addEvent(0.25, [&] { ++passed; });
    first.play();
    second.play();
    stage.world.animate(0.5);
    BOOST_TEST(passed == 0);
    second.play();
    stage.world.animate(0.2);
    BOOST_TEST(passed == 0);
    stage.world.animate(0.1);
    BOOST_TEST(passed == 1);
}

BOOST_AUTO_TEST_CASE(an_exception_of_an_action_loses_the_events_after_it_for_good)
{
    TwoRunners stage;
    AnimationLayer& first = stage.world.createAnimationMixer().addLayer(*stage.first.findAnimationGroup("run"));
    AnimationLayer& second = stage.world.createAnimationMixer().addLayer(*stage.second.findAnimationGroup("run"));
    int passed = 0;
    const Subscription fails = first.addEvent(0.25, [] { throw std::runtime_error("no"); });
    const Subscription lost = second.addEvent(0.25, [&] { ++passed; });
    first.play();
    second.play();
    BOOST_CHECK_THROW(stage.world.animate(0.5), std::runtime_error);
    second.pause();
    stage.world.animate(0.1);
    BOOST_TEST(passed == 0);
    BOOST_TEST(TwoRunners::rootOf(stage.second) == 1.f);
}

BOOST_AUTO_TEST_CASE(a_step_that_one_player_cannot_take_moves_none)
{
    TwoRunners stage;
    AnimationGroup& first = *stage.first.findAnimationGroup("run");
    first.play();
    stage.second.findAnimationGroup("run")->play({.speedRatio = std::numeric_limits<double>::max()});
    BOOST_CHECK_THROW(stage.world.animate(10.), std::invalid_argument);
    BOOST_TEST(first.getCurrentTime() == 0.);
    BOOST_CHECK_THROW(stage.world.animate(0.1, ParallelFor{}), std::invalid_argument);
    BOOST_TEST(first.getCurrentTime() == 0.);
}

BOOST_AUTO_TEST_CASE(an_exception_of_the_scheduler_comes_once_all_is_done)
{
    Crowded stage(904);
    Crowded alone(904);
    const ParallelFor broken{.workerCount = 4, .run = [](std::size_t, const ParallelTask&) { throw std::runtime_error("no threads"); }};
    BOOST_CHECK_THROW(stage.world.animate(0.1, broken), std::runtime_error);
    alone.world.animate(0.1);
    BOOST_TEST(sameBits(stage.pose(), alone.pose()));
}

BOOST_AUTO_TEST_SUITE_END()
