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
#include "skeleton/skeleton_access.hpp"

namespace armature {

BoneRow::BoneRow(const Bone& root, const Bone& tip)
{
    const Bone* bone = &tip;
    for (; bone != nullptr; bone = bone->getParentBone()) {
        bones_.push_back(SkeletonAccess::positionOf(*bone));
        rests_.push_back(armature::restOf(*bone));
        if (bone == &root) {
            break;
        }
    }
    if (bone == nullptr) {
        throw std::invalid_argument(fmt::format("{} is neither {} nor below it", tip.getPath(), root.getPath()));
    }
    for (bone = root.getParentBone(); bone != nullptr; bone = bone->getParentBone()) {
        ancestors_.push_back(SkeletonAccess::positionOf(*bone));
    }
    std::reverse(bones_.begin(), bones_.end());
    std::reverse(rests_.begin(), rests_.end());
    std::reverse(ancestors_.begin(), ancestors_.end());
    boneCount_ = *std::max_element(bones_.begin(), bones_.end()) + 1;
    for (const std::size_t ancestor : ancestors_) {
        boneCount_ = std::max(boneCount_, ancestor + 1);
    }
    joints_.resize(bones_.size());
    incoming_.resize(bones_.size());
}

void BoneRow::requireBones(std::string_view name, std::size_t count) const
{
    if (count < boneCount_) {
        throw std::invalid_argument(fmt::format("{}: {} bones, at least {} are needed", name, count, boneCount_));
    }
}

void BoneRow::read(const Skeleton& skeleton)
{
    const auto bones = skeleton.bones();
    requireBones(skeleton.getName(), bones.size());
    const Bone* parent = bones[bones_.front()]->getParentBone();
    above_ = parent != nullptr ? Frame::of(parent->getAbsoluteMatrix()) : Frame();
    for (std::size_t i = 0; i < bones_.size(); ++i) {
        joints_[i] = PosedJoint::read(*bones[bones_[i]]);
    }
    incoming_ = joints_;
}

void BoneRow::read(const Pose& pose)
{
    requireBones("pose", pose.bones.size());
    above_ = Frame();
    for (const std::size_t ancestor : ancestors_) {
        above_ = above_ * PosedJoint::of(pose.bones[ancestor]).local();
    }
    for (std::size_t i = 0; i < bones_.size(); ++i) {
        joints_[i] = PosedJoint::of(pose.bones[bones_[i]]);
    }
    incoming_ = joints_;
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

void BoneRow::write(Skeleton& skeleton) const
{
    const auto bones = skeleton.bones();
    for (std::size_t i = 0; i < bones_.size(); ++i) {
        joints_[i].write(*bones[bones_[i]]);
    }
}

void BoneRow::write(Pose& pose) const noexcept
{
    for (std::size_t i = 0; i < bones_.size(); ++i) {
        joints_[i].write(pose.bones[bones_[i]]);
    }
}

std::optional<Frame> frameFrom(const Skeleton& skeleton, std::string_view what, Space space)
{
    if (space != Space::Skeleton && space != Space::World) {
        throw std::invalid_argument(fmt::format("{}: {}: the space must be Skeleton or World", skeleton.getName(), what));
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
