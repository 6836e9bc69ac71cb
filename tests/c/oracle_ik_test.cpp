#include <cmath>
#include <limits>
#include <numbers>

#include <armature/ik/bone_ik_controller.hpp>
#include <armature/ik/bone_look_controller.hpp>

#include "golden_twin.hpp"

using namespace armature;
using namespace armature::test;
using namespace armature::test::capi;

namespace {

constexpr double ikTolerance = 1e-4;  // from the golden cases' README: targets depend on the pose and inherit its errors

/// A case's rig, hosted by a copy of Babylon.js's mesh, in C++ and through the C API.
struct HostedTwin {
    explicit HostedTwin(const Json& golden) : twin(golden["bones"]), cppHost(makeNode(cppScene, golden["mesh"], "mesh"))
    {
        ok(armature_scene_create(twin.context, &scene));
        ok(armature_scene_create_node(scene, "mesh", nullptr, nullptr, &host));
        // The nested nodes of the case as one: its world matrix is exact.
        ok(armature_node_set_local_matrix(host, MatrixFloats(cppHost.getWorldMatrix()).numbers));
        cppHost.setParent(nullptr);
        cppHost.setLocalMatrix(capi::matrixOf(armature_node_world_matrix, static_cast<const armature_node*>(host)));
        twin.cpp.skeleton.setHostNode(&cppHost);
        ok(armature_skeleton_set_host(twin.skeleton, host));
    }

    /// Compares one update, and goes on from the golden pose.
    void compareUpdate(OracleTally& tally, const Json& step)
    {
        twin.compareLocals(tally, step["local"].numbers(), ikTolerance);
        if (step.has("absolute")) {
            twin.compare(tally, "absolute", armature_bone_absolute_matrix, &Bone::getAbsoluteMatrix, step["absolute"].numbers(),
                         ikTolerance);
        }
        twin.setLocals(step["local"].matrices());
    }

    GoldenTwin twin;
    Scene cppScene;
    TransformNode& cppHost;
    armature_scene* scene = nullptr;
    armature_node* host = nullptr;
};

bool isMirroredLimb(const Json& golden)
{
    return !golden["derived"]["notMirrored"].truth();
}

/// Fills the options of a limb with what Babylon.js chose, as tests/oracle does.
BoneIkOptions limbOptionsOf(const Json& golden)
{
    BoneIkOptions options;
    const Json lower = golden["bones"].items()[golden["bone"].index()];
    if (lower.has("len")) {
        options.tip = glm::vec3(glm::normalize(lower["t"].vector()) * lower["len"].number());
    }
    const Json given = golden["options"];
    if (!given.isNull()) {
        options.poleAngle = given.has("poleAngle") ? static_cast<float>(given["poleAngle"].number()) : 0.f;
        options.weight = given.has("slerpAmount") ? static_cast<float>(given["slerpAmount"].number()) : 1.f;
    }
    if (!isMirroredLimb(golden)) {
        options.bendAxis = glm::vec3(golden["derived"]["bendAxis"].vector());
    }
    options.maxAngle = static_cast<float>(golden["derived"]["maxAngle"].number());
    options.maxPoleTurn = std::numeric_limits<float>::infinity();
    return options;
}

armature_bone_ik_options give(const BoneIkOptions& options)
{
    armature_bone_ik_options given;
    ok(armature_bone_ik_options_default(&given, sizeof given));
    given.has_bend_axis = options.bendAxis.has_value();
    given.has_tip = options.tip.has_value();
    const glm::vec3 axis = options.bendAxis.value_or(glm::vec3(0.f));
    const glm::vec3 tip = options.tip.value_or(glm::vec3(0.f));
    for (glm::length_t i = 0; i < 3; ++i) {
        given.bend_axis[i] = axis[i];
        given.tip[i] = tip[i];
    }
    given.pole_angle = options.poleAngle;
    given.weight = options.weight;
    given.max_angle = options.maxAngle;
    given.max_pole_turn = options.maxPoleTurn;
    return given;
}

/// The pole of a case: a point of each update, a point of a bone, or a point of a node that each update moves.
class Pole {
public:
    Pole(const Json& golden, HostedTwin& hosted, BoneIkController& cpp, armature_bone_ik* ik) : cpp_(cpp), ik_(ik)
    {
        const Json options = golden["options"];
        const bool hasOffset = !options.isNull() && options.has("poleTargetLocalOffset");
        const glm::vec3 offset = hasOffset ? glm::vec3(options["poleTargetLocalOffset"].vector()) : glm::vec3(0.f);
        const std::string from = golden["poleFrom"].text();
        if (from == "bone") {
            const std::size_t bone = golden["poleTargetBone"].index();
            cpp.setPole(*hosted.twin.cpp.skeleton.bones()[bone], offset);
            ok(armature_bone_ik_set_pole_node(ik, armature_bone_as_node(hosted.twin.bone(bone)), &offset.x));
        } else if (from == "mesh") {
            cppNode_ = &hosted.cppScene.createTransformNode("pole");
            ok(armature_scene_create_node(hosted.scene, "pole", nullptr, nullptr, &node_));
            cpp.setPole(*cppNode_, offset);
            ok(armature_bone_ik_set_pole_node(ik, node_, &offset.x));
        }
    }

