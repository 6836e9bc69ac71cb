#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <armature/animation/inertialization.hpp>
#include <armature/saved_state.hpp>

#include <support/near.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>
#include <support/rounds.hpp>

#include "inertial_curve.hpp"

using namespace armature;
using namespace armature::test;

namespace {

Pose randomPose(Random& random, std::size_t bones)
{
    Pose pose;
    for (std::size_t i = 0; i < bones; ++i) {
        pose.bones.push_back({random.vector(-1, 1), random.rotation(), random.vector(0.5f, 2)});
    }
    return pose;
}

double transformDistance(const Transform& a, const Transform& b)
{
    return glm::distance(glm::dvec3(a.translation), glm::dvec3(b.translation)) + glm::distance(glm::dvec3(a.scale), glm::dvec3(b.scale))
           + angleBetweenRotations(a.rotation, b.rotation);
}

/// A transform moved by x along the x axis, turned by x about it, and larger by x along it.
Transform alongX(double x)
{
    const auto length = static_cast<float>(x);
    return {{length, 0, 0}, glm::quat(glm::angleAxis(x, glm::dvec3(1, 0, 0))), {1 + length, 1, 1}};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(inertialization)

// By hand: an offset of 1 m at rest, for 1 s: 1 - 10 t^3 + 15 t^4 - 6 t^5, which is a half at half the time.
BOOST_AUTO_TEST_CASE(an_offset_at_rest_fades_by_the_smoothest_step)
{
    const InertialCurve curve = InertialCurve::of(1., 0., 1.);
    BOOST_TEST(curve.at(0.) == 1.);
    BOOST_TEST(curve.at(0.25) == 1 - 10. / 64 + 15. / 256 - 6. / 1024, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(curve.at(0.5) == 0.5, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(curve.at(1.) == 0.);
    BOOST_TEST(curve.at(100.) == 0.);
}

BOOST_AUTO_TEST_CASE(what_is_shown_does_not_jump_however_often_it_is_interrupted)
{
    constexpr std::size_t bones = 8;
    constexpr double step = 1. / 240;
    Random random(1340);
    Inertialization transition(bones);
    Pose motion = randomPose(random, bones);
    Pose shown = motion;
    Pose shownBefore = shown;
    for (int change = 0; change < 60; ++change) {
        const Pose next = randomPose(random, bones);
        transition.start(shownBefore, shown, next, next, step, 0.3);
        Pose atOnce = next;
        transition.apply(atOnce);
        for (std::size_t i = 0; i < bones; ++i) {
            BOOST_TEST(transformDistance(atOnce.bones[i], shown.bones[i]) < 1e-5);
        }
        for (int frame = random.integer(1, 60); frame > 0; --frame) {
            transition.advance(step);
            Pose now = next;
            transition.apply(now);
            for (std::size_t i = 0; i < bones; ++i) {
                BOOST_TEST(transformDistance(now.bones[i], shown.bones[i]) < 0.4);
            }
            shownBefore = std::exchange(shown, now);
        }
        motion = next;
    }
    transition.advance(1.);
    BOOST_TEST(!transition.isActive());
    Pose rested = motion;
    transition.apply(rested);
    BOOST_TEST((rested == motion));
}

// The bone keeps its speed: its steps before and after the switch to the new motion differ only by their second difference.
BOOST_AUTO_TEST_CASE(an_approaching_bone_keeps_its_speed)
{
    constexpr double step = 1. / 1000;
    const auto at = [](float x) { return Pose{{{{x, 0, 0}, {1, 0, 0, 0}, {1, 1, 1}}}}; };
    Inertialization transition(1);
    transition.start(at(1.002f), at(1.f), at(0), at(0), step, 0.5);
    transition.advance(step);
    Pose next = at(0);
    transition.apply(next);
    BOOST_TEST(std::abs(next.bones[0].translation.x - 0.998f) < 1e-4f);
}

// Offsets at rest, and offsets that shrink slowly and fast, in every lane. With a shorter interval, the measured speed would have too few
// bits.
BOOST_AUTO_TEST_CASE(what_is_left_is_as_published)
{
    constexpr std::size_t bones = 37;
    Random random(1343);
    for (int round = 0; round < rounds(200); ++round) {
        const double interval = random.real(0.02f, 0.1f);
        const double duration = random.real(0.05f, 2);
        const double seconds = random.real(-0.1f, 2);
        Pose offset;
        Pose before;
        Pose motion;
        std::vector<double> shares;
        for (std::size_t i = 0; i < bones; ++i) {
            const double length = i % 5 == 4 ? 0. : random.real(0.01f, 2);
            const double speed = i % 3 == 0 ? 0. : -random.real(0, 1) * (i % 3 == 1 ? 1 : 1 / interval) * length;
            offset.bones.push_back(alongX(length));
            before.bones.push_back(alongX(length - speed * interval));
            motion.bones.push_back(Transform());
            const InertialCurve curve = InertialCurve::of(length, speed, duration);
            shares.push_back(curve.at(std::max(seconds, 0.)));
        }
        Inertialization transition(bones);
        transition.start(before, offset, motion, motion, interval, duration);
        transition.advance(std::max(seconds, 0.));
        Pose shown = motion;
        transition.apply(shown);
        for (std::size_t i = 0; i < bones; ++i) {
            BOOST_TEST(transformDistance(shown.bones[i], alongX(shares[i])) < 1e-5);
            if (i % 5 == 4) {
                BOOST_TEST((shown.bones[i] == motion.bones[i]));
            }
        }
    }
}

// Fades of extreme durations, and tiny offsets that close at extreme speeds.
BOOST_AUTO_TEST_CASE(extreme_fades_stay_finite)
{
    const auto at = [](float x) { return Pose{{{{x, 0, 0}, {1, 0, 0, 0}, {1, 1, 1}}}}; };
    for (const double duration : {1e-300, 1e-9, 1., 1e9, 1e300}) {
        for (const float length : {1e-38f, 1e-20f, 1.f, 1e30f}) {
            for (const float before : {0.f, 1000.f, 3e38f}) {
                Inertialization transition(1);
                transition.start(at(before), at(length), at(0), at(0), 1e-3, duration);
                for (int step = 0; step < 3; ++step) {
                    Pose pose = at(0);
                    transition.apply(pose);
                    BOOST_TEST(pose.bones[0].translation.x >= 0.f);
                    BOOST_TEST(pose.bones[0].translation.x <= length);
                    transition.advance(duration / 2);
                }
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(it_can_be_saved_and_restored)
{
    Random random(1341);
    Inertialization transition(3);
    const Pose motion = randomPose(random, 3);
    transition.start(randomPose(random, 3), randomPose(random, 3), motion, motion, 0.1, 0.5);
    transition.advance(0.1);
    SavedState state;
    state.save(transition);
    Pose expected = motion;
    transition.apply(expected);
    transition.advance(0.2);
    transition.stop();
    state.restore(transition);
    Pose actual = motion;
    transition.apply(actual);
    BOOST_TEST((actual == expected));
    Inertialization other(4);
    BOOST_CHECK_EXCEPTION(state.restore(other), std::invalid_argument, says("bones"));
}

BOOST_AUTO_TEST_CASE(poses_of_other_skeletons_and_times_that_are_none_are_refused)
{
    Random random(1342);
    const Pose two = randomPose(random, 2);
    const Pose three = randomPose(random, 3);
    Inertialization transition(2);
    BOOST_CHECK_EXCEPTION(transition.start(two, two, two, three, 0.1, 1), std::invalid_argument,
                          says("inertialization of 2 bones: the motion's pose has 3 bones"));
    BOOST_CHECK_EXCEPTION(transition.start(two, two, two, two, 0, 1), std::invalid_argument, says("an interval of 0 seconds"));
    BOOST_CHECK_EXCEPTION(transition.start(two, two, two, two, 0.1, NAN), std::invalid_argument, says("a duration of nan seconds"));
    BOOST_CHECK_THROW(transition.advance(-1), std::invalid_argument);
    Pose wrong = three;
    BOOST_CHECK_THROW(transition.apply(wrong), std::invalid_argument);
    BOOST_TEST(!transition.isActive());
}

BOOST_AUTO_TEST_CASE(what_was_moved_from_has_no_bones)
{
    Random random(1344);
    const Pose pose = randomPose(random, 3);
    Inertialization transition(3);
    transition.start(pose, pose, pose, pose, 0.1, 1.);
    const Inertialization taken = std::move(transition);
    BOOST_TEST(taken.boneCount() == 3u);
    BOOST_TEST(transition.boneCount() == 0u);
    BOOST_CHECK_THROW(transition.start(pose, pose, pose, pose, 0.1, 1.), std::invalid_argument);
    Pose shown = pose;
    BOOST_CHECK_THROW(transition.apply(shown), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
