#include <algorithm>
#include <cstdlib>
#include <limits>
#include <stdexcept>

#include <animation/mixer_scene.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>

using namespace armature;
using namespace armature::test;

namespace {

/// A layer of two seconds whose events write down their times.
struct Stage {
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    AnimationMixer& mixer = scene.createAnimationMixer();
    AnimationLayer& layer = mixer.addLayer(movingClip("move", 1));
    std::vector<double> fired;

    void mark(double seconds)
    {
        layer.addEvent(seconds, [this, seconds](AnimationLayer&) { fired.push_back(seconds); });
    }

    /// What one step fires.
    std::vector<double> after(double seconds)
    {
        fired.clear();
        mixer.advance(seconds);
        return fired;
    }
};

using Times = std::vector<double>;

}  // namespace

BOOST_AUTO_TEST_SUITE(animation_events)

BOOST_AUTO_TEST_CASE(lesson_j32_events_fire_once_going_forwards)
{
    Stage stage;
    for (const double time : {0.5, 1., 0., 2.}) {
        stage.mark(time);
    }
    stage.layer.play({.loop = false});
    BOOST_TEST(stage.fired.empty());  // play() itself fires nothing
    BOOST_TEST(stage.after(0.25) == (Times{0}));
    BOOST_TEST(stage.after(0.25) == (Times{0.5}));  // reached
    BOOST_TEST(stage.after(0.25) == (Times{}));     // and not passed again
    BOOST_TEST(stage.after(0.5) == (Times{1}));
    BOOST_TEST(stage.after(0.) == (Times{}));
    BOOST_TEST(stage.after(9.) == (Times{2}));  // at the end
    BOOST_TEST(stage.after(9.) == (Times{}));
}

BOOST_AUTO_TEST_CASE(lesson_j32_events_fire_once_going_backwards)
{
    Stage stage;
    for (const double time : {0.5, 1., 0., 2.}) {
        stage.mark(time);
    }
    stage.layer.play({.loop = false, .speedRatio = -1});
    BOOST_TEST(stage.after(0.) == (Times{2}));
    BOOST_TEST(stage.after(1.) == (Times{1}));
    BOOST_TEST(stage.after(0.25) == (Times{}));
    BOOST_TEST(stage.after(9.) == (Times{0.5, 0}));
    BOOST_TEST(stage.after(9.) == (Times{}));
}

BOOST_AUTO_TEST_CASE(lesson_j32_events_fire_once_across_loops_and_at_the_ends)
{
    Stage stage;
    for (const double time : {0., 0.5, 2.}) {
        stage.mark(time);
    }
    stage.layer.play();
    BOOST_TEST(stage.after(1.5) == (Times{0, 0.5}));
    BOOST_TEST(stage.after(0.75) == (Times{2, 0}));    // 0.25 in the next round
    BOOST_TEST(stage.after(1.75) == (Times{0.5, 2}));  // exactly the end, which is shown
    BOOST_TEST(stage.after(0.25) == (Times{0}));       // and only then the beginning
    BOOST_TEST(stage.after(4.) == (Times{0.5, 2, 0, 0.5, 2, 0}));
    stage.layer.setSpeedRatio(-1);
    BOOST_TEST(stage.after(0.5) == (Times{0, 2}));     // from 0.25 back to 1.75
    BOOST_TEST(stage.after(1.75) == (Times{0.5, 0}));  // exactly the beginning
    BOOST_TEST(stage.after(2.) == (Times{2, 0.5, 0}));
    BOOST_TEST(stage.after(4.25) == (Times{2, 0.5, 0, 2, 0.5, 0, 2}));
}

BOOST_AUTO_TEST_CASE(turning_round_on_an_event_passes_it_once)
{
    Stage stage;
    stage.mark(1.);
    stage.layer.play();
    BOOST_TEST(stage.after(1.) == (Times{1}));
    BOOST_TEST(stage.after(-0.5) == (Times{}));
    BOOST_TEST(stage.after(0.75) == (Times{1}));
    BOOST_TEST(stage.after(-0.25) == (Times{1}));
    BOOST_TEST(stage.after(0.25) == (Times{}));
}

BOOST_AUTO_TEST_CASE(a_range_is_where_events_are)
{
    Stage stage;
    for (const double time : {0., 0.5, 1., 1.5, 2.}) {
        stage.mark(time);
    }
    stage.layer.play({.from = 0.5, .to = 1.5});
    BOOST_TEST(stage.after(1.) == (Times{0.5, 1, 1.5}));
    BOOST_TEST(stage.after(1.25) == (Times{0.5, 1, 1.5, 0.5}));
}

// Steps of any length, both ways, against a walk in ticks of 1/64 s, which doubles hold exactly: whoever steps off an end begins anew at the
// other, which he passes then.
BOOST_AUTO_TEST_CASE(however_time_is_cut_each_passage_fires_once)
{
    Random random(611);
    std::size_t total = 0;
    for (int round = 0; round < 100; ++round) {
        Stage stage;
        std::vector<int> ticksOfEvents;
        for (int i = 0; i < 6; ++i) {
            ticksOfEvents.push_back(random.chance(0.3) ? 128 * random.integer(0, 1) : random.integer(0, 128));
            stage.mark(ticksOfEvents.back() / 64.);
        }
        stage.layer.play();
        stage.mixer.advance(0.);
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
            BOOST_REQUIRE(stage.layer.getCurrentTime() == place / 64.);
            total += expected.size();
        }
    }
    BOOST_TEST(total > 1000u);
}

