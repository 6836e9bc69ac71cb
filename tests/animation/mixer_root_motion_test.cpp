#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include <armature/animation/animation_mixer.hpp>
#include <armature/saved_state.hpp>

#include <animation/walking_clips.hpp>
#include <support/allocations/allocation_count.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>
#include <support/rounds.hpp>

using namespace armature;
using namespace armature::test;

namespace {

/// A clip that moves the hips `distance` ahead within `seconds`, at constant speed.
std::shared_ptr<const AnimationClip> evenWalk(float distance, float seconds = 1.f)
{
    return ClipBuilder("walk")
        .bone(0, 1)
        .channel(ChannelPath::Translation, Interpolation::Linear, {0.f, seconds}, {0, 1, 0, 0, 1, distance})
        .create();
}

std::shared_ptr<const AnimationClip> standing()
{
    return ClipBuilder("stand")
        .bone(0, 1)
        .channel(ChannelPath::Translation, Interpolation::Linear, {0.f, 1.f}, {0, 1, 0, 0, 1, 0})
        .create();
}

/// A mixer on a walking rig, and a node for the character.
struct WalkingMixer {
    AnimationLayer& add(const std::shared_ptr<const AnimationClip>& clip, const LayerOptions& options = {})
    {
        const auto motion = RootMotion::create(clip, rig.hips);
        AnimationLayer& layer = mixer.addLayer(motion->getInPlaceClip(), options);
        layer.setRootMotion(motion);
        return layer;
    }
    /// Advances the mixer and returns how far ahead it travels.
    double step(double seconds)
    {
        mixer.advance(seconds);
        return mixer.getRootMotion().offset.z;
    }

