#include <armature/retarget/retarget_map.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>
#include <unordered_map>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"
#include "retarget/bone_lines.hpp"
#include "retarget/chains.hpp"
#include "retarget/rest_rig.hpp"
#include "retarget/vocabulary.hpp"
#include "skeleton/joint_rig_data.hpp"

namespace armature {

namespace {

void requireAccepted(const HumanoidMap& map, const char* kind)
{
    if (map.isRefused()) {
        throw std::invalid_argument(fmt::format("retargeting, {}: its humanoid map is refused: {}", kind, map.getRefusal()));
    }
}

std::string_view withoutNamespace(std::string_view name)
{
    const std::size_t colon = name.rfind(':');
    return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

/// Finds bones by their name, with or without namespace. If several bones have the same name, finds the first.
class BonesByName {
public:
    /// `kind` is "source" or "target", for messages.
    BonesByName(const char* kind, const Skeleton& skeleton) : kind_(kind), skeleton_(skeleton)
    {
        std::size_t number = 0;
        for (const Bone* const bone : skeleton.bones()) {
            full_.emplace(bone->getName(), number);
            short_.emplace(withoutNamespace(bone->getName()), number);
            ++number;
        }
    }

    [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const
    {
        const auto whole = full_.find(name);
        if (whole != full_.end()) {
            return whole->second;
        }
        const auto end = short_.find(withoutNamespace(name));
        return end != short_.end() ? std::optional(end->second) : std::nullopt;
    }
    /// Returns the first bone of exactly that name. Throws std::invalid_argument if there is none.
    std::size_t require(std::string_view name) const
    {
        const auto found = full_.find(name);
        if (found == full_.end()) {
            throw std::invalid_argument(
                fmt::format("retargeting, {} skeleton {}: there is no bone {}", kind_, inQuotes(skeleton_.getName()), inQuotes(name)));
        }
        return found->second;
    }

private:
    const char* kind_;
    const Skeleton& skeleton_;
    std::unordered_map<std::string_view, std::size_t> full_;
    std::unordered_map<std::string_view, std::size_t> short_;
};

/// Returns the source bone whose motion the target's bone of `role` takes over: the source's bone of that role. If the source lacks the
/// role, returns its bone of the nearest role above that it has, but only if the target lacks that role and those between, so that no
/// other bone of the target takes over the motion. Returns null if the target's bone just follows its parent.
const HumanoidMatch* counterpartOf(HumanoidRole role, const HumanoidMap& source, const HumanoidMap& target)
{
    std::optional<HumanoidRole> above = role;
    while (above && source.find(*above) == nullptr && (above == role || target.find(*above) == nullptr)) {
        above = humanoid::roleAbove(*above);
    }
    const bool isLost = above && (above == role || target.find(*above) == nullptr);
    return isLost ? source.find(*above) : nullptr;
}

/// A limb bone of the target, which may have twist bones.
struct LimbBone {
    std::size_t joint;
    std::size_t next;
    bool isUpper;
};

std::vector<LimbBone> limbBones(const RetargetMap& map)
{
    using enum HumanoidRole;
    constexpr std::array<std::array<HumanoidRole, 3>, 4> limbs{{{LeftUpperArm, LeftLowerArm, LeftHand},
                                                                {RightUpperArm, RightLowerArm, RightHand},
                                                                {LeftUpperLeg, LeftLowerLeg, LeftFoot},
                                                                {RightUpperLeg, RightLowerLeg, RightFoot}}};
    std::vector<LimbBone> found;
    for (const auto& [upper, lower, end] : limbs) {
        const RetargetPair* const upperPair = map.find(upper);
        const RetargetPair* const lowerPair = map.find(lower);
        const RetargetPair* const endPair = map.find(end);
        if (upperPair != nullptr && lowerPair != nullptr) {
            found.push_back({upperPair->target, lowerPair->target, true});
        }
        if (lowerPair != nullptr && endPair != nullptr) {
            found.push_back({lowerPair->target, endPair->target, false});
        }
    }
    return found;
}

}  // namespace

std::vector<std::size_t> retargeting::pathTo(const RestRig& rig, std::size_t top, std::size_t end)
{
    if (top != end && !rig.isBelow(end, top)) {
        throw std::invalid_argument(fmt::format("retargeting, {}: it is not below {}", rig.label(end), inQuotes(rig.names[top])));
    }
    std::vector<std::size_t> path{end};
    while (path.back() != top) {
        path.push_back(rig.parents[path.back()]);
    }
    std::ranges::reverse(path);
    return path;
}

void retargeting::addChains(RetargetMap& map, std::vector<RetargetChain> chains, const std::vector<bool>& isInChain)
{
    const auto isTaken = [&](const auto& part) { return part.target < isInChain.size() && isInChain[part.target]; };
    std::erase_if(map.pairs, [&](const RetargetPair& pair) { return pair.translation != RetargetTranslation::Travel && isTaken(pair); });
    std::erase_if(map.twists, isTaken);
    std::ranges::move(chains, std::back_inserter(map.chains));
}

RetargetMap RetargetMap::ofHumanoids(const HumanoidMap& source, const HumanoidMap& target)
{
    requireAccepted(source, "source");
    requireAccepted(target, "target");
    RetargetMap map;
    for (std::size_t i = 0; i < humanoidRoleCount; ++i) {
        const auto role = static_cast<HumanoidRole>(i);
        const HumanoidMatch* const to = target.find(role);
        const HumanoidMatch* const from = counterpartOf(role, source, target);
        if (from != nullptr && to != nullptr) {
            const bool travels = role == HumanoidRole::Hips;
            const bool isOwn = source.find(role) != nullptr;
            map.pairs.push_back({from->bone, to->bone, travels ? RetargetTranslation::Travel : RetargetTranslation::Keep,
                                 isOwn ? std::optional(role) : std::nullopt});
        }
    }
    return map;
}

RetargetMap RetargetMap::ofHumanoids(const Skeleton& source, const Skeleton& target)
{
    RetargetMap map = ofHumanoids(HumanoidMap::create(source), HumanoidMap::create(target));
    map.addTwists(target);
    return map;
}

RetargetMap RetargetMap::ofNames(const Skeleton& source, const Skeleton& target,
                                 std::span<const std::pair<std::string, std::string>> renamed)
{
    const BonesByName sourceBones("source", source);
    const BonesByName targetBones("target", target);
    std::unordered_map<std::string_view, std::string_view> names;
    for (const auto& [from, to] : renamed) {
        sourceBones.require(from);
        targetBones.require(to);
        names.emplace(from, to);
    }
    RetargetMap map;
    std::vector<bool> isTaken(target.bones().size(), false);
    const auto take = [&](std::size_t from, std::string_view name) {
        const auto to = targetBones.find(name);
        if (to && !isTaken[*to]) {
            isTaken[*to] = true;
            map.pairs.push_back({from, *to});
        }
    };
    for (std::size_t i = 0; i < source.bones().size(); ++i) {  // given names take precedence over equal names
        if (const auto given = names.find(source.bones()[i]->getName()); given != names.end()) {
            take(i, given->second);
        }
    }
    for (std::size_t i = 0; i < source.bones().size(); ++i) {
        if (!names.contains(source.bones()[i]->getName())) {
            take(i, source.bones()[i]->getName());
        }
    }
    if (map.pairs.empty()) {
        throw std::invalid_argument(fmt::format("retargeting, source skeleton {}, target skeleton {}: no name is common to both",
                                                inQuotes(source.getName()), inQuotes(target.getName())));
    }
    const JointRigData rig(target);
    std::vector<std::size_t> depths(rig.parents.size(), 0);
    for (const std::uint32_t joint : parentsFirst(rig.parents)) {
        depths[joint] = rig.parents[joint] != noSlot ? depths[rig.parents[joint]] + 1 : 0;
    }
    const auto depthOf = [&](const RetargetPair& pair) { return depths[pair.target]; };
    std::ranges::min_element(map.pairs, {}, depthOf)->translation = RetargetTranslation::Travel;
    return map;
}

void RetargetMap::addTwists(const Skeleton& target)
{
    constexpr double farthestAside = 0.1;  // limit of a twist bone's distance from the limb's line, as a fraction of the limb's length
    const RestRig rig("target", target, {});
    requireTarget(*this, rig);
    std::vector<bool> isMoved(rig.size(), false);
    for (const RetargetPair& pair : pairs) {
        isMoved[pair.target] = true;
    }
    for (const RetargetChain& chain : chains) {
        for (const std::size_t joint : chain.target) {
            isMoved[joint] = true;
        }
    }
    twists.clear();
    for (const LimbBone& limb : limbBones(*this)) {
        const glm::dvec3 line = rig.origins[limb.next] - rig.origins[limb.joint];
        const double square = glm::dot(line, line);
        if (!(square > 0.) || rig.parents[limb.next] != limb.joint) {
            continue;
        }
        for (std::size_t joint = 0; joint < rig.size(); ++joint) {
            const glm::dvec3 place = rig.origins[joint] - rig.origins[limb.joint];
            const double along = glm::dot(place, line) / square;
            const bool isOnLine = along > -0.01 && along < 1.01 && glm::length(place - along * line) < farthestAside * std::sqrt(square);
            if (rig.isLeaf[joint] && !isMoved[joint] && rig.parents[joint] == limb.joint && isOnLine) {
                const auto part = static_cast<float>(std::clamp(along, 0., 1.));
                const float share = limb.isUpper ? part - 1.f : part;
                twists.push_back({joint, limb.isUpper ? limb.joint : limb.next, share});
            }
        }
    }
}

void RetargetMap::addChain(const Skeleton& source, std::string_view sourceTop, std::string_view sourceEnd, const Skeleton& target,
                           std::string_view targetTop, std::string_view targetEnd)
{
    const RestRig from("source", source, {});
    const RestRig to("target", target, {});
    RetargetChain chain;
    const BonesByName sourceBones("source", source);
    const BonesByName targetBones("target", target);
    chain.source = retargeting::pathTo(from, sourceBones.require(sourceTop), sourceBones.require(sourceEnd));
    chain.target = retargeting::pathTo(to, targetBones.require(targetTop), targetBones.require(targetEnd));
    std::vector<bool> isInChain(to.size(), false);
    for (const std::size_t bone : chain.target) {
        isInChain[bone] = true;
    }
    retargeting::addChains(*this, {std::move(chain)}, isInChain);
}

const RetargetPair* RetargetMap::find(HumanoidRole role) const noexcept
{
    const auto found = std::ranges::find_if(pairs, [role](const RetargetPair& pair) { return pair.role == role; });
    return found != pairs.end() ? &*found : nullptr;
}

}  // namespace armature
