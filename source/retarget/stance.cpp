#include "retarget/stance.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "math/rotation_rule.hpp"

namespace armature {

namespace {

/// How far below the ground the lowest joint of a body that stands on it may be, as a part of the body's height: soles are not where toes
/// are, and not every rest is exact.
constexpr double groundTolerance = 0.1;

/// The coordinate axis that a vector is closest to, with its sign. `without`: not that one.
glm::dvec3 nearestAxis(const glm::dvec3& vector, const glm::dvec3& without = glm::dvec3(0.))
{
    const glm::dvec3 size = glm::abs(vector) * (1. - glm::abs(without));
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    glm::dvec3 nearest(0.);
    nearest[axis] = vector[axis] < 0. ? -1. : 1.;
    return nearest;
}

struct Extent {
    double lowest = 0.;
    double highest = 0.;
};

Extent extentOf(const RestRig& rig, const RetargetMap& map, std::size_t RetargetPair::*joint)
{
    Extent extent{rig.origins[map.pairs.front().*joint].y, rig.origins[map.pairs.front().*joint].y};
    for (const RetargetPair& pair : map.pairs) {
        extent.lowest = std::min(extent.lowest, rig.origins[pair.*joint].y);
        extent.highest = std::max(extent.highest, rig.origins[pair.*joint].y);
    }
    return extent;
}

bool isBelowGround(const Extent& extent)
{
    return extent.lowest < -groundTolerance * (extent.highest - extent.lowest);
}

/// How high a joint of the feet is above the sole, if that is known.
double soleOf(const Extent& extent, double height)
{
    return std::abs(extent.lowest) <= groundTolerance * (extent.highest - extent.lowest) ? height : 0.;
}

/// The pair that stands on the ground: toes, else feet, else what is lowest in the source.
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

}  // namespace

glm::dquat turnUpright(const RestRig& rig, const RetargetMap& map, std::size_t RetargetPair::*joint)
{
    const RolePairs roles = pairsByRole(map);
    const auto hips = roles[indexOf(HumanoidRole::Hips)];
    const auto head = roles[indexOf(HumanoidRole::Head)];
    const auto left = roles[indexOf(HumanoidRole::LeftUpperLeg)];
    const auto right = roles[indexOf(HumanoidRole::RightUpperLeg)];
    if (!hips || !head || !left || !right) {
        return {1., 0., 0., 0.};
    }
    const auto place = [&](const std::optional<std::size_t>& pair) { return rig.origins[map.pairs[*pair].*joint]; };
    const glm::dvec3 up = nearestAxis(place(head) - place(hips));
    const glm::dvec3 leftward = nearestAxis(place(left) - place(right), up);
    const glm::dmat3 axes(leftward, up, glm::cross(leftward, up));
    return glm::conjugate(glm::normalize(quaternionOf(axes)));
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
        from = source.origins[travelling->source].y - extentOf(source, map, &RetargetPair::source).lowest;
        to = target.origins[travelling->target].y - extentOf(target, map, &RetargetPair::target).lowest;
    }
    const double ratio = to / from;
    return from > 0. && to > 0. && std::isfinite(ratio) ? ratio : 1.;
}

// What is below the ground is taken to have soles as thick as the other's, scaled.
Rises risesOf(const RestRig& source, const RestRig& target, const RetargetMap& map, double scale)
{
    if (map.pairs.empty()) {
        return {};
    }
    const Extent from = extentOf(source, map, &RetargetPair::source);
    const Extent to = extentOf(target, map, &RetargetPair::target);
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
    const Extent extent = extentOf(target, map, &RetargetPair::target);
    return extent.lowest <= groundTolerance * (extent.highest - extent.lowest) ? 0. : extent.lowest;
}

// While the source's hips are as high above the ground as when it stands at rest, the target's feet are where they are at rest: with legs
// apart, hips are lower.
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
