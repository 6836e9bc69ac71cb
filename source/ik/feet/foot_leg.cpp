#include "ik/feet/foot_leg.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include <fmt/format.h>

#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"
#include "math/numbers.hpp"
#include "node/label.hpp"
#include "node/node_access.hpp"
#include "skeleton/joint_numbers.hpp"

namespace armature {

namespace {

/// The cosine of the steepest slope. Anything steeper, such as a wall, counts as level, because its plane does not tell the ground's height
/// under the ankle.
constexpr double steepest = 0.1;

void checkRange(const char* name, float value, float low, float high)
{
    if (!(value >= low && value <= high)) {
        refuseFootPlacement(fmt::format("{} is {}, not within [{}, {}]", name, value, low, high));
    }
}

std::vector<glm::vec3> probesOf(const FootPlacementLeg& leg)
{
    if (leg.probes) {
        return *leg.probes;
    }
    if (const Bone* toes = NodeAccess::firstChildBone(*leg.foot)) {
        return {glm::vec3(toes->getRestMatrix()[3])};
    }
    if (const std::optional<float> length = leg.foot->getLength()) {
        return {{0.f, *length, 0.f}};
    }
    return {};
}

Frame absoluteRestOf(const Bone& bone)
{
    Frame frame = Frame::of(bone.getRestMatrix());
    for (const Bone* above = bone.getParentBone(); above != nullptr; above = above->getParentBone()) {
        frame = Frame::of(above->getRestMatrix()) * frame;
    }
    return frame;
}

/// Returns the bones of a leg: upper, lower, foot.
std::array<Bone*, 3> bonesOf(const FootPlacementLeg& leg)
{
    if (leg.foot == nullptr) {
        refuseFootPlacement("a leg has no foot");
    }
    Bone* const lower = leg.foot->getParentBone();
    Bone* const upper = lower != nullptr ? lower->getParentBone() : nullptr;
    if (upper == nullptr) {
        refuseFootPlacement(fmt::format("{}: a foot needs a lower and an upper leg above it", label(*leg.foot)));
    }
    for (const Bone* bone : {leg.foot, lower}) {
        if (glm::vec3(bone->getRestMatrix()[3]) == glm::vec3(0.f)) {
            refuseFootPlacement(fmt::format("{}: its parent has no length: both are at the same place", label(*bone)));
        }
    }
    return {upper, lower, leg.foot};
}

double smoothstep(double low, double high, double value) noexcept
{
    if (!(value > low)) {
        return 0.;
    }
    const double t = value < high ? (value - low) / (high - low) : 1.;
    return t * t * (3. - 2. * t);
}

/// Returns the ground's plane under one probe, extended to the point straight under the ankle.
std::optional<FootGround> groundAt(const GroundQuery& query, const BasePlane& base, const glm::dvec3& probe, const glm::dvec3& level)
{
    const std::optional<GroundPoint> point = query(glm::vec3(probe));
    if (!point || !isFinite(point->position)) {
        return std::nullopt;
    }
    const glm::dvec3 direction(point->normal);
    const double length = glm::length(direction);
    const bool isSlope = std::isfinite(length) && glm::dot(direction, base.up) > steepest * length;
    const glm::dvec3 normal = isSlope ? direction / length : base.up;
    return FootGround{glm::dot(normal, glm::dvec3(point->position) - base.origin - level) / glm::dot(normal, base.up), normal, true};
}

FootGround groundUnder(const FootLeg& leg, const GroundQuery& query, const BasePlane& base)
{
    const glm::dvec3 ankle = base.toWorld.point(leg.animated.leg.ankle);
    const glm::dvec3 level = ankle - base.origin - base.heightOf(ankle) * base.up;
    FootGround highest{0., base.up, false};
    const auto consider = [&](const glm::dvec3& probe) {
        const std::optional<FootGround> ground = groundAt(query, base, probe, level);
        if (ground && (!highest.isThere || ground->height > highest.height)) {
            highest = *ground;
        }
    };
    consider(ankle);
    const Frame foot = base.toWorld * leg.animated.leg.footFrame();
    for (const glm::vec3& probe : leg.probes) {
        consider(foot.point(glm::dvec3(probe)));
    }
    return highest;
}

}  // namespace

void refuseFootPlacement(const std::string& what)
{
    throw std::invalid_argument("foot placement: " + what);
}

void checkFootOptions(const FootPlacementOptions& options, const Skeleton* skeleton)
{
    constexpr float most = 1e6f;
    if (skeleton != nullptr && options.pelvis != nullptr && &options.pelvis->getSkeleton() != skeleton) {
        refuseFootPlacement(
            fmt::format("the pelvis {} is not a bone of the feet's skeleton {}", label(*options.pelvis), inQuotes(skeleton->getName())));
    }
    if (!isFinite(options.up) || !(glm::length(options.up) > 0.f)) {
        refuseFootPlacement(fmt::format("up is ({}, {}, {}), not a direction", options.up.x, options.up.y, options.up.z));
    }
    if (!isFinite(options.animatedGround)) {
        refuseFootPlacement("animatedGround is not finite");
    }
    checkRange("maxDrop", options.maxDrop, 0.f, most);
    checkRange("maxRise", options.maxRise, 0.f, most);
    checkRange("liftBegin", options.liftBegin, 0.f, most);
    checkRange("liftEnd", options.liftEnd, options.liftBegin, most);
    checkRange("weight", options.weight, 0.f, 1.f);
    checkRange("footHalfLife", options.footHalfLife, 0.f, most);
    checkRange("pelvisHalfLife", options.pelvisHalfLife, 0.f, most);
}

FootLeg makeFootLeg(const FootPlacementLeg& options)
{
    FootLeg leg;
    const auto [upperBone, lowerBone, footBone] = bonesOf(options);
    leg.upper = Handle<Bone>(upperBone);
    leg.lower = Handle<Bone>(lowerBone);
    leg.foot = Handle<Bone>(footBone);
    const std::string path = label(*options.foot);
    checkRange((path + ": maxAnkleAngle").c_str(), options.maxAnkleAngle, 0.f, 0.5f * std::numbers::pi_v<float>);
    if (options.ankleHeight && !std::isfinite(*options.ankleHeight)) {
        refuseFootPlacement(path + ": ankleHeight is not finite");
    }
    leg.ankleHeight = options.ankleHeight;
    leg.maxAnkleAngle = options.maxAnkleAngle;
    leg.probes = probesOf(options);
    if (!std::ranges::all_of(leg.probes, [](const glm::vec3& probe) { return isFinite(probe); })) {
        refuseFootPlacement(path + ": a probe is not finite");
    }
    const Frame rest = absoluteRestOf(*options.foot);
    const Frame upper = absoluteRestOf(*upperBone);
    leg.restAnkle = rest.origin;
    if (!leg.probes.empty() && upper.isInvertible()) {
        leg.kneeDirection = upper.inverse().vector(rest.vector(glm::dvec3(leg.probes.front())));
    }
    return leg;
}

bool FootLeg::isUsable() const noexcept
{
    return upper && lower && foot && foot.get()->getParentBone() == lower.get() && lower.get()->getParentBone() == upper.get();
}

void FootLeg::findIn(const JointView& view)
{
    const auto [footJoint, lowerJoint] = jointAndParentIn(view, *foot.get());
    joints = {jointAndParentIn(view, *lower.get()).parent, lowerJoint, footJoint};
}

void readFoot(FootLeg& leg, const PosedLeg& posed, const GroundQuery& query, const BasePlane& base, const FootPlacementOptions& options)
{
    AnimatedFoot& foot = leg.animated;
    foot.leg = posed;
    const glm::dvec3 knee = base.toWorld.point(foot.leg.knee);
    const glm::dvec3 ankle = base.toWorld.point(foot.leg.ankle);
    foot.legLength = glm::distance(base.toWorld.point(foot.leg.hip), knee) + glm::distance(knee, ankle);
    // The world length of one unit of skeleton space along up.
    const double unit = 1. / glm::length(base.fromWorld.vector(base.up));
    foot.ankleHeight = leg.ankleHeight ? static_cast<double>(*leg.ankleHeight) * unit : base.heightOf(base.toWorld.point(leg.restAnkle));
    foot.height = base.heightOf(ankle);
    const double lift = foot.height - foot.ankleHeight;
    foot.isPlaced = isFinite(glm::vec3(ankle)) && std::isfinite(foot.legLength) && std::isfinite(lift);
    if (!foot.isPlaced) {
        return;
    }
    foot.ground = groundUnder(leg, query, base);
    foot.isPlaced = std::isfinite(foot.ground.height);
    foot.weight = foot.ground.isThere ? 1. - smoothstep(options.liftBegin * foot.legLength, options.liftEnd * foot.legLength, lift) : 0.;
}

}  // namespace armature
