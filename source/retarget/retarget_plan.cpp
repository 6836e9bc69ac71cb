#include "retarget/retarget_plan.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"
#include "ik/turns.hpp"
#include "retarget/stance.hpp"

namespace armature {

namespace {

void requireScale(double scale)
{
    if (!std::isfinite(scale) || scale <= 0.) {
        throw std::invalid_argument(fmt::format("retargeting: the scale is {}, not a finite number above 0", scale));
    }
}

void requireUp(const std::optional<glm::dvec3>& up)
{
    if (up && !(std::abs(glm::length(*up) - 1.) < 1e-6)) {
        throw std::invalid_argument(fmt::format("retargeting: up is ({}, {}, {}), not of unit length", up->x, up->y, up->z));
    }
}

void requireFiniteOffset(const glm::dvec3& offset)
{
    if (!std::isfinite(offset.x) || !std::isfinite(offset.y) || !std::isfinite(offset.z)) {
        throw std::invalid_argument(
            fmt::format("retargeting: the offset is ({}, {}, {}), which is not finite", offset.x, offset.y, offset.z));
    }
}

/// Returns the twist angle of a rotation about a unit axis, in [-pi, pi].
double twistAbout(const glm::dquat& turn, const glm::dvec3& axis) noexcept
{
    const double sine = glm::dot(glm::dvec3(turn.x, turn.y, turn.z), axis);
    return turn.w < 0. ? 2. * std::atan2(-sine, -turn.w) : 2. * std::atan2(sine, turn.w);
}

/// Returns the shortest rotation between two directions. For opposite directions, it is a half turn, about the vertical if that is
/// perpendicular to them.
glm::dquat turnTo(const glm::dvec3& from, const glm::dvec3& to)
{
    const glm::dvec3 unit = glm::normalize(from);
    return shortestTurn(unit, glm::normalize(to), std::abs(unit.y) < 1e-6 ? upward : anyAcross(unit));
}

}  // namespace

// Returns the twist bone's rest rotation plus its share of the twist of bone `of`. If the twist bone is a child of `of`, first converts the
// rotation of `of` to the axes that the signs of its scale have rotated.
glm::quat rotationOf(const RestRig& target, const RetargetTwistPlan& twist, const glm::quat& of) noexcept
{
    const glm::dquat rest(target.rests[twist.of].rotation);
    const glm::dquat now(of);
    const glm::dquat signs = turnOfSigns(target.rests[twist.of].scale);
    const glm::dquat turn = twist.hangsOnIt ? glm::conjugate(signs) * glm::conjugate(rest) * now * signs : now * glm::conjugate(rest);
    const glm::dquat share = glm::angleAxis(twist.share * twistAbout(glm::normalize(turn), twist.axis), twist.axis);
    return glm::quat(glm::normalize(share * glm::dquat(target.rests[twist.target].rotation)));
}

RetargetPlan::RetargetPlan(const Skeleton& sourceSkeleton, const Skeleton& targetSkeleton, const RetargetMap& wanted,
                           const RetargetOptions& options)
    : map(wanted)
    , source("source", sourceSkeleton, options.sourceWorld, options.sourceStance ? &*options.sourceStance : nullptr)
    , target("target", targetSkeleton, options.targetWorld)
{
    requireMap(map, source, target);
    requireUp(options.sourceUp);
    if (options.alignsFacing) {
        standUp(source, target, map, options);
    }
    if (options.sourceUp) {
        upTurn = shortestTurn(*options.sourceUp, upward, anyAcross(*options.sourceUp));
    }
    scale = options.scale.value_or(scaleOfTravel(source, target, map));
    requireScale(scale);
    lines = findBoneLines(source, target, map);
    addLinks();
    alignRests(options.alignsRest);
    offset = options.offset.value_or(offsetOfTravel(source, target, map, scale, alignedOrigins()));
    requireFiniteOffset(offset);
    findInvolved();
    addTranslations();
    addTwists();
    findPelvis();
}

glm::dquat RetargetPlan::turnBetweenWorlds() const noexcept
{
    const glm::dquat between = glm::conjugate(target.turned) * source.turned * glm::conjugate(upTurn);
    return glm::angleAxis(twistAbout(between, upward), upward) * upTurn;
}

void RetargetPlan::addLinks()
{
    std::vector<RetargetLink> byTarget(target.size());
    std::vector<bool> isLinked(target.size(), false);
    const auto add = [&](const RetargetLink& link) {
        byTarget[link.target] = link;
        isLinked[link.target] = true;
    };
    for (const RetargetPair& pair : map.pairs) {
        const auto joint = static_cast<std::uint32_t>(pair.source);
        add({.target = static_cast<std::uint32_t>(pair.target), .first = joint, .second = joint});
    }
    for (const RetargetChain& chain : map.chains) {
        for (const ChainShare& share : shareChain(source, target, chain)) {
            add({.target = share.target, .first = share.first, .second = share.second, .fraction = share.fraction});
        }
    }
    linkOf.assign(target.size(), noSlot);
    for (const std::uint32_t joint : target.order) {
        if (isLinked[joint]) {
            linkOf[joint] = static_cast<std::uint32_t>(links.size());
            links.push_back(byTarget[joint]);
        }
    }
}

// Reads the lines of pairs from `lines`, and then those of chains: a chain's bone may also be in a pair that makes it travel, and gets the
// chain's line.
std::vector<AlignedLine> RetargetPlan::findLines() const
{
    std::vector<AlignedLine> aligned(target.size());
    for (std::size_t i = 0; i < map.pairs.size(); ++i) {
        const RetargetPair& pair = map.pairs[i];
        const BoneLine& line = lines[i];
        AlignedLine& joint = aligned[pair.target] = {line.turn};
        if (!line.hasNext()) {
            continue;
        }
        joint.line = {source.origins[line.sourceNext] - source.origins[pair.source],
                      target.origins[line.targetNext] - target.origins[pair.target]};
        const bool leadsAcross =
            line.hasNothingBetween && source.parents[line.sourceNext] != pair.source && source.isBelow(line.sourceNext, pair.source);
        joint.across = leadsAcross && line.turn == RestTurn::Line ? line.sourceNext : noSlot;
    }
    for (const RetargetChain& chain : map.chains) {
        for (const ChainShare& share : shareChain(source, target, chain)) {
            const RestLine line{share.sourceLine, share.targetLine};
            aligned[share.target] = {line.isKnown() ? RestTurn::Line : RestTurn::Follow, line};
        }
    }
    return aligned;
}

// Finds RetargetLink::align for each link, from the root down, because rotating a bone rotates all bones below it. Without `isWanted`, no
// rest is rotated.
void RetargetPlan::alignRests(bool isWanted)
{
    constexpr glm::dquat none(1., 0., 0., 0.);
    const std::vector<AlignedLine> aligned = findLines();
    std::vector<glm::dquat> turns(target.size(), none);
    for (const std::uint32_t joint : target.order) {
        const glm::dquat above = target.parents[joint] != noSlot ? turns[target.parents[joint]] : none;
        turns[joint] = above;
        if (linkOf[joint] == noSlot) {
            continue;
        }
        RetargetLink& link = links[linkOf[joint]];
        const auto& [turn, line, across] = aligned[joint];
        if (isWanted && turn == RestTurn::None) {
            turns[joint] = none;
        } else if (isWanted && turn == RestTurn::Heading) {
            turns[joint] = turnTo(flat(line.target), flat(line.source));
        } else if (isWanted && turn == RestTurn::Line) {
            turns[joint] = glm::normalize(turnTo(above * line.target, line.source) * above);
            link.across = across;
            link.line = across != noSlot ? glm::normalize(turns[joint] * line.target) : glm::dvec3(0.);
        }
        link.align = turns[joint];
        link.reference = glm::normalize(link.align * target.turns[joint]);
        link.carry = glm::conjugate(source.turns[link.first]) * link.reference;
    }
}

/// Returns the origins of the target's joints while the source is at rest, without travel.
std::vector<glm::dvec3> RetargetPlan::alignedOrigins() const
{
    std::vector<glm::dquat> turns(target.size());
    std::vector<Frame> frames(target.size());
    std::vector<glm::dvec3> origins(target.size());
    for (const std::uint32_t joint : target.order) {
        const std::uint32_t parent = target.parents[joint];
        const glm::dquat above = parent != noSlot ? turns[parent] : target.worldTurn;
        const Transform& rest = target.rests[joint];
        const glm::dquat signs = turnOfSigns(rest.scale);
        turns[joint] = linkOf[joint] != noSlot ? links[linkOf[joint]].reference : above * glm::dquat(rest.rotation) * signs;
        Transform pose = rest;
        pose.rotation = glm::quat(glm::normalize(glm::conjugate(above) * turns[joint] * glm::conjugate(signs)));
        frames[joint] = (parent != noSlot ? frames[parent] : target.toWorld) * target.local(joint, pose);
        origins[joint] = frames[joint].origin;
    }
    return origins;
}

void RetargetPlan::findInvolved()
{
    std::vector<bool> isInvolved(source.size(), false);
    const auto mark = [&](std::uint32_t joint) {
        for (; joint != noSlot && !isInvolved[joint]; joint = source.parents[joint]) {
            isInvolved[joint] = true;
        }
    };
    for (const RetargetLink& link : links) {
        mark(link.first);
        mark(link.second);
    }
    std::ranges::copy_if(source.order, std::back_inserter(involved), [&](std::uint32_t joint) { return isInvolved[joint]; });
}

void RetargetPlan::addTranslations()
{
    travelOf.assign(target.size(), noSlot);
    stretchOf.assign(target.size(), noSlot);
    for (const RetargetPair& pair : map.pairs) {
        const auto from = static_cast<std::uint32_t>(pair.source);
        const auto to = static_cast<std::uint32_t>(pair.target);
        if (pair.translation == RetargetTranslation::Travel) {
            travelOf[to] = static_cast<std::uint32_t>(travels.size());
            travels.push_back({from, to});
        } else if (pair.translation == RetargetTranslation::Stretch) {
            const std::uint32_t parent = target.parents[to];
            const glm::dquat align =
                parent != noSlot && linkOf[parent] != noSlot ? links[linkOf[parent]].align : glm::dquat(1., 0., 0., 0.);
            const glm::dquat turn = glm::conjugate(glm::normalize(align * target.turnAbove(to))) * source.turnAbove(from);
            const double fromLength = glm::length(glm::dvec3(source.rests[from].translation));
            const double toLength = glm::length(glm::dvec3(target.rests[to].translation));
            const double ratio = fromLength > 0. && toLength > 0. ? toLength / fromLength : scale;
            const auto isMirroredAbove = [](const RestRig& rig, std::uint32_t joint) {
                return rig.parents[joint] != noSlot ? rig.isMirrored[rig.parents[joint]] : rig.isWorldMirrored;
            };
            const double sign = isMirroredAbove(source, from) == isMirroredAbove(target, to) ? 1. : -1.;
            stretchOf[to] = static_cast<std::uint32_t>(stretches.size());
            stretches.push_back({from, to, sign * ratio * glm::mat3_cast(turn)});
        }
    }
}

void RetargetPlan::findPelvis()
{
    const RetargetPair* const hips = map.find(HumanoidRole::Hips);
    const RetargetPair* const left = map.find(HumanoidRole::LeftUpperLeg);
    const RetargetPair* const right = map.find(HumanoidRole::RightUpperLeg);
    if (hips == nullptr || left == nullptr || right == nullptr || travelOf[hips->target] == noSlot) {
        return;
    }
    const auto hangsOnOther = [&](const RetargetPair& thigh) {
        return source.parents[thigh.source] != hips->source && source.isBelow(thigh.source, hips->source);
    };
    if (hangsOnOther(*left) && hangsOnOther(*right)) {
        const glm::dvec3 middle = 0.5 * (target.origins[left->target] + target.origins[right->target]);
        pelvis = {static_cast<std::uint32_t>(hips->target), static_cast<std::uint32_t>(hips->source),
                  static_cast<std::uint32_t>(left->source), static_cast<std::uint32_t>(right->source),
                  links[linkOf[hips->target]].align * (middle - target.origins[hips->target])};
    }
}

// The twist bone is a child or a sibling of `of`. For a child, the axis leads from `of` to the next bone of the limb or, if there is none,
// to the twist bone; for a sibling, from the parent of `of` to `of`. A twist whose axis has no length is left out.
void RetargetPlan::addTwists()
{
    for (const RetargetTwist& twist : map.twists) {
        RetargetTwistPlan plan{.target = static_cast<std::uint32_t>(twist.target), .of = static_cast<std::uint32_t>(twist.of)};
        plan.hangsOnIt = target.parents[plan.target] == plan.of;
        plan.share = static_cast<double>(twist.share);
        glm::dvec3 line(target.rests[plan.of].translation);
        if (plan.hangsOnIt) {
            line = glm::dvec3(target.rests[plan.target].translation);
            for (std::size_t i = 0; i < map.pairs.size(); ++i) {
                const std::uint32_t next = lines[i].targetNext;
                if (map.pairs[i].target == plan.of && lines[i].hasNext() && target.parents[next] == plan.of) {
                    line = glm::dvec3(target.rests[next].translation);
                }
            }
        }
        if (glm::length(line) > 0.) {
            plan.axis = glm::normalize(line);
            twists.push_back(plan);
        }
    }
}

}  // namespace armature
