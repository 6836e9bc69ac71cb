#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <armature/animation/animation_clip_builder.hpp>
#include <armature/animation/animation_group.hpp>
#include <armature/animation/clip_edits.hpp>
#include <armature/animation/reduce_keys.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <animation/random_clips.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

/// A chain of five bones, each half a metre long, and its motion, recorded at 60 frames a second: each bone swings with its own phase about
/// its own axis.
struct Tail {
    Tail()
    {
        Bone* parent = nullptr;
        for (int i = 0; i < 5; ++i) {
            const glm::vec3 place(0, i == 0 ? 0 : 0.5f, 0);
            parent = &skeleton.createBone("tail" + std::to_string(i), {.parent = parent, .bind = toMat4({place, {1, 0, 0, 0}, {1, 1, 1}})});
        }
        AnimationClipBuilder builder("swing");
        for (int frame = 0; frame <= 120; ++frame) {
            const float seconds = static_cast<float>(frame) / 60.f;
            for (std::size_t i = 0; i < 5; ++i) {
                const auto place = static_cast<float>(i);
                skeleton.bones()[i]->setRotationQuaternion(turned({1, 0, place}, 0.3f * std::sin(3.f * seconds + place)));
            }
            builder.record(skeleton, static_cast<double>(seconds));
        }
        builder.curve("loudness").addKey(0, 0.f).addKey(1, 0.5f).addKey(2, 1.f);
        clip = builder.build();
        skeleton.returnToRest();
    }

    std::vector<glm::dvec3> placesAt(const std::shared_ptr<const AnimationClip>& played, double seconds)
    {
        AnimationGroup& group = scene.createAnimationGroup(played);
        group.goTo(seconds);
        std::vector<glm::dvec3> places;
        for (Bone* const bone : skeleton.bones()) {
            for (const glm::vec3 point : {glm::vec3(0), glm::vec3(0.1f, 0, 0), glm::vec3(0, 0, 0.1f)}) {
                places.emplace_back(bone->getAbsoluteMatrix() * glm::vec4(point, 1));
            }
        }
        scene.removeAnimationGroup(group);
        return places;
    }

    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("tail");
    std::shared_ptr<const AnimationClip> clip;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(reduce_keys)

// Checks the bound by playing both clips, between frames, at points on the skin.
BOOST_AUTO_TEST_CASE(points_of_the_skin_stay_within_the_bound_between_keys)
{
    for (const auto& [point, mostKeys] : {std::pair{0.01, 1. / 3}, std::pair{0.001, 0.6}, std::pair{0.0001, 0.9}}) {
        Tail tail;
        const ReducedClip reduced = reduceKeys(*tail.clip, tail.skeleton, {.maxError = {.point = point}});
        BOOST_TEST(reduced.error.point <= point);
        BOOST_TEST(reduced.clip->getDuration() == tail.clip->getDuration());
        BOOST_TEST(reduced.clip->channels().size() == tail.clip->channels().size());
        double worst = 0;
        for (double seconds = 0; seconds <= 2; seconds += 0.00713) {
            const auto exact = tail.placesAt(tail.clip, seconds);
            const auto actual = tail.placesAt(reduced.clip, seconds);
            for (std::size_t i = 0; i < exact.size(); ++i) {
                worst = std::max(worst, glm::distance(exact[i], actual[i]));
            }
        }
        BOOST_TEST(worst <= reduced.error.point + 1e-6);
        BOOST_TEST(worst >= reduced.error.point / 50);  // the bound is not arbitrarily loose
        BOOST_TEST_MESSAGE("bound " << point << ": " << reduced.keysAfter << " of " << reduced.keysBefore << " keys, measured " << worst);
        BOOST_TEST(static_cast<double>(reduced.keysAfter) < mostKeys * static_cast<double>(reduced.keysBefore));
    }
}

BOOST_AUTO_TEST_CASE(splines_are_reduced_as_splines)
{
    Tail tail;
    AnimationClipBuilder builder("spline");
    AnimationTrack& track = builder.rotation(*tail.skeleton.bones()[0]).setInterpolation(Interpolation::CubicSpline);
    for (int frame = 0; frame <= 60; ++frame) {
        track.addKey(frame / 30., turned({1, 0, 0}, 0.5f * std::sin(static_cast<float>(frame) / 30.f)));
    }
    const ReducedClip reduced = reduceKeys(*builder.build(), tail.skeleton);
    BOOST_TEST((reduced.clip->channels()[0].interpolation == Interpolation::CubicSpline));
    BOOST_TEST(reduced.keysAfter < 12u);
    BOOST_TEST(reduced.error.point <= 0.0021);  // a thousandth of the tail's length
}

BOOST_AUTO_TEST_CASE(curves_and_steps_lose_what_says_nothing)
{
    Tail tail;
    AnimationClipBuilder builder("curves");
    builder.curve("line").addKey(0, 0.f).addKey(1, 0.5f).addKey(2, 1.f);
    builder.curve("corner").addKey(0, 0.f).addKey(1, 0.6f).addKey(2, 1.f);
    builder.curve("step").setInterpolation(Interpolation::Step).addKey(0, 0.f).addKey(1, 0.f).addKey(1.5, 1.f).addKey(2, 1.f);
    const ReducedClip reduced = reduceKeys(*builder.build(), tail.skeleton);
    const auto keys = [&](std::size_t channel) { return reduced.clip->timeTrack(reduced.clip->channels()[channel].timeTrack).size(); };
    BOOST_TEST(keys(0) == 2u);
    BOOST_TEST(keys(1) == 3u);
    BOOST_TEST(keys(2) == 2u);
    BOOST_TEST(reduced.keysBefore == 10u);
    BOOST_TEST(reduced.keysAfter == 7u);
    BOOST_TEST(reduced.error.point == 0.);
}

// By hand: the curve is 0 at all keys and halfway between them. A quarter of the way through an interval of 1 s, it is at 100 * (1/4 * 9/16
// - 3/64) = 9.4.
BOOST_AUTO_TEST_CASE(a_spline_that_moves_between_its_keys_only_is_not_constant)
{
    Tail tail;
    AnimationClipBuilder builder("wave");
    AnimationTrack& track = builder.curve("wave").setInterpolation(Interpolation::CubicSpline);
    const std::vector<float> zero{0};
    const std::vector<float> steep{100};
    for (int key = 0; key < 5; ++key) {
        track.addKey(key, zero, steep, steep);
    }
    const ReducedClip reduced = reduceKeys(*builder.build(), tail.skeleton);
    for (const double seconds : {0.25, 0.6, 1.8, 3.75}) {
        BOOST_TEST(nearNumbers(sampled(*reduced.clip, 0, seconds), sampled(*builder.build(), 0, seconds), 0.001));
    }
}

BOOST_AUTO_TEST_CASE(bounds_are_positive_numbers)
{
    Tail tail;
    const auto says_which = [&](const ReduceOptions& options, std::string_view what) {
        BOOST_CHECK_EXCEPTION((void)reduceKeys(*tail.clip, tail.skeleton, options), std::invalid_argument, says(what));
    };
    says_which({.maxError = {.point = 0.}}, "the bound point = 0");
    says_which({.maxError = {.rotation = std::nan("")}}, "the bound rotation = nan");
    says_which({.number = -1}, "the bound number = -1");
}

BOOST_AUTO_TEST_SUITE_END()
