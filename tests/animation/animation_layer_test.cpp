#include <animation/mixer_scene.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;
using boost::test_tools::tolerance;

namespace {

/// Two layers that pull one bone along x and z. The bone's coordinates are the layers' effective weights.
struct Pair {
    MixerRig rig;
    AnimationLayer& x = rig.mixer.addLayer(poseClip("x", 1, at(1, 0, 0)));
    AnimationLayer& z = rig.mixer.addLayer(poseClip("z", 1, at(0, 0, 1)));

    glm::vec3 after(double seconds)
    {
        rig.scene.animate(seconds);
        return rig.position(1);
    }
};

/// A walk of two seconds and a run of one.
struct Walkers {
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    AnimationMixer& mixer = scene.createAnimationMixer();
    AnimationLayer& walk = mixer.addLayer(movingClip("walk", 1));
    AnimationLayer& run = mixer.addLayer(movingClip("run", 1, {0}, 1.f));

    [[nodiscard]] double walkPhase() const { return walk.getCurrentTime() / 2.; }
    [[nodiscard]] double runPhase() const { return run.getCurrentTime(); }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(animation_layer)

// By hand: fades are linear in time. The rest position is (0 1 0).
BOOST_AUTO_TEST_CASE(fades_are_straight_lines_in_seconds)
{
    Pair pair;
    pair.x.fadeIn(2.);
    BOOST_TEST(pair.x.isPlaying());
    BOOST_TEST(pair.x.getWeight() == 0.f);
    BOOST_TEST(near(pair.after(0.5), glm::vec3(0.25f, 0.75f, 0), 1e-6));
    BOOST_TEST(pair.x.getWeight() == 0.25f, tolerance(1e-6f));
    BOOST_TEST(near(pair.after(1.), glm::vec3(0.75f, 0.25f, 0), 1e-6));
    BOOST_TEST(near(pair.after(5.), glm::vec3(1, 0, 0), 0.));
    pair.x.fadeTo(0.5f, 1.);
    BOOST_TEST(near(pair.after(0.5), glm::vec3(0.75f, 0.25f, 0), 1e-6));
    BOOST_TEST(near(pair.after(0.5), glm::vec3(0.5f, 0.5f, 0), 0.));
    pair.x.fadeTo(1, 0.);
    BOOST_TEST(near(pair.after(0.), glm::vec3(1, 0, 0), 0.));
}

BOOST_AUTO_TEST_CASE(a_layer_that_has_faded_out_stops_and_leaves_the_rest)
{
    Pair pair;
    pair.x.play();
    BOOST_TEST(near(pair.after(1.), glm::vec3(1, 0, 0), 0.));
    pair.x.fadeOut(0.5);
    BOOST_TEST(near(pair.after(0.25), glm::vec3(0.5f, 0.5f, 0), 1e-6));
    BOOST_TEST(pair.x.isActive());
    BOOST_TEST(near(pair.after(0.5), glm::vec3(0, 1, 0), 0.));
    BOOST_TEST(!pair.x.isActive());
    pair.rig.bones[1]->setPosition({9, 9, 9});
    BOOST_TEST(near(pair.after(1.), glm::vec3(9, 9, 9), 0.));
    pair.x.play();  // with its former weight
    BOOST_TEST(near(pair.after(0.), glm::vec3(1, 0, 0), 0.));
    pair.x.fadeOut(0.);
    BOOST_TEST(!pair.x.isActive());
    pair.z.fadeOut(1.);  // nothing to fade
    BOOST_TEST(!pair.z.isActive());
}

BOOST_AUTO_TEST_CASE(cross_fades_go_from_one_to_the_other_and_back_in_the_middle)
{
    Pair pair;
    pair.z.setWeight(0.5f);
    pair.x.play();
    pair.x.crossFadeTo(pair.z, 1.);
    BOOST_TEST(near(pair.after(0.25), glm::vec3(0.75f, 0.125f, 0.125f), 1e-6));
    pair.z.crossFadeTo(pair.x, 0.5);  // x from 0.75 back to 1, z from a quarter of its half to nothing
    BOOST_TEST(near(pair.after(0.25), glm::vec3(0.875f, 0.0625f, 0.0625f), 1e-6));
    BOOST_TEST(near(pair.after(0.25), glm::vec3(1, 0, 0), 0.));
    BOOST_TEST(pair.x.isPlaying());
    BOOST_TEST(!pair.z.isActive());
    BOOST_CHECK_EXCEPTION(pair.x.crossFadeTo(pair.x, 1.), std::invalid_argument, says("\"x\": cannot cross-fade to itself"));
    Pair other;
    BOOST_CHECK_EXCEPTION(pair.x.crossFadeTo(other.z, 1.), std::invalid_argument, says("\"z\" of another mixer"));
    BOOST_TEST(!other.z.isActive());
}

// Events within the last step of a fade still fire.
BOOST_AUTO_TEST_CASE(events_fire_until_a_layer_has_faded_out)
{
    Walkers walkers;
    int calls = 0;
    walkers.walk
        .addEvent(1.,
                  [&] {
                      ++calls;
                      BOOST_TEST(walkers.walk.getWeight() == 0.f);
                  })
        .release();
    walkers.walk.play();
    walkers.walk.fadeOut(0.5);
    walkers.mixer.advance(1.5);
    BOOST_TEST(calls == 1);
    BOOST_TEST(!walkers.walk.isActive());
}

// By hand: in a second, a walk makes half a round and a run one. At equal weights both make three quarters of a round.
BOOST_AUTO_TEST_CASE(layers_in_step_are_equally_far_at_their_mean_pace)
{
    Walkers walkers;
    walkers.run.synchronizeWith(&walkers.walk);
    walkers.walk.play();
    walkers.run.play();
    walkers.mixer.advance(1.);
    BOOST_TEST(walkers.walkPhase() == 0.75, tolerance(1e-12));
    BOOST_TEST(walkers.runPhase() == 0.75, tolerance(1e-12));
    walkers.mixer.advance(1.);
    BOOST_TEST(walkers.walkPhase() == 0.5, tolerance(1e-12));
    BOOST_TEST(walkers.runPhase() == 0.5, tolerance(1e-12));
    walkers.run.setWeight(0);
    walkers.mixer.advance(0.5);
    BOOST_TEST(walkers.walkPhase() == 0.75, tolerance(1e-12));
    walkers.walk.setWeight(0.25f);
    walkers.run.setWeight(0.75f);
    walkers.mixer.advance(1.);  // 0.875 of a round
    BOOST_TEST(walkers.runPhase() == 0.625, tolerance(1e-12));
    BOOST_TEST(walkers.walkPhase() == 0.625, tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(who_starts_falls_in_with_those_that_play)
{
    Walkers walkers;
    walkers.run.synchronizeWith(&walkers.walk);
    walkers.walk.play();
    walkers.mixer.advance(1.5);
    BOOST_TEST(walkers.walkPhase() == 0.75, tolerance(1e-12));
    walkers.walk.crossFadeTo(walkers.run, 0.5);
    BOOST_TEST(walkers.runPhase() == 0.75, tolerance(1e-12));
    walkers.mixer.advance(0.25);
    BOOST_TEST(walkers.runPhase() == walkers.walkPhase(), tolerance(1e-12));
    walkers.mixer.advance(0.25);
    BOOST_TEST(!walkers.walk.isActive());
    const double alone = walkers.runPhase();
    walkers.mixer.advance(0.125);
    BOOST_TEST(walkers.runPhase() == std::fmod(alone + 0.125, 1.), tolerance(1e-12));  // at its own pace now
    walkers.walk.fadeIn(1.);
    BOOST_TEST(walkers.walkPhase() == walkers.runPhase(), tolerance(1e-12));
    walkers.run.goTo(0.25);  // moves the others along
    BOOST_TEST(walkers.walkPhase() == 0.25, tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(events_of_layers_in_step_fire_once_a_round)
{
    Walkers walkers;
    AnimationLayer& third = walkers.mixer.addLayer(movingClip("third", 1, {0}, 3.f));
    int steps[3] = {};
    AnimationLayer* const layers[] = {&walkers.walk, &walkers.run, &third};
    for (std::size_t i = 0; i < 3; ++i) {
        for (const double phase : {0.25, 0.75, 1.}) {
            layers[i]->addEvent(phase * layers[i]->getClip().getDuration(), [&steps, i] { ++steps[i]; }).release();
        }
    }
    third.synchronizeWith(&walkers.run);
    walkers.run.synchronizeWith(&walkers.walk);  // third joins as well
    for (AnimationLayer* layer : layers) {
        layer->play();
    }
    double rounds = 0.;
    for (int frame = 0; frame < 1000; ++frame) {
        walkers.mixer.advance(0.0137);
        rounds += 0.0137 * (0.5 + 1. + 1. / 3.) / 3.;
    }
    BOOST_TEST(std::abs(rounds - 8.372)
               < 0.001);  // by hand: 13.7 s at 11/18 rounds a second; two events of the ninth round are not due yet
    for (const int count : steps) {
        BOOST_TEST(count == 3 * 8 + 1);
    }
    BOOST_TEST(third.getCurrentTime() / 3. == walkers.walkPhase(), tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(layers_let_go_of_their_step)
{
    Walkers walkers;
    AnimationLayer& third = walkers.mixer.addLayer(movingClip("third", 1));
    walkers.run.synchronizeWith(&walkers.walk);
    third.synchronizeWith(&walkers.run);
    for (AnimationLayer* layer : walkers.mixer.layers()) {
        layer->play();
    }
    walkers.mixer.removeLayer(walkers.walk);  // the others stay in step
    walkers.mixer.advance(0.5);
    BOOST_TEST(third.getCurrentTime() / 2. == walkers.runPhase(), tolerance(1e-12));
    third.synchronizeWith(nullptr);
    third.goTo(0.);
    walkers.run.goTo(0.);
    walkers.mixer.advance(0.5);
    BOOST_TEST(third.getCurrentTime() == 0.5, tolerance(1e-12));
    BOOST_TEST(walkers.run.getCurrentTime() == 0.5, tolerance(1e-12));
    third.synchronizeWith(&third);
    walkers.mixer.advance(0.25);
    BOOST_TEST(third.getCurrentTime() == 0.75, tolerance(1e-12));
    Walkers other;
    BOOST_CHECK_EXCEPTION(third.synchronizeWith(&other.walk), std::invalid_argument, says("\"walk\" belongs to another mixer"));
}

BOOST_AUTO_TEST_CASE(layers_in_step_end_together_without_loop)
{
    Walkers walkers;
    walkers.run.synchronizeWith(&walkers.walk);
    walkers.walk.play({.loop = false});
    walkers.run.play();
    walkers.mixer.advance(1.);
    BOOST_TEST(walkers.run.isPlaying());
    walkers.mixer.advance(1.);
    for (const AnimationLayer* layer : walkers.mixer.layers()) {
        BOOST_TEST(!layer->isPlaying());
        BOOST_TEST(layer->getCurrentTime() == layer->getClip().getDuration());
    }
}

BOOST_AUTO_TEST_SUITE_END()
