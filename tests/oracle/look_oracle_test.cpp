#include <algorithm>
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
constexpr const char* absoluteYaw = "absolute yaw with a range above half a turn: Babylon.js lets through what is below the other end";
constexpr const char* meshOrigin = "limits of a root bone under an upright mesh: Babylon.js measures the target from the mesh's position";

constexpr const char* aheadIsUp = "limits where straight ahead points up: Babylon.js measures from the rounding of a zero vector";

/// Returns the bone's own axes for looking, as columns right, up, forward: Babylon.js's pitchAxis, yawAxis and their cross product.
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

/// Returns the yaw limits. useAbsoluteValueForYaw limits the absolute value of the yaw; a range from -max to max does the same.
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

BoneLookOptions lookOptionsOf(const Json& golden)
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

double clampedYaw(double yaw, const Range& range)
{
    return std::clamp(yaw, range.low, range.high);
}

double angleBetween(double yaw, double other)
{
    return std::abs(std::remainder(yaw - other, 2. * pi));
}

double nearestYaw(double yaw, const Range& range)
{
    if (clampedYaw(yaw, range) == yaw) {
        return yaw;
    }
    return angleBetween(yaw, range.low) < angleBetween(yaw, range.high) ? range.low : range.high;
}

/// Computes in double where the bone looks after one update, for matrices with uniform scale. `Rules` selects the correct rules or
/// Babylon.js's. A mark excuses an update only if the golden case shows the result of Babylon.js's rules.
class LookModel {
public:
    enum class Rules { Sane, Babylon };

    LookModel(const Json& golden, std::size_t update, const GoldenRig& rig, Rules rules)
        : locals(rig.locals())
        , options_(golden["options"])
        , rules_(rules)
        , bone_(golden["bone"].index())
        , update_(update)
        , mesh_(golden["mesh"]["world"].matrix())
    {
        const int parent = rig.parents()[bone_];
        above_ = parent < 0 ? mesh_ : mesh_ * rig.absolutes()[static_cast<std::size_t>(parent)];
        weight_ = numberOr(options_, "slerpAmount", 1.);
        if (rules == Rules::Babylon && weight_ < 1. && update == 0) {
            deviation = firstUpdate;
            return;
        }
        const std::string space = golden["derived"]["upAxisSpace"].text();
        const glm::dmat3 upFrame = space == "WORLD" ? glm::dmat3(1.) : rotationPart(space == "BONE" ? above_ : mesh_);
        const glm::dvec3 up = glm::normalize(upFrame * upOf(golden));
        const bool isMeasuredFromMesh = parent < 0 && space == "LOCAL" && up.y == 1.;
        const glm::dvec3 from(above_ * locals[bone_][3]);
        turn(limited(golden["updates"].items()[update]["target"].vector() - from, up, isMeasuredFromMesh), up);
    }

    std::vector<glm::dmat4> locals;
    /// Which of Babylon.js's rules made a difference; empty if none did.
    std::string deviation;
    bool aheadPointsUp = false;

private:
    /// Returns the direction to look along, within the limits.
    glm::dvec3 limited(const glm::dvec3& direction, const glm::dvec3& up, bool isMeasuredFromMesh)
    {
        const double minPitch = numberOr(options_, "minPitch", -pi);
        const double maxPitch = numberOr(options_, "maxPitch", pi);
        const Range yaws{numberOr(options_, "minYaw", -pi), numberOr(options_, "maxYaw", pi)};
        if (yaws.high - yaws.low >= 2. * pi && maxPitch - minPitch >= 2. * pi) {
            return direction;
        }
        const glm::dvec3 forward = rotationPart(above_) * lookAxes(options_)[2];
        aheadPointsUp = std::abs(glm::dot(forward, up)) > 1. - 1e-12;
        const glm::dvec3 ahead = aheadPointsUp ? rotationPart(above_) * lookAxes(options_)[1] : forward;
        const glm::dvec3 right = glm::normalize(glm::cross(up, ahead));
        glm::dmat3 axes(right, up, glm::cross(right, up));
        glm::dvec3 origin(0.);
        if (rules_ == Rules::Babylon && isMeasuredFromMesh) {
            axes = rotationPart(mesh_);
            origin = glm::dvec3(mesh_[3]);
            deviation = meshOrigin;
        }
        glm::dvec3 seen = glm::transpose(axes) * (direction - origin);
        const double level = std::hypot(seen.x, seen.z);
        const double pitch = std::atan2(seen.y, level);
        if (const double allowed = std::clamp(pitch, minPitch, maxPitch); allowed != pitch) {
            seen.y = std::tan(allowed) * level;
        }
        const double yaw = std::atan2(seen.x, seen.z);
        const double allowed = rules_ == Rules::Sane ? nearestYaw(yaw, yawRange(options_)) : yawOfBabylon(yaw, yaws, axes, origin);
        if (allowed != yaw) {
            seen.x = std::sin(allowed) * level;
            seen.z = std::cos(allowed) * level;
        }
        return axes * seen + origin;
    }

