#include <cmath>
#include <numbers>

#include <armature/ik/bone_look_controller.hpp>

#include <oracle/golden_rig.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(oracle_look)

namespace {

constexpr double pi = std::numbers::pi;

/// Why Babylon.js's result may differ from armature's.
constexpr const char* firstUpdate = "slerp: Babylon.js skips its first update";
constexpr const char* wideSlerp = "slerp with a yaw range above half a turn: Babylon.js applies the mesh's rotation twice";
constexpr const char* nearerEnd = "a yaw outside its range goes to the nearer end; Babylon.js compares the angles as numbers";
constexpr const char* meshOrigin = "limits of a root bone under an upright mesh: Babylon.js measures the target from the mesh's position";

constexpr const char* aheadIsUp = "limits where straight ahead points up: Babylon.js measures from the rounding of a zero vector";

/// Own axes of the bone that take part in looking, as columns right, up, forward: Babylon.js's pitchAxis, yawAxis and their cross product.
glm::dmat3 lookAxes(const Json& options)
{
    glm::dvec3 right(1., 0., 0.);
    glm::dvec3 up(0., 1., 0.);
    if (!options.isNull()) {
        right = options.has("pitchAxis") ? options["pitchAxis"].vector() : right;
        up = options.has("yawAxis") ? options["yawAxis"].vector() : up;
    }
    return {right, up, glm::cross(right, up)};
}

double numberOr(const Json& options, std::string_view key, double otherwise)
{
    return !options.isNull() && options.has(key) ? options[key].number() : otherwise;
}

struct Range {
    double low = -pi;
    double high = pi;
};

/// useAbsoluteValueForYaw is a range of its own on either side, which a range from -max to max says as well.
Range yawRange(const Json& options)
{
    const Range range{numberOr(options, "minYaw", -pi), numberOr(options, "maxYaw", pi)};
    const bool isAbsolute = !options.isNull() && options.flag("useAbsoluteValueForYaw");
    return isAbsolute && range.high - range.low <= pi ? Range{-range.high, range.high} : range;
}

glm::dvec3 upOf(const Json& golden)
{
    const Json options = golden["options"];
    const glm::dvec3 up = !options.isNull() && options.has("upAxis") ? options["upAxis"].vector() : glm::dvec3(0., 1., 0.);
    return golden["derived"]["upAxisSpace"].text() == "BONE" ? lookAxes(options) * up : up;
}

BoneLookOptions optionsOf(const Json& golden)
{
    const Json given = golden["options"];
    const auto number = [&](std::string_view key, double otherwise) { return static_cast<float>(numberOr(given, key, otherwise)); };
    const glm::dmat3 axes = lookAxes(given);
    const std::string space = golden["derived"]["upAxisSpace"].text();
    BoneLookOptions options;
    options.forward = glm::vec3(axes[2]);
    options.upAxis = glm::vec3(axes[1]);
    options.up = glm::vec3(upOf(golden));
    options.upSpace = space == "WORLD" ? Space::World : space == "BONE" ? Space::Local : Space::Skeleton;
    options.minYaw = static_cast<float>(yawRange(given).low);
    options.maxYaw = static_cast<float>(yawRange(given).high);
    options.minPitch = number("minPitch", -pi);
    options.maxPitch = number("maxPitch", pi);
    options.adjustYaw = number("adjustYaw", 0.);
    options.adjustPitch = number("adjustPitch", 0.);
    options.adjustRoll = number("adjustRoll", 0.);
    options.weight = number("slerpAmount", 1.);
    return options;
}

glm::dmat3 rotationPart(const glm::dmat4& matrix)
{
    return {glm::normalize(glm::dvec3(matrix[0])), glm::normalize(glm::dvec3(matrix[1])), glm::normalize(glm::dvec3(matrix[2]))};
}

/// Where the bone should look: from Babylon.js's definitions, in double, for matrices that scale the same all round.
struct SaneLook {
    std::vector<glm::dmat4> locals;
    bool takesNearerEnd = false;
    bool isMeasuredFromMesh = false;
    bool aheadPointsUp = false;

