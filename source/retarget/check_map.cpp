#include "retarget/rest_rig.hpp"

#include <array>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/words.hpp"
#include "retarget/vocabulary.hpp"

namespace armature {

namespace {

[[noreturn]] void refuseMap(const std::string& what)
{
    throw std::invalid_argument("retarget map, " + what);
}

void requireJoint(const RestRig& rig, std::size_t joint)
{
    if (joint >= rig.size()) {
        refuseMap(fmt::format("{} skeleton {}: there is no bone {} among {}", rig.kind, inQuotes(rig.skeletonName), joint, rig.size()));
    }
}

/// Checks that no joint of the target is moved twice and no role is given twice.
class Moved {
public:
    explicit Moved(const RestRig& target) : target_(target), isMoved_(target.size(), false), travels_(target.size(), false) {}

    void add(std::size_t joint)
    {
        requireJoint(target_, joint);
        if (isMoved_[joint]) {
            refuseMap(fmt::format("{}: it is moved twice", target_.label(joint)));
        }
        isMoved_[joint] = true;
    }
    void add(const RetargetPair& pair)
    {
        add(pair.target);
        travels_[pair.target] = pair.translation == RetargetTranslation::Travel;
        addRole(pair);
    }
    /// Adds a joint of a chain. The joint may also be in a pair, if the pair only makes it travel.
    void addOfChain(std::size_t joint)
    {
        requireJoint(target_, joint);
        if (travels_[joint]) {
            travels_[joint] = false;
        } else {
            add(joint);
        }
    }

    void addRole(const RetargetPair& pair)
    {
        if (!pair.role) {
            return;
        }
        const auto role = static_cast<std::size_t>(*pair.role);
        if (role >= humanoidRoleCount) {
            refuseMap(fmt::format("{}: {} is no role of {}", target_.label(pair.target), role, humanoidRoleCount));
        }
        if (byRole_[role]) {
            refuseMap(fmt::format("{}: it is {}, as bone {} is", target_.label(pair.target), humanoid::roleName(*pair.role),
                                  inQuotes(target_.names[*byRole_[role]])));
        }
        byRole_[role] = pair.target;
    }

private:
    const RestRig& target_;
    std::vector<bool> isMoved_;
    std::vector<bool> travels_;
    std::array<std::optional<std::size_t>, humanoidRoleCount> byRole_;
};

void requireChain(const RestRig& rig, const std::vector<std::size_t>& joints)
{
    if (joints.empty()) {
        refuseMap(fmt::format("{} skeleton {}: a chain has no bone", rig.kind, inQuotes(rig.skeletonName)));
    }
    for (std::size_t i = 0; i < joints.size(); ++i) {
        requireJoint(rig, joints[i]);
        if (i > 0 && !rig.isBelow(joints[i], joints[i - 1])) {
            refuseMap(fmt::format("{}: it is not below {}, which is before it in its chain", rig.label(joints[i]),
                                  inQuotes(rig.names[joints[i - 1]])));
        }
    }
}

void requireTwist(const RestRig& target, const RetargetTwist& twist)
{
    requireJoint(target, twist.of);
    if (!(std::abs(twist.share) <= 1.f)) {
        refuseMap(fmt::format("{}: its share of a twist is {}, not -1 to 1", target.label(twist.target), twist.share));
    }
    const std::uint32_t parent = target.parents[twist.target];
    if (parent == noSlot || (parent != twist.of && parent != target.parents[twist.of])) {
        refuseMap(fmt::format("{}: it hangs neither on {}, whose twist it shares, nor beside it", target.label(twist.target),
                              inQuotes(target.names[twist.of])));
    }
    if (!target.isLeaf[twist.target]) {
        refuseMap(fmt::format("{}: it shares a twist, but there are bones below it", target.label(twist.target)));
    }
}

}  // namespace

void requireTarget(const RetargetMap& map, const RestRig& target)
{
    Moved moved(target);
    for (const RetargetPair& pair : map.pairs) {
        requireJoint(target, pair.target);
        moved.addRole(pair);
    }
    for (const RetargetChain& chain : map.chains) {
        requireChain(target, chain.target);
    }
}

void requireMap(const RetargetMap& map, const RestRig& source, const RestRig& target)
{
    if (map.pairs.empty() && map.chains.empty()) {
        refuseMap(fmt::format("source skeleton {}, target skeleton {}: no bone has a counterpart", inQuotes(source.skeletonName),
                              inQuotes(target.skeletonName)));
    }
    Moved moved(target);
    for (const RetargetPair& pair : map.pairs) {
        requireJoint(source, pair.source);
        moved.add(pair);
    }
    for (const RetargetChain& chain : map.chains) {
        requireChain(source, chain.source);
        requireChain(target, chain.target);
        for (const std::size_t joint : chain.target) {
            moved.addOfChain(joint);
        }
    }
    for (const RetargetTwist& twist : map.twists) {
        moved.add(twist.target);
        requireTwist(target, twist);
    }
}

}  // namespace armature
