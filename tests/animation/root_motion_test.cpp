#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include <armature/animation/animation_clip_builder.hpp>
#include <armature/animation/root_motion.hpp>

#include <animation/random_clips.hpp>
#include <animation/two_copies.hpp>
#include <animation/walking_clips.hpp>
#include <support/allocations/allocation_count.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>
#include <support/rounds.hpp>

using namespace armature;
using namespace armature::test;

namespace {

constexpr std::array shapes{
    WalkShape{Interpolation::Linear, 0., 1.5},           WalkShape{Interpolation::Linear, 1.2, 1.5},
    WalkShape{Interpolation::CubicSpline, 0., 1.5},      WalkShape{Interpolation::CubicSpline, -2.5, 0.8},
    WalkShape{Interpolation::Linear, 0.8, 1.5, true},    WalkShape{Interpolation::Linear, 0., 1.5, true},
    WalkShape{Interpolation::CubicSpline, 5., 0., true}, WalkShape{Interpolation::Step, 1., 1.},
};

glm::dmat4 matrixOf(const RootMotionDelta& delta)
{
    return glm::translate(glm::dmat4(1.), delta.offset) * glm::mat4_cast(glm::angleAxis(delta.turn, delta.up));
}

double differenceOf(const RootMotionDelta& a, const RootMotionDelta& b)
{
    return std::max(glm::distance(a.offset, b.offset), std::abs(a.turn - b.turn));
}

double strideOf(const RootMotion& motion)
{
    return std::max(glm::length(motion.getCycle().offset), motion.getCharacterHeight() / 10.);
}

/// The hips' matrix in skeleton space while a clip shows its pose at a time.
glm::dmat4 hipsAt(WalkingRig& rig, const AnimationClip& clip, double seconds)
{
    rig.skeleton.returnToRest();
    const std::array<Bone*, 2> bones{&rig.root, &rig.hips};
    for (std::size_t channel = 0; channel < clip.channels().size(); ++channel) {
        const std::vector<double> value = sampled(clip, channel, seconds);
        Bone& bone = *bones[clip.channels()[channel].target.index];
        if (clip.channels()[channel].path == ChannelPath::Translation) {
            bone.setPosition({value[0], value[1], value[2]});
        } else {
            bone.setRotationQuaternion(glm::quat(glm::dquat(value[3], value[0], value[1], value[2])));
        }
    }
    return glm::dmat4(rig.hips.getAbsoluteMatrix());
}

PlayOptions randomRange(Random& random, double duration)
{
    PlayOptions options;
    if (random.chance(0.6)) {
        options.from = static_cast<double>(random.real(0.f, 0.4f)) * duration;
        options.to = static_cast<double>(random.real(0.6f, 1.f)) * duration;
    }
    constexpr std::array modes{LoopMode::Cycle, LoopMode::Cycle, LoopMode::PingPong, LoopMode::Accumulate};
    options.loopMode = modes[static_cast<std::size_t>(random.integer(0, 3))];
    options.loop = random.chance(0.8);
    return options;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(root_motion)

// By hand: a metre ahead, then a quarter turn to the left, then a metre: one ahead and one to the left, which is +X for a character that
// faces +Z.
BOOST_AUTO_TEST_CASE(motions_follow_each_other)
{
    const RootMotionDelta ahead{{0., 0., 1.}};
    const RootMotionDelta left{{0., 0., 1.}, std::numbers::pi / 2.};
    BOOST_TEST(near(left.then(ahead).offset, glm::dvec3(1., 0., 1.), 1e-12));
    BOOST_TEST(differenceOf(left.then(ahead).then(ahead.getInverse()).then(left.getInverse()), {}) < 1e-12);
    BOOST_TEST(near(matrixOf(left.then(ahead)), matrixOf(left) * matrixOf(ahead), 1e-12));
    RootMotionDelta mixed;
    mixed.add(left, 0.5);
    mixed.add(ahead, 0.25);
    BOOST_TEST(near(mixed.offset, glm::dvec3(0., 0., 0.75), 1e-12));
    BOOST_TEST(mixed.turn == std::numbers::pi / 4.);
    const RootMotionDelta roll{{1., 0., 0.}, 0.5, {0., 0., 1.}};
    BOOST_TEST(RootMotionDelta().then(roll).up == roll.up);
}

// moved() must equal the product of the node's matrix and the motion's matrix, for scaled and mirrored nodes as well.
BOOST_AUTO_TEST_CASE(a_scaled_or_mirrored_character_moves_in_its_own_units_and_mirrors_its_turn)
{
    Random random(1301);
    for (const glm::vec3& scale :
         {glm::vec3(1.f), glm::vec3(0.01f), glm::vec3(-2.f, 2.f, 2.f), glm::vec3(3.f, 3.f, -3.f), glm::vec3(-1.f)}) {
        const Transform character{random.vector(-5, 5), random.rotation(), scale};
        const RootMotionDelta delta{glm::dvec3(random.vector(-1, 1)), static_cast<double>(random.real(-3, 3))};
        const Transform moved = delta.moved(character);
        BOOST_TEST(moved.scale == scale);
        BOOST_TEST(near(toMat4(moved), glm::dmat4(toMat4(character)) * matrixOf(delta), 1e-6));
    }
}

BOOST_AUTO_TEST_CASE(in_place_clip_and_travel_make_the_clip)
{
    WalkingRig rig;
    Random random(1302);
    for (int round = 0; round < rounds(6); ++round) {
        for (const WalkShape& shape : shapes) {
            const auto clip = randomWalk(random, shape);
            const auto motion =
                RootMotion::create(clip, rig.hips, {.extractLateralMotion = random.chance(0.5), .extractVertical = random.chance(0.5)});
            BOOST_TEST(motion->getError() < 1e-6 * motion->getCharacterHeight());
            BOOST_TEST((motion->getSource() == RootMotionSource::Root));
            BOOST_TEST(motion->hasTurn() == (shape.turn != 0.));
            for (int sample = 0; sample < 60; ++sample) {
                const double time = static_cast<double>(random.real(0.f, 0.999f)) * clip->getDuration();
                const glm::dmat4 shown = matrixOf(motion->between(0., time)) * hipsAt(rig, *motion->getInPlaceClip(), time);
                BOOST_TEST(near(shown, hipsAt(rig, *clip, time), 4e-6));
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(travel_in_random_steps_is_travel_in_one)
{
    WalkingRig rig;
    Random random(1303);
    for (int round = 0; round < rounds(40); ++round) {
        const WalkShape& shape = shapes[static_cast<std::size_t>(round) % shapes.size()];
        const auto clip = randomWalk(random, shape);
        const auto motion = RootMotion::create(clip, rig.hips);
        const PlayOptions options = randomRange(random, clip->getDuration());
        const double duration = clip->getDuration();
        double time = static_cast<double>(random.real(-10, 10));
        const double start = time;
        RootMotionDelta sum;
        for (int step = 0; step < 400; ++step) {
            const double reach = random.chance(0.1) ? 20. : 0.3;  // many rounds, or a part of one
            const double next = time + static_cast<double>(random.real(-1, 1)) * reach * duration;
            sum = sum.then(motion->between(time, next, options));
            time = next;
        }
        const RootMotionDelta once = motion->between(start, time, options);
        BOOST_TEST(differenceOf(sum, once) < 1e-9);
    }
}

// The closed form must equal the product of rounds, also far from the beginning.
BOOST_AUTO_TEST_CASE(a_thousand_rounds_are_a_thousand_times_one)
{
    WalkingRig rig;
    Random random(1304);
    for (const WalkShape& shape : shapes) {
        const auto clip = randomWalk(random, shape);
        const auto motion = RootMotion::create(clip, rig.hips);
        const double duration = clip->getDuration();
        RootMotionDelta sum;
        for (int round = 0; round < 1000; ++round) {
            sum = sum.then(motion->getCycle());
        }
        const double limit = 1e-5 * strideOf(*motion);
        BOOST_TEST(glm::distance(motion->between(0., 1000. * duration).offset, sum.offset) < limit);
        BOOST_TEST(std::abs(motion->between(0., 1000. * duration).turn - sum.turn) < limit);
        BOOST_TEST(differenceOf(motion->between(1000. * duration, 0.), sum.getInverse()) < limit);
        // A thousand rounds in steps that do not divide a round, as in a game, and a step a million rounds later.
        double time = 0.;
        RootMotionDelta walked;
        while (time < 1000. * duration) {
            const double next = std::min(time + 0.37 * duration, 1000. * duration);
            walked = walked.then(motion->between(time, next));
            time = next;
        }
        BOOST_TEST(differenceOf(walked, sum) < limit);
        const double later = 1e6 * duration;
        BOOST_TEST(differenceOf(motion->between(later + 0.1, later + 0.4), motion->between(0.1, 0.4)) < limit);
    }
}

// The closed form must be accurate for turns that are tiny, whole or nearly whole.
BOOST_AUTO_TEST_CASE(rounds_of_tiny_and_of_whole_turns_add_up)
{
    WalkingRig rig;
    for (const double turn : {1e-7, 1e-3, std::numbers::pi, 2. * std::numbers::pi, 2. * std::numbers::pi - 1e-6, 4. * std::numbers::pi}) {
        ClipBuilder builder;
        std::vector<float> times;
        std::vector<float> places;
        std::vector<float> turns;
        for (int key = 0; key <= 8; ++key) {
            const auto u = static_cast<float>(key) / 8.f;
            const auto half = turn * static_cast<double>(u) / 2.;
            times.push_back(u);
            places.insert(places.end(), {0.3f, 1.f, u});
            turns.insert(turns.end(), {0.f, static_cast<float>(std::sin(half)), 0.f, static_cast<float>(std::cos(half))});
        }
        builder.bone(0, 1).channel(ChannelPath::Translation, Interpolation::Linear, times, places);
        builder.channel(ChannelPath::Rotation, Interpolation::Linear, times, turns);
        const auto motion = RootMotion::create(builder.create(), rig.hips, {.extractRotation = true});
        BOOST_TEST(std::abs(motion->getCycle().turn - turn) < 1e-6);
        RootMotionDelta sum;
        for (int round = 0; round < 300; ++round) {
            sum = sum.then(motion->getCycle());
        }
        BOOST_TEST(differenceOf(motion->between(0., 300.), sum) < 1e-6);
    }
}

// The pose shown at the end of a round is the pose shown at the beginning of the next, and the travel just after the seam is that at the
// beginning of the clip: nothing pops and nothing is lost.
BOOST_AUTO_TEST_CASE(root_motion_is_continuous_over_the_loop_seam)
{
    WalkingRig rig;
    Random random(1305);
    for (const WalkShape& shape : shapes) {
        const auto clip = randomWalk(random, shape);
        const auto motion = RootMotion::create(clip, rig.hips);
        const double duration = clip->getDuration();
        const auto shown = [&](double time) {
            const double inRound = time - std::floor(time / duration) * duration;
            return matrixOf(motion->between(0., time)) * hipsAt(rig, *motion->getInPlaceClip(), inRound);
        };
        for (const double round : {1., 2., 7., -1.}) {
            const double seam = round * duration;
            const glm::dmat4 end = matrixOf(motion->between(0., seam)) * hipsAt(rig, *motion->getInPlaceClip(), duration);
            BOOST_TEST(near(shown(seam), end, 1e-5));
            if (shape.interpolation != Interpolation::Step) {
                BOOST_TEST(near(shown(seam - 1e-6), shown(seam + 1e-6), 1e-4));
            }
            const RootMotionDelta across = motion->between(seam - 0.01, seam + 0.01);
            const RootMotionDelta inParts = motion->between(duration - 0.01, duration).then(motion->between(0., 0.01));
            BOOST_TEST(differenceOf(across, inParts) < 1e-9);
        }
    }
}

// By hand: stairs, 20 cm up in a round of one second, with a bob in between.
BOOST_AUTO_TEST_CASE(a_climb_rises_round_after_round)
{
    WalkingRig rig;
    AnimationClipBuilder builder("stairs");
    builder.translation(rig.hips).addKey(0., {0, 1, 0}).addKey(0.5, {0, 1.25f, 0.2f}).addKey(1., {0, 1.2f, 0.3f});
    const auto flat = RootMotion::create(builder.build(), rig.hips);
    BOOST_TEST(near(flat->between(0., 3.).offset, glm::dvec3(0, 0, 0.9), 1e-6));
    const auto climb = RootMotion::create(builder.build(), rig.hips, {.extractVertical = true});
    BOOST_TEST(near(climb->getCycle().offset, glm::dvec3(0, 0.2, 0.3), 1e-6));
    BOOST_TEST(near(climb->between(0.25, 3.5).offset, glm::dvec3(0, 0.725, 1.0), 1e-6));
    BOOST_TEST(near(climb->between(2., 0.5).offset, glm::dvec3(0, -0.15, -0.4), 1e-6));
    for (const double time : {0., 0.3, 0.5, 0.99}) {
        BOOST_TEST(near(glm::dvec3(hipsAt(rig, *climb->getInPlaceClip(), time)[3]), glm::dvec3(0, 1, 0), 1e-5));
    }
    AnimationClipBuilder ladder("ladder");
    ladder.translation(rig.hips).addKey(0., {0, 1, 0}).addKey(1., {0, 1.5f, 0});
    const auto rungs = RootMotion::create(ladder.build(), rig.hips, {.extractVertical = true});
    BOOST_TEST((rungs->getSource() == RootMotionSource::Root));
    BOOST_TEST(near(rungs->between(0., 10.).offset, glm::dvec3(0, 5, 0), 1e-6));
}

BOOST_AUTO_TEST_CASE(back_and_forth_leaves_nothing_and_ends_hold)
{
    WalkingRig rig;
    Random random(1306);
    const auto clip = randomWalk(random, shapes[1]);
    const auto motion = RootMotion::create(clip, rig.hips);
    const double duration = clip->getDuration();
    const PlayOptions pingPong{.from = 0.1, .to = 0.3, .loopMode = LoopMode::PingPong};
    BOOST_TEST(differenceOf(motion->between(0.1, 0.5, pingPong), {}) < 1e-12);
    BOOST_TEST(differenceOf(motion->between(0.1, 0.4, pingPong), motion->between(0.1, 0.2)) < 1e-9);
    BOOST_TEST(differenceOf(motion->between(0.25, 0.35, pingPong), {}) < 1e-9);  // to the end and the same distance back
    const PlayOptions once{.loop = false};
    BOOST_TEST(differenceOf(motion->between(-1., 100., once), motion->getCycle()) < 1e-9);
    BOOST_TEST(differenceOf(motion->between(duration, 100., once), {}) == 0.);
    // A range has its own stride.
    const PlayOptions range{.from = 0.1, .to = 0.3};
    const RootMotionDelta stride = motion->between(0.1, 0.3);
    BOOST_TEST(differenceOf(motion->between(0.1, 0.5, range), stride.then(stride)) < 1e-9);
    BOOST_TEST(differenceOf(motion->between(0.1, -0.1, range), stride.getInverse()) < 1e-9);
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        BOOST_TEST(differenceOf(motion->between(0., bad), {}) == 0.);
        BOOST_TEST(differenceOf(motion->between(bad, 0., range), {}) == 0.);
    }
    BOOST_TEST(differenceOf(motion->between(0., 5., {.from = 0.2, .to = 0.2}), {}) == 0.);
}

// By hand: the hips turn by 30 degrees. Nothing is extracted if the spine, which turns back by as much, defines where the character faces.
BOOST_AUTO_TEST_CASE(turns_are_measured_where_the_character_looks)
{
    WalkingRig rig;
    const float half = glm::radians(15.f);
    ClipBuilder builder;
    builder.bone(0, 1).channel(ChannelPath::Rotation, Interpolation::Linear, {0.f, 1.f},
                               {0, 0, 0, 1, 0, std::sin(half), 0, std::cos(half)});
    builder.bone(0, 2).channel(ChannelPath::Rotation, Interpolation::Linear, {0.f, 1.f},
                               {0, 0, 0, 1, 0, -std::sin(half), 0, std::cos(half)});
    const auto clip = builder.create();
    BOOST_TEST(std::abs(RootMotion::create(clip, rig.hips)->getCycle().turn - std::numbers::pi / 6.) < 1e-6);
    const auto facing = RootMotion::create(clip, rig.hips, {.facing = &rig.spine});
    BOOST_TEST(!facing->hasTurn());
    BOOST_TEST((facing->getSource() == RootMotionSource::None));
    BOOST_TEST(facing->getInPlaceClip() == clip);
}

BOOST_AUTO_TEST_CASE(travel_is_found_without_allocating)
{
    WalkingRig rig;
    Random random(1307);
    const auto motion = RootMotion::create(randomWalk(random, shapes[1]), rig.hips);
    const AllocationCount count;
    RootMotionDelta sum;
    for (int step = 0; step < 100; ++step) {
        sum = sum.then(motion->between(0.1 * step, 7. * step));
        sum.add(motion->between(0.1 * step, 7. * step, {.from = 0.02, .to = 0.1, .loopMode = LoopMode::PingPong}), 0.5);
    }
    BOOST_TEST(count.sinceConstruction() == 0);
    BOOST_TEST(glm::length(sum.offset) > 0.);
}

BOOST_AUTO_TEST_CASE(it_outlives_the_scene)
{
    std::shared_ptr<const RootMotion> motion;
    Random random(1308);
    const WalkShape shape{Interpolation::Linear, 0., 1.25};
    {
        WalkingRig rig;
        motion = RootMotion::create(randomWalk(random, shape), rig.hips);
    }
    BOOST_TEST(std::abs(glm::length(motion->getCycle().offset) - 1.25) < 1e-6);
}

// Keys near a float's limits, of all interpolations, on all bones: root motion is finite or refused, within reasonable time.
BOOST_AUTO_TEST_CASE(hostile_clips_move_finitely_or_are_refused)
{
    WalkingRig rig;
    Random random(1310);
    int made = 0;
    for (int round = 0; round < rounds(20); ++round) {
        ClipDescription description = randomClip(random, 4, everyLayout[static_cast<std::size_t>(round) % 4], random.chance(0.7));
        std::erase_if(description.channels, [](const ChannelDescription& channel) { return channel.path == ChannelPath::Weights; });
        for (ChannelDescription& channel : description.channels) {
            channel.target.kind = ChannelTarget::Kind::Bone;
        }
        const auto clip = AnimationClip::create(std::move(description));
        try {
            const auto motion = RootMotion::create(clip, rig.hips, {.facing = &rig.spine, .feet = {&rig.leg}});
            ++made;
            for (int step = 0; step < 20; ++step) {
                const RootMotionDelta delta =
                    motion->between(static_cast<double>(random.real(-9, 9)), static_cast<double>(random.real(-9, 9)));
                BOOST_TEST(std::isfinite(glm::length(delta.offset)));
                BOOST_TEST(std::isfinite(delta.turn));
            }
        } catch (const std::invalid_argument& refusal) {
            BOOST_TEST(std::string_view(refusal.what()).starts_with("root motion of \"clip\""), refusal.what());
        }
    }
    BOOST_TEST(made > rounds(20) / 6);
}

BOOST_AUTO_TEST_CASE(of_several_copies_the_one_of_the_root_travels)
{
    TwoRunners copies;
    const auto clip = copies.second.findAnimationGroup("run")->shareClip();
    for (const SceneInstance* copy : {&copies.first, &copies.second}) {
        Node& root = *copy->getNodes()[0];
        Node& hips = *copy->getNodes()[1];
        for (const Node* character : {static_cast<const Node*>(nullptr), static_cast<const Node*>(copy->getRoot())}) {
            const auto motion = RootMotion::create(clip, copies.world, root, character);
            BOOST_TEST((motion->getSource() == RootMotionSource::Root));
            BOOST_TEST(std::abs(motion->getCycle().offset.z - 2.) < 1e-6);
        }
        BOOST_TEST(std::abs(RootMotion::create(clip, copies.world, hips, nullptr)->getCycle().offset.z - 2.) < 1e-6);  // the root's motion
        const auto climb = RootMotion::create(clip, copies.world, hips, &root, {.extractVertical = true});
        BOOST_TEST(std::abs(climb->getCycle().offset.y - 1.) < 1e-6);
    }
    // Two nodes with one name in one line of ancestors cannot be told apart.
    copies.second.getRoot()->setName("root");
    BOOST_TEST((RootMotion::create(clip, copies.world, *copies.second.getNodes()[0], nullptr)->getSource() == RootMotionSource::None));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_is_refused_by_name)
{
    WalkingRig rig;
    Random random(1309);
    const auto clip = randomWalk(random, shapes[0]);
    const auto refuses = [&](const RootMotionOptions& options, std::string_view why) {
        BOOST_CHECK_EXCEPTION((void)RootMotion::create(clip, rig.hips, options), std::invalid_argument, says(why));
    };
    BOOST_CHECK_EXCEPTION((void)RootMotion::create(nullptr, rig.hips), std::invalid_argument, says("root motion: the clip is null"));
    refuses({.minimumTurn = -1.}, "root motion of \"walk\": minimumTurn is -1, which is negative");
    refuses({.minimumTravel = std::numeric_limits<double>::quiet_NaN()}, "minimumTravel is nan, which is not finite");
    refuses({.up = {0.f, 0.f, 0.f}}, "up is (0, 0, 0), which is no direction");
    refuses({.feet = {nullptr}}, "one of the feet is null");
    refuses({.source = RootMotionSource::Feet}, "its travel is to be taken from the feet, and none are given");
    WalkingRig elsewhere;
    TransformNode& node = rig.scene.createTransformNode("node");
    BOOST_CHECK_EXCEPTION((void)RootMotion::create(clip, rig.scene, rig.hips, &node), std::invalid_argument,
                          says("the root \"hips\" is not below the character \"node\""));
    // Each of ten bones is scaled to 1e38 between its keys.
    Skeleton tower("tower");
    ClipBuilder growth("walk");
    Bone* top = nullptr;
    for (std::size_t bone = 0; bone < 10; ++bone) {
        top = &tower.createBone("bone", {.parent = top});
        constexpr float steep = 3e38f;
        growth.bone(0, bone).channel(ChannelPath::Scale, Interpolation::CubicSpline, {0.f, 1.f},
                                     {0, 0, 0, 1, 1, 1, steep, steep, steep, -steep, -steep, -steep, 1, 1, 1, 0, 0, 0});
    }
    growth.channel(ChannelPath::Translation, Interpolation::Linear, {0.f, 1.f}, {0, 0, 0, 0, 0, 1});
    BOOST_CHECK_EXCEPTION((void)RootMotion::create(growth.create(), *top), std::invalid_argument, says("farther than numbers reach"));
    rig.root.setScaling({0.f, 0.f, 0.f});
    rig.skeleton.setCurrentPoseAsRest();
    refuses({}, "scaled to nothing");
}

BOOST_AUTO_TEST_SUITE_END()
