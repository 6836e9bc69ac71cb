#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/import/load_scene.hpp>
#include <support/near.hpp>

#include "fbx_curves.hpp"

// Curves of FBX files in glTF's terms.

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(fbx_animation)

BOOST_AUTO_TEST_CASE(cubic_curves_keep_their_keys_and_tangents)
{
    Placed place;
    const auto scene = loadModels(
        std::vector{place.record(1, "thing")}
            + animation({.5, 1.5, 2.}, {1., 3., 2.}, {isCubic, isCubic, isCubic}, {4., -1., 0., 0., 2., 5., 0., 0., 0., 0., 0., 0.}),
        std::vector{fbxConnection(1, 0)} + animationConnections(1, "Lcl Translation", "d|X"));
    const AnimationClip& clip = clipOf(*scene);
    BOOST_TEST(clip.getName() == "take");
    const AnimationChannel& channel = channelOf(clip, ChannelPath::Translation);
    BOOST_TEST((channel.interpolation == Interpolation::CubicSpline));
    const auto times = clip.timeTrack(channel.timeTrack);
    BOOST_TEST(std::vector<float>(times.begin(), times.end()) == (std::vector<float>{.5f, 1.5f, 2.f}), boost::test_tools::per_element());
    const auto numbers = channel.values.toVector();
    const std::vector<double> values(numbers.begin(), numbers.end());
    const Reals expected{0., 0., 0., 1., 0., 0., 4., 0., 0., -1., 0., 0., 3., 0., 0., 2., 0., 0., 5., 0., 0., 2., 0., 0., 0., 0., 0.};
    BOOST_TEST(nearNumbers(values, expected, 1e-6));
}

BOOST_AUTO_TEST_CASE(constant_and_straight_curves_stay_what_they_are)
{
    Placed place;
    const Reals none(8, 0.);
    const auto steps = loadModels(std::vector{place.record(1, "thing")} + animation({0., 1.}, {1., 3.}, {holds, holds}, none),
                                  std::vector{fbxConnection(1, 0)} + animationConnections(1, "Lcl Scaling", "d|Y"));
    const AnimationChannel& held = channelOf(clipOf(*steps), ChannelPath::Scale);
    BOOST_TEST((held.interpolation == Interpolation::Step));
    BOOST_TEST(held.values.toVector() == (std::vector<float>{1.f, 1.f, 1.f, 1.f, 3.f, 1.f}), boost::test_tools::per_element());
    const auto lines = loadModels(std::vector{place.record(1, "thing")} + animation({0., 1.}, {0., 90.}, {isLine, isLine}, none),
                                  std::vector{fbxConnection(1, 0)} + animationConnections(1, "Lcl Rotation", "d|Z"));
    const AnimationChannel& straight = channelOf(clipOf(*lines), ChannelPath::Rotation);
    BOOST_TEST((straight.interpolation == Interpolation::Linear));
    BOOST_TEST(straight.values.size() == 8u);
    BOOST_TEST(near(glm::vec2(straight.values[6], straight.values[7]), glm::vec2(std::sqrt(.5f), std::sqrt(.5f)), 1e-6));
}

BOOST_AUTO_TEST_CASE(a_curve_that_jumps_among_smooth_ones_jumps)
{
    Placed place;
    const auto scene =
        loadModels(std::vector{place.record(1, "thing")} + animation({0., 1., 2.}, {0., 4., 6.}, {holds, isLine, isLine}, Reals(12, 0.)),
                   std::vector{fbxConnection(1, 0)} + animationConnections(1, "Lcl Translation", "d|X"));
    AnimationGroup& group = *scene->animationGroups().front();
    const std::vector<std::pair<double, float>> expected{{.5, 0.f}, {.9999, 0.f}, {1., 4.f}, {1.5, 5.f}, {2., 6.f}, {3., 6.f}};
    for (const auto& [time, x] : expected) {
        group.goTo(time);
        BOOST_TEST(near(glm::vec3(worldOf(*scene, "thing")[3]), glm::vec3(x, 0.f, 0.f), 1e-5));
    }
}

// Expected between keys: Euler angles interpolated linearly, in the model's rotation order, about pivots that change the translation
// meanwhile.
BOOST_AUTO_TEST_CASE(turns_about_pivots_keep_the_bound_between_keys)
{
    Random random(24);
    double worst = 0.;
    std::size_t keys = 0;
    for (int round = 0; round < 20; ++round) {
        Placed place = randomPlace(random);
        const std::size_t axis = static_cast<std::size_t>(random.integer(0, 2));
        const auto index = static_cast<glm::length_t>(axis);
        const double from = random.real(-300.f, 300.f);
        const double to = random.real(-300.f, 300.f);
        const std::string axes[] = {"d|X", "d|Y", "d|Z"};
        const auto scene =
            loadModels(std::vector{place.record(1, "thing")} + animation({0., 1.}, {from, to}, {isLine, isLine}, Reals(8, 0.)),
                       std::vector{fbxConnection(1, 0)} + animationConnections(1, "Lcl Rotation", axes[axis]));
        AnimationGroup& group = *scene->animationGroups().front();
        keys = std::max(keys, channelOf(clipOf(*scene), ChannelPath::Translation).values.size() / 9);
        for (double time = 0.; time <= 1.; time += 1. / 64.) {
            group.goTo(time);
            place.rotation[index] = from + time * (to - from);
            const glm::dmat4 expected = place.local();
            const glm::dmat4 actual = worldOf(*scene, "thing");
            for (glm::length_t column = 0; column < 4; ++column) {
                worst = std::max(worst, glm::length(glm::dvec3(actual[column] - expected[column])));
            }
        }
    }
    BOOST_TEST_MESSAGE("worst difference " << worst << ", keys " << keys);
    BOOST_TEST(worst < 2e-5);
    BOOST_TEST(keys < 200u);
}

