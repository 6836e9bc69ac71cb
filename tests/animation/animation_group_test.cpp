#include <bit>
#include <limits>

#include <armature/animation/animation_group.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <animation/clip_builder.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

constexpr auto linear = Interpolation::Linear;

/// A node that moves along x by one metre a second for two seconds, so that its x is the time that it shows.
struct Runner {
    Scene scene;
    TransformNode& node = scene.createTransformNode("runner");
    AnimationGroup& group = scene.createAnimationGroup(
        ClipBuilder("run").node(0).channel(ChannelPath::Translation, linear, {0, 2}, {0, 0, 0, 2, 0, 0}).create());

    [[nodiscard]] double x() const { return static_cast<double>(node.getPosition().x); }

    /// Advances the scene and returns the time shown then.
    double after(double seconds)
    {
        scene.animate(seconds);
        BOOST_TEST(std::abs(x() - group.getCurrentTime()) < 1e-6);
        return x();
    }
};

const auto nearby = boost::test_tools::tolerance(1e-6);

}  // namespace

BOOST_AUTO_TEST_SUITE(animation_group)

BOOST_AUTO_TEST_CASE(a_new_group_is_stopped_and_changes_nothing)
{
    Runner runner;
    runner.node.setPosition({9, 9, 9});
    runner.scene.animate(1.);
    BOOST_TEST(runner.x() == 9.);
    BOOST_TEST(!runner.group.isPlaying());
    BOOST_TEST(!runner.group.isPaused());
    BOOST_TEST(runner.group.getName() == "run");
    BOOST_TEST(runner.group.unboundChannelCount() == 0u);
}

BOOST_AUTO_TEST_CASE(playing_moves_on_by_seconds)
{
    Runner runner;
    runner.group.play();
    BOOST_TEST(runner.group.isPlaying());
    BOOST_TEST(runner.x() == 0.);
    BOOST_TEST(runner.after(0.25) == 0.25, nearby);
    BOOST_TEST(runner.after(0.) == 0.25, nearby);
    BOOST_TEST(runner.after(1.) == 1.25, nearby);
}

// By hand: steps of 0.75 s in a clip of 2 s show 0.75, 1.5, 0.25, 1.
BOOST_AUTO_TEST_CASE(a_loop_wraps_when_its_end_is_passed)
{
    Runner runner;
    runner.group.play();
    for (const double expected : {0.75, 1.5, 0.25, 1., 1.75, 0.5}) {
        BOOST_TEST(runner.after(0.75) == expected, nearby);
    }
    BOOST_TEST(runner.after(20.25) == 0.75, nearby);
    BOOST_TEST(runner.group.isPlaying());
}

BOOST_AUTO_TEST_CASE(a_loop_shows_its_last_key)
{
    Runner runner;
    runner.group.play();
    for (const double expected : {1., 2., 1., 2.}) {
        BOOST_TEST(runner.after(1.) == expected);
    }
    BOOST_TEST(runner.after(2.) == 2.);  // one whole clip later it still shows the end
}

BOOST_AUTO_TEST_CASE(without_loop_it_ends_exactly_on_the_end)
{
    Runner runner;
    runner.group.play({.loop = false});
    BOOST_TEST(runner.after(1.7) == 1.7, nearby);
    BOOST_TEST(runner.group.isPlaying());
    BOOST_TEST(runner.after(1.7) == 2.);
    BOOST_TEST(!runner.group.isPlaying());
    BOOST_TEST(runner.group.getCurrentTime() == 2.);
    runner.node.setPosition({5, 0, 0});
    runner.scene.animate(1.);
    BOOST_TEST(runner.x() == 5.);
    runner.group.play({.loop = false});
    BOOST_TEST(runner.after(0.5) == 0.5, nearby);
    BOOST_TEST(runner.after(1.5) == 2.);
    BOOST_TEST(!runner.group.isPlaying());
}

BOOST_AUTO_TEST_CASE(a_negative_speed_plays_from_the_end_backwards)
{
    Runner runner;
    runner.group.play({.loop = false, .speedRatio = -2.});
    BOOST_TEST(runner.group.getCurrentTime() == 2.);
    BOOST_TEST(runner.after(0.25) == 1.5, nearby);
    BOOST_TEST(runner.after(10.) == 0.);
    BOOST_TEST(!runner.group.isPlaying());

    runner.group.play({.speedRatio = -1.});
    for (const double expected : {1.25, 0.5, 1.75, 1., 0.25, 1.5}) {
        BOOST_TEST(runner.after(0.75) == expected, nearby);
    }
    runner.group.goTo(1.);
    BOOST_TEST(runner.after(1.) == 0.);  // the first key is shown as well
    BOOST_TEST(runner.after(0.5) == 1.5, nearby);
}

