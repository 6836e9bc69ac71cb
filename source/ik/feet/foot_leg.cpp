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
#include "math/root_pair.hpp"
#include "node/label.hpp"
#include "node/node_access.hpp"
#include "skeleton/joint_access.hpp"
#include "skeleton/joint_numbers.hpp"
#include "skeleton/skeleton_access.hpp"

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

/// The ground's plane under one probe: its normal, of any length, and its height straight under the ankle.
struct ProbedGround {
    double height;
    PlainVector normal;
};

/// Returns the ground under a probe; no value if the query finds none, or a position that is not finite. `level` is the point of the base
/// plane under the ankle.
inline std::optional<ProbedGround> groundAt(const GroundQuery& query, const BasePlane& base, const PlainVector& probe,
                                            const PlainVector& level)
{
    const std::optional<GroundPoint> point = query(glm::vec3(probe.x, probe.y, probe.z));
    if (!point || !isFinite(point->position)) {
        return std::nullopt;
    }
    const PlainVector direction(point->normal.x, point->normal.y, point->normal.z);
    const PlainVector from = PlainVector(point->position.x, point->position.y, point->position.z) - level;
    const double rise = inner(direction, base.up);
    const double square = squared(direction);
    const bool isSlope = rise > 0. && std::isfinite(square) && rise * rise > steepest * steepest * square;
    return isSlope ? ProbedGround{inner(direction, from) / rise, direction} : ProbedGround{inner(base.up, from), base.up};
}

FootGround groundUnder(const FootLeg& leg, const PlainFrame& aboveToWorld, const PlainVector& ankle, double height,
                       const GroundQuery& query, const BasePlane& base)
{
    const PlainVector level = ankle - height * base.up;
    std::optional<ProbedGround> highest = groundAt(query, base, ankle, level);
    for (const PlainVector& probe : leg.probes) {
        const std::optional<ProbedGround> ground = groundAt(query, base, aboveToWorld.point(leg.animated.leg.ofFoot(probe)), level);
        if (ground && (!highest || ground->height > highest->height)) {
            highest = ground;
        }
    }
    if (!highest) {
        return {0., base.up, false};
    }
    return {highest->height, (1. / length(highest->normal)) * highest->normal, true};
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
    leg.maxAnkleCosine = std::cos(leg.maxAnkleAngle);
    for (const glm::vec3& probe : probesOf(options)) {
        if (!isFinite(probe)) {
            refuseFootPlacement(path + ": a probe is not finite");
        }
        leg.probes.emplace_back(probe.x, probe.y, probe.z);
    }
    const Frame rest = absoluteRestOf(*options.foot);
    const Frame upper = absoluteRestOf(*upperBone);
    leg.restAnkle = PlainVector(rest.origin);
    if (!leg.probes.empty() && upper.isInvertible()) {
        leg.kneeDirection = PlainVector(upper.inverse().vector(rest.vector(leg.probes.front().toGlm())));
    }
    leg.lookUp();
    return leg;
}

bool FootLeg::isComplete() const noexcept
{
    return upper && lower && foot && foot.get()->getParentBone() == lower.get() && lower.get()->getParentBone() == upper.get();
}

void FootLeg::lookUp() noexcept
{
    isUsable = isComplete();
    if (isUsable) {
        joints = {SkeletonAccess::positionOf(*upper.get()), SkeletonAccess::positionOf(*lower.get()),
                  SkeletonAccess::positionOf(*foot.get())};
    }
}

void FootLeg::requireIn(const JointView& view, std::size_t boneCount) const
{
    if (view.size() == boneCount && JointAccess::parent(view, joints.foot) == joints.lower
        && JointAccess::parent(view, joints.lower) == joints.upper) {
        return;
    }
    static_cast<void>(jointAndParentIn(view, *lower.get()));
    static_cast<void>(jointAndParentIn(view, *foot.get()));
}

void readFoot(FootLeg& leg, const GroundQuery& query, const BasePlane& base, const FootPlacementOptions& options)
{
    AnimatedFoot& foot = leg.animated;
    const PlainFrame aboveToWorld = base.toWorld * foot.leg.above;
    const PlainVector ankle = aboveToWorld.point(foot.leg.ankle);
    const PlainVector thigh = aboveToWorld.vector(foot.leg.knee - foot.leg.upper.center);
    const PlainVector shin = aboveToWorld.vector(foot.leg.ankle - foot.leg.knee);
    const DoublePair lengths = squareRoots(squared(thigh), squared(shin));
    foot.legLength = lengths[0] + lengths[1];
    // The length of `upInSkeleton` is one world unit, expressed in units of skeleton space.
    foot.ankleHeight = leg.ankleHeight ? static_cast<double>(*leg.ankleHeight) / length(base.upInSkeleton)
                                       : base.heightOf(base.toWorld.point(leg.restAnkle));
    foot.height = base.heightOf(ankle);
    const double lift = foot.height - foot.ankleHeight;
    foot.isPlaced = isFinite(glm::vec3(ankle.x, ankle.y, ankle.z)) && std::isfinite(foot.legLength) && std::isfinite(lift);
    if (!foot.isPlaced) {
        return;
    }
    foot.ground = groundUnder(leg, aboveToWorld, ankle, foot.height, query, base);
    foot.isPlaced = std::isfinite(foot.ground.height);
    foot.weight = foot.ground.isThere ? 1. - smoothstep(options.liftBegin * foot.legLength, options.liftEnd * foot.legLength, lift) : 0.;
}

// Computes no angle if the foot does not tilt, or if it is planted, has the full weight and may tilt as far as the ground.
FootTilt tiltOf(const FootLeg& leg, const BasePlane& base, double weight) noexcept
{
    const AnimatedFoot& foot = leg.animated;
    const PlainVector axis = cross(base.up, foot.ground.normal);
    const double square = squared(axis);
    const double cosine = inner(base.up, foot.ground.normal);
    FootTilt tilt{.up = base.up};
    constexpr double level = 1e-30;  // the rounding of a normal, squared
    if (!(square > level) || foot.weight == 0.) {
        return tilt;
    }
    if (foot.weight == 1. && weight == 1. && cosine >= leg.maxAnkleCosine) {
        return {.cosine = cosine, .up = foot.ground.normal, .isLevel = false};
    }
    const double sine = std::sqrt(square);
    const double wanted = foot.weight * std::atan2(sine, cosine);
    const double angle = std::min(wanted, leg.maxAnkleAngle);
    const double turned = weight * angle;
    tilt.cosine = std::cos(angle);
    tilt.missing = wanted - angle;
    tilt.up = std::cos(turned) * base.up + (std::sin(turned) / sine) * (foot.ground.normal - cosine * base.up);
    tilt.isLevel = turned == 0.;
    return tilt;
}

}  // namespace armature
