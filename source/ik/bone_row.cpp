#include "ik/bone_row.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>
#include <glm/gtc/quaternion.hpp>

#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "ik/rest_rotation.hpp"
#include "ik/turns.hpp"
#include "text/names.hpp"
#include "text/words.hpp"

namespace armature {

namespace {

/// A limit that holds back by less is at its end, and nothing more: rounding of float.
constexpr double heldAngle = 1e-6;

}  // namespace

BoneRow::BoneRow(const Chain& chain, std::string_view what)
    : chain_(chain), bones_(chain), joints_(chain.joints().size()), incoming_(chain.joints().size())
{
    bool isRow = chain.effectors().size() == 1 && chain.effectors().front().joint + 1 == joints_.size();
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        const Chain::Joint& joint = chain.joints()[i];
        isRow = isRow && joint.parent == static_cast<std::ptrdiff_t>(i) - 1 && (i == 0 || bones_.above(i).empty());
        limits_.push_back(TurnLimit::of(joint.options.limit));
        freedoms_.push_back(limits_.back().turns() ? 1. - static_cast<double>(joint.options.stiffness) : 0.);
        rests_.push_back(armature::restOf(*joint.handle.get()));
    }
    if (!isRow) {
        throw std::invalid_argument(fmt::format("{}: the chain has {} and {}; a row of bones with one effector is needed", what,
                                                counted(chain.joints().size(), "joint"), counted(chain.effectors().size(), "effector")));
    }
}

IkStatus BoneRow::read(const Skeleton& skeleton)
{
    if (!bones_.find(skeleton)) {
        return IkStatus::Gone;
    }
    const auto bones = skeleton.bones();
    const Bone* parent = bones[bones_.joint(0).position]->getParentBone();
    above_ = parent != nullptr ? Frame::of(parent->getAbsoluteMatrix()) : Frame();
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        joints_[i] = PosedJoint::read(*bones[bones_.joint(i).position]);
    }
    incoming_ = joints_;
    return isInvertible() ? IkStatus::Solved : IkStatus::Singular;
}

IkStatus BoneRow::read(const Pose& pose)
{
    if (!bones_.find(pose)) {
        return IkStatus::Gone;
    }
    above_ = Frame();
    for (const ChainBones::Known& ancestor : bones_.above(0)) {
        above_ = above_ * PosedJoint::of(pose.bones[ancestor.position]).local();
    }
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        joints_[i] = PosedJoint::of(pose.bones[bones_.joint(i).position]);
    }
    incoming_ = joints_;
    return isInvertible() ? IkStatus::Solved : IkStatus::Singular;
}

glm::dquat BoneRow::allowed(std::size_t joint, const glm::dquat& wanted, bool& outIsHeld) const noexcept
{
    outIsHeld = false;
    if (limits_[joint].isFree()) {
        return wanted;
    }
    const glm::dquat rest = glm::normalize(glm::dquat(rests_[joint].rotation));
    const glm::dquat turn = rest * limits_[joint].apply(glm::conjugate(rest) * wanted);
    outIsHeld = angleBetween(turn, wanted) > heldAngle;
    return glm::normalize(turn);
}

bool BoneRow::isInvertible() const noexcept
{
    Frame frame = above_;
    bool result = frame.isInvertible();
    for (const PosedJoint& joint : incoming_) {
        frame = frame * joint.local();
        result = result && frame.isInvertible();
    }
    return result;
}

float BoneRow::blend(float weight) noexcept
{
    double change = 0.;
    const auto part = static_cast<double>(weight);
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        joints_[i].rotation = blendTurns(incoming_[i].rotation, joints_[i].rotation, part);
        joints_[i].center = weight < 1.f ? glm::mix(incoming_[i].center, joints_[i].center, part) : joints_[i].center;
        change = std::max(change, angleBetween(incoming_[i].rotation, joints_[i].rotation));
    }
    return static_cast<float>(change);
}

bool BoneRow::write(Skeleton& skeleton) const
{
    const auto bones = skeleton.bones();
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        if (!joints_[i].isWritableTo(*bones[bones_.joint(i).position])) {
            return false;
        }
    }
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        joints_[i].write(*bones[bones_.joint(i).position]);
    }
    return true;
}

bool BoneRow::write(Pose& pose) const noexcept
{
    if (!std::ranges::all_of(joints_, &PosedJoint::isWritable)) {
        return false;
    }
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        joints_[i].write(pose.bones[bones_.joint(i).position]);
    }
    return true;
}

std::optional<Frame> frameFrom(const Skeleton& skeleton, std::string_view what, Space space)
{
    if (space != Space::Skeleton && space != Space::World) {
        throw std::invalid_argument(
            fmt::format("{}: {}: the space must be Skeleton or World", named("skeleton", skeleton.getName()), what));
    }
    return space == Space::Skeleton ? std::optional(Frame()) : frameFromWorld(skeleton);
}

void requireFinitePoint(std::string_view what, const glm::vec3& point)
{
    if (!std::isfinite(point.x) || !std::isfinite(point.y) || !std::isfinite(point.z)) {
        throw std::invalid_argument(fmt::format("{} ({}, {}, {}) is not finite", what, point.x, point.y, point.z));
    }
}

}  // namespace armature
