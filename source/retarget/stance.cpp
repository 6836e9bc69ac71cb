#include "retarget/stance.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "ik/turns.hpp"
#include "math/rotation_rule.hpp"

namespace armature {

namespace {

/// Tolerance for the depth of a standing body's lowest joint below the ground, as a fraction of the body's height. Soles and toe joints
/// differ in height, and not every rest is exact.
constexpr double groundTolerance = 0.1;

/// Tolerance in radians: if a body faces off an axis by no more than this, uneven joints are assumed to be the reason, and it is not
/// rotated.
constexpr double mostUneven = 0.35;

struct HeightRange {
    double lowest = 0.;
    double highest = 0.;
};

HeightRange heightRange(const RestRig& rig, const RetargetMap& map, std::size_t RetargetPair::*joint)
{
    HeightRange extent{rig.origins[map.pairs.front().*joint].y, rig.origins[map.pairs.front().*joint].y};
    for (const RetargetPair& pair : map.pairs) {
        extent.lowest = std::min(extent.lowest, rig.origins[pair.*joint].y);
        extent.highest = std::max(extent.highest, rig.origins[pair.*joint].y);
    }
    return extent;
}

bool isBelowGround(const HeightRange& extent)
{
    return extent.lowest < -groundTolerance * (extent.highest - extent.lowest);
}

/// Returns `height`, the height of a foot's joint, as its height above the sole, if the body stands on the ground at height 0. Otherwise,
/// the sole is unknown, and 0 is returned.
double soleOf(const HeightRange& extent, double height)
{
    return std::abs(extent.lowest) <= groundTolerance * (extent.highest - extent.lowest) ? height : 0.;
}

/// Returns the pair that stands on the ground: toes, otherwise feet, otherwise the lowest pair in the source.
const RetargetPair& lowestPair(const RestRig& source, const RetargetMap& map)
{
    const RolePairs roles = pairsByRole(map);
    for (const HumanoidRole role : {HumanoidRole::LeftToes, HumanoidRole::RightToes, HumanoidRole::LeftFoot, HumanoidRole::RightFoot}) {
        if (const auto& pair = roles[indexOf(role)]) {
            return map.pairs[*pair];
        }
    }
    return *std::ranges::min_element(map.pairs, {}, [&](const RetargetPair& pair) { return source.origins[pair.source].y; });
}

/// Makes a body's rest stand upright in its world.
class Standing {
public:
    Standing(RestRig& rig, const RetargetMap& map, std::size_t RetargetPair::*joint)
        : rig_(rig), lines_(bodyLines(rig.origins, map, joint)), hips_(lines_ ? map.find(HumanoidRole::Hips)->*joint : 0)
    {}

    /// Rotates the world by quarter turns so that the rest stands upright and faces about +Z. Then rotates the rest itself if it does not
    /// face along an axis.
    void standUp()
    {
        if (lines_) {
            const glm::dquat turn = uprightTurn();
            rig_.turnWorld(turn);
            turnAhead(turn * lines_->left());
        }
    }

    void standUp(const RetargetOptions& options)
    {
        const bool isAsAtRest =
            !options.sourceStance && (!options.sourceUp || (lines_ && glm::dot(nearestAxis(lines_->trunk), *options.sourceUp) > 0.999));
        if (isAsAtRest) {
            standUp();
            return;
        }
        const glm::dvec3 up = options.sourceUp.value_or(upward);
        const glm::dquat worldTurn = shortestTurn(up, upward, anyAcross(up));
        rig_.turnWorld(worldTurn);
        if (lines_) {  // the height of the rest is arbitrary here: the legs decide it later
            const glm::dquat turn =
                options.sourceStance ? headingTurn(worldTurn * lines_->left()) : uprightTurn() * glm::conjugate(worldTurn);
            rig_.turnRest(turn, rig_.origins[hips_], glm::dvec3(0.));
        }
    }

private:
    /// Returns the quarter turns that make the rest upright and facing +Z.
    [[nodiscard]] glm::dquat uprightTurn() const
    {
        const glm::dvec3 up = nearestAxis(lines_->trunk);
        const glm::dvec3 leftward = nearestAxis(lines_->across[0], up);
        return glm::conjugate(glm::normalize(quaternionOf(glm::dmat3(leftward, up, glm::cross(leftward, up)))));
    }

