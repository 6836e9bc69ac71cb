#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/error.hpp>
#include <armature/import/load_scene.hpp>
#include <support/near.hpp>

#include "fbx_model.hpp"

// What layers of FBX animations make of each other, and curves beyond their keys. Expected values are by hand, from what the FBX SDK's
// reference says of FbxAnimLayer and FbxAnimCurveBase.

using namespace armature;
using namespace armature::test;

namespace {

std::int64_t ticks(double seconds)
{
    return std::llround(seconds * static_cast<double>(fbxSecond));
}

struct Keys {
    Reals seconds;
    Reals values;
    std::vector<FbxRecord> says = {};
};

/// Straight from key to key.
FbxRecord lines(std::int64_t number, const Keys& keys)
{
    Integers times;
    for (const double time : keys.seconds) {
        times.push_back(ticks(time));
    }
    const std::size_t count = times.size();
    FbxRecord record{"AnimationCurve",
                     {number, std::string("AnimCurve::curve"), std::string()},
                     {{"KeyTime", {times}, {}},
                      {"KeyValueFloat", {keys.values}, {}},
                      {"KeyAttrFlags", {Integers(count, 4)}, {}},
                      {"KeyAttrDataFloat", {Reals(4 * count, 0.)}, {}},
                      {"KeyAttrRefCount", {Integers(count, 1)}, {}}}};
    record.children.insert(record.children.end(), keys.says.begin(), keys.says.end());
    return record;
}

FbxRecord extrapolation(const std::string& side, const std::string& type, std::int64_t repetitions)
{
    return {side + "-Extrapolation", {}, {{"Type", {type}, {}}, {"Repetition", {repetitions}, {}}}};
}

/// Model 1 and a take from 0 to 4 s. Layers get numbers 200, 210, ..., their curve nodes and curves those that follow.
class Layered {
public:
    explicit Layered(const Placed& place = {})
    {
        objects_ = {
            place.record(1, "thing"),
            {"AnimationStack",
             {std::int64_t{100}, std::string("AnimStack::take"), std::string()},
             {{"Properties70", {}, {fbxProperty("LocalStart", "KTime", {ticks(start)}), fbxProperty("LocalStop", "KTime", {ticks(4.)})}}}}};
        connections_ = {fbxConnection(1, 0)};
    }

    /// A layer that says one axis of a property.
    Layered& layer(const std::string& property, const std::string& axis, const Keys& keys, std::vector<FbxRecord> says = {})
    {
        number_ += 10;
        objects_.push_back(
            {"AnimationLayer", {number_, std::string("AnimLayer::layer"), std::string()}, {{"Properties70", {}, std::move(says)}}});
        objects_.push_back({"AnimationCurveNode", {number_ + 1, std::string("AnimCurveNode::node"), std::string()}, {}});
        objects_.push_back(lines(number_ + 2, keys));
        connections_.insert(connections_.end(), {fbxConnection(number_, 100), fbxConnection(number_ + 1, number_),
                                                 fbxConnection(number_ + 1, 1, property), fbxConnection(number_ + 2, number_ + 1, axis)});
        return *this;
    }

    /// Animates the weight of the layer that was added last.
    Layered& weight(const Keys& keys)
    {
        objects_.push_back({"AnimationCurveNode", {number_ + 3, std::string("AnimCurveNode::Weight"), std::string()}, {}});
        objects_.push_back(lines(number_ + 4, keys));
        connections_.insert(connections_.end(),
                            {fbxConnection(number_ + 3, number_, "Weight"), fbxConnection(number_ + 4, number_ + 3, "d|Weight")});
        return *this;
    }

    [[nodiscard]] glm::dmat4 at(double seconds) const
    {
        const auto scene = loadModels(objects_, connections_);
        scene->animationGroups().front()->goTo(seconds);
        return worldOf(*scene, "thing");
    }

    static constexpr double start = 0.;

private:
    std::vector<FbxRecord> objects_;
    std::vector<FbxRecord> connections_;
    std::int64_t number_ = 190;
};

FbxRecord setting(const std::string& name, std::int64_t value)
{
    return fbxProperty(name, "enum", {value});
}

FbxRecord weightOf(double percent)
{
    return fbxProperty("Weight", "Number", {percent});
}

const Keys still(double value)
{
    return {{0., 4.}, {value, value}};
}

constexpr std::int64_t overrides = 1;
constexpr std::int64_t passesThrough = 2;

}  // namespace

BOOST_AUTO_TEST_SUITE(fbx_layers)

BOOST_AUTO_TEST_CASE(truth_10_rotations_of_layers_follow_each_other_or_add_up_their_angles)
{
    Layered whole;
    whole.layer("Lcl Rotation", "d|X", still(90.)).layer("Lcl Rotation", "d|Z", still(90.));
    BOOST_TEST(near(whole.at(1.), aboutAxis(0, 90.) * aboutAxis(2, 90.), 1e-5));
    Layered byAngle;
    byAngle.layer("Lcl Rotation", "d|X", still(90.)).layer("Lcl Rotation", "d|Z", still(90.), {setting("RotationAccumulationMode", 1)});
    BOOST_TEST(near(byAngle.at(1.), turn({90., 0., 90.}, 0), 1e-5));
}

