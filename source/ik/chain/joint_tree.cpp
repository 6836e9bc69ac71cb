#include "ik/chain/joint_tree.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "ik/rest_rotation.hpp"
#include "skeleton/skeleton_access.hpp"

namespace armature {

namespace {

void requireInvertible(const Frame& above, const Bone& bone)
{
    if (!above.isInvertible()) {
        throw std::invalid_argument(fmt::format("{}: the matrix above it is singular (determinant {}), so that no goal has a place there",
                                                bone.getPath(), glm::determinant(above.linear)));
    }
}

}  // namespace

JointTree::JointTree(const Chain& chain)
{
    const Skeleton& skeleton = chain.getSkeleton();
    for (const Chain::Joint& described : chain.joints()) {
        Joint joint;
        joint.parent = described.parent;
        joint.bone = described.bone;
        joint.limit = TurnLimit::of(described.options.limit);
        joint.freedom = 1. - static_cast<double>(described.options.stiffness);
        if (described.options.preferred) {
            joint.preferred = glm::normalize(glm::dquat(*described.options.preferred));
            joint.preference = described.options.preference;
        }
        pathBegins_.push_back(pathBones_.size());
        const Bone* top = joint.parent < 0 ? nullptr : skeleton.bones()[joints_[static_cast<std::size_t>(joint.parent)].bone];
        for (const Bone* bone = skeleton.bones()[joint.bone]->getParentBone(); bone != top; bone = bone->getParentBone()) {
            pathBones_.push_back(SkeletonAccess::positionOf(*bone));
        }
        std::reverse(pathBones_.begin() + static_cast<std::ptrdiff_t>(pathBegins_.back()), pathBones_.end());
        joints_.push_back(joint);
    }
    pathBegins_.push_back(pathBones_.size());
}

// --- between the bones and here -----------------------------------------------------------------------------------------

const Bone& JointTree::boneOf(const Joint& joint, const Skeleton& skeleton) const
{
    const auto bones = skeleton.bones();
    const auto number = static_cast<std::size_t>(&joint - joints_.data());
    const Bone& bone = *bones[joint.bone];
    const Bone* above = &bone;
    for (std::size_t i = pathBegins_[number + 1]; i-- > pathBegins_[number];) {
        above = above->getParentBone();
        if (above != bones[pathBones_[i]]) {
            throw std::invalid_argument(
                fmt::format("{}: not where the chain knows it; bones were sorted or re-parented, or it is another rig", bone.getPath()));
        }
    }
    const Bone* top = joint.parent < 0 ? nullptr : bones[joints_[static_cast<std::size_t>(joint.parent)].bone];
    if (above->getParentBone() != top) {
        throw std::invalid_argument(fmt::format(
            "{}: not below the bone where the chain knows it; bones were sorted or re-parented, or it is another rig", bone.getPath()));
    }
    return bone;
}

void JointTree::begin(const Skeleton& skeleton)
{
    std::size_t needed = 0;
    for (const Joint& joint : joints_) {
        needed = std::max(needed, joint.bone + 1);
    }
    for (const std::size_t bone : pathBones_) {
        needed = std::max(needed, bone + 1);
    }
    if (skeleton.bones().size() < needed) {
        throw std::invalid_argument(
            fmt::format("{}: has {} bones, the chain needs {}", skeleton.getName(), skeleton.bones().size(), needed));
    }
}

void JointTree::readRest(Joint& joint, const Transform& rest) const noexcept
{
    const PosedJoint posed = PosedJoint::of(rest);
    joint.rest = {posed.rotation, posed.center};
    joint.slideAxis = posed.rotation * joint.limit.axis;
    joint.loaded = {joint.pose.rotation, joint.pose.center};
}

void JointTree::load(const Skeleton& skeleton, Space space)
{
    begin(skeleton);
    const auto bones = skeleton.bones();
    const Frame world = space == Space::World && skeleton.getHostNode() != nullptr ? Frame::of(skeleton.getWorldMatrix()) : Frame{};
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        Joint& joint = joints_[i];
        const Bone& bone = boneOf(joint, skeleton);
        joint.pose = PosedJoint::read(bone);
        readRest(joint, restOf(bone));
        joint.between = {};
        if (joint.parent < 0) {
            const Bone* above = bone.getParentBone();
            joint.between = above != nullptr ? world * Frame::of(above->getAbsoluteMatrix()) : world;
        } else {
            for (std::size_t b = pathBegins_[i]; b < pathBegins_[i + 1]; ++b) {
                joint.between = joint.between * Frame::of(bones[pathBones_[b]]->getLocalMatrix());
            }
        }
        updateOne(i);
        requireInvertible(joint.above, bone);
    }
    setIncoming();
}

