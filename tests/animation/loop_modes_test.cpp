#include <cmath>
#include <tuple>

#include <glm/gtc/quaternion.hpp>

#include <animation/mixer_scene.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>

using namespace armature;
using namespace armature::test;

// How a playback behaves at the ends of its range, for groups and layers alike. Expected values are worked out by hand for a clip of two
// seconds that moves x from 0 to 2 at constant speed. In the first round x is therefore the time.

namespace {

/// Records the events at 0, 1 and 2 s, "L" for each round and "E" for the end.
template <class Player>
struct LoopStage {
    explicit LoopStage(std::shared_ptr<const AnimationClip> clip = movingClip("move", 1)) : player(makePlayer<Player>(scene, clip))
    {
        for (const double seconds : {0., 1., 2.}) {
            if (seconds > player.getClip().getDuration()) {
                break;
            }
            player.addEvent(seconds, [this, seconds] { heard += std::to_string(static_cast<int>(seconds)); }).release();
        }
        loops = player.observeLoop([this] { heard += 'L'; });
        ends = player.observeEnd([this] { heard += 'E'; });
    }

    std::string after(double seconds)
    {
        heard.clear();
        scene.animate(seconds);
        return heard;
    }
    [[nodiscard]] float x() const { return node.getPosition().x; }

    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    Player& player;
    std::string heard;
    Subscription loops;
    Subscription ends;
};

using Players = std::tuple<AnimationGroup, AnimationLayer>;

/// A clip that turns the node by `degrees` about z in a second, from an initial turn about x.
std::shared_ptr<const AnimationClip> turningClip(float degrees)
{
    const glm::quat begin = glm::angleAxis(0.3f, glm::vec3(1, 0, 0));
    const glm::quat half = glm::angleAxis(glm::radians(degrees / 2), glm::vec3(0, 0, 1)) * begin;
    const glm::quat end = glm::angleAxis(glm::radians(degrees), glm::vec3(0, 0, 1)) * begin;
    return ClipBuilder("turn")
        .node(0)
        .channel(ChannelPath::Rotation, Interpolation::Linear, {0, 0.5f, 1},
                 {begin.x, begin.y, begin.z, begin.w, half.x, half.y, half.z, half.w, end.x, end.y, end.z, end.w})
        .create();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(loop_modes)

// In double 0.1 + 0.1 + 0.1 is 0.30000000000000004, and nine times 0.1 added up is 0.8999999999999999. Sums of steps within rounding of the
// end count as the end.
BOOST_AUTO_TEST_CASE_TEMPLATE(a_step_that_ends_on_a_round_begins_no_other, Player, Players)
{
    LoopStage<Player> stage;
    stage.player.play({.loop = true, .to = 0.3});
    for (int step = 0; step < 3; ++step) {
        BOOST_TEST(stage.after(0.1).find('L') == std::string::npos);
    }
    BOOST_TEST(stage.x() == 0.3f);  // the end is shown, not the beginning
    BOOST_TEST(stage.after(0.1) == "L0");
    BOOST_TEST(stage.x() == 0.1f, boost::test_tools::tolerance(1e-6f));
    stage.player.play({.loop = true, .to = 0.3, .loopMode = LoopMode::PingPong});
    for (int step = 0; step < 3; ++step) {
        static_cast<void>(stage.after(0.1));
    }
    BOOST_TEST(stage.x() == 0.3f, boost::test_tools::tolerance(1e-6f));
    static_cast<void>(stage.after(0.1));
    BOOST_TEST(stage.x() == 0.2f, boost::test_tools::tolerance(1e-6f));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(rounds_and_the_end_are_told_of_in_their_place, Player, Players)
{
    LoopStage<Player> stage;
    stage.player.play();
    BOOST_TEST(stage.after(0.5) == "0");
    BOOST_TEST(stage.after(1.5) == "12");
    BOOST_TEST(stage.after(0.5) == "L0");  // the end was reached before and is passed now
    BOOST_TEST(stage.after(4.) == "12L012L0");
    stage.player.setLooping(false);
    BOOST_TEST(stage.after(5.) == "12E");
    BOOST_TEST(!stage.player.isPlaying());
    BOOST_TEST(stage.after(1.) == "");
    stage.player.play({.loop = false, .speedRatio = -1.});
    BOOST_TEST(stage.after(2.) == "210E");
    stage.player.play();
    stage.player.stop();  // stop() notifies no observers
    BOOST_TEST(stage.after(1.) == "");
    stage.loops.cancel();
    stage.player.play({.speedRatio = 3.});
    BOOST_TEST(stage.after(1.) == "01201");
    BOOST_TEST(!stage.loops.isActive());
    BOOST_TEST(stage.ends.isActive());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(ping_pong_goes_back_and_forth, Player, Players)
{
    LoopStage<Player> stage;
    stage.player.play({.loopMode = LoopMode::PingPong});
    BOOST_TEST((stage.player.getLoopMode() == LoopMode::PingPong));
    const std::tuple<double, float, const char*> steps[] = {{1.5, 1.5f, "01"},          {0.5, 2.f, "2"},      {0.25, 1.75f, "L"},
                                                            {1.75, 0.f, "10"},          {1.5, 1.5f, "L1"},    {1.f, 1.5f, "2L"},
                                                            {8., 1.5f, "10L12L10L12L"}, {4.5, 1.f, "10L12L1"}};
    for (const auto& [seconds, x, heard] : steps) {
        BOOST_TEST_CONTEXT("expecting " << heard << " and x = " << x)
        {
            BOOST_TEST(stage.after(seconds) == heard);
            BOOST_TEST(std::abs(stage.x() - x) < 1e-6f);
            BOOST_TEST(std::abs(stage.player.getCurrentTime() - static_cast<double>(x)) < 1e-9);
        }
    }
    stage.player.play({.speedRatio = -1., .loopMode = LoopMode::PingPong});  // begins at the end, no longer on the way back
    BOOST_TEST(stage.after(0.5) == "2");
    BOOST_TEST(std::abs(stage.x() - 1.5f) < 1e-6f);
    BOOST_TEST(stage.after(2.) == "10L");
    BOOST_TEST(std::abs(stage.x() - 0.5f) < 1e-6f);
}

// Expected: a triangle wave, whatever the steps.
BOOST_AUTO_TEST_CASE_TEMPLATE(ping_pong_is_where_its_time_says_for_any_steps, Player, Players)
{
    Random random(1101);
    LoopStage<Player> stage;
    stage.player.play({.from = 0.5, .to = 1.75, .loopMode = LoopMode::PingPong});
    double elapsed = 0.;
    std::size_t turns = 0;
    for (int step = 0; step < 2000; ++step) {
        const auto seconds = static_cast<double>(random.chance(0.1) ? random.real(0.f, 9.f) : random.real(0.f, 0.4f));
        elapsed += seconds;
        const std::string heard = stage.after(seconds);
        turns += static_cast<std::size_t>(std::count(heard.begin(), heard.end(), 'L'));
        const double phase = std::fmod(elapsed, 2.5);
        BOOST_TEST(std::abs(stage.player.getCurrentTime() - (0.5 + (phase <= 1.25 ? phase : 2.5 - phase))) < 1e-9);
        BOOST_TEST(turns == static_cast<std::size_t>(std::ceil(elapsed / 1.25)) - 1);
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(accumulating_rounds_begin_where_the_last_one_ended, Player, Players)
{
    LoopStage<Player> stage;
    stage.player.play({.loopMode = LoopMode::Accumulate});
    double elapsed = 0.;
    for (const double seconds : {0.5, 1.5, 0.25, 3.75, 7.5, 1e3}) {
        elapsed += seconds;
        stage.after(seconds);
        BOOST_TEST(std::abs(static_cast<double>(stage.x()) - elapsed) < 1e-6 * elapsed);
    }
    BOOST_TEST(stage.player.getCurrentTime() <= 2.);
    stage.player.setSpeedRatio(-1.);
    stage.after(2000.);
    BOOST_TEST(std::abs(stage.x() - static_cast<float>(elapsed - 2000.)) < 1e-3f);
    stage.player.play({.from = 0.5, .to = 1., .loopMode = LoopMode::Accumulate});
    stage.after(1.3);  // two rounds of half a metre, and 0.3 into the third
    BOOST_TEST(std::abs(stage.x() - 1.8f) < 1e-6f);
    stage.player.play();
    stage.after(0.25);
    BOOST_TEST(std::abs(stage.x() - 0.25f) < 1e-6f);
}

// By hand: each round turns 80 degrees further about the parent's z.
BOOST_AUTO_TEST_CASE_TEMPLATE(accumulated_rotations_are_products, Player, Players)
{
    LoopStage<Player> stage(turningClip(80.f));
    stage.player.play({.loopMode = LoopMode::Accumulate});
    double elapsed = 0.;
    for (const double seconds : {0.5, 0.75, 2.5, 40.}) {
        elapsed += seconds;
        stage.after(seconds);
        const glm::dquat expected =
            glm::angleAxis(glm::radians(80. * elapsed), glm::dvec3(0, 0, 1)) * glm::angleAxis(0.3, glm::dvec3(1, 0, 0));
        BOOST_TEST(nearRotation(stage.node.getTransform().rotation, expected, 1e-5));
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(from_current_begins_where_the_target_is, Player, Players)
{
    for (const double speed : {1., -1.}) {
        LoopStage<Player> stage;
        stage.node.setPosition({10, 3, 0});
        stage.player.play({.speedRatio = speed, .loopMode = LoopMode::AccumulateFromCurrent});
        stage.after(0.);
        BOOST_TEST(near(stage.node.getPosition(), glm::vec3(10, 3, 0), 1e-6));
        stage.after(0.5);
        BOOST_TEST(near(stage.node.getPosition(), glm::dvec3(10. + 0.5 * speed, 3, 0), 1e-6));
        stage.after(5.);
        BOOST_TEST(near(stage.node.getPosition(), glm::dvec3(10. + 5.5 * speed, 3, 0), 1e-6));
        stage.player.pause();
        stage.player.play({.speedRatio = speed, .loopMode = LoopMode::AccumulateFromCurrent});  // continues and does not begin anew
        stage.after(0.5);
        BOOST_TEST(near(stage.node.getPosition(), glm::dvec3(10. + 6. * speed, 3, 0), 1e-6));
    }
    LoopStage<Player> turning(turningClip(80.f));
    const glm::dquat start = glm::angleAxis(1., glm::dvec3(0, 1, 0));
    turning.node.setTransform({{}, glm::quat(start), glm::vec3(1)});
    turning.player.play({.loopMode = LoopMode::AccumulateFromCurrent});
    turning.after(2.25);
    BOOST_TEST(nearRotation(turning.node.getTransform().rotation, glm::angleAxis(glm::radians(180.), glm::dvec3(0, 0, 1)) * start, 1e-5));
}

BOOST_AUTO_TEST_CASE(layers_in_step_turn_round_together)
{
    Scene scene;
    scene.createTransformNode("node");
    AnimationMixer& mixer = scene.createAnimationMixer();
    AnimationLayer& slow = mixer.addLayer(movingClip("slow", 1));
    AnimationLayer& fast = mixer.addLayer(movingClip("fast", 1, {0}, 1.f));
    fast.synchronizeWith(&slow);
    slow.play({.loopMode = LoopMode::PingPong});
    fast.play();
    std::string heard;
    const Subscription loops = fast.observeLoop([&] { heard += 'L'; });
    double phase = 0.;
    for (const double seconds : {0.5, 0.7, 0.9, 1.1, 3.}) {
        mixer.advance(seconds);
        phase = std::fmod(phase + seconds * 0.75, 2.);  // the mean of half a round and one round a second
        const double expected = phase <= 1. ? phase : 2. - phase;
        BOOST_TEST(std::abs(slow.getCurrentTime() / 2. - expected) < 1e-9);
        BOOST_TEST(std::abs(fast.getCurrentTime() - expected) < 1e-9);
    }
    BOOST_TEST(heard == "LLLL");  // 4.65 sweeps
}

// An action removes its own mixer and another one in the middle of a step; the remaining players carry on.
BOOST_AUTO_TEST_CASE(an_action_may_remove_any_mixer)
{
    Scene scene;
    scene.createTransformNode("node");
    std::vector<AnimationMixer*> mixers;
    std::string heard;
    for (int i = 0; i < 4; ++i) {
        mixers.push_back(&scene.createAnimationMixer());
        AnimationLayer& layer = mixers.back()->addLayer(movingClip("move", 1));
        layer.addEvent(0.5, [&heard, i] { heard += std::to_string(i); }).release();
        layer.play();
    }
    mixers[1]
        ->layers()[0]
        ->addEvent(0.5,
                   [&] {
                       scene.removeAnimationMixer(*mixers[0]);
                       scene.removeAnimationMixer(*mixers[1]);
                   })
        .release();
    mixers[1]->layers()[0]->addEvent(0.6, [&] { heard += "gone"; }).release();
    scene.animate(1.);
    BOOST_TEST(heard == "0123");
    BOOST_TEST(scene.animationMixers().size() == 2u);
    heard.clear();
    scene.animate(2.);
    BOOST_TEST(heard == "23");
}

BOOST_AUTO_TEST_CASE(a_group_may_be_removed_by_its_own_observer)
{
    Scene scene;
    scene.createTransformNode("node");
    auto group = std::make_unique<AnimationGroup>(scene, movingClip("move", 1));
    std::string heard;
    const Subscription loop = group->observeLoop([&] {
        heard += 'L';
        group.reset();
    });
    group->addEvent(0.25, [&] { heard += 'e'; }).release();
    group->play();
    group->advance(9.);
    BOOST_TEST(heard == "eL");
    BOOST_TEST(!loop.isActive());
}

BOOST_AUTO_TEST_CASE(no_observer_is_refused)
{
    Scene scene;
    AnimationGroup& group = scene.createAnimationGroup(movingClip("move", 1), {.mayMoveNothing = true});
    BOOST_CHECK_EXCEPTION(static_cast<void>(group.observeLoop(nullptr)), std::invalid_argument,
                          says("the observer of rounds has no action"));
    BOOST_CHECK_EXCEPTION(static_cast<void>(group.observeEnd(nullptr)), std::invalid_argument,
                          says("the observer of the end has no action"));
}

BOOST_AUTO_TEST_SUITE_END()