    SaneLook(const Json& golden, const Json& step, const GoldenRig& rig)
    {
        const Json options = golden["options"];
        const std::size_t bone = golden["bone"].index();
        const int parent = rig.parents()[bone];
        const glm::dmat4 mesh = golden["mesh"]["world"].matrix();
        const glm::dmat4 above = parent < 0 ? mesh : mesh * rig.absolutes()[static_cast<std::size_t>(parent)];
        locals = rig.locals();
        const glm::dvec3 from(above * locals[bone][3]);
        const std::string space = golden["derived"]["upAxisSpace"].text();
        const glm::dmat3 upFrame = space == "WORLD" ? glm::dmat3(1.) : rotationPart(space == "BONE" ? above : mesh);
        const glm::dvec3 up = glm::normalize(upFrame * upOf(golden));
        const glm::dmat3 axes = lookAxes(options);
        const glm::dvec3 forward = rotationPart(above) * axes[2];
        aheadPointsUp = std::abs(glm::dot(forward, up)) > 1. - 1e-12;
        const glm::dvec3 ahead = aheadPointsUp ? rotationPart(above) * axes[1] : forward;
        isMeasuredFromMesh = parent < 0 && space == "LOCAL" && up.y == 1.;

        const glm::dvec3 direction = limited(options, step["target"].vector() - from, up, ahead);
        const glm::dvec3 z = glm::normalize(direction);
        const glm::dvec3 x = glm::normalize(glm::cross(up, z));
        const glm::dmat3 adjust(glm::mat3_cast(reference::eulerRotation(
            {numberOr(options, "adjustPitch", 0.), numberOr(options, "adjustYaw", 0.), numberOr(options, "adjustRoll", 0.)})));
        const glm::dmat3 world = glm::dmat3(x, glm::cross(z, x), z) * adjust * glm::transpose(axes);
        const glm::dquat solved = glm::quat_cast(glm::transpose(rotationPart(above)) * world);
        const glm::dquat now = glm::slerp(glm::quat_cast(rotationPart(locals[bone])), solved, numberOr(options, "slerpAmount", 1.));
        const double scale = glm::length(glm::dvec3(locals[bone][0]));
        const glm::dvec4 origin = locals[bone][3];
        locals[bone] = glm::mat4_cast(now) * reference::scaling(glm::dvec3(scale));
        locals[bone][3] = origin;
    }

private:
    glm::dvec3 limited(const Json& options, const glm::dvec3& direction, const glm::dvec3& up, const glm::dvec3& ahead)
    {
        const Range yawLimits = yawRange(options);
        const glm::dvec3 right = glm::normalize(glm::cross(up, ahead));
        const glm::dvec3 level = glm::cross(right, up);
        const glm::dvec3 seen =
            glm::dvec3(glm::dot(direction, right), glm::dot(direction, up), glm::dot(direction, level)) / glm::length(direction);
        const double pitch = std::clamp(std::asin(seen.y), numberOr(options, "minPitch", -pi), numberOr(options, "maxPitch", pi));
        double yaw = std::atan2(seen.x, seen.z);
        if (yaw < yawLimits.low || yaw > yawLimits.high) {
            const auto gap = [&](double end) { return std::abs(std::remainder(yaw - end, 2. * pi)); };
            const double nearer = gap(yawLimits.low) < gap(yawLimits.high) ? yawLimits.low : yawLimits.high;
            takesNearerEnd = nearer != std::clamp(yaw, yawLimits.low, yawLimits.high);
            yaw = nearer;
        }
        return std::cos(pitch) * (std::sin(yaw) * right + std::cos(yaw) * level) + std::sin(pitch) * up;
    }
};

struct GoldenLook {
    explicit GoldenLook(const Json& golden)
        : host(makeNode(scene, golden["mesh"], "mesh"))
        , rig(golden["bones"])
        , controller(*rig.skeleton.bones()[golden["bone"].index()], optionsOf(golden))
    {
        rig.skeleton.setHostNode(&host);
    }

    Scene scene;
    TransformNode& host;
    GoldenRig rig;
    BoneLookController controller;
};

const char* markOf(const Json& golden, const SaneLook& sane, float weight, int update)
{
    const Json options = golden["options"];
    const double range = yawRange(options).high - yawRange(options).low;
    const bool hasLimits = range < 2. * pi || numberOr(options, "maxPitch", pi) - numberOr(options, "minPitch", -pi) < 2. * pi;
    return weight < 1.f && update == 0            ? firstUpdate
           : golden.flag("quirk")                 ? wideSlerp
           : sane.takesNearerEnd && range <= pi   ? nearerEnd
           : sane.isMeasuredFromMesh && hasLimits ? meshOrigin
           : sane.aheadPointsUp && hasLimits      ? aheadIsUp
                                                  : "";
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_case_is_equal_or_deliberately_different)
{
    const OracleFile file("look");
    OracleTally tally("look");
    for (const Json& golden : file.cases()) {
        tally.examinedCase();
        GoldenLook look(golden);
        int number = 0;
        for (const Json& step : golden["updates"].items()) {
            StepVerdict verdict(tally, golden["id"].text() + " update " + std::to_string(number));
            const SaneLook sane(golden, step, look.rig);
            const std::string mark = markOf(golden, sane, look.controller.getOptions().weight, number++);
            look.controller.setTarget(glm::vec3(step["target"].vector()));
            static_cast<void>(look.controller.update());
            verdict.equalOrSane("local", numbersOf(look.rig.locals()), step["local"].numbers(), mark,
                                [&] { return numbersOf(sane.locals); });
            verdict.equalOrSane("absolute", numbersOf(look.rig.absolutes()), step["absolute"].numbers(), mark,
                                [&] { return numbersOf(reference::absolutes(sane.locals, look.rig.parents())); });
            if (mark != aheadIsUp) {  // those are no rotations
                look.rig.setLocals(step["local"].matrices());
            }
        }
    }
    tally.report();
}

BOOST_AUTO_TEST_SUITE_END()