void JointTree::load(const Pose& pose, const Skeleton& rig)
{
    begin(rig);
    if (pose.bones.size() != rig.bones().size()) {
        throw std::invalid_argument(
            fmt::format("{}: a pose of {} bones, but the skeleton has {}", rig.getName(), pose.bones.size(), rig.bones().size()));
    }
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        Joint& joint = joints_[i];
        const Bone& bone = boneOf(joint, rig);
        joint.pose = PosedJoint::of(pose.bones[joint.bone]);
        readRest(joint, restOf(bone, pose.bones[joint.bone].scale));
        joint.between = {};
        for (std::size_t b = pathBegins_[i]; b < pathBegins_[i + 1]; ++b) {
            joint.between = joint.between * PosedJoint::of(pose.bones[pathBones_[b]]).local();
        }
        updateOne(i);
        requireInvertible(joint.above, bone);
    }
    setIncoming();
}

void JointTree::store(Skeleton& skeleton) const
{
    const auto bones = skeleton.bones();
    for (const Joint& joint : joints_) {
        if (joint.pose.rotation != joint.loaded.rotation || joint.pose.center != joint.loaded.center) {
            joint.pose.write(*bones[joint.bone]);
        }
    }
}

void JointTree::store(Pose& pose) const
{
    for (const Joint& joint : joints_) {
        if (joint.pose.rotation != joint.loaded.rotation || joint.pose.center != joint.loaded.center) {
            joint.pose.write(pose.bones[joint.bone]);
        }
    }
}

// --- at work ------------------------------------------------------------------------------------------------------------

void JointTree::update(std::size_t from) noexcept
{
    for (std::size_t i = from; i < joints_.size(); ++i) {
        updateOne(i);
    }
}

void JointTree::updateOne(std::size_t number) noexcept
{
    Joint& joint = joints_[number];
    if (joint.parent < 0) {
        joint.above = joint.between;
    } else {
        const Frame& parent = joints_[static_cast<std::size_t>(joint.parent)].frame;
        joint.above = pathBegins_[number] == pathBegins_[number + 1] ? parent : parent * joint.between;
    }
    joint.frame = joint.above * joint.pose.local();
}

void JointTree::setRotation(std::size_t number, const glm::dquat& rotation) noexcept
{
    Joint& joint = joints_[number];
    const glm::dquat unit = glm::normalize(rotation);
    joint.pose.rotation =
        joint.limit.isFree() ? unit : glm::normalize(joint.rest.rotation * joint.limit.apply(glm::conjugate(joint.rest.rotation) * unit));
}

void JointTree::setSlide(std::size_t number, double distance) noexcept
{
    Joint& joint = joints_[number];
    joint.pose.center = joint.rest.center + std::clamp(distance, joint.limit.minDistance, joint.limit.maxDistance) * joint.slideAxis;
}

void JointTree::setLimited(std::span<const JointState> states) noexcept
{
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        if (joints_[i].slides()) {
            setSlide(i, glm::dot(states[i].center - joints_[i].rest.center, joints_[i].slideAxis));
        } else if (joints_[i].turns()) {
            setRotation(i, states[i].rotation);
        }
    }
    update();
}

void JointTree::set(std::span<const JointState> states) noexcept
{
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        joints_[i].pose.rotation = states[i].rotation;
        joints_[i].pose.center = states[i].center;
    }
    update();
}

void JointTree::get(std::span<JointState> outStates) const noexcept
{
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        outStates[i] = {joints_[i].pose.rotation, joints_[i].pose.center};
    }
}

void JointTree::setIncoming() noexcept
{
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        Joint& joint = joints_[i];
        joint.pose.rotation = joint.loaded.rotation;
        joint.pose.center = joint.loaded.center;
        if (joint.slides()) {
            joint.pose.rotation = joint.rest.rotation;
            setSlide(i, joint.slide());
        } else if (joint.turns() && joint.limit.violation(joint.turn()) > 1e-6) {
            setRotation(i, joint.pose.rotation);
        }
        joint.incoming = {joint.pose.rotation, joint.pose.center};
    }
    update();
}

}  // namespace armature
