#include <limits>

#include <armature/saved_state.hpp>

#include <animation/mixer_scene.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(mixer_time)

BOOST_AUTO_TEST_CASE(a_paused_mixer_moves_and_writes_nothing_until_it_goes_on)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    AnimationMixer& mixer = scene.createAnimationMixer();
    AnimationLayer& layer = mixer.addLayer(movingClip("walk", 1.f));
    int passed = 0;
    const Subscription event = layer.addEvent(1., [&] { ++passed; });
    layer.fadeIn(0.5);
    scene.animate(0.25);
    BOOST_TEST(!mixer.isPaused());
    mixer.pause();
    BOOST_TEST(mixer.isPaused());
    node.setPosition({7.f, 7.f, 7.f});
    scene.animate(1.);
    mixer.advance(1.);
    BOOST_TEST(layer.getCurrentTime() == 0.25);
    BOOST_TEST(layer.getWeight() == 0.5f);
    BOOST_TEST(near(node.getPosition(), glm::vec3(7.f), 0.));
    BOOST_TEST(passed == 0);
    mixer.resume();
    BOOST_TEST(!mixer.isPaused());
    scene.animate(0.75);
    BOOST_TEST(layer.getCurrentTime() == 1.);
    BOOST_TEST(layer.getWeight() == 1.f);
    BOOST_TEST(near(node.getPosition(), glm::vec3(1.f, 0.f, 0.f), 0.));
    BOOST_TEST(passed == 1);
}

// A mixer at speed 0.5 after two seconds shows what a mixer at speed 1 shows after one: layers, fades and layers in step.
BOOST_AUTO_TEST_CASE(its_speed_applies_to_layers_and_fades)
{
    Scene scenes[2];
    for (Scene& scene : scenes) {
        scene.createTransformNode("node");
        AnimationMixer& mixer = scene.createAnimationMixer();
        AnimationLayer& walk = mixer.addLayer(movingClip("walk", 1.f));
        AnimationLayer& run = mixer.addLayer(movingClip("run", 3.f, {0}, 1.f));
        run.synchronizeWith(&walk);
        walk.play();
        walk.crossFadeTo(run, 2.);
    }
    AnimationMixer& slow = *scenes[1].animationMixers()[0];
    BOOST_TEST(slow.getSpeedRatio() == 1.);
    slow.setSpeedRatio(0.5);
    BOOST_TEST(slow.getSpeedRatio() == 0.5);
    for (int i = 0; i < 10; ++i) {
        scenes[0].animate(0.125);
        scenes[1].animate(0.25);
        BOOST_TEST((scenes[0].nodes()[0]->getPosition() == scenes[1].nodes()[0]->getPosition()));
    }
    BOOST_TEST(scenes[0].nodes()[0]->getPosition().x > 0.f);
    slow.setSpeedRatio(0.);
    const glm::vec3 held = scenes[1].nodes()[0]->getPosition();
    scenes[1].nodes()[0]->setPosition({9.f, 9.f, 9.f});
    scenes[1].animate(1.);
    BOOST_TEST((scenes[1].nodes()[0]->getPosition() == held));
}

BOOST_AUTO_TEST_CASE(a_negative_speed_runs_backwards)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    AnimationMixer& mixer = scene.createAnimationMixer();
    mixer.addLayer(movingClip("walk", 1.f)).play();
    scene.animate(1.5);
    mixer.setSpeedRatio(-2.);
    scene.animate(0.25);
    BOOST_TEST(near(node.getPosition(), glm::vec3(1.f, 0.f, 0.f), 0.));
}

BOOST_AUTO_TEST_CASE(a_speed_that_is_not_finite_is_refused)
{
    Scene scene;
    scene.createTransformNode("node");
    AnimationMixer& mixer = scene.createAnimationMixer();
    AnimationLayer& layer = mixer.addLayer(movingClip("walk", 1.f));
    layer.play();
    mixer.setSpeedRatio(2.);
    for (const double speed : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        BOOST_CHECK_THROW(mixer.setSpeedRatio(speed), std::invalid_argument);
        BOOST_CHECK_THROW(mixer.advance(speed), std::invalid_argument);
    }
    BOOST_CHECK_THROW(mixer.advance(std::numeric_limits<double>::max()), std::invalid_argument);
    BOOST_TEST(mixer.getSpeedRatio() == 2.);
    BOOST_TEST(layer.getCurrentTime() == 0.);
}

BOOST_AUTO_TEST_CASE(pause_and_speed_are_saved)
{
    Scene scene;
    scene.createTransformNode("node");
    AnimationMixer& mixer = scene.createAnimationMixer();
    mixer.addLayer(movingClip("walk", 1.f)).play();
    mixer.setSpeedRatio(3.);
    mixer.pause();
    SavedState state;
    state.save(scene);
    mixer.resume();
    mixer.setSpeedRatio(1.);
    state.restore(scene);
    BOOST_TEST(mixer.isPaused());
    BOOST_TEST(mixer.getSpeedRatio() == 3.);
}

BOOST_AUTO_TEST_SUITE_END()