    double yawOfBabylon(double yaw, const Range& range, const glm::dmat3& axes, const glm::dvec3& origin)
    {
        if (range.high - range.low <= pi) {
            const double allowed = clampedYaw(yaw, yawRange(options_));
            if (allowed != nearestYaw(yaw, yawRange(options_))) {
                deviation = nearerEnd;
            }
            return allowed;
        }
        const bool isAbsolute = !options_.isNull() && options_.flag("useAbsoluteValueForYaw");
        double allowed = nearestYaw(yaw, range);
        if (isAbsolute && std::abs(yaw) <= range.high && allowed != yaw) {
            deviation = absoluteYaw;
            allowed = yaw;
        }
        if (weight_ < 1. && update_ > 1 && range.high - range.low < 2. * pi) {
            // The bone's forward axis, transformed as a point by the mesh's world matrix and then turned by the bone's world rotation.
            const glm::dmat4 turned(glm::mat4_cast(glm::quat_cast(rotationPart(above_ * locals[bone_]))));
            const glm::dvec3 sight(turned * (mesh_ * glm::dvec4(lookAxes(options_)[2], 1.)));
            const glm::dvec3 seen = glm::transpose(axes) * (sight - origin);
            const double now = std::atan2(seen.x, seen.z);
            const double behind = (range.low + range.high) / 2. + pi;
            if (angleBetween(now, yaw) > angleBetween(now, behind)) {
                deviation = wideSlerp;
                return now + (angleBetween(now, range.low) < angleBetween(now, range.high) ? 0.75 : -0.75) * pi;
            }
        }
        return allowed;
    }

    /// Turns the bone towards the direction, as far as the weight says.
    void turn(const glm::dvec3& direction, const glm::dvec3& up)
    {
        const glm::dvec3 z = glm::normalize(direction);
        const glm::dvec3 x = glm::normalize(glm::cross(up, z));
        const glm::dmat3 adjust(glm::mat3_cast(reference::eulerRotation(
            {numberOr(options_, "adjustPitch", 0.), numberOr(options_, "adjustYaw", 0.), numberOr(options_, "adjustRoll", 0.)})));
        const glm::dmat3 world = glm::dmat3(x, glm::cross(z, x), z) * adjust * glm::transpose(lookAxes(options_));
        const glm::dquat solved = glm::quat_cast(glm::transpose(rotationPart(above_)) * world);
        glm::dmat4& local = locals[bone_];
        const glm::dquat now = glm::slerp(glm::quat_cast(rotationPart(local)), solved, weight_);
        const double scale = glm::length(glm::dvec3(local[0]));
        const glm::dvec4 origin = local[3];
        local = glm::mat4_cast(now) * reference::scaling(glm::dvec3(scale));
        local[3] = origin;
    }

    Json options_;
    Rules rules_;
    std::size_t bone_;
    std::size_t update_;
    glm::dmat4 mesh_;
    glm::dmat4 above_{1.};
    double weight_ = 1.;
};

struct GoldenLook {
    explicit GoldenLook(const Json& golden)
        : host(makeNode(scene, golden["mesh"], "mesh"))
        , rig(golden["bones"])
        , controller(*rig.skeleton.bones()[golden["bone"].index()], lookOptionsOf(golden))
    {
        rig.skeleton.setHostNode(&host);
    }

    Scene scene;
    TransformNode& host;
    GoldenRig rig;
    BoneLookController controller;
};

/// Returns why an update may differ: the rule of Babylon.js that made a difference, if the golden result is exactly what that rule gives.
/// Otherwise returns an empty string.
std::string lookDeviation(const Json& step, const LookModel& babylon)
{
    if (babylon.aheadPointsUp) {
        return aheadIsUp;  // the result depends on rounding and cannot be predicted
    }
    return agree(numbersOf(babylon.locals), step["local"].numbers()) ? babylon.deviation : "";
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_case_is_equal_or_deliberately_different)
{
    compareGolden("look", [](const Json& golden, OracleTally& tally) {
        GoldenLook look(golden);
        std::size_t number = 0;
        for (const Json& step : golden["updates"].items()) {
            StepVerdict verdict(tally, golden["id"].text() + " update " + std::to_string(number));
            const LookModel sane(golden, number, look.rig, LookModel::Rules::Sane);
            const std::string mark = lookDeviation(step, LookModel(golden, number++, look.rig, LookModel::Rules::Babylon));
            look.controller.setTarget(glm::vec3(step["target"].vector()));
            static_cast<void>(look.controller.update());
            verdict.equalOrSane("local", numbersOf(look.rig.locals()), step["local"].numbers(), mark,
                                [&] { return numbersOf(sane.locals); });
            verdict.equalOrSane("absolute", numbersOf(look.rig.absolutes()), step["absolute"].numbers(), mark,
                                [&] { return numbersOf(reference::absolutes(sane.locals, look.rig.parents())); });
            if (mark != aheadIsUp) {  // those matrices are not rotations
                look.rig.setLocals(step["local"].matrices());
            }
        }
    });
}

BOOST_AUTO_TEST_SUITE_END()
