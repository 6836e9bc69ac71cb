#include <armature/animation/baked_clip.hpp>

#include <limits>

#include <animation/baked_stage.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

void requireNear(const std::vector<Transform>& actual, const std::vector<Transform>& expected, double tolerance)
{
    BOOST_REQUIRE(actual.size() == expected.size());
    for (std::size_t i = 0; i < actual.size(); ++i) {
        BOOST_TEST_CONTEXT("bone " << i)
        {
            BOOST_TEST(near(actual[i].translation, expected[i].translation, tolerance));
            BOOST_TEST(nearRotation(actual[i].rotation, expected[i].rotation, tolerance));
            BOOST_TEST(near(actual[i].scale, expected[i].scale, tolerance));
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(baked_clip)

// Expected values: what an AnimationGroup writes.
BOOST_AUTO_TEST_CASE(at_frames_it_is_the_exact_clip)
{
    for (const Interpolation interpolation : {Interpolation::Linear, Interpolation::CubicSpline, Interpolation::Step}) {
        BakedStage stage(21, 601);
        const auto clip = stage.movingClip(interpolation, evenTimes(31, 30.));
        const auto baked = BakedClip::create(*clip, stage.skeleton);
        BOOST_TEST(baked->frameCount() == 31u);
        BOOST_TEST(baked->getFramesPerSecond() == 30., boost::test_tools::tolerance(1e-6));
        for (std::size_t frame = 0; frame < baked->frameCount(); ++frame) {
            const double seconds = static_cast<double>(clip->timeTrack(0)[frame]);
            requireNear(sampled(*baked, seconds), stage.played(clip, seconds), 1e-5);
        }
    }
}

// Expected values: the middle of two neighbouring frames, by hand.
BOOST_AUTO_TEST_CASE(between_frames_it_is_the_straight_line)
{
    BakedStage stage(40, 602);
    const auto clip = stage.movingClip(Interpolation::Linear, evenTimes(5, 30.));
    const auto baked = BakedClip::create(*clip, stage.skeleton);
    const auto before = sampled(*baked, 2. / 30.);
    const auto after = sampled(*baked, 3. / 30.);
    auto middle = before;
    for (std::size_t i = 0; i < middle.size(); ++i) {
        middle[i] = {(before[i].translation + after[i].translation) / 2.f, glm::normalize(before[i].rotation + after[i].rotation),
                     (before[i].scale + after[i].scale) / 2.f};
        BOOST_TEST(glm::dot(before[i].rotation, after[i].rotation) >= 0.f);
    }
    requireNear(sampled(*baked, 2.5 / 30.), middle, 1e-5);
}

BOOST_AUTO_TEST_CASE(bones_may_be_chosen_and_ordered)
{
    BakedStage stage(30, 603);
    const auto clip = stage.movingClip(Interpolation::Linear, evenTimes(5, 30.));
    const auto bones = stage.skeleton.bones();
    const Bone* const chosen[] = {bones[29], bones[3], bones[17]};
    const auto all = sampled(*BakedClip::create(*clip, stage.skeleton), 0.05);
    const auto some = sampled(*BakedClip::create(*clip, stage.skeleton, {.bones = chosen}), 0.05);
    BOOST_REQUIRE(some.size() == 3u);
    BOOST_TEST((some[0] == all[29]));
    BOOST_TEST((some[1] == all[3]));
    BOOST_TEST((some[2] == all[17]));
}

BOOST_AUTO_TEST_CASE(bad_options_are_refused)
{
    BakedStage stage(3, 604);
    BakedStage other(1, 605);
    const auto clip = stage.movingClip(Interpolation::Linear, {0.f, 2.f});
    const auto bake = [&](const BakeOptions& options) { return BakedClip::create(*clip, stage.skeleton, options); };
    const Bone* const foreign[] = {stage.skeleton.bones()[0], other.skeleton.bones()[0]};
    const Bone* const repeated[] = {stage.skeleton.bones()[1], stage.skeleton.bones()[1]};
    const Bone* const null[] = {nullptr};
    const double infinity = std::numeric_limits<double>::infinity();
    BOOST_CHECK_EXCEPTION(bake({.bones = foreign}), std::invalid_argument, says("\"moving\": bone 1 of 2 is not of skeleton \"rig\""));
    BOOST_CHECK_EXCEPTION(bake({.bones = repeated}), std::invalid_argument, says("bone 1 of 2, \"bone1\", is there before"));
    BOOST_CHECK_EXCEPTION(bake({.bones = null}), std::invalid_argument, says("bone 0 of 1 is not of skeleton \"rig\""));
    for (const double number : {0., -1., infinity, std::numeric_limits<double>::quiet_NaN()}) {
        BOOST_CHECK_EXCEPTION(bake({.framesPerSecond = number}), std::invalid_argument, says("rate is"));
        BOOST_CHECK_EXCEPTION(bake({.radius = number}), std::invalid_argument, says("radius is"));
    }
    BOOST_CHECK_EXCEPTION(bake({.framesPerSecond = 1e6}), std::invalid_argument,
                          says("\"moving\": 2 s at 1000000 frames a second are more than 1048576 frames"));
    std::vector<Transform> room(2);
    BOOST_CHECK_EXCEPTION(bake({})->sample(0., room), std::invalid_argument, says("\"moving\": room for 2 transforms, it has 3 bones"));
}

BOOST_AUTO_TEST_SUITE_END()