BOOST_AUTO_TEST_CASE(speed_changes_take_effect_from_where_it_is)
{
    Runner runner;
    runner.group.play();
    BOOST_TEST(runner.after(0.5) == 0.5, nearby);
    runner.group.setSpeedRatio(2.);
    BOOST_TEST(runner.group.getSpeedRatio() == 2.);
    BOOST_TEST(runner.after(0.5) == 1.5, nearby);
    runner.group.setSpeedRatio(-1.);
    BOOST_TEST(runner.after(0.25) == 1.25, nearby);
    runner.group.setSpeedRatio(0.);
    BOOST_TEST(runner.after(100.) == 1.25, nearby);
    BOOST_TEST(runner.group.isPlaying());
}

BOOST_AUTO_TEST_CASE(seconds_may_be_negative)
{
    Runner runner;
    runner.group.play();
    BOOST_TEST(runner.after(-0.5) == 1.5, nearby);
}

BOOST_AUTO_TEST_CASE(looping_can_be_changed_while_playing)
{
    Runner runner;
    runner.group.play();
    BOOST_TEST(runner.group.isLooping());
    BOOST_TEST(runner.after(2.5) == 0.5, nearby);
    runner.group.setLooping(false);
    BOOST_TEST(!runner.group.isLooping());
    BOOST_TEST(runner.after(2.5) == 2.);
    BOOST_TEST(!runner.group.isPlaying());
}

BOOST_AUTO_TEST_CASE(a_pause_holds_the_time_until_play)
{
    Runner runner;
    runner.group.pause();
    BOOST_TEST(!runner.group.isPaused());
    runner.group.play();
    BOOST_TEST(runner.after(0.5) == 0.5, nearby);
    runner.group.pause();
    BOOST_TEST(runner.group.isPaused());
    BOOST_TEST(!runner.group.isPlaying());
    runner.node.setPosition({7, 0, 0});
    runner.scene.animate(0.5);
    BOOST_TEST(runner.x() == 7.);
    runner.group.play({.loop = false, .speedRatio = 2.});
    BOOST_TEST(runner.after(0.25) == 1., nearby);
    BOOST_TEST(!runner.group.isPaused());
    runner.group.pause();
    runner.group.play({.from = 1.5});
    BOOST_TEST(runner.group.getCurrentTime() == 1.5);
}

BOOST_AUTO_TEST_CASE(stop_goes_back_and_leaves_the_pose)
{
    Runner runner;
    runner.group.play({.from = 0.5});
    BOOST_TEST(runner.after(0.5) == 1., nearby);
    runner.group.stop();
    BOOST_TEST(!runner.group.isPlaying());
    BOOST_TEST(runner.group.getCurrentTime() == 0.5);
    BOOST_TEST(runner.x() == 1., nearby);
    runner.group.play({.speedRatio = -1.});
    runner.group.stop();
    BOOST_TEST(runner.group.getCurrentTime() == 2.);
}

BOOST_AUTO_TEST_CASE(play_begins_again_even_while_playing)
{
    Runner runner;
    runner.group.play();
    (void)runner.after(1.5);
    runner.group.play();
    BOOST_TEST(runner.after(0.25) == 0.25, nearby);
}

BOOST_AUTO_TEST_CASE(go_to_writes_at_once_and_keeps_playing)
{
    Runner runner;
    runner.group.goTo(1.25);
    BOOST_TEST(runner.x() == 1.25);
    BOOST_TEST(!runner.group.isPlaying());
    runner.group.play();
    runner.group.goTo(1.5);
    BOOST_TEST(runner.x() == 1.5);
    BOOST_TEST(runner.after(0.25) == 1.75, nearby);
    runner.group.goTo(-1.);
    BOOST_TEST(runner.x() == 0.);
    runner.group.goTo(std::numeric_limits<double>::infinity());
    BOOST_TEST(runner.x() == 2.);
    BOOST_CHECK_EXCEPTION(runner.group.goTo(std::numeric_limits<double>::quiet_NaN()), std::invalid_argument, says("\"run\": time nan"));
    BOOST_TEST(runner.group.getCurrentTime() == 2.);
}