    WalkingRig rig;
    TransformNode& character = rig.scene.createTransformNode("character");
    AnimationMixer mixer{rig.scene};
};

constexpr double exact = 1e-6;

bool isNear(double a, double b)
{
    return std::abs(a - b) <= exact;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(mixer_root_motion)

// By hand, for speeds of 2 m and 1 m a second.
BOOST_AUTO_TEST_CASE(travel_has_the_weights_of_the_pose)
{
    WalkingMixer stage;
    AnimationLayer& run = stage.add(evenWalk(2.f), {.weight = 0.8f});
    AnimationLayer& walk = stage.add(evenWalk(1.f), {.weight = 0.8f});
    BOOST_TEST(isNear(stage.step(0.1), 0.));  // nothing plays
    run.play();
    walk.play();
    BOOST_TEST(isNear(stage.step(0.1), 0.15));  // together above 1: half each
    run.setWeight(0.2f);
    walk.setWeight(0.3f);
    BOOST_TEST(isNear(stage.step(0.1), 0.07));  // together below 1: the remainder stands still
    walk.stop();
    BOOST_TEST(isNear(stage.step(0.1), 0.04));
    run.setWeight(3.f);
    BOOST_TEST(isNear(stage.step(0.1), 0.2));
    BOOST_TEST(isNear(stage.step(-0.1), -0.2));
    BOOST_TEST(isNear(stage.step(0.), 0.));
}

// A clip that holds the hips counts with its weight. A clip that does not animate them does not count, so the arms may wave at any weight.
BOOST_AUTO_TEST_CASE(who_does_not_move_the_root_takes_no_share)
{
    WalkingMixer stage;
    stage.add(evenWalk(1.f)).play();
    AnimationLayer& idle = stage.mixer.addLayer(standing());
    AnimationLayer& wave =
        stage.mixer.addLayer(ClipBuilder("wave")
                                 .bone(0, 2)
                                 .channel(ChannelPath::Rotation, Interpolation::Linear, {0.f, 1.f}, {0, 0, 0, 1, 0, 0, 1, 0})
                                 .create());
    wave.play();
    BOOST_TEST(isNear(stage.step(0.1), 0.1));
    idle.play();
    BOOST_TEST(isNear(stage.step(0.1), 0.05));
    idle.pause();  // its pose still counts
    BOOST_TEST(isNear(stage.step(0.1), 0.05));
    idle.setMask(stage.rig.hips, 0.f);
    BOOST_TEST(isNear(stage.step(0.1), 0.1));
    idle.setMask(stage.rig.hips, 1.f / 3.f);
    BOOST_TEST(isNear(stage.step(0.1), 0.075));
}

BOOST_AUTO_TEST_CASE(masks_and_additive_layers_count_as_in_the_pose)
{
    WalkingMixer stage;
    AnimationLayer& walk = stage.add(evenWalk(1.f));
    walk.play();
    walk.setMask(stage.rig.hips, 0.5f);
    BOOST_TEST(isNear(stage.step(0.1), 0.05));
    walk.setMask(1.f);
    AnimationLayer& lean = stage.mixer.addLayer(makeAdditiveClip(*standing()), {.weight = 5.f, .isAdditive = true});
    lean.play();
    BOOST_TEST(isNear(stage.step(0.1), 0.1));
    const auto push = RootMotion::create(evenWalk(2.f), stage.rig.hips);
    lean.setRootMotion(push);
    lean.setWeight(0.25f);
    BOOST_TEST(isNear(stage.step(0.1), 0.1 + 0.25 * 0.2));
    lean.setRootMotion(nullptr);
    BOOST_TEST(isNear(stage.step(0.1), 0.1));
}

// A linear fade of a second from 2 m/s to 1 m/s travels 1.5 m, in any number of steps.
BOOST_AUTO_TEST_CASE(a_cross_fade_travels_alike_at_any_frame_rate)
{
    for (const int steps : {1, 7, 30, 240}) {
        WalkingMixer stage;
        AnimationLayer& run = stage.add(evenWalk(2.f));
        AnimationLayer& walk = stage.add(evenWalk(1.f));
        run.play();
        run.crossFadeTo(walk, 1.);
        double sum = 0.;
        for (int i = 0; i < steps; ++i) {
            sum += stage.step(1. / steps);
        }
        BOOST_TEST(std::abs(sum - 1.5) < 1e-5, steps << " steps travel " << sum);
    }
}

BOOST_AUTO_TEST_CASE(what_jumps_does_not_travel)
{
    WalkingMixer stage;
    AnimationLayer& walk = stage.add(evenWalk(1.f));
    walk.play();
    (void)stage.step(0.3);
    walk.goTo(0.9);
    BOOST_TEST(isNear(stage.step(0.), 0.));
    BOOST_TEST(isNear(stage.step(0.2), 0.2));  // across the loop's seam
    walk.play();
    BOOST_TEST(isNear(stage.step(0.05), 0.05));
    walk.pause();
    BOOST_TEST(isNear(stage.step(0.3), 0.));
    walk.play({.speedRatio = -2.});
    BOOST_TEST(isNear(stage.step(0.3), -0.6));
    BOOST_TEST(isNear(stage.step(10.), -20.));
    walk.stop();
    walk.play({.loop = false, .from = 0.25, .to = 0.5});
    BOOST_TEST(isNear(stage.step(0.2), 0.2));
    BOOST_TEST(isNear(stage.step(0.2), 0.05));  // the remaining distance
    BOOST_TEST(isNear(stage.step(0.2), 0.));
}

// The sum of random steps must equal RootMotion::between() from start to end, in all loop modes and with changes of speed.
BOOST_AUTO_TEST_CASE(steps_of_a_layer_are_those_of_its_motion)
{
    Random random(1320);
    constexpr std::array modes{LoopMode::Cycle, LoopMode::PingPong, LoopMode::Accumulate, LoopMode::AccumulateFromCurrent};
    for (int round = 0; round < rounds(24); ++round) {
        const LoopMode mode = modes[static_cast<std::size_t>(round) % modes.size()];
        WalkingMixer stage;
        AnimationLayer& layer = stage.add(randomWalk(random, {Interpolation::Linear, 0.9, 1.3}));
        const double duration = layer.getClip().getDuration();
        const PlayOptions options{
            .speedRatio = random.chance(0.5) ? 1. : -1., .from = 0.1 * duration, .to = 0.8 * duration, .loopMode = mode};
        layer.play(options);
        double time = layer.getCurrentTime();
        const double start = time;
        RootMotionDelta sum;
        for (int step = 0; step < 200; ++step) {
            const double speed = static_cast<double>(random.real(0.1f, 3.f));
            const double seconds = static_cast<double>(random.real(0.f, 0.2f)) * (random.chance(0.05) ? 30. : 1.);
            const double direction = options.speedRatio < 0. ? -1. : 1.;
            layer.setSpeedRatio(direction * speed);
            stage.mixer.advance(seconds);
            sum = sum.then(stage.mixer.getRootMotion());
            time += direction * speed * seconds;
        }
        // Played backwards, a ping-pong begins at the end.
        const double begin = mode == LoopMode::PingPong && start > *options.from ? 2. * *options.to - start : start;
        const RootMotionDelta once = layer.getRootMotion()->between(begin, begin + (time - start), options);
        BOOST_TEST(glm::distance(sum.offset, once.offset) < 1e-7);
        BOOST_TEST(std::abs(sum.turn - once.turn) < 1e-7);
    }
}

// By hand: layers in step play at the mean of their paces. A run of 2 m in half a second and a walk of 1 m in a second, at half weight
// each, make 1.5 rounds a second, of 1.5 m each.
BOOST_AUTO_TEST_CASE(layers_in_step_travel_at_the_common_pace)
{
    WalkingMixer stage;
    AnimationLayer& run = stage.add(evenWalk(2.f, 0.5f), {.weight = 0.5f});
    AnimationLayer& walk = stage.add(evenWalk(1.f), {.weight = 0.5f});
    run.play();
    walk.play();
    walk.synchronizeWith(&run);
    double sum = 0.;
    for (int step = 0; step < 70; ++step) {
        sum += stage.step(0.1);
    }
    BOOST_TEST(std::abs(sum - 7. * 1.5 * 1.5) < 1e-5);
}

// The node's path and the in-place pose add up to the clip: the hips go where the clip puts them, round after round, wherever the node
// starts.
BOOST_AUTO_TEST_CASE(a_node_is_moved_as_the_clip_would_go)
{
    Random random(1321);
    WalkingMixer stage;
    stage.rig.skeleton.setHostNode(&stage.character);
    const Transform start{{5.f, 1.f, -2.f}, glm::angleAxis(0.7f, glm::vec3(0.f, 1.f, 0.f)), {2.f, 2.f, -2.f}};
    stage.character.setTransform(start);
    const auto clip = randomWalk(random, {Interpolation::CubicSpline, 1.1, 1.3});
    AnimationLayer& layer = stage.add(clip);
    stage.mixer.setRootMotionNode(&stage.character);
    layer.play();
    for (int step = 0; step < 40; ++step) {
        stage.mixer.advance(0.017);
    }
    const double time = 40 * 0.017;
    const double rounds = std::floor(time / clip->getDuration());
    glm::dmat4 expected(toMat4(start));
    const RootMotionDelta cycle = layer.getRootMotion()->getCycle();
    for (int round = 0; round < static_cast<int>(rounds); ++round) {
        expected = expected * glm::translate(glm::dmat4(1.), cycle.offset) * glm::mat4_cast(glm::angleAxis(cycle.turn, cycle.up));
    }
    const auto place = sampled(*clip, 0, layer.getCurrentTime());
    const auto turn = sampled(*clip, 1, layer.getCurrentTime());
    expected = expected * glm::translate(glm::dmat4(1.), glm::dvec3(place[0], place[1], place[2]))
               * glm::mat4_cast(glm::dquat(turn[3], turn[0], turn[1], turn[2]));
    BOOST_TEST(near(stage.rig.hips.getWorldMatrix(), expected, 1e-5));
}

BOOST_AUTO_TEST_CASE(a_saved_mixer_travels_on_with_the_same_bits)
{
    Random random(1322);
    WalkingMixer stage;
    AnimationLayer& run = stage.add(randomWalk(random, {Interpolation::Linear, 0.5, 2.}));
    AnimationLayer& walk = stage.add(randomWalk(random, {Interpolation::Linear, 0., 1.}));
    stage.mixer.setRootMotionNode(&stage.character);
    run.play();
    walk.fadeIn(0.5);
    stage.mixer.advance(0.1);
    SavedState saved;
    saved.save(stage.rig.scene, stage.mixer);
    const RootMotionDelta then = stage.mixer.getRootMotion();
    std::vector<RootMotionDelta> first;
    for (int round = 0; round < 2; ++round) {
        BOOST_TEST((stage.mixer.getRootMotion() == then));
        for (int step = 0; step < 60; ++step) {
            stage.mixer.advance(1. / 60);
            first.push_back(stage.mixer.getRootMotion());
            BOOST_TEST((first.back() == first[static_cast<std::size_t>(step)]));
        }
        saved.restore(stage.rig.scene, stage.mixer);
    }
    BOOST_TEST(glm::length(then.offset) > 0.);
    walk.setRootMotion(nullptr);
    BOOST_CHECK_EXCEPTION(saved.restore(stage.rig.scene, stage.mixer), std::invalid_argument, says("root motion"));
}

// Root motion up a slope and about a tilted axis, saved before the first step and after it.
BOOST_AUTO_TEST_CASE(a_saved_mixer_knows_its_last_travel_in_all_directions)
{
    Random random(1324);
    WalkingMixer stage;
    const auto clip = randomWalk(random, {Interpolation::Linear, 0.5, 2.});
    const auto motion = RootMotion::create(clip, stage.rig.hips, {.up = {0.3f, 1.f, 0.2f}, .extractVertical = true});
    AnimationLayer& layer = stage.mixer.addLayer(motion->getInPlaceClip());
    layer.setRootMotion(motion);
    std::vector<SavedState> saved(3);
    std::vector<RootMotionDelta> then;
    for (SavedState& state : saved) {
        state.save(stage.mixer);
        then.push_back(stage.mixer.getRootMotion());
        layer.play();
        stage.mixer.advance(0.1);
    }
    BOOST_TEST((then[0].up.x == 0. && then[0].offset == glm::dvec3(0.)));
    BOOST_TEST((then[1].up.x > 0.1 && then[1].up.y < 0.99 && then[1].up.z > 0.1));
    BOOST_TEST((then[1].offset.x != 0. && then[1].offset.y != 0. && then[1].offset.z != 0. && then[1].turn != 0.));
    for (const std::size_t i : {1u, 0u, 2u}) {
        saved[i].restore(stage.mixer);
        BOOST_TEST((stage.mixer.getRootMotion() == then[i]));
    }
}

BOOST_AUTO_TEST_CASE(travelling_does_not_allocate)
{
    Random random(1323);
    WalkingMixer stage;
    AnimationLayer& run = stage.add(randomWalk(random, {Interpolation::Linear, 0.5, 2.}));
    AnimationLayer& walk = stage.add(randomWalk(random, {Interpolation::CubicSpline, 0., 1.}));
    stage.mixer.setRootMotionNode(&stage.character);
    run.play();
    run.crossFadeTo(walk, 2.);
    stage.mixer.advance(0.1);
    const AllocationCount count;
    for (int step = 0; step < 100; ++step) {
        stage.mixer.advance(1. / 60);
    }
    BOOST_TEST(count.sinceConstruction() == 0);
}

BOOST_AUTO_TEST_CASE(a_clip_that_would_travel_twice_is_refused)
{
    WalkingMixer stage;
    const auto clip = evenWalk(1.f);
    const auto motion = RootMotion::create(clip, stage.rig.hips);
    AnimationLayer& layer = stage.mixer.addLayer(clip);
    BOOST_CHECK_EXCEPTION(layer.setRootMotion(motion), std::invalid_argument,
                          says("animation layer \"walk\": it plays the clip that the root motion was taken from"));
    BOOST_TEST(layer.getRootMotion() == nullptr);
    BOOST_CHECK_EXCEPTION(layer.setRootMotion(RootMotion::create(evenWalk(1.f, 2.f), stage.rig.hips)), std::invalid_argument,
                          says("its clip lasts 1 s, that of the root motion 2 s"));
    stage.mixer.setRootMotionNode(&stage.character);
    {
        TransformNode& moved = stage.rig.scene.createTransformNode("moved");
        const auto own =
            ClipBuilder("own").node(1).channel(ChannelPath::Translation, Interpolation::Linear, {0.f, 1.f}, {0, 0, 0, 0, 0, 1}).create();
        stage.mixer.addLayer(own);
        BOOST_CHECK_EXCEPTION(stage.mixer.setRootMotionNode(&moved), std::invalid_argument,
                              says("cannot move the node \"moved\", which a layer's clip moves"));
    }
    BOOST_TEST(stage.mixer.getRootMotionNode() == &stage.character);
    stage.rig.scene.removeTransformNode(stage.character);
    BOOST_TEST(stage.mixer.getRootMotionNode() == nullptr);
    layer.play();
    stage.mixer.advance(0.1);
}

BOOST_AUTO_TEST_SUITE_END()
