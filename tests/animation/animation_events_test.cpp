#include <algorithm>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <tuple>

#include <animation/mixer_scene.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>

using namespace armature;
using namespace armature::test;

namespace {

/// A group or a layer of two seconds whose events record their times in `fired`.
template <class Player>
struct EventStage {
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    Player& player = makePlayer<Player>(scene, movingClip("move", 1));
    std::vector<double> fired;

    void mark(double seconds)
    {
        player.addEvent(seconds, [this, seconds] { fired.push_back(seconds); }).release();
    }

    /// Returns the times of the events that one step fires.
    std::vector<double> after(double seconds)
    {
        fired.clear();
        scene.animate(seconds);
        return fired;
    }
};

using Times = std::vector<double>;
using Players = std::tuple<AnimationGroup, AnimationLayer>;

}  // namespace

BOOST_AUTO_TEST_SUITE(animation_events)

BOOST_AUTO_TEST_CASE_TEMPLATE(events_fire_once_going_forwards, Player, Players)
{
    EventStage<Player> stage;
    for (const double time : {0.5, 1., 0., 2.}) {
        stage.mark(time);
    }
    stage.player.play({.loop = false});
    BOOST_TEST(stage.fired.empty());  // play() itself fires nothing
    BOOST_TEST(stage.after(0.25) == (Times{0}));
    BOOST_TEST(stage.after(0.25) == (Times{0.5}));  // reached
    BOOST_TEST(stage.after(0.25) == (Times{}));     // not passed again
    BOOST_TEST(stage.after(0.5) == (Times{1}));
    BOOST_TEST(stage.after(0.) == (Times{}));
    BOOST_TEST(stage.after(9.) == (Times{2}));  // at the end
    BOOST_TEST(stage.after(9.) == (Times{}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(events_fire_once_going_backwards, Player, Players)
{
    EventStage<Player> stage;
    for (const double time : {0.5, 1., 0., 2.}) {
        stage.mark(time);
    }
    stage.player.play({.loop = false, .speedRatio = -1});
    BOOST_TEST(stage.after(0.) == (Times{2}));
    BOOST_TEST(stage.after(1.) == (Times{1}));
    BOOST_TEST(stage.after(0.25) == (Times{}));
    BOOST_TEST(stage.after(9.) == (Times{0.5, 0}));
    BOOST_TEST(stage.after(9.) == (Times{}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(events_fire_once_across_loops_and_at_the_ends, Player, Players)
{
    EventStage<Player> stage;
    for (const double time : {0., 0.5, 2.}) {
        stage.mark(time);
    }
    stage.player.play();
    BOOST_TEST(stage.after(1.5) == (Times{0, 0.5}));
    BOOST_TEST(stage.after(0.75) == (Times{2, 0}));    // 0.25 into the next round
    BOOST_TEST(stage.after(1.75) == (Times{0.5, 2}));  // exactly the end, which is shown
    BOOST_TEST(stage.after(0.25) == (Times{0}));       // only then the beginning
    BOOST_TEST(stage.after(4.) == (Times{0.5, 2, 0, 0.5, 2, 0}));
    stage.player.setSpeedRatio(-1);
    BOOST_TEST(stage.after(0.5) == (Times{0, 2}));     // from 0.25 back to 1.75
    BOOST_TEST(stage.after(1.75) == (Times{0.5, 0}));  // exactly the beginning
    BOOST_TEST(stage.after(2.) == (Times{2, 0.5, 0}));
    BOOST_TEST(stage.after(4.25) == (Times{2, 0.5, 0, 2, 0.5, 0, 2}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(turning_round_on_an_event_passes_it_once, Player, Players)
{
    EventStage<Player> stage;
    stage.mark(1.);
    stage.player.play();
    BOOST_TEST(stage.after(1.) == (Times{1}));
    BOOST_TEST(stage.after(-0.5) == (Times{}));
    BOOST_TEST(stage.after(0.75) == (Times{1}));
    BOOST_TEST(stage.after(-0.25) == (Times{1}));
    BOOST_TEST(stage.after(0.25) == (Times{}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_range_is_where_events_are, Player, Players)
{
    EventStage<Player> stage;
    for (const double time : {0., 0.5, 1., 1.5, 2.}) {
        stage.mark(time);
    }
    stage.player.play({.from = 0.5, .to = 1.5});
    BOOST_TEST(stage.after(1.) == (Times{0.5, 1, 1.5}));
    BOOST_TEST(stage.after(1.25) == (Times{0.5, 1, 1.5, 0.5}));
}

// Compares steps of any length, in both directions, with a walk in ticks of 1/64 s, which doubles hold exactly. A step beyond one end
// starts again at the other end and passes it.
BOOST_AUTO_TEST_CASE_TEMPLATE(however_time_is_cut_each_passage_fires_once, Player, Players)
{
    Random random(611);
    std::size_t total = 0;
    for (int round = 0; round < 100; ++round) {
        EventStage<Player> stage;
        std::vector<int> ticksOfEvents;
        for (int i = 0; i < 6; ++i) {
            ticksOfEvents.push_back(random.chance(0.3) ? 128 * random.integer(0, 1) : random.integer(0, 128));
            stage.mark(ticksOfEvents.back() / 64.);
        }
        stage.player.play();
        stage.scene.animate(0.);
        int place = 0;
        Times expected;
        const auto arrive = [&] {
            expected.insert(expected.end(), static_cast<std::size_t>(std::ranges::count(ticksOfEvents, place)), place / 64.);
        };
        for (int step = 0; step < 40; ++step) {
            const int ticks = random.integer(-40, 40) * (random.chance(0.1) ? 20 : 1);
            expected.clear();
            for (int tick = 0; tick < std::abs(ticks); ++tick) {
                const int way = ticks < 0 ? -1 : 1;
                if (place == (ticks < 0 ? 0 : 128)) {
                    place = 128 - place;
                    arrive();
                }
                place += way;
                arrive();
            }
            BOOST_REQUIRE(stage.after(ticks / 64.) == expected);
            BOOST_REQUIRE(stage.player.getCurrentTime() == place / 64.);
            total += expected.size();
        }
    }
    BOOST_TEST(total > 1000u);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(playing_again_and_jumping_fire_what_is_there_then, Player, Players)
{
    EventStage<Player> stage;
    stage.mark(0.);
    stage.mark(1.);
    stage.player.play();
    BOOST_TEST(stage.after(0.5) == (Times{0}));
    stage.player.play();
    BOOST_TEST(stage.after(0.5) == (Times{0}));
    stage.player.goTo(1.);
    BOOST_TEST(stage.fired.size() == 1u);
    BOOST_TEST(stage.after(0.25) == (Times{1}));
    stage.player.goTo(1.75);  // nothing in between
    BOOST_TEST(stage.after(0.25) == (Times{}));
    stage.player.pause();
    BOOST_TEST(stage.after(5.) == (Times{}));
    stage.player.play();
    BOOST_TEST(stage.after(0.25) == (Times{0}));
    stage.player.stop();
    BOOST_TEST(stage.after(5.) == (Times{}));
}

// 2.3 s as a float is not 2.3 s as a double.
BOOST_AUTO_TEST_CASE(an_event_at_the_duration_as_people_write_it_is_at_the_end)
{
    Scene scene;
    scene.createTransformNode("node");
    AnimationMixer& mixer = scene.createAnimationMixer();
    for (const double end : {2.3, 0.1, 12.7}) {
        AnimationLayer& layer = mixer.addLayer(movingClip("move", 1, {0}, static_cast<float>(end)));
        int calls = 0;
        layer.addEvent(end, [&] { ++calls; }).release();
        layer.play({.loop = false});
        mixer.advance(100.);
        BOOST_TEST(calls == 1);
        mixer.removeLayer(layer);
    }
}

BOOST_AUTO_TEST_CASE(a_clip_of_one_pose_has_a_beginning)
{
    MixerRig rig;
    AnimationLayer& layer = rig.mixer.addLayer(poseClip("pose", 0, {}));
    int calls = 0;
    layer.addEvent(0., [&] { ++calls; }).release();
    layer.play();
    for (int i = 0; i < 3; ++i) {
        rig.mixer.advance(1.);
    }
    BOOST_TEST(calls == 1);
}

// A step of a million rounds must not take forever.
BOOST_AUTO_TEST_CASE_TEMPLATE(of_very_many_rounds_the_last_thousand_fire, Player, Players)
{
    EventStage<Player> stage;
    stage.mark(0.5);
    stage.player.play();
    BOOST_TEST(stage.after(2e6 + 0.25).size() == 999u);  // the last round has only just begun and has not reached the event
    BOOST_TEST(stage.after(1998.).size() == 999u);       // all of them
}

BOOST_AUTO_TEST_CASE_TEMPLATE(actions_see_the_pose_of_the_frame, Player, Players)
{
    EventStage<Player> stage;
    float x = 0;
    stage.player.addEvent(1., [&] { x = stage.node.getPosition().x; }).release();
    stage.player.play();
    stage.scene.animate(1.5);
    BOOST_TEST(x == 1.5f);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(actions_may_change_events_and_stop, Player, Players)
{
    EventStage<Player> stage;
    Subscription own;
    own = stage.player.addEvent(0.25, [&] {
        stage.fired.push_back(0.25);
        own.cancel();
        BOOST_TEST(!own.isActive());
        for (int i = 0; i < 100; ++i) {
            stage.player.addEvent(0.5, [&] { stage.fired.push_back(0.5); }).release();  // takes effect from the next step on
        }
    });
    stage.player.play();
    BOOST_TEST(stage.after(1.).size() == 1u);
    BOOST_TEST(stage.after(2.).size() == 100u);
    stage.player.addEvent(0.25, [&] { stage.player.stop(); }).release();  // later events of the same step do not fire
    BOOST_TEST(stage.after(1.5) == (Times{}));
    BOOST_TEST(!stage.player.isPlaying());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_action_that_plays_again_ends_the_step, Player, Players)
{
    EventStage<Player> stage;
    const Subscription again = stage.player.addEvent(0.5, [&] {
        stage.player.stop();
        stage.player.play();
    });
    stage.mark(0.75);
    stage.player.play();
    BOOST_TEST(stage.after(1.) == (Times{}));  // the time is before both events again
    BOOST_TEST(stage.player.getCurrentTime() == 0.);
    BOOST_TEST(stage.player.isPlaying());
}

BOOST_AUTO_TEST_CASE(actions_may_add_and_remove_layers)
{
    EventStage<AnimationLayer> stage;
    AnimationMixer& mixer = *stage.scene.animationMixers()[0];
    stage.player
        .addEvent(0.25,
                  [&] {
                      stage.fired.push_back(0.25);
                      mixer.addLayer(movingClip("next", 3)).play();
                      stage.scene.createAnimationMixer();
                      stage.scene.createAnimationGroup(movingClip("other", 0));
                      mixer.removeLayer(stage.player);
                  })
        .release();
    stage.mark(0.5);
    stage.player.play();
    BOOST_TEST(stage.after(1.) == (Times{0.25}));
    BOOST_TEST(mixer.layers().size() == 1u);
    stage.scene.animate(1.);
    BOOST_TEST(stage.node.getPosition().x == 3.f);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_an_action_throws_comes_through, Player, Players)
{
    EventStage<Player> stage;
    stage.player.addEvent(0.25, [] { throw std::runtime_error("from the action"); }).release();
    stage.mark(0.5);
    stage.player.play();
    BOOST_CHECK_EXCEPTION(stage.scene.animate(1.), std::runtime_error, says("from the action"));
    BOOST_TEST(stage.node.getPosition().x == 1.f);
    BOOST_TEST(stage.after(0.5) == (Times{}));
    stage.player.addEvent(1.75, [&] { stage.scene.animate(1.); }).release();
    BOOST_CHECK_EXCEPTION(stage.scene.animate(0.5), std::logic_error, says("action cannot advance the"));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(bad_events_are_refused, Player, Players)
{
    EventStage<Player> stage;
    const auto nothing = [] {};
    for (const double bad : {-0.1, 2.1, std::numeric_limits<double>::quiet_NaN()}) {
        BOOST_CHECK_EXCEPTION(static_cast<void>(stage.player.addEvent(bad, nothing)), std::invalid_argument,
                              says("\"move\": the event at"));
    }
    BOOST_CHECK_EXCEPTION(static_cast<void>(stage.player.addEvent(1., nullptr)), std::invalid_argument, says("has no action"));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_event_is_there_as_long_as_its_subscription, Player, Players)
{
    EventStage<Player> stage;
    stage.player.play();
    Subscription later;
    {
        const Subscription first = stage.player.addEvent(0.5, [&] { stage.fired.push_back(0.5); });
        later = stage.player.addEvent(0.75, [&] { stage.fired.push_back(0.75); });
        BOOST_TEST(stage.after(1.) == (Times{0.5, 0.75}));
    }
    BOOST_TEST(stage.after(2.) == (Times{0.75}));
    BOOST_TEST(later.isActive());
    later.release();  // the event stays
    BOOST_TEST(!later.isActive());
    later = Subscription();
    BOOST_TEST(stage.after(2.) == (Times{0.75}));
}

BOOST_AUTO_TEST_CASE(a_subscription_to_an_event_may_outlive_the_player)
{
    auto stage = std::make_unique<EventStage<AnimationGroup>>();
    Subscription event = stage->player.addEvent(0.5, [] {});
    BOOST_TEST(event.isActive());
    stage.reset();
    BOOST_TEST(!event.isActive());
    event.cancel();
}

BOOST_AUTO_TEST_SUITE_END()
