#include <cmath>
#include <numbers>

#include <armature/ik/bone_ik_controller.hpp>

#include <oracle/golden_rig.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(oracle_ik)

namespace {

constexpr double limbTolerance = 1e-4;  // from the golden cases' README: targets depend on the pose and inherit its errors

/// Why Babylon.js's result may differ from armature's, and what is checked instead.
constexpr const char* mirrored = "mirrored: Babylon.js bends a quarter turn off the pole; the elbow lies away from it";
constexpr const char* alongAxis = "bend axis along the bone: refused, and the axis that is chosen without it bends away from the pole";
constexpr const char* alongX =
    "bones along X: Babylon.js rolls them a quarter turn, so that the elbow lies elsewhere; ours lies away from the pole";
constexpr const char* keepsRest = "the lower bone bends from its rest rotation, which Babylon.js drops";
constexpr const char* fromPose = "slerp goes from the incoming pose the short way; Babylon.js's elbow starts folded and counts angles";

bool isMirroredCase(const Json& golden)
{
    return !golden["derived"]["notMirrored"].truth();
}

/// Returns the direction along which the upper bone lies.
glm::dvec3 directionOf(const Json& golden)
{
    return glm::normalize(golden["bones"].items()[golden["bone"].index()]["t"].vector());
}

bool hasAxisAlongBone(const Json& golden)
{
    return std::abs(glm::dot(golden["derived"]["bendAxis"].vector(), directionOf(golden))) > 0.99;
}

/// Returns the options that the case gives; all others keep armature's defaults.
BoneIkOptions givenOptionsOf(const Json& golden)
{
    BoneIkOptions options;
    const Json lower = golden["bones"].items()[golden["bone"].index()];
    if (lower.has("len")) {  // armature would place the tip along +Y
        options.tip = glm::vec3(directionOf(golden) * lower["len"].number());
    }
    const Json given = golden["options"];
    if (!given.isNull()) {
        options.poleAngle = given.has("poleAngle") ? static_cast<float>(given["poleAngle"].number()) : 0.f;
        options.weight = given.has("slerpAmount") ? static_cast<float>(given["slerpAmount"].number()) : 1.f;
        options.maxAngle = given.has("maxAngle") ? static_cast<float>(given["maxAngle"].number()) : options.maxAngle;
        if (given.has("bendAxis") && !isMirroredCase(golden) && !hasAxisAlongBone(golden)) {
            options.bendAxis = glm::vec3(given["bendAxis"].vector());
        }
    }
    return options;
}

/// Returns the case's options plus everything that Babylon.js chose, so that other choices do not cause differences.
BoneIkOptions ikOptionsOf(const Json& golden)
{
    BoneIkOptions options = givenOptionsOf(golden);
    if (!isMirroredCase(golden)) {
        options.bendAxis = glm::vec3(golden["derived"]["bendAxis"].vector());
    }
    options.maxAngle = static_cast<float>(golden["derived"]["maxAngle"].number());
    options.maxPoleTurn = std::numeric_limits<float>::infinity();
    return options;
}

/// A case as its file describes it: a rig hosted by Babylon.js's mesh, and a controller.
struct GoldenLimb {
    explicit GoldenLimb(const Json& golden, const BoneIkOptions& chosen)
        : host(makeNode(scene, golden["mesh"], "mesh"))
        , poleNode(scene.createTransformNode("pole"))
        , rig(golden["bones"])
        , lower(golden["bone"].index())
        , controller(*rig.skeleton.bones()[lower], chosen)
    {
        rig.skeleton.setHostNode(&host);
        const Json options = golden["options"];
        const std::string from = golden["poleFrom"].text();
        if (!options.isNull() && options.has("poleTargetLocalOffset")) {
            poleOffset = options["poleTargetLocalOffset"].vector();
        }
        if (from == "bone") {
            poleBone = rig.skeleton.bones()[golden["poleTargetBone"].index()];
            controller.setPole(*poleBone, glm::vec3(poleOffset));
        } else if (from == "mesh") {
            controller.setPole(poleNode, glm::vec3(poleOffset));
        }
    }

    void aim(const Json& step)
    {
        controller.setTarget(glm::vec3(step["target"].vector()));
        if (step.has("poleTarget")) {
            controller.setPole(glm::vec3(step["poleTarget"].vector()));
        } else if (step.has("poleMeshPosition")) {
            poleNode.setPosition(glm::vec3(step["poleMeshPosition"].vector()));
        }
    }

