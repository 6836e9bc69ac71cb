#include "retarget/bone_lines.hpp"

#include <algorithm>
#include <initializer_list>

#include <glm/geometric.hpp>

#include "retarget/vocabulary.hpp"

namespace armature {

namespace {

/// A line shorter than this fraction of the rig's size has no direction.
constexpr double shortest = 1e-4;

/// Returns the pair of the first of `roles` that has a pair.
std::optional<std::size_t> firstOf(const RolePairs& pairs, std::initializer_list<HumanoidRole> roles)
{
    for (const HumanoidRole role : roles) {
        if (const auto& pair = pairs[indexOf(role)]) {
            return pair;
        }
    }
    return std::nullopt;
}

std::optional<std::size_t> nextOfFinger(const RolePairs& pairs, HumanoidRole role)
{
    const std::size_t bone = (indexOf(role) - indexOf(HumanoidRole::LeftThumbMetacarpal)) % 3;
    return bone < 2 ? pairs[indexOf(role) + 1] : std::nullopt;
}

/// Returns the pair of the role that follows along the limb or trunk.
std::optional<std::size_t> nextOf(const RolePairs& pairs, HumanoidRole role)
{
    using enum HumanoidRole;
    switch (role) {
    case Spine: return firstOf(pairs, {Chest, UpperChest, Neck, Head});
    case Chest: return firstOf(pairs, {UpperChest, Neck, Head});
    case UpperChest: return firstOf(pairs, {Neck, Head});
    case Neck: return firstOf(pairs, {Head});
    case LeftShoulder: return firstOf(pairs, {LeftUpperArm});
    case LeftUpperArm: return firstOf(pairs, {LeftLowerArm});
    case LeftLowerArm: return firstOf(pairs, {LeftHand});
    case LeftHand: return firstOf(pairs, {LeftMiddleProximal, LeftRingProximal, LeftIndexProximal});
    case LeftUpperLeg: return firstOf(pairs, {LeftLowerLeg});
    case LeftLowerLeg: return firstOf(pairs, {LeftFoot});
    case LeftFoot: return firstOf(pairs, {LeftToes});
    case RightShoulder: return firstOf(pairs, {RightUpperArm});
    case RightUpperArm: return firstOf(pairs, {RightLowerArm});
    case RightLowerArm: return firstOf(pairs, {RightHand});
    case RightHand: return firstOf(pairs, {RightMiddleProximal, RightRingProximal, RightIndexProximal});
    case RightUpperLeg: return firstOf(pairs, {RightLowerLeg});
    case RightLowerLeg: return firstOf(pairs, {RightFoot});
    case RightFoot: return firstOf(pairs, {RightToes});
    default: return role >= LeftThumbMetacarpal ? nextOfFinger(pairs, role) : std::nullopt;
    }
}

RestTurn restTurnOf(HumanoidRole role)
{
    using enum HumanoidRole;
    switch (role) {
    case Hips:
    case Head:
    case LeftEye:
    case RightEye:
    case Jaw: return RestTurn::None;
    case LeftFoot:
    case RightFoot: return RestTurn::Heading;
    default: return RestTurn::Line;
    }
}

/// The hierarchy of the pairs, as far as it is the same in both rigs.
class Hierarchy {
public:
    Hierarchy(const RestRig& source, const RestRig& target, const RetargetMap& map) : children_(map.pairs.size())
    {
        const Pairs sourceAbove = pairsAbove(source, map, &RetargetPair::source);
        const Pairs targetAbove = pairsAbove(target, map, &RetargetPair::target);
        std::size_t i = 0;
        for (const RetargetPair& pair : map.pairs) {
            const auto inSource = sourceAbove[pair.source];
            const auto inTarget = targetAbove[pair.target];
            if (inSource && inSource == inTarget) {
                Children& below = children_[*inTarget];
                below = {below.count + 1, i};
            }
            ++i;
        }
    }

    /// Returns the only pair directly below `pair`; no value if there is none or more than one.
    [[nodiscard]] std::optional<std::size_t> onlyChildOf(std::size_t pair) const
    {
        return children_[pair].count == 1 ? std::optional(children_[pair].last) : std::nullopt;
    }

private:
    using Pairs = std::vector<std::optional<std::size_t>>;
    struct Children {
        std::size_t count = 0;
        std::size_t last = 0;
    };

    /// Returns, for each joint, the nearest pair above it.
    static Pairs pairsAbove(const RestRig& rig, const RetargetMap& map, std::size_t RetargetPair::*joint)
    {
        Pairs own(rig.size());
        for (std::size_t i = 0; i < map.pairs.size(); ++i) {
            own[map.pairs[i].*joint] = i;
        }
        Pairs pairs(rig.size());
        for (const std::uint32_t each : rig.order) {
            const std::uint32_t parent = rig.parents[each];
            if (parent != noSlot) {
                pairs[each] = own[parent] ? own[parent] : pairs[parent];
            }
        }
        return pairs;
    }

    std::vector<Children> children_;  // indexed by pair
};

double sizeOfRig(const RestRig& rig)
{
    double size = 0.;
    for (const glm::dvec3& origin : rig.origins) {
        size = std::max(size, glm::distance(origin, rig.origins.front()));
    }
    return size;
}

bool hasDirection(const RestRig& rig, double size, std::size_t joint, std::size_t next, RestTurn turn)
{
    const glm::dvec3 line = rig.origins[next] - rig.origins[joint];
    return glm::length(turn == RestTurn::Heading ? flat(line) : line) > shortest * size;
}

}  // namespace

RolePairs pairsByRole(const RetargetMap& map)
{
    RolePairs pairs;
    for (std::size_t i = 0; i < map.pairs.size(); ++i) {
        if (const auto role = map.pairs[i].role; role && indexOf(*role) < pairs.size()) {
            pairs[indexOf(*role)] = i;
        }
    }
    return pairs;
}

std::vector<BoneLine> findBoneLines(const RestRig& source, const RestRig& target, const RetargetMap& map)
{
    const RolePairs roles = pairsByRole(map);
    const Hierarchy hierarchy(source, target, map);
    const double sourceSize = sizeOfRig(source);
    const double targetSize = sizeOfRig(target);
    const bool isBody = std::ranges::any_of(roles, [](const auto& pair) { return pair.has_value(); });
    std::vector<BoneLine> lines;
    for (std::size_t i = 0; i < map.pairs.size(); ++i) {
        const RetargetPair& pair = map.pairs[i];
        BoneLine line{pair.role ? restTurnOf(*pair.role) : isBody ? RestTurn::Follow : RestTurn::Line};
        const auto next = pair.role ? nextOf(roles, *pair.role) : hierarchy.onlyChildOf(i);
        line.hasNothingBetween = !pair.role || (next && humanoid::roleAbove(*map.pairs[*next].role) == pair.role);
        if (line.hasNext() && next) {
            line.sourceNext = static_cast<std::uint32_t>(map.pairs[*next].source);
            line.targetNext = static_cast<std::uint32_t>(map.pairs[*next].target);
        }
        const bool isKnown = line.hasNext() && next && hasDirection(source, sourceSize, pair.source, line.sourceNext, line.turn)
                             && hasDirection(target, targetSize, pair.target, line.targetNext, line.turn);
        if (line.hasNext() && !isKnown) {
            line = {line.turn == RestTurn::Heading ? RestTurn::None : RestTurn::Follow};
        }
        lines.push_back(line);
    }
    return lines;
}

}  // namespace armature
