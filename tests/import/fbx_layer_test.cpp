#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_group.hpp>
#include <support/near.hpp>

#include "fbx_curves.hpp"

// Layers of FBX animations. Expected values are products and powers of the layers' own turns and scales, by hand, as Maya mixes them.

using namespace armature;
using namespace armature::test;

namespace {

constexpr std::int64_t adds = 0;
constexpr std::int64_t replaces = 1;
constexpr std::int64_t blends = 2;

/// A layer above the lowest.
struct Above {
    std::int64_t mode = adds;
    double percent = 100.;
    bool composes = true;
    Reals weights = {};  ///< At 0 and 1 s, instead of `percent`.
};

FbxRecord stillCurve(std::int64_t number, double value)
{
    return fbxCurve(number, {0., 1.}, {value, value});
}

/// A model with a property that two layers hold at `below` and `above`.
std::unique_ptr<Scene> layered(const std::string& property, const Vector& below, const Vector& above, const Above& form)
{
    Placed place;
    const std::int64_t numbers = form.composes ? 0 : 1;
    std::vector<FbxRecord> objects{place.record(1, "thing"),
                                   fbxNamed("AnimationStack", 10, "AnimStack::take"),
                                   fbxNamed("AnimationLayer", 11, "AnimLayer::base"),
                                   fbxNamed("AnimationLayer", 12, "AnimLayer::above"),
                                   fbxNamed("AnimationCurveNode", 21, "AnimCurveNode::below"),
                                   fbxNamed("AnimationCurveNode", 22, "AnimCurveNode::above")};
    objects[3].children = {
        {"Properties70",
         {},
         {fbxProperty("BlendMode", "enum", {form.mode}), fbxProperty("Weight", "Number", {form.percent}),
          fbxProperty("RotationAccumulationMode", "enum", {numbers}), fbxProperty("ScaleAccumulationMode", "enum", {numbers})}}};
    std::vector<FbxRecord> connections{fbxConnection(1, 0),           fbxConnection(11, 10), fbxConnection(12, 10),
                                       fbxConnection(21, 11),         fbxConnection(22, 12), fbxConnection(21, 1, property),
                                       fbxConnection(22, 1, property)};
    const std::string axes[] = {"d|X", "d|Y", "d|Z"};
    for (int axis = 0; axis < 3; ++axis) {
        objects.push_back(stillCurve(31 + axis, below[axis]));
        objects.push_back(stillCurve(41 + axis, above[axis]));
        connections.push_back(fbxConnection(31 + axis, 21, axes[axis]));
        connections.push_back(fbxConnection(41 + axis, 22, axes[axis]));
    }
    if (!form.weights.empty()) {
        objects.push_back(fbxNamed("AnimationCurveNode", 23, "AnimCurveNode::Weight"));
        objects.push_back(fbxCurve(51, {0., 1.}, form.weights));
        connections.push_back(fbxConnection(23, 12));
        connections.push_back(fbxConnection(23, 12, "Weight"));
        connections.push_back(fbxConnection(51, 23, "d|Weight"));
    }
    return loadModels(objects, connections);
}

glm::dmat4 worldAt(Scene& scene, double seconds)
{
    scene.animationGroups().front()->goTo(seconds);
    return worldOf(scene, "thing");
}

const Vector lower{20., 30., -40.};
const Vector upper{0., 60., 0.};

}  // namespace

BOOST_AUTO_TEST_SUITE(fbx_layer)

BOOST_AUTO_TEST_CASE(added_layers_turn_after_those_below_or_add_angles)
{
    const auto turns = layered("Lcl Rotation", lower, upper, {.mode = adds});
    BOOST_TEST(near(worldAt(*turns, .5), turn(lower, 0) * turn(upper, 0), 1e-5));
    const auto part = layered("Lcl Rotation", lower, upper, {.mode = adds, .percent = 25.});
    BOOST_TEST(near(worldAt(*part, .5), turn(lower, 0) * turn({0., 15., 0.}, 0), 1e-5));
    const auto angles = layered("Lcl Rotation", lower, upper, {.mode = adds, .percent = 25., .composes = false});
    BOOST_TEST(near(worldAt(*angles, .5), turn({20., 45., -40.}, 0), 1e-5));
}

BOOST_AUTO_TEST_CASE(layers_that_let_others_through_blend_by_their_weight)
{
    // About one axis, half of the weight gives the mean of the two angles, composed or not.
    for (const bool composes : {true, false}) {
        const auto half = layered("Lcl Rotation", {0., 20., 0.}, upper, {.mode = blends, .percent = 50., .composes = composes});
        BOOST_TEST(near(worldAt(*half, .5), turn({0., 40., 0.}, 0), 1e-5));
    }
    const auto places = layered("Lcl Translation", {1., 2., 3.}, {5., 2., -1.}, {.mode = blends, .percent = 25.});
    BOOST_TEST(near(glm::dvec3(worldAt(*places, .5)[3]), glm::dvec3(2., 2., 2.), 1e-5));
}

BOOST_AUTO_TEST_CASE(layers_that_override_do_so_whatever_their_weight_is)
{
    const auto scene = layered("Lcl Translation", {1., 2., 3.}, {5., 2., -1.}, {.mode = replaces, .percent = 25.});
    BOOST_TEST(near(glm::dvec3(worldAt(*scene, .5)[3]), glm::dvec3(5., 2., -1.), 1e-5));
}

BOOST_AUTO_TEST_CASE(scales_of_layers_multiply_by_powers_or_add)
{
    const auto sizeOf = [](Scene& scene) {
        const glm::dmat4 world = worldAt(scene, .5);
        return glm::dvec3(world[0][0], world[1][1], world[2][2]);
    };
    const Vector below{2., 3., 1.};
    const Vector above{4., 9., 16.};
    const auto added = layered("Lcl Scaling", below, above, {.mode = adds, .percent = 50.});
    BOOST_TEST(near(sizeOf(*added), glm::dvec3(4., 9., 4.), 1e-5));
    const auto blended = layered("Lcl Scaling", {4., 9., 1.}, {9., 4., 16.}, {.mode = blends, .percent = 50.});
    BOOST_TEST(near(sizeOf(*blended), glm::dvec3(6., 6., 4.), 1e-5));
    const auto numbers = layered("Lcl Scaling", below, above, {.mode = adds, .percent = 50., .composes = false});
    BOOST_TEST(near(sizeOf(*numbers), glm::dvec3(4., 7.5, 9.), 1e-5));
}

BOOST_AUTO_TEST_CASE(animated_weights_of_layers_are_followed)
{
    const auto scene = layered("Lcl Translation", {1., 0., 0.}, {10., 0., 0.}, {.mode = adds, .percent = 100., .weights = {0., 100.}});
    BOOST_TEST(std::abs(worldAt(*scene, 0.)[3].x - 1.) < 1e-5);
    BOOST_TEST(std::abs(worldAt(*scene, .25)[3].x - 3.5) < 1e-5);
    BOOST_TEST(std::abs(worldAt(*scene, 1.)[3].x - 11.) < 1e-5);
    const auto turns = layered("Lcl Rotation", lower, upper, {.mode = adds, .percent = 100., .weights = {0., 100.}});
    BOOST_TEST(near(worldAt(*turns, .75), turn(lower, 0) * turn({0., 45., 0.}, 0), 1e-4));
}

BOOST_AUTO_TEST_SUITE_END()