    [[nodiscard]] glm::dmat4 worldOf(std::size_t bone) const { return glm::dmat4(rig.skeleton.bones()[bone]->getWorldMatrix()); }
    [[nodiscard]] glm::dvec3 ownTip() const
    {
        const auto& option = controller.getOptions().tip;
        return option ? glm::dvec3(*option) : glm::dvec3(rig.skeleton.bones()[lower + 1]->getPosition());
    }
    [[nodiscard]] glm::dvec3 tip() const { return worldOf(lower) * glm::dvec4(ownTip(), 1.); }
    [[nodiscard]] glm::dvec3 poleIn(const Json& step) const
    {
        return step.has("poleTarget")         ? step["poleTarget"].vector()
               : step.has("poleMeshPosition") ? step["poleMeshPosition"].vector() + poleOffset
                                              : glm::dvec3(poleBone->getWorldMatrix() * glm::vec4(glm::vec3(poleOffset), 1.f));
    }

    Scene scene;
    TransformNode& host;
    TransformNode& poleNode;
    GoldenRig rig;
    std::size_t lower;
    BoneIkController controller;
    glm::dvec3 poleOffset{0.};
    Bone* poleBone = nullptr;
};

/// The expected triangle of upper joint, elbow and tip in world space, by the law of cosines. The world's scale is uniform here.
struct Triangle {
    glm::dvec3 elbow;
    glm::dvec3 tip;
    double bend;  ///< Bend of the elbow; 0 is straight.