// In each order of rotation a third of the way from the layers below to a turn about another axis.
BOOST_AUTO_TEST_CASE(truth_10_a_rotation_that_lets_another_through_goes_the_short_way_in_every_order)
{
    for (std::size_t order = 0; order < 6; ++order) {
        Placed place;
        place.order = order;
        Layered layers(place);
        layers.layer("Lcl Rotation", "d|Y", still(30.))
            .layer("Lcl Rotation", "d|Y", still(120.), {setting("BlendMode", passesThrough), weightOf(100. / 3.)});
        BOOST_TEST(near(layers.at(1.), aboutAxis(1, 60.), 1e-5));
    }
}

BOOST_AUTO_TEST_CASE(truth_10_layers_add_override_or_let_through)
{
    const auto x = [](std::vector<FbxRecord> says) {
        Layered layers;
        layers.layer("Lcl Translation", "d|X", still(8.)).layer("Lcl Translation", "d|X", still(4.), std::move(says));
        return layers.at(1.)[3].x;
    };
    BOOST_TEST(std::abs(x({}) - 12.) < 1e-5);
    BOOST_TEST(std::abs(x({weightOf(50.)}) - 10.) < 1e-5);
    BOOST_TEST(std::abs(x({setting("BlendMode", overrides), weightOf(50.)}) - 4.) < 1e-5);
    BOOST_TEST(std::abs(x({setting("BlendMode", passesThrough), weightOf(25.)}) - 7.) < 1e-5);
    BOOST_TEST(std::abs(x({setting("BlendMode", passesThrough), weightOf(0.)}) - 8.) < 1e-5);
}

BOOST_AUTO_TEST_CASE(truth_10_scales_of_layers_multiply_or_add_up)
{
    const auto scale = [](std::vector<FbxRecord> says) {
        Layered layers;
        layers.layer("Lcl Scaling", "d|X", still(3.)).layer("Lcl Scaling", "d|X", still(4.), std::move(says));
        return layers.at(1.)[0].x;
    };
    BOOST_TEST(std::abs(scale({}) - 12.) < 1e-5);
    BOOST_TEST(std::abs(scale({weightOf(50.)}) - 6.) < 1e-5);  // 3 times the root of 4
    BOOST_TEST(std::abs(scale({setting("ScaleAccumulationMode", 1)}) - 7.) < 1e-5);
}

// The weight rises from 0 at 1 s to 100 % at 3 s.
BOOST_AUTO_TEST_CASE(truth_10_the_weight_of_a_layer_may_move)
{
    Layered layers;
    layers.layer("Lcl Translation", "d|X", still(1.)).layer("Lcl Translation", "d|X", still(10.)).weight({{1., 3.}, {0., 100.}});
    for (const auto& [seconds, expected] : std::vector<std::pair<double, double>>{{0.5, 1.}, {1.5, 3.5}, {2., 6.}, {3.5, 11.}}) {
        BOOST_TEST(std::abs(layers.at(seconds)[3].x - expected) < 1e-4, seconds);
    }
}

// From 0 at 1 s to 10 at 2 s and, if it goes on, from 0 to 4 s.
BOOST_AUTO_TEST_CASE(truth_10_curves_go_on_beyond_their_keys_as_they_say)
{
    const auto x = [](const std::string& type, std::int64_t repetitions, double seconds) {
        Layered layers;
        layers.layer("Lcl Translation", "d|X",
                     {{1., 2.}, {0., 10.}, {extrapolation("Pre", type, repetitions), extrapolation("Post", type, repetitions)}});
        return layers.at(seconds)[3].x;
    };
    const auto check = [&](const std::string& type, std::int64_t repetitions, double seconds, double expected) {
        BOOST_TEST(std::abs(x(type, repetitions, seconds) - expected) < 1e-4,
                   type << ' ' << repetitions << " at " << seconds << ": " << x(type, repetitions, seconds));
    };
    check("C", -1, 0.25, 0.);
    check("C", -1, 3., 10.);
    check("R", -1, 0.25, 2.5);
    check("R", -1, 2.25, 2.5);
    check("R", -1, 3.75, 7.5);
    check("R", 1, 3.75, 10.);
    check("A", -1, 0.25, -7.5);
    check("A", -1, 3.75, 27.5);
    check("M", -1, 0.25, 7.5);
    check("M", -1, 2.25, 7.5);
    check("M", -1, 3.25, 2.5);
    check("M", 1, 3.25, 0.);
    check("K", -1, 0.5, -5.);
    check("K", -1, 3.5, 25.);
}

// Two keys a tick apart would be repeated two hundred thousand million times.
BOOST_AUTO_TEST_CASE(truth_10_repetitions_without_number_are_refused)
{
    FbxRecord stack{"AnimationStack",
                    {std::int64_t{100}, std::string("AnimStack::take"), std::string()},
                    {{"Properties70", {}, {fbxProperty("LocalStop", "KTime", {ticks(4.)})}}}};
    FbxRecord curve = lines(103, {{0., 0.}, {0., 1.}, {extrapolation("Post", "R", -1)}});
    curve.children.front().values = {Integers{0, 1}};
    BOOST_CHECK_THROW(
        static_cast<void>(loadModels({Placed().record(1, "thing"),
                                      stack,
                                      {"AnimationLayer", {std::int64_t{101}, std::string("AnimLayer::layer"), std::string()}, {}},
                                      {"AnimationCurveNode", {std::int64_t{102}, std::string("AnimCurveNode::node"), std::string()}, {}},
                                      curve},
                                     {fbxConnection(1, 0), fbxConnection(101, 100), fbxConnection(102, 101),
                                      fbxConnection(102, 1, "Lcl Translation"), fbxConnection(103, 102, "d|X")})),
        ImportError);
}

BOOST_AUTO_TEST_SUITE_END()