BOOST_AUTO_TEST_CASE(a_range_is_all_that_is_played)
{
    Runner runner;
    runner.group.play({.from = 0.5, .to = 1.5});
    BOOST_TEST(runner.group.getCurrentTime() == 0.5);
    for (const double expected : {1.25, 1., 0.75, 1.5, 1.25}) {
        BOOST_TEST(runner.after(0.75) == expected, nearby);
    }
    runner.group.goTo(0.);
    BOOST_TEST(runner.x() == 0.5);
    runner.group.play({.loop = false, .speedRatio = -1., .from = 0.5, .to = 1.5});
    BOOST_TEST(runner.after(0.25) == 1.25, nearby);
    BOOST_TEST(runner.after(9.) == 0.5);
    BOOST_TEST(!runner.group.isPlaying());
}

BOOST_AUTO_TEST_CASE(bad_options_are_refused_and_change_nothing)
{
    Runner runner;
    runner.group.play({.loop = false, .speedRatio = 0.5, .from = 0.5});
    const double infinity = std::numeric_limits<double>::infinity();
    const double notANumber = std::numeric_limits<double>::quiet_NaN();
    for (const PlayOptions& bad : {PlayOptions{.from = -0.1}, PlayOptions{.to = 2.1}, PlayOptions{.from = 1., .to = 1.},
                                   PlayOptions{.from = 1.5, .to = 1.}, PlayOptions{.from = notANumber}, PlayOptions{.to = notANumber}}) {
        BOOST_CHECK_EXCEPTION(runner.group.play(bad), std::invalid_argument, says("animation group \"run\": range"));
    }
    for (const double bad : {infinity, -infinity, notANumber}) {
        BOOST_CHECK_EXCEPTION(runner.group.play({.speedRatio = bad}), std::invalid_argument, says("\"run\": speed ratio"));
        BOOST_CHECK_EXCEPTION(runner.group.setSpeedRatio(bad), std::invalid_argument, says("\"run\": speed ratio"));
        BOOST_CHECK_EXCEPTION(runner.group.advance(bad), std::invalid_argument, says("is not finite"));
    }
    BOOST_TEST(runner.group.isPlaying());
    BOOST_TEST(!runner.group.isLooping());
    BOOST_TEST(runner.after(1.) == 1., nearby);
    BOOST_CHECK_THROW(runner.scene.createAnimationGroup(nullptr), std::invalid_argument);
}

// 2.3 s as a float is not 2.3 s as a double.
BOOST_AUTO_TEST_CASE(a_range_may_end_on_the_duration_as_people_write_it)
{
    Scene scene;
    scene.createTransformNode("node");
    for (const float end : {2.3f, 0.1f, 12.7f}) {
        auto& group = scene.createAnimationGroup(
            ClipBuilder().node(0).channel(ChannelPath::Translation, linear, {0, end}, {0, 0, 0, 1, 0, 0}).create());
        group.play({.loop = false, .to = std::round(static_cast<double>(end) * 10) / 10});
        group.advance(100.);
        BOOST_TEST(std::abs(group.getCurrentTime() - static_cast<double>(end)) < 1e-6);
    }
}

BOOST_AUTO_TEST_CASE(a_clip_of_one_pose_plays)
{
    for (const bool loop : {false, true}) {
        Scene scene;
        auto& node = scene.createTransformNode("node");
        auto& group = scene.createAnimationGroup(
            ClipBuilder().node(0).channel(ChannelPath::Translation, Interpolation::Step, {0}, {1, 2, 3}).create());
        group.play({.loop = loop});
        scene.animate(0.5);
        BOOST_TEST(near(node.getPosition(), glm::vec3(1, 2, 3), 0.));
        BOOST_TEST(group.isPlaying() == loop);
    }
}

BOOST_AUTO_TEST_CASE(the_group_created_last_wins)
{
    Scene scene;
    auto& node = scene.createTransformNode("node");
    for (const float value : {1.f, 2.f}) {
        scene.createAnimationGroup(
            ClipBuilder().node(0).channel(ChannelPath::Translation, Interpolation::Step, {0}, {value, value, value}).create());
    }
    scene.animationGroups()[1]->play();
    scene.animationGroups()[0]->play();
    scene.animate(0.1);
    BOOST_TEST(near(node.getPosition(), glm::vec3(2), 0.));
}

BOOST_AUTO_TEST_SUITE_END()