    void move(const Json& step) const
    {
        if (step.has("poleTarget")) {
            const glm::vec3 place(step["poleTarget"].vector());
            cpp_.setPole(place);
            ok(armature_bone_ik_set_pole(ik_, &place.x, ARMATURE_SPACE_WORLD));
        } else if (step.has("poleMeshPosition")) {
            const glm::vec3 place(step["poleMeshPosition"].vector());
            cppNode_->setPosition(place);
            ok(armature_node_set_position(node_, &place.x, ARMATURE_SPACE_LOCAL));
        }
    }

private:
    BoneIkController& cpp_;
    armature_bone_ik* ik_;
    TransformNode* cppNode_ = nullptr;
    armature_node* node_ = nullptr;
};

void compareLimb(const Json& golden, OracleTally& tally)
{
    const BoneIkOptions options = limbOptionsOf(golden);
    HostedTwin hosted(golden);
    GoldenTwin& twin = hosted.twin;
    const std::size_t lower = golden["bone"].index();
    BoneIkController cpp(*twin.cpp.skeleton.bones()[lower], options);
    const armature_bone_ik_options given = give(options);
    armature_bone_ik* ik = nullptr;
    ok(armature_bone_ik_create(twin.bone(lower), &given, &ik));
    const Pole pole(golden, hosted, cpp, ik);
    for (const Json& step : golden["updates"].items()) {
        tally.examinedStep();
        const glm::vec3 target(step["target"].vector());
        cpp.setTarget(target);
        ok(armature_bone_ik_set_target(ik, &target.x, ARMATURE_SPACE_WORLD));
        pole.move(step);
        const BoneIkReport expected = cpp.update();
        armature_ik_report report{};
        report.size = sizeof report;
        ok(armature_bone_ik_update(ik, std::numeric_limits<double>::infinity(), &report));
        BOOST_TEST(report.distance == expected.distance);
        BOOST_TEST(report.is_reached == expected.isReached);
        BOOST_TEST(report.is_limited == expected.isAngleHeld);
        BOOST_TEST(report.beyond_reach == expected.beyondReach);
        hosted.compareUpdate(tally, step);
    }
}

double optionOr(const Json& options, std::string_view key, double otherwise)
{
    return !options.isNull() && options.has(key) ? options[key].number() : otherwise;
}

armature_bone_look_options lookOptionsOf(const Json& golden)
{
    const Json given = golden["options"];
    const auto axis = [&](std::string_view key, const glm::dvec3& otherwise) {
        return !given.isNull() && given.has(key) ? given[key].vector() : otherwise;
    };
    const auto number = [&](std::string_view key, double otherwise) { return static_cast<float>(optionOr(given, key, otherwise)); };
    const glm::dvec3 right = axis("pitchAxis", {1., 0., 0.});
    const glm::dvec3 upAxis = axis("yawAxis", {0., 1., 0.});
    const glm::dmat3 axes(right, upAxis, glm::cross(right, upAxis));
    const std::string space = golden["derived"]["upAxisSpace"].text();
    const glm::dvec3 up = axis("upAxis", {0., 1., 0.});
    armature_bone_look_options options;
    ok(armature_bone_look_options_default(&options, sizeof options));
    for (glm::length_t i = 0; i < 3; ++i) {
        options.forward[i] = static_cast<float>(axes[2][i]);
        options.up_axis[i] = static_cast<float>(axes[1][i]);
        options.up[i] = static_cast<float>(space == "BONE" ? (axes * up)[i] : up[i]);
    }
    options.up_space = space == "WORLD" ? ARMATURE_SPACE_WORLD : space == "BONE" ? ARMATURE_SPACE_LOCAL : ARMATURE_SPACE_SKELETON;
    options.min_yaw = number("minYaw", -std::numbers::pi);
    options.max_yaw = number("maxYaw", std::numbers::pi);
    options.min_pitch = number("minPitch", -std::numbers::pi);
    options.max_pitch = number("maxPitch", std::numbers::pi);
    if (!given.isNull() && given.flag("useAbsoluteValueForYaw")
        && static_cast<double>(options.max_yaw - options.min_yaw) <= std::numbers::pi) {
        options.min_yaw = -options.max_yaw;
    }
    options.adjust_yaw = number("adjustYaw", 0.);
    options.adjust_pitch = number("adjustPitch", 0.);
    options.adjust_roll = number("adjustRoll", 0.);
    options.weight = number("slerpAmount", 1.);
    return options;
}

BoneLookOptions inCpp(const armature_bone_look_options& given)
{
    const auto vector = [](const float* numbers) { return glm::vec3(numbers[0], numbers[1], numbers[2]); };
    BoneLookOptions options;
    options.forward = vector(given.forward);
    options.upAxis = vector(given.up_axis);
    options.up = vector(given.up);
    options.upSpace = static_cast<Space>(given.up_space);
    options.minYaw = given.min_yaw;
    options.maxYaw = given.max_yaw;
    options.minPitch = given.min_pitch;
    options.maxPitch = given.max_pitch;
    options.adjustYaw = given.adjust_yaw;
    options.adjustPitch = given.adjust_pitch;
    options.adjustRoll = given.adjust_roll;
    options.weight = given.weight;
    return options;
}

void compareLook(const Json& golden, OracleTally& tally)
{
    const armature_bone_look_options options = lookOptionsOf(golden);
    HostedTwin hosted(golden);
    const std::size_t bone = golden["bone"].index();
    BoneLookController cpp(*hosted.twin.cpp.skeleton.bones()[bone], inCpp(options));
    armature_bone_look* look = nullptr;
    ok(armature_bone_look_create(hosted.twin.bone(bone), &options, &look));
    for (const Json& step : golden["updates"].items()) {
        tally.examinedStep();
        const glm::vec3 target(step["target"].vector());
        cpp.setTarget(target);
        ok(armature_bone_look_set_target(look, &target.x, ARMATURE_SPACE_WORLD));
        const BoneLookReport expected = cpp.update();
        armature_ik_report report{};
        report.size = sizeof report;
        ok(armature_bone_look_update(look, std::numeric_limits<double>::infinity(), &report));
        BOOST_TEST(report.angle == expected.angle);
        BOOST_TEST(report.is_limited == (expected.isPitchHeld || expected.isYawHeld));
        hosted.compareUpdate(tally, step);
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(c_oracle)

BOOST_AUTO_TEST_CASE(limbs_are_golden_through_c)
{
    compareGolden("ik", "c ik", [](const Json& golden, OracleTally& tally) {
        const Json lower = golden["bones"].items()[golden["bone"].index()];
        const glm::dvec3 along = glm::normalize(lower["t"].vector());
        if (!isMirroredLimb(golden) && std::abs(glm::dot(golden["derived"]["bendAxis"].vector(), along)) > 0.99) {
            tally.skipped("a bend axis along the bone is refused");
        } else {
            compareLimb(golden, tally);
        }
    });
}

BOOST_AUTO_TEST_CASE(looks_are_golden_through_c)
{
    compareGolden("look", "c look", [](const Json& golden, OracleTally& tally) { compareLook(golden, tally); });
}

BOOST_AUTO_TEST_SUITE_END()
