#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_group.hpp>
#include <support/near.hpp>

#include "fbx_curves.hpp"

// Curves of FBX files between and beyond their keys. Expected values are worked out by hand from the rules that Maya and MotionBuilder
// follow, and the definition of a cubic by values and slopes.

using namespace armature;
using namespace armature::test;

namespace {

constexpr std::int64_t isAutomatic = isCubic | isAuto;

std::unique_ptr<Scene> alongX(const std::vector<FbxRecord>& curve, double stop = 0.)
{
    Placed place;
    auto objects = std::vector{place.record(1, "thing")} + curve;
    objects[1].children = {
        {"Properties70",
         {},
         {fbxProperty("LocalStop", "KTime", {static_cast<std::int64_t>(std::llround(stop * static_cast<double>(fbxSecond)))})}}};
    return loadModels(objects, std::vector{fbxConnection(1, 0)} + animationConnections(1, "Lcl Translation", "d|X"));
}

/// A curve with automatic tangents and three keys: at 0, 1 and 3 s.
std::unique_ptr<Scene> automatic(const Reals& values, std::int64_t flags, double bias = 0.)
{
    const std::int64_t all = isAutomatic | flags;
    return alongX(animation({0., 1., 3.}, values, {all, all, all}, {0., -bias, 0., 0., bias, 0., 0., 0., 0., 0., 0., 0.}));
}

/// The slope of a curve at a time at which both sides have the same slope.
double slopeAt(Scene& scene, double seconds)
{
    constexpr double step = 1e-3;
    return (xAt(scene, seconds + step) - xAt(scene, seconds - step)) / (2. * step);
}

/// A curve with keys at 1 s (value 1) and 2 s (value 3) on a straight line. `end` and `type` select how it continues beyond them.
std::unique_ptr<Scene> beyond(const std::string& end, const std::string& type, std::int64_t repetitions, double stop = 6.)
{
    auto records = animation({1., 2.}, {1., 3.}, {isLine, isLine}, Reals(8, 0.));
    records.back().children.push_back(
        {end, {}, {{"Type", {static_cast<std::int64_t>(type.front())}, {}}, {"Repetition", {repetitions}, {}}}});
    return alongX(records, stop);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(fbx_curve)

// A Bezier curve's inner points are a third of the slope above or below its ends. In the middle, the cubic is the mean of the values plus
// an eighth of the difference of the slopes.
BOOST_AUTO_TEST_CASE(slopes_of_text_files_are_bits_of_floats_from_7_2_on_and_numbers_before)
{
    Placed place;
    auto objects = std::vector{place.record(1, "thing")}
                   + animation({0., 1.}, {1., 3.}, {isCubic | hasSlopes, isCubic | hasSlopes}, {2.5, -1.5, 0., 0., 0., 0., 0., 0.});
    const auto connections = std::vector{fbxConnection(1, 0)} + animationConnections(1, "Lcl Translation", "d|X");
    const double expected = 2. + (2.5 + 1.5) / 8.;
    for (const int version : {7100, 7200, 7400, 7700}) {
        if (version < 7200) {
            objects.back().child("KeyAttrDataFloat").values = {Reals{2.5, -1.5, 0., 0., 0., 0., 0., 0.}};
        } else {
            // sign, exponent and fraction of 2.5 = 1.25 * 2^1 and of -1.5 = -1.5 * 2^0
            objects.back().child("KeyAttrDataFloat").values = {Integers{0x40200000, 0xbfc00000 - 0x100000000, 0, 0, 0, 0, 0, 0}};
        }
        const auto scene = loadExact(fbxText({fbxUnit(100.), {"Objects", {}, objects}, {"Connections", {}, connections}}, version));
        BOOST_TEST(std::abs(xAt(*scene, .5) - expected) < curvePrecision, version << ": " << xAt(*scene, .5));
    }
}

BOOST_AUTO_TEST_CASE(automatic_tangents_follow_their_neighbours)
{
    // From (0, 0) via (1, 2) to (3, 3): the overall slope is 1 a second; the segments' slopes are 2 and 0.5.
    BOOST_TEST(std::abs(slopeAt(*automatic({0., 2., 3.}, isTimeIndependent), 1.) - 1.) < 1e-2);
    // Otherwise the nearer segment has the greater weight: 0.5 * (1 + 2 * 2/3 + 0.5 * 1/3).
    BOOST_TEST(std::abs(slopeAt(*automatic({0., 2., 3.}, 0), 1.) - 1.25) < 1e-2);
    // A bias of 50 of 100 towards the next key: halfway from 1.25 to 0.5; towards the previous one: halfway to 2.
    BOOST_TEST(std::abs(slopeAt(*automatic({0., 2., 3.}, 0, 50.), 1.) - .875) < 1e-2);
    BOOST_TEST(std::abs(slopeAt(*automatic({0., 2., 3.}, 0, -50.), 1.) - 1.625) < 1e-2);
}

BOOST_AUTO_TEST_CASE(clamped_automatic_tangents_are_flat_at_equal_keys_and_do_not_overshoot)
{
    BOOST_TEST(std::abs(slopeAt(*automatic({0., 2., 2.0005}, isFlatNearNeighbors), 1.)) < 1e-2);
    BOOST_TEST(std::abs(slopeAt(*automatic({0., 2., 2.2}, isFlatNearNeighbors | isTimeIndependent), 1.) - 2.2 / 3.) < 1e-2);
    // A tangent spans a third of the way to the next key, so it rises at most three times 0.05 a second.
    BOOST_TEST(std::abs(slopeAt(*automatic({0., 2., 2.1}, isTimeIndependent | staysBetween), 1.) - .15) < 1e-2);
    BOOST_TEST(std::abs(slopeAt(*automatic({0., 2., 1.}, isTimeIndependent | staysBetween), 1.)) < 1e-2);
    // Between two keys: straight, or flat at both.
    const std::int64_t flat = isAutomatic | staysBetween;
    BOOST_TEST(std::abs(xAt(*alongX(animation({0., 1.}, {0., 4.}, {isAutomatic, isAutomatic}, Reals(8, 0.))), .25) - 1.) < curvePrecision);
    BOOST_TEST(std::abs(xAt(*alongX(animation({0., 1.}, {0., 4.}, {flat, flat}, Reals(8, 0.))), .25) - hermite(0., 0., 4., 0., .25))
               < curvePrecision);
}

BOOST_AUTO_TEST_CASE(curves_go_on_beyond_their_last_key_as_the_file_says)
{
    const std::vector<std::pair<std::string, std::vector<double>>> cases{
        // at 2.25, 3.5, 4.25 s
        {"C", {3., 3., 3.}}, {"K", {3.5, 6., 7.5}}, {"R", {1.5, 2., 1.5}}, {"A", {3.5, 6., 7.5}}, {"M", {2.5, 2., 2.5}},
    };
    for (const auto& [type, expected] : cases) {
        const auto scene = beyond("Post-Extrapolation", type, -1);
        BOOST_TEST(std::abs(xAt(*scene, 1.5) - 2.) < curvePrecision, type);
        BOOST_TEST(std::abs(xAt(*scene, 2.25) - expected[0]) < curvePrecision, type << ": " << xAt(*scene, 2.25));
        BOOST_TEST(std::abs(xAt(*scene, 3.5) - expected[1]) < curvePrecision, type << ": " << xAt(*scene, 3.5));
        BOOST_TEST(std::abs(xAt(*scene, 4.25) - expected[2]) < curvePrecision, type << ": " << xAt(*scene, 4.25));
    }
}

BOOST_AUTO_TEST_CASE(curves_begin_before_their_first_key_as_the_file_says)
{
    const std::vector<std::pair<std::string, double>> cases{{"C", 1.}, {"K", -.5}, {"R", 1.5}, {"A", -.5}, {"M", 2.5}};
    for (const auto& [type, expected] : cases) {
        const auto scene = beyond("Pre-Extrapolation", type, -1);
        BOOST_TEST(std::abs(xAt(*scene, .25) - expected) < curvePrecision, type << ": " << xAt(*scene, .25));
        BOOST_TEST(std::abs(xAt(*scene, 5.) - 3.) < curvePrecision, type);
    }
}

BOOST_AUTO_TEST_CASE(curves_repeat_as_often_as_the_file_says)
{
    const auto twice = beyond("Post-Extrapolation", "A", 2);
    BOOST_TEST(std::abs(xAt(*twice, 3.75) - 6.5) < curvePrecision);
    BOOST_TEST(std::abs(xAt(*twice, 5.5) - 7.) < curvePrecision);
    BOOST_TEST(std::abs(xAt(*beyond("Post-Extrapolation", "R", 0), 2.5) - 3.) < curvePrecision);
}

BOOST_AUTO_TEST_CASE(a_take_that_ends_where_a_repetition_does_shows_the_last_key)
{
    BOOST_TEST(std::abs(xAt(*beyond("Post-Extrapolation", "R", -1, 2.), 2.) - 3.) < curvePrecision);
}

// A curve of 1e-6 s repeated for a thousand hours.
BOOST_AUTO_TEST_CASE(endless_repetitions_of_short_curves_are_refused)
{
    auto records = animation({0., 1e-6}, {1., 3.}, {isLine, isLine}, Reals(8, 0.));
    records.back().children.push_back(
        {"Post-Extrapolation", {}, {{"Type", {std::int64_t{'R'}}, {}}, {"Repetition", {std::int64_t{-1}}, {}}}});
    BOOST_CHECK_THROW(alongX(records, 3.6e6), ImportError);
}

// A whole turn in a second, over and over: at each repetition the quaternion has the other sign. Between keys the turn must stay smooth.
BOOST_AUTO_TEST_CASE(turns_that_repeat_stay_smooth)
{
    Placed place;
    auto objects = std::vector{place.record(1, "thing")}
                   + animation({0., 1.}, {0., 360.}, {isCubic | hasSlopes, isCubic | hasSlopes}, {0., 0., 0., 0., 0., 0., 0., 0.});
    objects.back().children.push_back(
        {"Post-Extrapolation", {}, {{"Type", {std::int64_t{'R'}}, {}}, {"Repetition", {std::int64_t{-1}}, {}}}});
    objects[1].children = {{"Properties70", {}, {fbxProperty("LocalStop", "KTime", {3 * fbxSecond})}}};
    const auto scene = loadModels(objects, std::vector{fbxConnection(1, 0)} + animationConnections(1, "Lcl Rotation", "d|Z"));
    for (double time = 0.; time < 3.; time += 1. / 37.) {
        scene->animationGroups().front()->goTo(time);
        const double share = time - std::floor(time);
        const glm::dmat4 expected = aboutAxis(2, 360. * share * share * (3. - 2. * share));
        BOOST_TEST(near(glm::dmat4(worldOf(*scene, "thing")), expected, 1e-4), time);
    }
}

// The header selects the time unit of FBX 8, with 141120000 units to a second.
BOOST_AUTO_TEST_CASE(files_that_count_time_in_coarser_units_play_as_fast)
{
    Placed place;
    auto curve = animation({0., 1.}, {0., 4.}, {isLine, isLine}, Reals(8, 0.));
    curve.back().child("KeyTime").values = {Integers{0, 141'120'000}};
    const FbxRecord header{"FBXHeaderExtension",
                           {},
                           {{"FBXHeaderVersion", {std::int64_t{1004}}, {}},
                            {"FBXVersion", {std::int64_t{7700}}, {}},
                            {"OtherFlags", {}, {{"TCDefinition", {std::int64_t{0}}, {}}}}}};
    const auto scene =
        loadExact(fbxBinary({header,
                             fbxUnit(100.),
                             {"Objects", {}, std::vector{place.record(1, "thing")} + curve},
                             {"Connections", {}, std::vector{fbxConnection(1, 0)} + animationConnections(1, "Lcl Translation", "d|X")}},
                            {.version = 7700}));
    BOOST_TEST(std::abs(xAt(*scene, .25) - 1.) < curvePrecision);
}

BOOST_AUTO_TEST_SUITE_END()