BOOST_AUTO_TEST_CASE(playing_again_and_jumping_fire_what_is_there_then)
{
    Stage stage;
    stage.mark(0.);
    stage.mark(1.);
    stage.layer.play();
    BOOST_TEST(stage.after(0.5) == (Times{0}));
    stage.layer.play();
    BOOST_TEST(stage.after(0.5) == (Times{0}));
    stage.layer.goTo(1.);
    BOOST_TEST(stage.fired.size() == 1u);
    BOOST_TEST(stage.after(0.25) == (Times{1}));
    stage.layer.goTo(1.75);  // nothing in between
    BOOST_TEST(stage.after(0.25) == (Times{}));
    stage.layer.pause();
    BOOST_TEST(stage.after(5.) == (Times{}));
    stage.layer.play();
    BOOST_TEST(stage.after(0.25) == (Times{0}));
    stage.layer.stop();
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
        layer.addEvent(end, [&](AnimationLayer&) { ++calls; });
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
    layer.addEvent(0., [&](AnimationLayer&) { ++calls; });
    layer.play();
    for (int i = 0; i < 3; ++i) {
        rig.mixer.advance(1.);
    }
    BOOST_TEST(calls == 1);
}

// A step of a million rounds comes to an end.
BOOST_AUTO_TEST_CASE(of_very_many_rounds_the_last_thousand_fire)
{
    Stage stage;
    stage.mark(0.5);
    stage.layer.play();
    BOOST_TEST(stage.after(2e6 + 0.25).size() == 999u);  // the thousandth has just begun and has not reached it
    BOOST_TEST(stage.after(1998.).size() == 999u);       // all of them
}

BOOST_AUTO_TEST_CASE(actions_see_the_pose_of_the_frame)
{
    Stage stage;
    float x = 0;
    stage.layer.addEvent(1., [&](AnimationLayer& layer) {
        x = stage.node.getPosition().x;
        BOOST_TEST(&layer == &stage.layer);
    });
    stage.layer.setWeight(0.5f);
    stage.layer.play();
    stage.mixer.advance(1.5);
    BOOST_TEST(x == 0.75f);
}

BOOST_AUTO_TEST_CASE(actions_may_change_layers_and_events)
{
    Stage stage;
    std::size_t own = 0;
    own = stage.layer.addEvent(0.25, [&](AnimationLayer& layer) {
        stage.fired.push_back(0.25);
        BOOST_TEST(layer.removeEvent(own));
        BOOST_TEST(!layer.removeEvent(own));
        for (int i = 0; i < 100; ++i) {
            layer.addEvent(0.5, [&](AnimationLayer&) { stage.fired.push_back(0.5); });  // counts from the next step on
        }
    });
    stage.layer.play();
    BOOST_TEST(stage.after(1.).size() == 1u);
    BOOST_TEST(stage.after(2.).size() == 100u);

    // One that ends all: what comes after it in the same step is not reached.
    Stage other;
    other.layer.addEvent(0.25, [&](AnimationLayer& layer) {
        other.fired.push_back(0.25);
        AnimationLayer& next = other.mixer.addLayer(movingClip("next", 3));
        next.play();
        other.mixer.removeLayer(layer);
    });
    other.mark(0.5);
    other.layer.play();
    BOOST_TEST(other.after(1.) == (Times{0.25}));
    BOOST_TEST(other.mixer.layers().size() == 1u);
    other.mixer.advance(1.);
    BOOST_TEST(other.node.getPosition().x == 3.f);
}

BOOST_AUTO_TEST_CASE(what_an_action_throws_comes_through)
{
    Stage stage;
    stage.layer.addEvent(0.25, [](AnimationLayer&) { throw std::runtime_error("from the action"); });
    stage.mark(0.5);
    stage.layer.play();
    BOOST_CHECK_EXCEPTION(stage.mixer.advance(1.), std::runtime_error, says("from the action"));
    BOOST_TEST(stage.node.getPosition().x == 1.f);
    BOOST_TEST(stage.after(0.5) == (Times{}));
    stage.layer.addEvent(1.75, [&](AnimationLayer&) { stage.mixer.advance(1.); });
    BOOST_CHECK_EXCEPTION(stage.mixer.advance(0.5), std::logic_error, says("cannot advance the mixer"));
}

BOOST_AUTO_TEST_CASE(bad_events_are_refused)
{
    Stage stage;
    const auto nothing = [](AnimationLayer&) {};
    for (const double bad : {-0.1, 2.1, std::numeric_limits<double>::quiet_NaN()}) {
        BOOST_CHECK_EXCEPTION(stage.layer.addEvent(bad, nothing), std::invalid_argument, says("\"move\": the event at"));
    }
    BOOST_CHECK_EXCEPTION(stage.layer.addEvent(1., nullptr), std::invalid_argument, says("has no action"));
    BOOST_TEST(!stage.layer.removeEvent(7));
}

BOOST_AUTO_TEST_SUITE_END()