// The definition of a weighted curve: a Bezier curve in time and value.
BOOST_AUTO_TEST_CASE(weighted_tangents_are_baked_to_the_bound)
{
    Placed place;
    constexpr double slope = 2.;
    constexpr double nextSlope = -1.;
    constexpr double weight = .6;
    constexpr double nextWeight = .15;
    // Two weights of four digits in the bits of one number, as text files write it.
    const double packed = 6000. + 65536. * 1500.;
    const auto scene =
        loadModels(std::vector{place.record(1, "thing")}
                       + animation({0., 1.}, {0., 1.}, {isCubic | isWeighted, isCubic}, {slope, nextSlope, packed, 0., 0., 0., 0., 0.}),
                   std::vector{fbxConnection(1, 0)} + animationConnections(1, "Lcl Translation", "d|X"));
    AnimationGroup& group = *scene->animationGroups().front();
    for (double u = 0.; u <= 1.; u += 1. / 50.) {
        const double v = 1. - u;
        const double time = 3. * u * v * v * weight + 3. * u * u * v * (1. - nextWeight) + u * u * u;
        const double value = 3. * u * v * v * slope * weight + 3. * u * u * v * (1. - nextSlope * nextWeight) + u * u * u;
        group.goTo(time);
        BOOST_TEST(near(glm::dvec3(worldOf(*scene, "thing")[3]), glm::dvec3(value, 0., 0.), 1e-6));
    }
}

BOOST_AUTO_TEST_CASE(a_take_that_begins_before_0_is_moved_to_begin_there)
{
    Placed place;
    auto objects = std::vector{place.record(1, "thing")} + animation({-1., 1.}, {0., 4.}, {isLine, isLine}, Reals(8, 0.));
    objects[1].children = {{"Properties70", {}, {fbxProperty("LocalStart", "KTime", {-fbxSecond})}}};
    const auto scene = loadModels(objects, std::vector{fbxConnection(1, 0)} + animationConnections(1, "Lcl Translation", "d|X"));
    BOOST_TEST(hasWarning(*scene, "begins at -1 s, but clips begin at 0"));
    AnimationGroup& group = *scene->animationGroups().front();
    group.goTo(.5);
    BOOST_TEST(near(glm::vec3(worldOf(*scene, "thing")[3]), glm::vec3(1.f, 0.f, 0.f), 1e-6));
    BOOST_TEST(group.getClip().getDuration() == 2.);
}

BOOST_AUTO_TEST_CASE(takes_without_keys_are_no_clips)
{
    const auto take = [](std::int64_t number, const std::string& name) {
        return std::vector<FbxRecord>{{"AnimationStack", {number, "AnimStack::" + name, std::string()}, {}},
                                      {"AnimationLayer", {number + 1, std::string("AnimLayer::layer"), std::string()}, {}}};
    };
    std::vector<FbxRecord> objects{Placed{}.record(1, "node")};
    for (const std::string name : {"empty", "moving"}) {
        for (FbxRecord& record : take(name == "empty" ? 100 : 200, name)) {
            objects.push_back(std::move(record));
        }
    }
    objects.push_back({"AnimationCurveNode", {std::int64_t{300}, std::string("AnimCurveNode::node"), std::string()}, {}});
    objects.push_back({"AnimationCurve",
                       {std::int64_t{301}, std::string("AnimCurve::curve"), std::string()},
                       {{"KeyTime", {Integers{0, fbxSecond}}, {}},
                        {"KeyValueFloat", {Reals{0., 5.}}, {}},
                        {"KeyAttrFlags", {Integers{4}}, {}},
                        {"KeyAttrDataFloat", {Reals{0., 0., 0., 0.}}, {}},
                        {"KeyAttrRefCount", {Integers{2}}, {}}}});
    const auto scene = loadModels(objects, {fbxConnection(1, 0), fbxConnection(101, 100), fbxConnection(201, 200), fbxConnection(300, 201),
                                            fbxConnection(300, 1, "Lcl Translation"), fbxConnection(301, 300, "d|X")});
    BOOST_TEST_REQUIRE(scene->animationGroups().size() == 1u);
    BOOST_TEST(scene->animationGroups().front()->getName() == "moving");
}

BOOST_AUTO_TEST_SUITE_END()