    static double angleOfHeading(const glm::dvec3& left) { return std::atan2(left.z, left.x); }

    /// Returns the rotation about the vertical after which `left` points to the left of a body facing +Z.
    [[nodiscard]] static glm::dquat headingTurn(const glm::dvec3& left) { return glm::angleAxis(angleOfHeading(left), upward); }

    /// Rotates a rest that faces between two axes, such as the first frame of a recording, towards +Z. Does not rotate the world, so that
    /// motions keep their directions.
    void turnAhead(const glm::dvec3& left)
    {
        if (glm::length(flat(left)) > 0.5 && std::abs(angleOfHeading(left)) > mostUneven) {
            rig_.turnRest(headingTurn(left), rig_.origins[hips_], rig_.origins[hips_]);
        }
    }

    RestRig& rig_;
    std::optional<BodyLines> lines_;
    std::size_t hips_ = 0;
};

}  // namespace

glm::dvec3 nearestAxis(const glm::dvec3& vector, const glm::dvec3& without)
{
    const glm::dvec3 size = glm::abs(vector) * (1. - glm::abs(without));
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    glm::dvec3 nearest(0.);
    nearest[axis] = vector[axis] < 0. ? -1. : 1.;
    return nearest;
}

bool BodyLines::isStance() const noexcept
{
    constexpr double sameWay = 0.5;  // cosine of 60 degrees; excludes seated rest poses, whose thighs are at right angles to the trunk
    return glm::dot(trunk, legs[0]) > sameWay && glm::dot(trunk, legs[1]) > sameWay;
}

std::optional<BodyLines> bodyLines(std::span<const glm::dvec3> origins, const RetargetMap& map, std::size_t RetargetPair::*joint)
{
    using enum HumanoidRole;
    const RolePairs roles = pairsByRole(map);
    const auto has = [&](HumanoidRole role) { return roles[indexOf(role)].has_value(); };
    if (!has(Hips) || !has(Head) || !has(LeftUpperLeg) || !has(RightUpperLeg)) {
        return std::nullopt;
    }
    const auto between = [&](HumanoidRole from, HumanoidRole to) {
        if (!has(from) || !has(to)) {
            return glm::dvec3(0.);
        }
        const glm::dvec3 line = origins[map.pairs[*roles[indexOf(to)]].*joint] - origins[map.pairs[*roles[indexOf(from)]].*joint];
        const double length = glm::length(line);
        return length > 0. ? line / length : glm::dvec3(0.);
    };
    BodyLines lines;
    lines.trunk = between(Hips, Head);
    for (std::size_t side = 0; side < legRoles.size(); ++side) {
        const LegRoles& leg = legRoles[side];
        const HumanoidRole end = has(leg.foot) ? leg.foot : leg.lower;
        lines.legs[side] = has(end) ? between(end, leg.upper) : lines.trunk;
    }
    lines.across = {between(RightUpperLeg, LeftUpperLeg), between(RightUpperArm, LeftUpperArm)};
    return lines;
}

void standUp(RestRig& source, RestRig& target, const RetargetMap& map, const RetargetOptions& options)
{
    Standing(target, map, &RetargetPair::target).standUp();
    Standing(source, map, &RetargetPair::source).standUp(options);
}

const RetargetPair* travellingPair(const RetargetMap& map) noexcept
{
    const RetargetPair* found = nullptr;
    for (const RetargetPair& pair : map.pairs) {
        const bool isBetter = found == nullptr || pair.role == HumanoidRole::Hips;
        found = pair.translation == RetargetTranslation::Travel && isBetter ? &pair : found;
    }
    return found;
}

std::optional<double> lengthOf(const LegRoles& leg, const RestRig& rig, const RetargetMap& map, std::size_t RetargetPair::*joint)
{
    const RetargetPair* const upper = map.find(leg.upper);
    const RetargetPair* const lower = map.find(leg.lower);
    const RetargetPair* const foot = map.find(leg.foot);
    if (upper == nullptr || lower == nullptr || foot == nullptr) {
        return std::nullopt;
    }
    const auto place = [&](const RetargetPair* pair) { return rig.origins[pair->*joint]; };
    return glm::distance(place(upper), place(lower)) + glm::distance(place(lower), place(foot));
}

double legLength(const RestRig& rig, const RetargetMap& map, std::size_t RetargetPair::*joint)
{
    double sum = 0.;
    int count = 0;
    for (const LegRoles& leg : legRoles) {
        if (const auto length = lengthOf(leg, rig, map, joint)) {
            sum += *length;
            ++count;
        }
    }
    return count > 0 ? sum / count : 0.;
}

double scaleOfTravel(const RestRig& source, const RestRig& target, const RetargetMap& map)
{
    const RetargetPair* const travelling = travellingPair(map);
    double from = legLength(source, map, &RetargetPair::source);
    double to = legLength(target, map, &RetargetPair::target);
    if (!(from > 0. && to > 0.) && travelling != nullptr) {
        from = source.origins[travelling->source].y - heightRange(source, map, &RetargetPair::source).lowest;
        to = target.origins[travelling->target].y - heightRange(target, map, &RetargetPair::target).lowest;
    }
    const double ratio = to / from;
    return from > 0. && to > 0. && std::isfinite(ratio) ? ratio : 1.;
}

// A body below the ground is assumed to have soles as thick as the other body's, scaled.
Rises risesOf(const RestRig& source, const RestRig& target, const RetargetMap& map, double scale)
{
    if (map.pairs.empty()) {
        return {};
    }
    const HeightRange from = heightRange(source, map, &RetargetPair::source);
    const HeightRange to = heightRange(target, map, &RetargetPair::target);
    const RetargetPair& lowest = lowestPair(source, map);
    const double sourceHeight = source.origins[lowest.source].y;
    const double targetHeight = target.origins[lowest.target].y;
    Rises rises;
    if (isBelowGround(from)) {
        rises.source = soleOf(to, targetHeight) / scale - sourceHeight;
    }
    if (isBelowGround(to)) {
        rises.target = soleOf(from, sourceHeight) * scale - targetHeight;
    }
    return rises;
}

double groundAtRest(const RestRig& target, const RetargetMap& map, const Rises& rises)
{
    if (map.pairs.empty() || rises.target > 0.) {
        return -rises.target;
    }
    const HeightRange extent = heightRange(target, map, &RetargetPair::target);
    return extent.lowest <= groundTolerance * (extent.highest - extent.lowest) ? 0. : extent.lowest;
}

// Returns the offset with which the target's feet are as high as in its rest while the source is at rest, both rests raised as risesOf()
// says. If the aligned legs are spread, the target's hips are then lower than in its rest.
glm::dvec3 offsetOfTravel(const RestRig& source, const RestRig& target, const RetargetMap& map, double scale,
                          const std::vector<glm::dvec3>& aligned)
{
    const RetargetPair* const travelling = travellingPair(map);
    if (travelling == nullptr) {
        return glm::dvec3(0.);
    }
    const Rises rises = risesOf(source, target, map, scale);
    const glm::dvec3 from = source.origins[travelling->source] + glm::dvec3(0., rises.source, 0.);
    glm::dvec3 to = target.origins[travelling->target] + glm::dvec3(0., rises.target, 0.);
    const RolePairs roles = pairsByRole(map);
    double lowered = 0.;
    double feet = 0.;
    for (const LegRoles& leg : legRoles) {
        const auto& ball = roles[indexOf(leg.toes)] ? roles[indexOf(leg.toes)] : roles[indexOf(leg.foot)];
        if (ball) {
            const std::size_t joint = map.pairs[*ball].target;
            const std::size_t hips = travelling->target;
            lowered += (target.origins[hips].y - target.origins[joint].y) - (aligned[hips].y - aligned[joint].y);
            feet += 1.;
        }
    }
    to.y -= feet > 0. ? lowered / feet : 0.;
    return to - scale * from;
}

}  // namespace armature