    Triangle(const GoldenLimb& limb, const Json& step)
    {
        const glm::dvec3 start(limb.worldOf(limb.lower - 1)[3]);
        const glm::dvec3 middle(limb.worldOf(limb.lower)[3]);
        const double a = glm::distance(start, middle);
        const double b = glm::distance(middle, limb.tip());
        const double reach = std::sqrt(a * a + b * b - 2. * a * b * std::cos(static_cast<double>(limb.controller.getOptions().maxAngle)));
        const glm::dvec3 toTarget = step["target"].vector() - start;
        const double c = std::clamp(glm::length(toTarget), std::abs(a - b), reach);
        const glm::dvec3 line = glm::normalize(toTarget);
        const glm::dvec3 pole = limb.poleIn(step) - start;
        const glm::dvec3 away = glm::normalize(glm::dot(pole, line) * line - pole);
        const double angle = std::acos(std::clamp((c * c + a * a - b * b) / (2. * c * a), -1., 1.));
        elbow = start + a * (std::cos(angle) * line + std::sin(angle) * away);
        tip = start + c * line;
        bend = std::acos(std::clamp((c * c - a * a - b * b) / (2. * a * b), -1., 1.));
    }
};

/// Returns the correct local matrix of the lower bone: its rest, straightened by the shortest turn, then bent about the axis and blended
/// with the previous pose.
glm::dmat4 saneLower(const Json& golden, const GoldenLimb& limb, const glm::dmat4& before, double bend)
{
    const Json spec = golden["bones"].items()[limb.lower];
    const glm::dquat rest = glm::normalize(spec["r"].quaternion());
    const glm::dvec3 along = directionOf(golden);
    const glm::dvec3 now = rest * along;
    const glm::dvec3 axis = glm::cross(now, along);
    const glm::dquat straighten = glm::normalize(glm::dquat(1. + glm::dot(now, along), axis.x, axis.y, axis.z));
    const glm::dquat solved = glm::angleAxis(-bend, golden["derived"]["bendAxis"].vector()) * straighten * rest;
    const glm::dquat from = glm::quat_cast(glm::dmat3(before));
    glm::dmat4 local = glm::mat4_cast(glm::slerp(from, solved, static_cast<double>(limb.controller.getOptions().weight)));
    local[3] = before[3];
    return local;
}

void checkMirrored(StepVerdict& verdict, GoldenLimb& limb, const Json& step, const Triangle& sane, const std::vector<glm::dmat4>& before,
                   const char* why)
{
    const glm::dmat4 theirs = glm::dmat4(limb.host.getWorldMatrix()) * step["absolute"].matrices()[limb.lower];
    verdict.equalOrSane(
        "elbow", listOf(glm::dvec3(limb.worldOf(limb.lower)[3])), listOf(glm::dvec3(theirs[3])), why, [&] { return listOf(sane.elbow); },
        limbTolerance);
    verdict.equalOrSane(
        "tip", listOf(limb.tip()), listOf(glm::dvec3(theirs * glm::dvec4(limb.ownTip(), 1.))), why, [&] { return listOf(sane.tip); },
        limbTolerance);
    const auto after = limb.rig.locals();
    for (std::size_t i = 0; i < after.size(); ++i) {
        for (glm::length_t column = 0; column < 3; ++column) {
            verdict.isSane("scale", std::vector{glm::length(after[i][column])}, std::vector{glm::length(before[i][column])}, why);
        }
        verdict.isSane("mirror", glm::determinant(after[i]) * glm::determinant(before[i]) > 0., why);
    }
}

/// Checks a step. Only the lower bone's local matrix may differ from Babylon.js's, and the absolute matrices that depend on it.
void checkLimbStep(StepVerdict& verdict, const Json& golden, GoldenLimb& limb, const Json& step, const std::vector<glm::dmat4>& before,
                   double bend)
{
    const bool blends = limb.controller.getOptions().weight < 1.f;
    const char* const mark = golden.has("note") ? keepsRest : blends ? fromPose : "";
    std::vector<glm::dmat4> sane = step["local"].matrices();
    sane[limb.lower] = saneLower(golden, limb, before[limb.lower], bend);
    verdict.equalOrSane(
        "local", numbersOf(limb.rig.locals()), step["local"].numbers(), mark, [&] { return numbersOf(sane); }, limbTolerance);
    verdict.equalOrSane(
        "absolute", numbersOf(limb.rig.absolutes()), step["absolute"].numbers(), mark,
        [&] { return numbersOf(reference::absolutes(sane, limb.rig.parents())); }, limbTolerance);
}

void checkUpdate(const Json& golden, const Json& step, const std::string& where, GoldenLimb& limb, OracleTally& tally)
{
    StepVerdict verdict(tally, where);
    const auto before = limb.rig.locals();
    limb.aim(step);
    const Triangle sane(limb, step);
    const double distance = glm::distance(sane.tip, step["target"].vector());
    const auto report = limb.controller.update();
    if (limb.controller.getOptions().weight == 1.f) {
        const double scale = glm::length(glm::dvec3(limb.host.getWorldMatrix()[0]));
        verdict.equal("distance in the report", {report.distance * scale}, {distance}, limbTolerance);
    }
    if (isMirroredCase(golden)) {
        checkMirrored(verdict, limb, step, sane, before, hasAxisAlongBone(golden) ? alongAxis : mirrored);
    } else {
        checkLimbStep(verdict, golden, limb, step, before, sane.bend);
        limb.rig.setLocals(step["local"].matrices());
    }
}

void checkDefaults(StepVerdict& verdict, const Json& golden, const GoldenLimb& limb, const Json& step, const Triangle& sane)
{
    if (limb.controller.getOptions().weight < 1.f) {
        return;  // the other test case compares partial weights
    }
    const bool isRolled = golden["derived"]["adjustRoll"].number() != 0.;
    const char* const mark = hasAxisAlongBone(golden) ? alongAxis : isMirroredCase(golden) ? mirrored : isRolled ? alongX : "";
    const glm::dmat4 theirs = glm::dmat4(limb.host.getWorldMatrix()) * step["absolute"].matrices()[limb.lower];
    verdict.equalOrSane(
        "elbow", listOf(glm::dvec3(limb.worldOf(limb.lower)[3])), listOf(glm::dvec3(theirs[3])), mark, [&] { return listOf(sane.elbow); },
        limbTolerance);
}

/// Checks that a bend axis of Babylon.js that lies along the bone is refused, and that the message names the bone.
void checkRefusal(StepVerdict& verdict, const Json& golden)
{
    GoldenRig rig(golden["bones"]);
    BoneIkOptions options;
    options.bendAxis = glm::vec3(golden["derived"]["bendAxis"].vector());
    const auto namesBone = [](const std::invalid_argument& e) {
        return std::string(e.what()).find("upper/lower: the bend axis (1, 0, 0) lies along") != std::string::npos;
    };
    bool isRefused = false;
    try {
        const BoneIkController controller(*rig.skeleton.bones()[golden["bone"].index()], options);
    } catch (const std::invalid_argument& error) {
        isRefused = namesBone(error);
    }
    verdict.isSane("refused", isRefused, alongAxis);
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_case_is_equal_or_deliberately_different)
{
    compareGolden("ik", [](const Json& golden, OracleTally& tally) {
        if (hasAxisAlongBone(golden)) {
            StepVerdict verdict(tally, golden["id"].text());
            checkRefusal(verdict, golden);
        }
        GoldenLimb limb(golden, ikOptionsOf(golden));
        int number = 0;
        for (const Json& step : golden["updates"].items()) {
            checkUpdate(golden, step, golden["id"].text() + " update " + std::to_string(number++) + " " + step["kind"].text(), limb, tally);
        }
    });
}

// Uses only the options that the case gives. A mark excuses a step in which Babylon.js's elbow is elsewhere. The sane elbow and tip belong
// to the triangle whose elbow points away from the pole.
BOOST_AUTO_TEST_CASE(our_defaults_are_compared_too)
{
    compareGolden("ik", "ik by default", [](const Json& golden, OracleTally& tally) {
        GoldenLimb limb(golden, givenOptionsOf(golden));
        int number = 0;
        for (const Json& step : golden["updates"].items()) {
            StepVerdict verdict(tally, golden["id"].text() + " update " + std::to_string(number++) + " " + step["kind"].text());
            limb.aim(step);
            const Triangle sane(limb, step);
            limb.controller.update();
            checkDefaults(verdict, golden, limb, step, sane);
            limb.rig.setLocals(step["local"].matrices());
        }
    });
}

BOOST_AUTO_TEST_SUITE_END()
