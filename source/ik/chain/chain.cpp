#include <armature/ik/chain_solver.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>
#include <glm/gtc/quaternion.hpp>

#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"
#include "ik/limits/turn_limit.hpp"
#include "ik/option_checks.hpp"
#include "node/label.hpp"
#include "skeleton/skeleton_access.hpp"

namespace armature {

namespace {

void requireOwn(const Skeleton& skeleton, const Bone& bone)
{
    if (&bone.getSkeleton() != &skeleton) {
        throw std::invalid_argument(fmt::format("chain: {} belongs to the skeleton {}, not to {}", label(bone),
                                                inQuotes(bone.getSkeleton().getName()), inQuotes(skeleton.getName())));
    }
}

glm::vec3 defaultPoint(const Bone& tip) noexcept
{
    return {0.f, NodeAccess::firstChildBone(tip) == nullptr ? tip.getLength().value_or(0.f) : 0.f, 0.f};
}

/// Returns the indices of `joints` with parents before children, in an otherwise unchanged order.
std::vector<std::size_t> orderWithParentsFirst(std::span<const Chain::Joint> joints)
{
    std::vector<std::size_t> order;
    std::vector<bool> isPlaced(joints.size());
    while (order.size() < joints.size()) {
        for (std::size_t i = 0; i < joints.size(); ++i) {
            const std::ptrdiff_t parent = joints[i].parent;
            if (!isPlaced[i] && (parent < 0 || isPlaced[static_cast<std::size_t>(parent)])) {
                isPlaced[i] = true;
                order.push_back(i);
            }
        }
    }
    return order;
}

}  // namespace

Chain::Chain(const Skeleton& skeleton) : skeleton_(skeleton) {}

const Skeleton& Chain::requireSkeleton() const
{
    const bool isWhole = std::all_of(joints_.begin(), joints_.end(), [](const Joint& joint) { return joint.handle.get() != nullptr; });
    if (!isWhole || !skeleton_) {
        throw std::invalid_argument("chain: its skeleton or some of its bones were removed");
    }
    return *skeleton_.get();
}

Chain Chain::between(const Bone& root, const Bone& tip)
{
    Chain chain(root.getSkeleton());
    chain.addEffector(root, tip);
    return chain;
}

std::size_t Chain::addEffector(const Bone& root, const Bone& tip, std::optional<glm::vec3> ownPoint)
{
    requireOwn(requireSkeleton(), root);
    requireOwn(requireSkeleton(), tip);
    if (&tip != &root && !tip.isDescendantOf(root)) {
        throw std::invalid_argument(fmt::format("chain: the tip {} is not below the root {}", label(tip), label(root)));
    }
    const glm::vec3 point = ownPoint.value_or(defaultPoint(tip));
    if (!std::isfinite(point.x) || !std::isfinite(point.y) || !std::isfinite(point.z)) {
        throw std::invalid_argument(
            fmt::format("chain: the point ({}, {}, {}) of {} is not finite", point.x, point.y, point.z, label(tip)));
    }
    std::vector<const Bone*> path;  // top first
    for (const Bone* bone = &tip;; bone = bone->getParentBone()) {
        path.insert(path.begin(), bone);
        if (bone == &root) {
            break;
        }
    }
    for (const Bone* bone : path) {
        if (!findJoint(*bone)) {
            joints_.push_back({SkeletonAccess::positionOf(*bone), Handle<const Bone>(*bone), -1, {}});
        }
    }
    connect();
    effectors_.push_back({*findJoint(tip), point});
    return effectors_.size() - 1;
}

std::optional<std::size_t> Chain::findJoint(const Bone& bone) const noexcept
{
    const auto found = std::find_if(joints_.begin(), joints_.end(), [&](const Joint& joint) { return joint.handle.get() == &bone; });
    return found == joints_.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - joints_.begin()));
}

void Chain::connect()
{
    for (Joint& joint : joints_) {
        std::optional<std::size_t> parent;
        for (const Bone* above = joint.handle.get()->getParentBone(); above != nullptr && !parent; above = above->getParentBone()) {
            parent = findJoint(*above);
        }
        joint.parent = parent ? static_cast<std::ptrdiff_t>(*parent) : -1;
    }
    const std::vector<std::size_t> order = orderWithParentsFirst(joints_);
    std::vector<std::size_t> newNumbers(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        newNumbers[order[i]] = i;
    }
    std::vector<Joint> sorted;
    for (const std::size_t number : order) {
        sorted.push_back(joints_[number]);
        if (sorted.back().parent >= 0) {
            sorted.back().parent = static_cast<std::ptrdiff_t>(newNumbers[static_cast<std::size_t>(sorted.back().parent)]);
        }
    }
    joints_ = std::move(sorted);
    for (Effector& effector : effectors_) {
        effector.joint = newNumbers[effector.joint];
    }
}

std::size_t Chain::requireJoint(const Bone& bone) const
{
    requireOwn(requireSkeleton(), bone);
    const std::optional<std::size_t> joint = findJoint(bone);
    if (!joint) {
        throw std::invalid_argument(fmt::format("chain: {} is not one of its {}", label(bone), counted(joints_.size(), "joint")));
    }
    return *joint;
}

void Chain::setJoint(const Bone& bone, const ChainJoint& joint)
{
    const std::size_t number = requireJoint(bone);
    try {
        static_cast<void>(TurnLimit::of(joint.limit));
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(fmt::format("chain: {}: {}", label(bone), error.what()));
    }
    const auto whose = [&bone] { return "chain: " + label(bone); };
    requireWithin(whose, "stiffness", joint.stiffness);
    requireWithin(whose, "preference", joint.preference);
    if (joint.preferred) {
        const glm::quat& turn = *joint.preferred;
        const double length = glm::length(glm::dquat(turn));
        if (!(length > 0.) || !std::isfinite(length)) {
            throw std::invalid_argument(fmt::format("chain: {}: the preferred rotation ({}, {}, {}, {}) has no direction", label(bone),
                                                    turn.x, turn.y, turn.z, turn.w));
        }
    }
    joints_[number].options = joint;
}

const ChainJoint& Chain::getJoint(const Bone& bone) const
{
    return joints_[requireJoint(bone)].options;
}

}  // namespace armature
